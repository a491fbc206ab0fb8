// The race's part of the Python module. Contracts are written down in _kernel.pyi.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <limits>
#include <optional>

#include "race_checks.hpp"
#include "race_estimate.hpp"
#include "race_search.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace stova::race {

namespace {

constexpr int MOST_SAMPLES = 1 << 20;

struct Searcher {
    const Race& race;
    RaceSearch search;
    bool busy = false;
    std::atomic<std::uint64_t> nodes = 0;  // of searches that are over: other threads may ask meanwhile
};

std::optional<bool> reaches(Searcher& self, const RacePosition& position, nb::handle at_least, std::uint64_t nodes,
                            double seconds) {
    const RaceNode node = checked(self.race, position);
    const int target = small(at_least, -MOST_WORTH, MOST_WORTH, "at_least");
    const Claim claim(self.busy);
    require(claim.granted, "this search is at work already");
    const Limit limit{.nodes = nodes, .time = time_in(seconds), .interrupted = interrupted};
    std::optional<bool> reached;
    without_gil([&] {
        self.search.limit(limit);
        const bool found = self.search.reaches(node, target);
        if (!self.search.stopped()) reached = found;
        self.nodes = self.search.nodes();
    });
    return reached;
}

std::vector<double> race_estimates(const Race& race, nb::handle positions, nb::handle side, nb::handle chance,
                                   nb::handle repeats, nb::handle seed) {
    std::vector<RaceNode> nodes;
    for (const auto& given : items(positions)) {
        nodes.push_back(checked(race, object_of<RacePosition>(given, "positions must be RacePositions")));
        require(!nodes.back().pile.seats, "estimates don't take piles");
    }
    const Estimate asked{race, small(side, 0, 1, "side"), small(chance, 1, MOST_SAMPLES, "chance"),
                         small(repeats, 1, MOST_SAMPLES, "repeats"), number(seed, 0, ~std::uint64_t{0}, "seed")};
    Limit asking{.interrupted = interrupted};
    std::vector<double> means;
    without_gil([&] {
        for (const RaceNode& node : nodes) {
            const std::optional<double> mean = estimate(asked, node, asking);
            if (!mean) return;
            means.push_back(*mean);
        }
    });
    return means;
}

}  // namespace

void bind(nb::module_& m) {
    nb::enum_<RaceGoal>(m, "RaceGoal").value("SCORE", RaceGoal::SCORE).value("TRICKS", RaceGoal::TRICKS);

    nb::class_<Race>(m, "Race")
        .def(
            "__init__",
            [](Race* self, nb::handle tables, nb::handle held_back, nb::handle fours, nb::handle swaps,
               nb::handle pairs, nb::handle binding, nb::handle enough, nb::handle worth) {
                new (self) Race(make_race(all_tables(tables), held_back, fours, swaps, pairs, binding, enough, worth));
            },
            nb::kw_only(), "tables"_a, "held_back"_a, "fours"_a = nb::make_tuple(), "swaps"_a = nb::make_tuple(),
            "pairs"_a = nb::make_tuple(), "binding"_a = 0, "enough"_a, "worth"_a);

    nb::class_<RacePosition>(m, "RacePosition")
        .def(
            "__init__",
            [](RacePosition* self, nb::handle hands, nb::handle open, nb::handle won, nb::handle leader,
               nb::handle trick, nb::handle best, nb::handle tables, bool opened_alone, bool decided,
               nb::handle pile, nb::handle takers, bool lapses, bool whole) {
                new (self) RacePosition(make_race_position(hands, open, won, leader, trick, best, tables, opened_alone,
                                                           decided, pile, takers, lapses, whole));
            },
            nb::kw_only(), "hands"_a, "open"_a, "won"_a, "leader"_a, "trick"_a, "best"_a = 0, "tables"_a = 0,
            "opened_alone"_a = false, "decided"_a = false, "pile"_a = 0, "takers"_a = 0, "lapses"_a = false,
            "whole"_a = false);

    nb::class_<Searcher>(m, "RaceSearch")
        .def(
            "__init__",
            [](Searcher* self, const Race& race, RaceGoal goal, nb::handle side, nb::handle memory,
               bool names_as_they_are, bool every_card, bool no_bounds) {
                const int own = small(side, 0, 1, "side");
                const std::size_t bytes = number(memory, 0, std::uint64_t{1} << 40, "memory");
                const RaceMethods methods{names_as_they_are, every_card, no_bounds};
                new (self) Searcher{race, {race, goal, own, bytes, methods}};
            },
            nb::keep_alive<1, 2>(), "race"_a, nb::kw_only(), "goal"_a, "side"_a, "memory"_a,
            "names_as_they_are"_a = false, "every_card"_a = false, "no_bounds"_a = false)
        .def("reaches", &reaches, "position"_a, "at_least"_a, nb::kw_only(), "nodes"_a = ~std::uint64_t{0},
             "seconds"_a = std::numeric_limits<double>::infinity())
        .def_prop_ro("nodes", [](const Searcher& self) { return self.nodes.load(); });

    m.def("race_estimates", &race_estimates, "race"_a, "positions"_a, nb::kw_only(), "side"_a, "chance"_a,
          "repeats"_a, "seed"_a);
}

}  // namespace stova::race
