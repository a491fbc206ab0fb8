// What is known of hidden cards: which ways each may have gone, and conditions on the cards of some ways together.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "tables.hpp"

namespace stova {

constexpr int SUITS = 4;

// The cards of a set of routes together.
inline Mask gather(const std::vector<Mask>& held, std::uint64_t routes) {
    Mask cards = 0;
    for (; routes; routes &= routes - 1) cards |= held[static_cast<std::size_t>(std::countr_zero(routes))];
    return cards;
}

using Lengths = std::array<std::uint8_t, SUITS>;

// A condition on the cards of some routes together: `top` cards of one of `suits` are the most of any, the suits that
// have so many are the set `longest`, and bit `longest` of `accepted[top]` must be set.
struct LengthTest {
    std::uint64_t routes;
    std::array<Mask, SUITS> suits;
    std::array<std::uint16_t, CARDS + 1> accepted;
    int least = CARDS + 1, most = -1;  // the lengths accepted lie between

    void accept(int top, std::uint16_t longest) {
        accepted[static_cast<std::size_t>(top)] = longest;
        if (longest) least = std::min(least, top), most = std::max(most, top);
    }

    bool operator()(const std::vector<Mask>& held) const { return accepts(lengths(gather(held, routes))); }

    Lengths lengths(Mask cards) const {
        Lengths found;
        for (std::size_t suit = 0; suit < SUITS; ++suit)
            found[suit] = static_cast<std::uint8_t>(std::popcount(cards & suits[suit]));
        return found;
    }

    bool accepts(const Lengths& lengths) const {
        const int top = *std::max_element(lengths.begin(), lengths.end());
        int longest = 0;
        for (std::size_t suit = 0; suit < SUITS; ++suit) longest |= (lengths[suit] == top) << suit;
        return accepted[static_cast<std::size_t>(top)] >> longest & 1;
    }
};

// All of some cards were together: those of one of these sets of routes with what else was there then.
struct TogetherTest {
    struct Hand {
        std::uint64_t routes;
        Mask besides;
    };
    Mask cards;
    std::vector<Hand> hands;

    bool operator()(const std::vector<Mask>& held) const {
        return std::any_of(hands.begin(), hands.end(),
                           [&](const Hand& hand) { return !(cards & ~(gather(held, hand.routes) | hand.besides)); });
    }
};

// What is known: `allowed[route]` are the cards that may have gone this way, and each case says how many went each way.
struct Puzzle {
    Mask cards;
    std::vector<Mask> allowed;
    std::vector<std::vector<int>> cases;
    std::vector<LengthTest> tests;
    std::vector<TogetherTest> together;
};

}  // namespace stova
