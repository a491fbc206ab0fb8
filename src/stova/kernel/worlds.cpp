// The Python class Sampler; its contract is written down in _kernel.pyi.
#include "worlds.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <limits>
#include <memory>
#include <optional>

#include "checks.hpp"
#include "signals.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace stova {

constexpr std::size_t MAX_WORLDS = 1 << 24;

std::vector<Mask> card_sets(nb::handle values, const Name& name) {
    std::vector<Mask> result;
    for (const auto& value : items(values)) result.push_back(card_set(value, name));
    return result;
}

std::vector<int> capacities(nb::handle values, std::size_t routes, int cards) {
    std::vector<int> result;
    int sum = 0;
    for (const auto& value : items(values)) sum += result.emplace_back(small(value, 0, CARDS, "a capacity"));
    require(result.size() == routes, "a case must have one capacity a route");
    require(sum == cards, "the capacities of a case must add up to the cards");
    return result;
}

LengthTest length_test(nb::handle value, std::size_t routes) {
    const auto parts = items(value);
    require(parts.size() == 3, "a test must be (routes, suits, accepted)");
    LengthTest test{};
    const int last = static_cast<int>(routes) - 1;
    for (const auto& one : items(parts[0])) test.routes |= bit(small(one, 0, last, "a route"));
    const auto suits = card_sets(parts[1], "a suit");
    const auto accepted = items(parts[2]);
    require(suits.size() == SUITS, "a test must have four suits");
    require(accepted.size() <= CARDS + 1, "a test accepts lengths 0..64");
    std::copy(suits.begin(), suits.end(), test.suits.begin());
    for (std::size_t i = 0; i < accepted.size(); ++i)
        test.accept(static_cast<int>(i), static_cast<std::uint16_t>(number(accepted[i], 0, 65535, "accepted")));
    return test;
}

TogetherTest together_test(nb::handle value, std::size_t routes) {
    const auto parts = items(value);
    require(parts.size() == 2, "together must be pairs (cards, hands)");
    TogetherTest test{card_set(parts[0], "cards together"), {}};
    for (const auto& one : items(parts[1])) {
        const auto hand = items(one);
        require(hand.size() == 2, "a hand must be (routes, besides)");
        const std::uint64_t most = ~std::uint64_t{0} >> (64 - routes);
        test.hands.push_back({number(hand[0], 0, most, "routes"), card_set(hand[1], "besides")});
    }
    return test;
}

Puzzle make_puzzle(nb::handle cards, nb::handle allowed, nb::handle cases, nb::handle tests, nb::handle together) {
    Puzzle puzzle{};
    puzzle.allowed = card_sets(allowed, "allowed");
    const std::size_t routes = puzzle.allowed.size();
    require(1 <= routes && routes <= 64, "there must be 1..64 routes");
    puzzle.cards = card_set(cards, "cards");
    for (const Mask ways : puzzle.allowed) require(!(ways & ~puzzle.cards), "allowed must be among the cards");
    for (const auto& one : items(cases)) puzzle.cases.push_back(capacities(one, routes, std::popcount(puzzle.cards)));
    for (const auto& one : items(tests)) puzzle.tests.push_back(length_test(one, routes));
    for (const auto& one : items(together)) puzzle.together.push_back(together_test(one, routes));
    return puzzle;
}

std::vector<std::uint64_t> route_sets(nb::handle values, std::size_t routes) {
    std::vector<std::uint64_t> result;
    for (const auto& value : items(values))
        result.push_back(number(value, 0, ~std::uint64_t{0} >> (64 - routes), "a pile"));
    require(!result.empty() && result.size() <= 64, "there must be 1..64 piles");
    return result;
}

// Row `i` depends on the sampler, the seed and `first + i` only. Ends at the first row for which nothing was found.
auto draw(const Sampler& sampler, nb::handle count, nb::handle seed, nb::handle first, nb::handle tries, double seconds,
          nb::handle piles, nb::handle keep) {
    const std::size_t wanted = number(count, 1, MAX_WORLDS, "count");
    const auto sets = route_sets(piles, sampler.routes());
    const std::size_t columns = sets.size();
    const Mask kept = card_set(keep, "keep");
    const std::uint64_t key = number(seed, 0, ~std::uint64_t{0}, "seed");
    const std::uint64_t start = number(first, 0, ~std::uint64_t{0} >> 1, "first");
    const std::uint64_t most = number(tries, 1, ~std::uint64_t{0}, "tries");
    Limit limit{.time = time_in(seconds), .interrupted = interrupted};
    auto results = std::make_unique_for_overwrite<Mask[]>(wanted * columns);
    std::size_t rows = 0;
    without_gil([&] {
        std::vector<Mask> held;
        std::uint64_t looked = 0;
        for (; rows < wanted; ++rows) {
            Random random(key, start + rows);
            if (!sampler.draw(random, most, limit, looked, held)) break;
            std::transform(sets.begin(), sets.end(), results.get() + rows * columns,
                           [&](std::uint64_t routes) { return gather(held, routes) & kept; });
        }
    });
    Mask* data = results.get();
    nb::capsule owner(results.release(), [](void* memory) noexcept { delete[] static_cast<Mask*>(memory); });
    return nb::ndarray<nb::memview, const Mask, nb::ndim<2>>(data, {rows, columns}, owner);
}

void bind_worlds(nb::module_& m) {
    nb::class_<Sampler>(m, "Sampler")
        .def(
            "__init__",
            [](Sampler* self, nb::handle cards, nb::handle allowed, nb::handle cases, nb::handle tests,
               nb::handle together, double seconds) {
                Puzzle puzzle = make_puzzle(cards, allowed, cases, tests, together);
                const Limit limit{.time = time_in(seconds), .interrupted = interrupted};
                std::optional<Sampler> made;
                without_gil([&] { made.emplace(std::move(puzzle), limit); });
                new (self) Sampler(std::move(*made));
            },
            nb::kw_only(), "cards"_a, "allowed"_a, "cases"_a, "tests"_a = nb::make_tuple(),
            "together"_a = nb::make_tuple(), "seconds"_a = std::numeric_limits<double>::infinity())
        .def_prop_ro("weight", &Sampler::weight)
        .def("draw", &draw, "count"_a, nb::kw_only(), "seed"_a, "first"_a = 0, "tries"_a,
             "seconds"_a = std::numeric_limits<double>::infinity(), "piles"_a, "keep"_a);
}

}  // namespace stova
