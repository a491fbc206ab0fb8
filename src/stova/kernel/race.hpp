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

// Ends in order of their worth; the better of the last four need every trick so far.
struct Worth {
    int race;            // the other side has a trick too
    int all_to_enough;   // no trick lost up to `enough` or beyond
    int all;             // no trick lost at all
    int alone_to_enough; // as all_to_enough, the first `enough` by one seat
    int alone;           // as all, every trick by one seat
};

enum class Goal : std::uint8_t { SCORE, TRICKS };

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
    std::array<Mask, CARDS> beaten_by{};
    std::array<Mask, CARDS> beats{};
    Mask takers = 0;     // trumps that beat something
    Mask can_take = 0;   // cards that beat something
    Mask held_back = 0;  // may be led only by a seat that has won a trick: not to the first one
    std::array<std::int8_t, CARDS> strength{};  // how many cards it beats, less those that beat it
    bool must_beat = false;
    // If `layered`, the takers that beat any card are the first so many of `levels`, and the other cards that do are
    // those before it in one of `chains`.
    bool layered = false;
    int level_count = 0;
    int chain_count = 0;
    std::array<Mask, CARDS> levels{};
    std::array<std::uint8_t, CARDS> reach{};  // of how many levels
    std::array<std::uint8_t, CARDS> chain{};  // NO_CHAIN: of none
    std::array<std::array<std::uint8_t, CARDS>, 4> order{};
    std::array<Mask, 4> chains{};
};
constexpr std::uint8_t NO_CHAIN = 255;

struct Race {
    std::vector<RaceTables> tables;  // by the set of `fours` that have come together, as bits
    int four_count = 0;
    std::array<Mask, MAX_FOURS> fours{};  // cards that change the tables once a swap brings them into one hand
    int swap_count = 0;
    std::array<Swap, MAX_SWAPS> swaps{};
    int tricks = 0;
    int enough = 0;
    Worth worth{};
};

struct RaceNode {
    std::array<Mask, RACE_SEATS> hands;
    Mask open;  // the cards that lie for swaps
    std::array<std::uint8_t, RACE_SEATS> won;
    std::uint8_t leader;
    std::uint8_t left;  // tricks to be finished, the present one included
    std::uint8_t played;
    std::uint8_t winning;  // the card that is winning the trick, and its seat; meaningless without a trick
    std::uint8_t winner;
    std::uint8_t tables;
    bool opened_alone;  // the first `enough` tricks were all won by one seat
    bool decided;       // the leader has said to go on

    int seat() const { return (leader + played) % RACE_SEATS; }
    int side(int which) const { return won[which] + won[which + 2]; }
};

// NO_SWAP: play `card`. Else make the swap, and play the card it brings unless `card` is NO_CARD.
struct RaceMove {
    std::uint8_t card;
    std::uint8_t swap;
};
constexpr std::uint8_t NO_SWAP = 255;
constexpr std::uint8_t NO_CARD = 255;

inline const RaceTables& tables_of(const Race& race, const RaceNode& node) { return race.tables[node.tables]; }

inline bool can_swap(const Swap& swap, const RaceNode& node, int seat) {
    return (node.hands[seat] >> swap.give & 1) && (node.open >> swap.take & 1);
}

// What the seat can still get by swaps, now or later.
inline Mask to_be_had(const Race& race, const RaceNode& node, int seat) {
    Mask cards = 0;
    for (int i = 0; i < race.swap_count; ++i)
        if (can_swap(race.swaps[i], node, seat)) cards |= bit(race.swaps[i].take);
    return cards;
}

// The cards of a seat that it would have to swap if it led them.
inline Mask to_be_swapped(const Race& race, const RaceNode& node, int seat) {
    Mask cards = 0;
    for (int i = 0; i < race.swap_count; ++i)
        if (!race.swaps[i].claim && can_swap(race.swaps[i], node, seat)) cards |= bit(race.swaps[i].give);
    return cards;
}

// Of the hand, the cards that may be played as things stand; `kept` are those that swapping would turn into others.
inline Mask legal_plays(const Race& race, const RaceNode& node, Mask hand, Mask kept) {
    const RaceTables& tables = tables_of(race, node);
    const int seat = node.seat();
    if (node.played == 0) return hand & ~kept & ~(node.won[seat] ? Mask{0} : tables.held_back);
    if (!tables.must_beat || node.winner == (seat + 2) % RACE_SEATS) return hand;
    const Mask beating = hand & tables.beaten_by[node.winning];
    return beating ? beating : hand;
}

