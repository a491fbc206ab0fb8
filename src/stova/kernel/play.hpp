// Playing cards to tricks: positions, follow policies, who wins. Nothing here checks its input.
#pragma once

#include <array>
#include <bit>
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

// All cards in hands that may be played now.
inline Mask held(const Position& position) {
    Mask cards = 0;
    for (const Mask hand : position.hands) cards |= hand;
    return cards;
}

// All cards still to be played or in the trick.
inline Mask in_play(const Position& position) {
    Mask cards = held(position);
    for (const Mask lower : position.under) cards |= lower;
    for (int i = 0; i < position.played; ++i) cards |= bit(position.trick[i]);
    return cards;
}

// Card points, those of the last trick included.
inline std::int64_t points_to_come(const Tables& tables, const Position& position) {
    std::int64_t sum = tables.last_trick_points;
    for (Mask cards = in_play(position); cards; cards &= cards - 1) sum += tables.points[std::countr_zero(cards)];
    return sum;
}

// The seat `steps` places after `seat`; both less than `seats`.
constexpr int after(int seat, int steps, int seats) {
    const int sum = seat + steps;
    return sum < seats ? sum : sum - seats;
}

// The seat two places before; with two seats `seat` itself, which never holds a trick it has yet to play to.
constexpr int partner(int seat, int seats) { return after(seat, seats - 2, seats); }

template <class Set>
constexpr Set or_else(Set cards, Set others) {
    return cards ? cards : others;
}

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

// Follow policies: `legal` gives the cards of a non-empty hand that may be added to the trick. `partner` is that of the
// seat to act. Tables and sets of cards are those of Tables, or those of a search's Layout.

struct Follow {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables& tables, const Trick& trick, Set hand, int) {
        return or_else(hand & tables.follow[trick.led], hand);
    }
};

struct FollowBeatIfRuffing {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables& tables, const Trick& trick, Set hand, int) {
        const bool ruffed = tables.is_trump(trick.winning) && !tables.is_trump(trick.led);
        const Set beating = ruffed ? hand & tables.trumps & trick.beats : Set{0};
        const Set unable = beating ? beating | (hand & ~tables.trumps) : hand;
        return or_else(hand & tables.follow[trick.led], unable);
    }
};

struct FollowElseRuffAndBeat {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables& tables, const Trick& trick, Set hand, int) {
        const Set ruffing = tables.is_trump(trick.led) ? Set{0} : hand & tables.trumps;
        const Set unable = or_else(ruffing & trick.beats, or_else(ruffing, hand));
        return or_else(hand & tables.follow[trick.led], unable);
    }
};

struct Beat {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables&, const Trick& trick, Set hand, int partner) {
        return trick.winner == partner ? hand : or_else(hand & trick.beats, hand);
    }
};

// The cards that follow a trump and beat the trick; none when a plain card was led.
template <class Tables, class Trick, class Set>
Set higher_trumps(const Tables& tables, const Trick& trick, Set hand) {
    return tables.is_trump(trick.led) ? hand & tables.follow[trick.led] & trick.beats : Set{0};
}

struct OvertrumpOpponents {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables& tables, const Trick& trick, Set hand, int partner) {
        const Set plain = hand & ~tables.trumps;
        const Set beating = hand & tables.trumps & trick.beats;
        const Set ruffing = trick.winner == partner ? plain | beating : or_else(beating, plain);
        const Set unable = tables.is_trump(trick.led) ? hand : or_else(ruffing, hand);
        return or_else(higher_trumps(tables, trick, hand), or_else(hand & tables.follow[trick.led], unable));
    }
};

struct Overtrump {
    template <class Tables, class Trick, class Set>
    static Set legal(const Tables& tables, const Trick& trick, Set hand, int partner) {
        return or_else(higher_trumps(tables, trick, hand), FollowElseRuffAndBeat::legal(tables, trick, hand, partner));
    }
};

// Calls `use` with an object of the policy's class.
template <class Use>
auto with_policy(Policy policy, Use use) {
    switch (policy) {
        case Policy::FOLLOW_BEAT_IF_RUFFING: return use(FollowBeatIfRuffing{});
        case Policy::FOLLOW_ELSE_RUFF_AND_BEAT: return use(FollowElseRuffAndBeat{});
        case Policy::BEAT: return use(Beat{});
        case Policy::OVERTRUMP_OPPONENTS: return use(OvertrumpOpponents{});
        case Policy::OVERTRUMP: return use(Overtrump{});
        default: return use(Follow{});
    }
}

// Whether any card will do that follows.
constexpr bool follows_freely(Policy policy) {
    return policy == Policy::FOLLOW || policy == Policy::FOLLOW_BEAT_IF_RUFFING ||
           policy == Policy::FOLLOW_ELSE_RUFF_AND_BEAT;
}

// The cards of a non-empty hand that the tables' policy lets be added to the trick.
template <class Tables, class Trick, class Set>
Set legal(const Tables& tables, const Trick& trick, Set hand, int partner) {
    // Mostly this is all, and to find the policy takes longer.
    const Set following = hand & tables.follow[trick.led];
    if (following && follows_freely(tables.policy)) return following;
    return with_policy(tables.policy, [&](auto rules) { return decltype(rules)::legal(tables, trick, hand, partner); });
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
    const int seat = after(position.leader, position.played, position.seats);
    const Mask hand = position.hands[seat];
    if (position.played == 0 || hand == 0) return hand;
    return legal(tables, present_trick(tables, position), hand, partner(seat, position.seats));
}

}  // namespace stova
