// Card play as a race to a number of tricks: positions, moves, and what an end is worth. Sides are the seats of one
// parity. Nothing here checks its input.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "tables.hpp"

namespace stova::race {

constexpr int RACE_SEATS = 4;
constexpr int MAX_SWAPS = 6;
constexpr int MAX_FOURS = 6;
constexpr int MAX_PAIRS = 2;
constexpr int MAX_CHAINS = 4;  // one for each suit

// Ends in order of their worth, the least first.
struct RaceWorth {
    int race;            // the other side has a trick too
    int all_to_enough;   // no trick lost up to `enough` or beyond
    int all;             // no trick lost at all
    int alone_to_enough; // as all_to_enough, the first `enough` by one seat
    int alone;           // as all, every trick by one seat
};

enum class RaceGoal : std::uint8_t { SCORE, TRICKS };

// A card that may be had for another at one's own turn. What is to be swapped can't be led itself, but for a claim:
// then others who can swap for the card go first.
struct Swap {
    int give;
    int take;
    int from;  // the trick from which on, from 0
    bool claim;
};

// One set of card tables, and what follows from it.
struct RaceTables {
    std::array<Mask, CARDS + 1> beaten_by{};  // ANY_TAKER included
    std::array<Mask, CARDS> beats{};
    Mask takers = 0;     // trumps that beat something
    Mask can_take = 0;   // cards that beat something
    Mask held_back = 0;  // may be led only by a seat that has won a trick: not to the first one
    std::array<std::int8_t, CARDS> strength{};  // how many cards it beats, less those that beat it
    // The takers that beat any card are the first so many of `levels`, and the other cards that do are those before it
    // in one of `chains`.
    int level_count = 0;
    int chain_count = 0;
    std::array<Mask, CARDS> levels{};
    std::array<std::uint8_t, CARDS> reach{};  // of how many levels
    std::array<std::array<std::uint8_t, CARDS>, MAX_CHAINS> order{};
    std::array<Mask, MAX_CHAINS> chains{};
};
constexpr int ANY_TAKER = CARDS;  // stands for a card that all takers beat, and no other card

struct Race {
    Mask cards = 0;                     // all there are
    std::vector<RaceTables> tables;     // by the set of `fours` that have come together, as bits
    std::vector<RaceTables> unsettled;  // by the same: what is sure of a card whichever others come together
    int four_count = 0;
    std::array<Mask, MAX_FOURS> fours{};  // cards that change the tables once a swap brings them into one hand
    int swap_count = 0;
    std::array<Swap, MAX_SWAPS> swaps{};
    Mask to_give = 0;  // all that swaps give, and bring
    Mask to_take = 0;
    std::array<Mask, MAX_PAIRS> pairs{};  // of both a taker of the pile gets one; a single one goes with a whole pile
    Mask binding = 0;                     // cards that keep their taker from changing back
    bool must_beat = false;               // who can beat the card that is winning must, unless it is the partner's
    int tricks = 0;
    int enough = 0;
    RaceWorth worth{};
};

// Cards that may be had for a whole hand at one's own turn, once by each of some seats.
struct Pile {
    Mask cards = 0;
    std::uint8_t seats = 0;  // who may still take it, as bits
    bool lapses = false;     // unless it is taken before this trick is over
    bool whole = false;      // nobody's hand lies there yet
};

// What the seat to act has taken since it last played.
struct Taking {
    Mask along = 0;  // of the cards that lay open
    bool taken = false;
    bool fresh = false;    // nothing was done with it but to swap
    bool bound = false;    // no changing back
    bool changed = false;  // something that changing back doesn't undo, as by what others swap for when asked
    bool whole = false;    // as the pile was
    bool put_away = false;
};

// The seats of a side, as bits.
constexpr unsigned seats_of(int side) { return 0b101u << side; }

constexpr std::uint8_t ANY_NUMBER = 15;

struct RaceNode {
    std::array<Mask, RACE_SEATS> hands;
    Mask open;  // the cards that lie for swaps
    Pile pile;
    Taking taking;
    std::array<std::uint8_t, RACE_SEATS> won;
    std::uint8_t leader;
    std::uint8_t left;  // tricks to be finished, the present one included
    std::uint8_t played;
    std::uint8_t winning;  // the card that is winning the trick, and its seat; meaningless without a trick
    std::uint8_t winner;
    std::uint8_t tables;
    bool opened_alone;  // the first `enough` tricks were all won by one seat
    bool decided;       // the leader has said to go on
    // More than the rules allow, for bounds: sides, as bits, whose seats may pass where they would throw a card away,
    // of whose fours the tables needn't change, and after whose taking no opponent takes.
    std::uint8_t spared = 0;
    // Those of them at ease: its seats take tricks over from each other with any card, lay a card as one that more of
    // the others' takers beat, and say of other cards that are played to theirs whether they win.
    std::uint8_t eased = 0;
    // By sides, where one must beat: of how many cards its spared seats would be rid by now; they may have come from
    // one of them to the other by the pile. With so many they needn't beat; nor ever if that is ANY_NUMBER.
    std::array<std::uint8_t, 2> rid{};

