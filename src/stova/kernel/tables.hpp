// Card-play tables: everything the search knows of a game.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace stova {

// A set of cards 0..63, bit `card` set when the card is in it.
using Mask = std::uint64_t;

constexpr int CARDS = 64;
constexpr int MAX_SEATS = 4;

constexpr Mask bit(int card) { return Mask{1} << card; }

// What a player must do who can't follow the led card, or could beat the trick; play.hpp has a class for each.
enum class Policy : std::uint8_t {
    FOLLOW,
    FOLLOW_BEAT_IF_RUFFING,
    FOLLOW_ELSE_RUFF_AND_BEAT,
    BEAT,
    OVERTRUMP_OPPONENTS,
    OVERTRUMP,
};

// A set of cards and what it is worth, beside card points, to who wins a trick that holds all of it.
struct Bonus {
    Mask cards;
    int worth;
};

struct Tables {
    int seats;
    Mask pack;  // the cards the tables have entries for
    Mask trumps;
    Policy policy;
    std::uint32_t last_trick_points;
    std::array<Mask, CARDS> beaten_by;
    std::array<Mask, CARDS> follow;
    std::array<std::uint32_t, CARDS> points;
    std::vector<Bonus> bonuses;  // at most 64

    bool is_trump(int card) const { return trumps >> card & 1; }
};

}  // namespace stova
