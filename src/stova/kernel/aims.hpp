// What is asked of a search or of play-outs, and what comes out.
#pragma once

#include <optional>
#include <utility>

#include "limit.hpp"
#include "transpositions.hpp"

namespace stova {

constexpr int FAR = 20'000;  // farther than any value of a play

// What a search is about, besides the cards.
struct Aim {
    std::array<bool, MAX_SEATS> own;  // the seats that make the value high; the others make it low
    std::array<int, 2> pit;           // BALANCE and BONUSES: worth of all tricks to the own seats, to the others
    int balance;                      // BONUSES: the balance so far
    bool declared;                    // BONUSES: whether the own seats may leave a bonus they win
    bool reduced = true;              // whether to use the table, bounds at a glance, and equal cards; for tests
};

// Who took tricks so far, in two bits.
enum Taken : int { OWN = 1, OTHERS = 2 };

constexpr int ANY_CARD = -1;

// A card, or any, and bounds of what it comes to; the bounds are equal unless the search was stopped.
struct Value {
    int card;
    int low;
    int high;
};

struct Solution {
    std::vector<Value> values;  // in the order of the layout
    std::uint64_t nodes = 0;
};

struct Question {
    const Tables& tables;
    const Position& position;
    Goal goal;
    Mask cards;  // those asked about; if none, what the whole play comes to is
    Aim aim;
    int low;                 // the least the result may be, or less than is of interest
    int high;                // the most
    std::vector<int> marks;  // ascending; only which of them are reached is asked. Empty: the exact result is.
    Limit limit;
};

// What card points (POINTS) or a balance (BALANCE) of the own seats come to.
struct Outcomes {
    std::vector<int> by_points;  // empty for a balance
    int none, all, alone;  // alone: all by one seat
    int lost;              // a balance of 0 or below
};

struct Expectation {
    const Tables& tables;
    Goal goal;
    Aim aim;
    Outcomes outcomes;
    int ending;   // tricks at the end that are played perfectly
    int chance;   // how much of it there is in rules of thumb, 1 none
    int repeats;  // samples a card and position
    std::uint64_t seed;
};

// A range of play-outs: `results` has 2 * seats numbers for each, card points by seat, then tricks by seat.
struct Job {
    const Tables& tables;
    const Position& position;
    std::uint64_t seed;
    std::size_t first;
    std::size_t last;
    std::uint16_t* results;
};

}  // namespace stova