    int seat() const { return (leader + played) % RACE_SEATS; }
    int partner() const { return (seat() + 2) % RACE_SEATS; }
    bool spares(int which) const { return spared >> which % 2 & 1; }
    bool eases(int which) const { return eased >> which % 2 & 1; }
    bool opponent_wins(int which) const { return (winner - which) % 2 != 0; }  // so far
    int side(int which) const { return won[which] + won[which + 2]; }
};

inline const RaceTables& tables_of(const Race& race, const RaceNode& node) { return race.tables[node.tables]; }

inline bool can_swap(const Swap& swap, const RaceNode& node, int seat) {
    return (node.hands[seat] >> swap.give & 1) && (node.open >> swap.take & 1);
}

inline bool can_swap_any(const Race& race, const RaceNode& node, int seat) {
    return (node.hands[seat] & race.to_give) && (node.open & race.to_take);
}

// What the seat can still get by swaps, now or later.
inline Mask to_be_had(const Race& race, const RaceNode& node, int seat) {
    Mask cards = 0;
    if (!can_swap_any(race, node, seat)) return cards;
    for (int i = 0; i < race.swap_count; ++i)
        if (can_swap(race.swaps[i], node, seat)) cards |= bit(race.swaps[i].take);
    return cards;
}

// The cards of a seat that it would have to swap if it led them.
inline Mask to_be_swapped(const Race& race, const RaceNode& node, int seat) {
    Mask cards = 0;
    if (!can_swap_any(race, node, seat)) return cards;
    for (int i = 0; i < race.swap_count; ++i)
        if (!race.swaps[i].claim && can_swap(race.swaps[i], node, seat)) cards |= bit(race.swaps[i].give);
    return cards;
}

// The fours, as bits, that a spared seat holds and that have yet to change the tables: when it plays the first of them.
inline unsigned fours_held_back(const Race& race, const RaceNode& node) {
    unsigned fours = 0;
    for (int seat = 0; node.spared && seat < RACE_SEATS; ++seat)
        for (int four = 0; node.spares(seat) && four < race.four_count; ++four)
            if (!(node.tables >> four & 1) && !(race.fours[four] & ~node.hands[seat])) fours |= 1u << four;
    return fours;
}

// The fours, as bits, that have one of these cards.
inline unsigned fours_with(const Race& race, Mask cards) {
    unsigned fours = 0;
    for (int four = 0; four < race.four_count; ++four) fours |= ((race.fours[four] & cards) != 0) << four;
    return fours;
}

// The cards of the hand with which the seat to act must beat the one that is winning; none if it needn't. With a four
// held back it needn't: had that changed the tables, as by the rules, the cards that beat might be others.
inline Mask must_beat_with(const Race& race, const RaceNode& node, Mask hand) {
    if (!race.must_beat || node.winner == node.partner()) return 0;
    const Mask beating = hand & tables_of(race, node).beaten_by[node.winning];
    if (!node.spares(node.seat())) return beating;
    const int rid = node.rid[node.seat() % 2];
    const bool free = rid == ANY_NUMBER || std::popcount(beating) <= rid || fours_held_back(race, node);
    return free ? Mask{0} : beating;
}

// The spared seats of a side would be rid of so many cards more.
inline void be_rid(const Race& race, RaceNode& node, int side, int cards) {
    if (race.must_beat) node.rid[side] = static_cast<std::uint8_t>(std::min<int>(ANY_NUMBER, node.rid[side] + cards));
}

// Of the hand, the cards that may be played as things stand; `kept` are those that swapping would turn into others.
inline Mask legal_plays(const Race& race, const RaceNode& node, Mask hand, Mask kept) {
    const RaceTables& tables = tables_of(race, node);
    const int seat = node.seat();
    if (node.played == 0) return hand & ~kept & ~(node.won[seat] ? Mask{0} : tables.held_back);
    const Mask beating = must_beat_with(race, node, hand);
    return beating ? beating : hand;
}

// Fours that are together in the seat's hand now change the tables for good; a spared seat holds them back.
inline void see_together(const Race& race, RaceNode& node, int seat) {
    for (int i = 0; i < race.four_count && !node.spares(seat); ++i)
        if (!(race.fours[i] & ~node.hands[seat])) node.tables = static_cast<std::uint8_t>(node.tables | 1 << i);
}

inline void make_swap(const Race& race, RaceNode& node, int seat, const Swap& swap) {
    node.hands[seat] ^= bit(swap.give) | bit(swap.take);
    node.open ^= bit(swap.take) | (swap.claim ? bit(swap.give) : 0);
    if (seat == node.seat() && (race.binding >> swap.take & 1)) node.taking.bound = true;
    if (seat != node.seat() || node.taking.taken) node.taking.changed = true;
    see_together(race, node, seat);
}

inline void end_turn(const Race& race, RaceNode& node) {
    node.taking = {};
    if (!node.pile.seats || !node.pile.cards) node.pile = {};
    if (++node.played < RACE_SEATS) return;
    ++node.won[node.winner];
    --node.left;
    node.leader = node.winner;
    node.played = 0;
    node.decided = false;
    if (node.pile.lapses) node.pile = {};
    if (race.tricks - node.left == race.enough) node.opened_alone = node.won[node.winner] == race.enough;
}

// The cards that win the trick for the seat to act if it plays them, whatever a side at ease says.
inline Mask winning_cards(const Race& race, const RaceNode& node) {
    const bool opposed = node.opponent_wins(node.seat());
    if (!node.played || (!opposed && node.eases(node.seat()))) return ~Mask{0};
    const RaceTables& tables = tables_of(race, node);
    return tables.beaten_by[node.winning] & (opposed && node.eases(node.winner) ? tables.takers : ~Mask{0});
}

// Plays a card, laid as this one.
inline void play_card(const Race& race, RaceNode& node, int card, int laid, bool wins) {
    const int seat = node.seat();
    if (wins) {
        node.winning = static_cast<std::uint8_t>(laid);
        node.winner = static_cast<std::uint8_t>(seat);
    }
    node.hands[seat] ^= bit(card);
    end_turn(race, node);
}

// The cards that the opponents of a seat may play, of `steps` to the left.
inline Mask cards_of_opponents(const Race& race, const RaceNode& node, int seat, int steps = RACE_SEATS) {
    Mask cards = 0;
    for (int step = 1; step < steps; step += 2) {
        const int other = (seat + step) % RACE_SEATS;
        cards |= node.hands[other] | to_be_had(race, node, other);
    }
    return cards;
}

// The same of those who are to play to the trick after the seat to act.
inline Mask opponents_to_come(const Race& race, const RaceNode& node) {
    return cards_of_opponents(race, node, node.seat(), RACE_SEATS - node.played);
}

}  // namespace stova::race
