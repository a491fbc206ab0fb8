// The solver's part of the Python module.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "checks.hpp"
#include "builds.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace stova {

constexpr int LOWEST = 1 - FAR;  // result
constexpr int MOST_REPEATS = 1 << 20;

// Sums of what is to come must fit the table, and nothing may be worth less than nothing.
void check_sums(const Tables& tables, const Position& position, const std::array<int, 2>& pit, int balance) {
    std::int64_t most = points_to_come(tables, position);
    for (const Bonus& bonus : tables.bonuses) most += bonus.worth;
    require(pit[0] >= 0 && pit[1] >= 0, "pit must be 0 or more");
    most += std::int64_t{pit[0]} + pit[1] + std::abs(std::int64_t{balance});
    require(most < FAR, "points, bonuses, pit and balance may come to more than ", FAR - 1);
}

Aim aim_of(const Tables& tables, std::uint32_t own, const std::array<int, 2>& pit) {
    require(own < (1U << tables.seats), "own must be a set of the seats");
    Aim aim{};
    for (std::size_t seat = 0; seat < MAX_SEATS; ++seat) aim.own[seat] = own >> seat & 1;
    aim.pit = pit;
    return aim;
}

void check_cards(const Tables& tables, const Position& position) {
    check(tables, position);
    require(position.left > 0, "the play is over");
    require(std::popcount(in_play(position)) <= PLACES, "more than 32 cards are still to be played");
}

// Uses a table for a while, without the GIL; another thread that wants it meanwhile is refused.
template <class Use>
void with_table(Transpositions& table, Use use) {
    const Claim claim(table.busy);
    require(claim.granted, "another search is using this memory");
    without_gil(use);
}

using Values = std::vector<std::tuple<int, int, int>>;

std::tuple<Values, std::uint64_t> solved(
    Transpositions& table, const Tables& tables, const Position& position, Goal goal, std::uint32_t own, Mask cards,
    const std::array<int, 2>& pit, int balance, bool declared, int low, int high, std::vector<int> marks,
    std::uint64_t nodes, double seconds, bool reduced, bool portable) {
    check_cards(tables, position);
    require(-FAR < low && low <= high && high < FAR, "low..high must lie within +-", FAR);
    require(std::is_sorted(marks.begin(), marks.end()), "marks must ascend");
    Aim aim = aim_of(tables, own, pit);
    aim.balance = balance, aim.declared = declared, aim.reduced = reduced;
    const Limit limit{.nodes = nodes, .time = time_in(seconds), .interrupted = interrupted};
    const Question question{tables, position, goal, cards, aim, low, high, marks, limit};
    check_sums(tables, position, pit, balance);
    Solution solution;
    with_table(table, [&] { solution = build(portable).solve(question, table); });
    Values values;
    for (const Value& value : solution.values) values.emplace_back(value.card, value.low, value.high);
    return {values, solution.nodes};
}

std::vector<std::vector<float>> expected(
    Transpositions& table, const Tables& tables, nb::handle given, Goal goal, std::uint32_t own,
    const std::array<int, 2>& pit, const std::vector<int>& had, const std::vector<int>& by_points, int none, int all,
    int alone, int lost, int ending, int chance, int repeats, std::uint64_t seed, double seconds, bool portable) {
    require(goal == Goal::POINTS || goal == Goal::BALANCE, "goal must be POINTS or BALANCE");
    std::vector<Position> positions;
    for (const auto& one : items(given)) positions.push_back(object_of<Position>(one, "positions must be Positions"));
    require(had.size() == positions.size(), "had must have a number for each position");
    require(goal == Goal::POINTS || by_points.empty(), "by_points are for POINTS only");
    require(ending >= 0, "ending must be 0 or more");
    require(1 <= chance && chance < FAR, "chance must be 1..", FAR - 1);
    require(1 <= repeats && repeats <= MOST_REPEATS, "repeats must be 1..", MOST_REPEATS);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        check_cards(tables, positions[i]);
        check_sums(tables, positions[i], pit, had[i]);
        const std::int64_t most = had[i] + points_to_come(tables, positions[i]);
        require(goal == Goal::BALANCE || (had[i] >= 0 && static_cast<std::size_t>(most) < by_points.size()),
                "by_points must say what all points are worth");
    }
    const Expectation asked{tables, goal, aim_of(tables, own, pit), {by_points, none, all, alone, lost}, ending,
                            chance, repeats, seed};
    const auto expect = build(portable).expect;
    const auto end = time_in(seconds);
    Limit asking{.interrupted = interrupted};
    std::vector<std::vector<float>> rows;
    with_table(table, [&] {
        for (std::size_t i = 0; i < positions.size(); ++i) {
            rows.emplace_back(static_cast<std::size_t>(std::popcount(legal(tables, positions[i]))));
            float* row = rows.back().data();
            if (!expect(asked, positions[i], had[i], table, i, row, asking)) break;
            if (Limit::Clock::now() >= end) break;
        }
    });
    return rows;
}

void bind_solve(nb::module_& m) {
    nb::enum_<Goal>(m, "Goal")
        .value("POINTS", Goal::POINTS)
        .value("TRICKS", Goal::TRICKS)
        .value("ALONE", Goal::ALONE)
        .value("BALANCE", Goal::BALANCE)
        .value("BONUSES", Goal::BONUSES);

    nb::class_<Transpositions>(m, "Transpositions")
        .def(
            "__init__",
            [](Transpositions* self, std::size_t memory) {
                new (self) Transpositions(memory);
                if (!self->allocated()) throw std::bad_alloc();
            },
            "memory"_a);

    m.def("expect", &expected, "table"_a, "tables"_a, "positions"_a, "goal"_a, nb::kw_only(), "own"_a, "pit"_a,
          "had"_a, "by_points"_a, "none"_a, "all"_a, "alone"_a, "lost"_a, "ending"_a, "chance"_a, "repeats"_a, "seed"_a,
          "seconds"_a, "portable"_a = false);
    m.def(
        "points_to_come",
        [](const Tables& tables, const Position& position) {
            check(tables, position);
            return points_to_come(tables, position);
        },
        "tables"_a, "position"_a);
    m.attr("ANY_CARD") = ANY_CARD;
    m.attr("LOWEST") = LOWEST;
    m.def("solve", &solved, "table"_a, "tables"_a, "position"_a, "goal"_a, nb::kw_only(), "own"_a, "cards"_a,
          "pit"_a, "balance"_a, "declared"_a, "low"_a = LOWEST, "high"_a = -LOWEST, "marks"_a, "nodes"_a,
          "seconds"_a, "reduced"_a, "portable"_a = false);
}

}  // namespace stova
