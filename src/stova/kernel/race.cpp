// The race's part of the Python module: the search behind a lock. Contracts are written down in _kernel.pyi.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "race_checks.hpp"
#include "race_estimate.hpp"
#include "race_search.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace stova::race {

namespace {

constexpr int MOST_SAMPLES = 1 << 20;

// The values there can be, rising.
std::vector<int> outcomes(const Race& race, Goal goal) {
    const Worth& worth = race.worth;
    std::vector<int> values;
    if (goal == Goal::TRICKS)
        for (int tricks = 0; tricks <= race.tricks; ++tricks) values.push_back(tricks);
    else
        for (const int value : {worth.race, worth.all_to_enough, worth.all, worth.alone_to_enough, worth.alone}) {
            values.push_back(value);
            values.insert(values.begin(), -value);
        }
    return values;
}

// A value known to lie between two places in the outcomes.
struct Known {
    int low;
    int high;
};

class Searcher {
public:
    Searcher(const Race& race, Goal goal, int side, std::size_t memory, RaceMethods methods)
        : race_(race), values_(outcomes(race, goal)), search_(race, goal, side, memory, methods) {}

    // The bounds of each value. The windows next to a draw come first, for all positions.
    std::vector<std::pair<int, int>> values(const std::vector<RaceNode>& nodes, std::optional<int> target,
                                            const Limit& limit) {
        search_.limit(limit);
        std::vector<Known> known;
        for (const RaceNode& node : nodes) known.push_back(range(node));
        bool open = true;
        while (open && !search_.stopped()) {
            open = false;
            for (std::size_t i = 0; i < nodes.size() && !search_.stopped(); ++i)
                open |= narrow(nodes[i], known[i], target);
        }
        std::vector<std::pair<int, int>> bounds;
        for (const Known& one : known) bounds.emplace_back(value(one.low), value(one.high));
        return bounds;
    }

    std::uint64_t nodes() const { return search_.nodes(); }
    std::mutex& mutex() { return mutex_; }

private:
    int value(int place) const { return values_[place]; }

    int place(int least) const {
        return static_cast<int>(std::lower_bound(values_.begin(), values_.end(), least) - values_.begin());
    }

    Known range(const RaceNode& node) const {
        const Bounds bounds = search_.range(node);
        return {place(bounds.low), place(bounds.high)};
    }

    // Tries one window; whether there may be more to try.
    bool narrow(const RaceNode& node, Known& known, std::optional<int> target) {
        if (known.low == known.high) return false;
        const int middle = target ? place(*target) : static_cast<int>(values_.size()) / 2;
        if (target && (middle <= known.low || middle > known.high)) return false;
        const int tried = std::clamp(middle, known.low + 1, known.high);
        const bool reached = search_.reaches(node, value(tried));
        if (search_.stopped()) return false;
        if (reached)
            known.low = tried;
        else
            known.high = tried - 1;
        return true;
    }

    const Race& race_;
    std::vector<int> values_;
    RaceSearch search_;
    std::mutex mutex_;
};

// The race with the tables it was made of, which say what cards there are.
struct CheckedRace {
    Race race;
    Tables tables;
};

std::vector<RaceNode> checked(const CheckedRace& race, nb::handle positions) {
    std::vector<RaceNode> nodes;
    for (const auto& given : items(positions)) {
        require(nb::isinstance<RacePosition>(given), "positions must be RacePositions");
        nodes.push_back(checked(race.race, race.tables, *nb::inst_ptr<RacePosition>(given)));
    }
    return nodes;
}

struct BoundSearcher {
    const CheckedRace& race;
    Searcher searcher;
};

auto race_values(BoundSearcher& self, nb::handle positions, nb::handle at_least, std::uint64_t nodes, double seconds) {
    const auto given = checked(self.race, positions);
    std::optional<int> target;
    if (!at_least.is_none()) target = small(at_least, -MOST_WORTH, MOST_WORTH, "at_least");
    const Limit limit{nodes, time_in(seconds), interrupted};
    std::vector<std::pair<int, int>> values;
    without_gil([&] {
        const std::scoped_lock lock(self.searcher.mutex());
        values = self.searcher.values(given, target, limit);
    });
    return values;
}

std::vector<double> race_estimates(const CheckedRace& race, nb::handle positions, nb::handle side,
                                   nb::handle chance, nb::handle repeats, nb::handle seed) {
    const auto given = checked(race, positions);
    const Estimate asked{race.race, small(side, 0, 1, "side"), small(chance, 1, MOST_SAMPLES, "chance"),
                         small(repeats, 1, MOST_SAMPLES, "repeats"), number(seed, 0, ~std::uint64_t{0}, "seed")};
    std::vector<double> means;
    without_gil([&] {
        for (const RaceNode& node : given) {
            if (interrupted()) return;
            means.push_back(estimate(asked, node));
        }
    });
    return means;
}

}  // namespace

void bind(nb::module_& m) {
    nb::enum_<Goal>(m, "RaceGoal").value("SCORE", Goal::SCORE).value("TRICKS", Goal::TRICKS);

    nb::class_<CheckedRace>(m, "Race")
        .def(
            "__init__",
            [](CheckedRace* self, nb::handle tables, nb::handle held_back, nb::handle fours, nb::handle swaps,
               nb::handle pairs, nb::handle binding, nb::handle tricks, nb::handle enough, nb::handle worth) {
                const auto all = items(tables);
                for (const auto& one : all) require(nb::isinstance<Tables>(one), "tables must be Tables");
                Race race = make_race(tables, held_back, fours, swaps, pairs, binding, tricks, enough, worth);
                new (self) CheckedRace{std::move(race), *nb::inst_ptr<Tables>(all[0])};
            },
            nb::kw_only(), "tables"_a, "held_back"_a, "fours"_a = nb::make_tuple(), "swaps"_a = nb::make_tuple(),
            "pairs"_a = nb::make_tuple(), "binding"_a = 0, "tricks"_a, "enough"_a, "worth"_a);

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

    nb::class_<BoundSearcher>(m, "RaceSearch")
        .def(
            "__init__",
            [](BoundSearcher* self, const CheckedRace& race, Goal goal, nb::handle side, nb::handle memory,
               bool names_as_they_are, bool every_card, bool no_bounds) {
                const int own = small(side, 0, 1, "side");
                const std::size_t bytes = number(memory, 0, std::uint64_t{1} << 40, "memory");
                const RaceMethods methods{names_as_they_are, every_card, no_bounds};
                new (self) BoundSearcher{race, {race.race, goal, own, bytes, methods}};
            },
            nb::keep_alive<1, 2>(), "race"_a, nb::kw_only(), "goal"_a, "side"_a, "memory"_a,
            "names_as_they_are"_a = false, "every_card"_a = false, "no_bounds"_a = false)
        .def("values", &race_values, "positions"_a, nb::kw_only(), "at_least"_a = nb::none(),
             "nodes"_a = ~std::uint64_t{0}, "seconds"_a = std::numeric_limits<double>::infinity())
        .def_prop_ro("nodes", [](const BoundSearcher& self) { return self.searcher.nodes(); });

    m.def("race_estimates", &race_estimates, "race"_a, "positions"_a, nb::kw_only(), "side"_a, "chance"_a,
          "repeats"_a, "seed"_a);
}

}  // namespace stova::race

namespace stova {

void bind_race(nb::module_& m) { race::bind(m); }

}  // namespace stova