inline void make_swap(const Race& race, RaceNode& node, int seat, const Swap& swap) {
    Mask& hand = node.hands[seat];
    hand ^= bit(swap.give) | bit(swap.take);
    node.open ^= bit(swap.take);
    for (int i = 0; i < race.four_count; ++i)
        if (!(race.fours[i] & ~hand)) node.tables = static_cast<std::uint8_t>(node.tables | 1 << i);
}

inline void play_card(const Race& race, RaceNode& node, int card) {
    const int seat = node.seat();
    node.hands[seat] ^= bit(card);
    if (node.played == 0 || (tables_of(race, node).beaten_by[node.winning] >> card & 1)) {
        node.winning = static_cast<std::uint8_t>(card);
        node.winner = static_cast<std::uint8_t>(seat);
    }
    if (++node.played < RACE_SEATS) return;
    ++node.won[node.winner];
    --node.left;
    node.leader = node.winner;
    node.played = 0;
    node.decided = false;
    if (race.tricks - node.left == race.enough) node.opened_alone = node.won[node.winner] == race.enough;
}

inline void make_move(const Race& race, RaceNode& node, RaceMove move) {
    if (move.swap != NO_SWAP) make_swap(race, node, node.seat(), race.swaps[move.swap]);
    if (move.card != NO_CARD) play_card(race, node, move.card);
}

// Moves of the seat to act: at most a play and a swap each for every card.
struct RaceMoves {
    int count = 0;
    std::array<RaceMove, CARDS + 2 * MAX_SWAPS> at;

    void add(int card, int swap) {
        at[count++] = {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(swap)};
    }
};

// A swap that can wait until the card it brings is played may wait, so it comes with that play. Those that can't stand
// alone: claims, which others may forestall, and what might bring four together.
inline void add_swaps(const Race& race, const RaceNode& node, RaceMoves& moves) {
    const int seat = node.seat();
    const Mask hand = node.hands[seat];
    for (int i = 0; i < race.swap_count; ++i) {
        const Swap& swap = race.swaps[i];
        if (!can_swap(swap, node, seat) || race.tricks - node.left < swap.from) continue;
        bool alone = swap.claim;
        for (int four = 0; four < race.four_count; ++four) alone |= race.fours[four] >> swap.take & 1;
        if (alone) moves.add(NO_CARD, i);
        const Mask changed = (hand ^ bit(swap.give)) | bit(swap.take);
        if (!swap.claim && (legal_plays(race, node, changed, 0) >> swap.take & 1)) moves.add(swap.take, i);
    }
}

// Every way of a seat to play `cards` that matters: of cards that no card of others tells apart, one.
inline void add_plays(const Race& race, const RaceNode& node, Mask cards, RaceMoves& moves) {
    const int seat = node.seat();
    Mask others = node.open;
    for (int step = 1; step < RACE_SEATS; ++step) others |= node.hands[(seat + step) % RACE_SEATS];
    if (node.played) others |= bit(node.winning);
    Mask single = race.four_count ? ~Mask{0} : 0;
    for (int i = 0; i < race.swap_count; ++i) single |= bit(race.swaps[i].give);
    const RaceTables& tables = tables_of(race, node);
    std::array<std::array<Mask, 2>, CARDS> signs;
    int seen = 0;
    for (; cards; cards &= cards - 1) {
        const int card = std::countr_zero(cards);
        if (!(single >> card & 1)) {
            const std::array<Mask, 2> sign{tables.beaten_by[card] & others, tables.beats[card] & others};
            if (std::find(signs.begin(), signs.begin() + seen, sign) != signs.begin() + seen) continue;
            signs[seen++] = sign;
        }
        moves.add(card, NO_SWAP);
    }
}

// The moves of the seat to act; `every_card`: of equal cards all.
inline RaceMoves moves_of(const Race& race, const RaceNode& node, bool every_card) {
    RaceMoves moves;
    add_swaps(race, node, moves);
    const int seat = node.seat();
    const Mask cards = legal_plays(race, node, node.hands[seat], to_be_swapped(race, node, seat));
    if (!every_card) {
        add_plays(race, node, cards, moves);
    } else {
        for (Mask rest = cards; rest; rest &= rest - 1) moves.add(std::countr_zero(rest), NO_SWAP);
    }
    return moves;
}

// The cards of opponents of a seat who are to play to the trick after it.
inline Mask opponents_to_come(const Race& race, const RaceNode& node, int seat) {
    Mask cards = 0;
    for (int step = 1; step < RACE_SEATS - node.played; step += 2) {
        const int other = (seat + step) % RACE_SEATS;
        cards |= node.hands[other] | to_be_had(race, node, other);
    }
    return cards;
}

}  // namespace stova::race
