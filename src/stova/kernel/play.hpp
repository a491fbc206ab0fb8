// Playing cards to tricks: positions, follow policies, who wins. Nothing here checks its input.
#pragma once

#include <array>
#include <cstdint>

#include "tables.hpp"

namespace stova {

struct Position {
    int seats;
    int leader;
    int played;  // cards in the trick, less than `seats`
    std::array<int, MAX_SEATS> trick;
    std::array<Mask, MAX_SEATS> hands;
    std::array<Mask, CARDS> under;  // what joins the hand of the seat that plays this card
    std::array<std::uint16_t, MAX_SEATS> points;
    std::array<std::uint16_t, MAX_SEATS> tricks;
    int left;  // tricks to be finished, the present one included
};

// The seat `steps` places after `seat`; both less than `seats`.
constexpr int after(int seat, int steps, int seats) {
    const int sum = seat + steps;
    return sum < seats ? sum : sum - seats;
}

constexpr Mask or_else(Mask cards, Mask others) { return cards ? cards : others; }

// A trick that has been led to.
class Trick {
public:
    Trick() = default;
    Trick(const Tables& tables, int card, int seat)
        : led(card), winning(card), winner(seat), beats(tables.beaten_by[card]), points(tables.points[card]) {}

    void add(const Tables& tables, int card, int seat) {
        const bool wins = beats >> card & 1;
        // Arithmetic, because compilers like to branch here, and what random cards do no branch predictor knows.
        beats ^= (beats ^ tables.beaten_by[card]) & -Mask{wins};
        winning = wins ? card : winning;
        winner = wins ? seat : winner;
        points += tables.points[card];
    }

    int led = 0;
    int winning = 0;
    int winner = 0;
    Mask beats = 0;  // the cards that would win if played now
    std::uint32_t points = 0;
};

// Follow policies: `legal` gives the cards of a non-empty hand that may be added to the trick.

struct Follow {
    static Mask legal(const Tables& tables, const Trick& trick, Mask hand) {
        return or_else(hand & tables.follow[trick.led], hand);
    }
};

struct FollowBeatIfRuffing {
    static Mask legal(const Tables& tables, const Trick& trick, Mask hand) {
        const bool ruffed = tables.is_trump(trick.winning) && !tables.is_trump(trick.led);
        const Mask beating = ruffed ? hand & tables.trumps & trick.beats : 0;
        const Mask unable = beating ? beating | (hand & ~tables.trumps) : hand;
        return or_else(hand & tables.follow[trick.led], unable);
    }
};

struct FollowElseRuffAndBeat {
    static Mask legal(const Tables& tables, const Trick& trick, Mask hand) {
        const Mask ruffing = tables.is_trump(trick.led) ? 0 : hand & tables.trumps;
        const Mask unable = or_else(ruffing & trick.beats, or_else(ruffing, hand));
        return or_else(hand & tables.follow[trick.led], unable);
    }
};

// Calls `use` with an object of the policy's class.
template <class Use>
auto with_policy(Policy policy, Use use) {
    switch (policy) {
        case Policy::FOLLOW_BEAT_IF_RUFFING: return use(FollowBeatIfRuffing{});
        case Policy::FOLLOW_ELSE_RUFF_AND_BEAT: return use(FollowElseRuffAndBeat{});
        default: return use(Follow{});
    }
}

// The present trick; meaningless while nothing is played to it.
inline Trick present_trick(const Tables& tables, const Position& position) {
    Trick trick;
    for (int i = 0; i < position.played; ++i) {
        const int seat = after(position.leader, i, position.seats);
        if (i == 0)
            trick = Trick(tables, position.trick[i], seat);
        else
            trick.add(tables, position.trick[i], seat);
    }
    return trick;
}

// The cards the seat to act may play; 0 when the play is over.
inline Mask legal(const Tables& tables, const Position& position) {
    const Mask hand = position.hands[after(position.leader, position.played, position.seats)];
    if (position.played == 0 || hand == 0) return hand;
    const Trick trick = present_trick(tables, position);
    return with_policy(tables.policy, [&](auto rules) { return decltype(rules)::legal(tables, trick, hand); });
}

}  // namespace stova
