// What the seat to act may do: plays, swaps, and all that has to do with the pile.
#pragma once

#include "race_taking.hpp"

namespace stova::race {

enum class Doing : std::uint8_t { PLAY, TAKE, CHANGE_BACK, KEEP_BOTH, PUT_AWAY };

// To play: without a swap (NO_SWAP) `card`, else the swap, and then the card it brings unless `card` is NO_CARD.
struct RaceMove {
    std::uint8_t card;
    std::uint8_t swap;
    Doing doing = Doing::PLAY;
};
constexpr std::uint8_t NO_SWAP = 255;
constexpr std::uint8_t NO_CARD = 255;

inline void make_move(const Race& race, RaceNode& node, RaceMove move) {
    switch (move.doing) {
        case Doing::CHANGE_BACK: return change_back(node);
        case Doing::KEEP_BOTH: return keep_both(race, node);
        case Doing::PUT_AWAY: return put_away(node, move.card);
        case Doing::TAKE:  // others are asked before, and the taker: see the search
        case Doing::PLAY: break;
    }
    if (move.swap != NO_SWAP) make_swap(race, node, node.seat(), race.swaps[move.swap]);
    if (move.card != NO_CARD) play_card(race, node, move.card);
}

// At most a play for every card or its putting away, swaps with and without, and what else there is to do.
constexpr int MOST_MOVES = 2 * CARDS + 2 * MAX_SWAPS + 3;

// Moves of the seat to act.
struct RaceMoves {
    int count = 0;
    std::array<RaceMove, MOST_MOVES> at;

    void add(int card, int swap) {
        at[count++] = {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(swap)};
    }
    void add(Doing doing, int card = NO_CARD) { at[count++] = {static_cast<std::uint8_t>(card), NO_SWAP, doing}; }
};

// A swap that can wait until the card it brings is played may wait, so it comes with that play. Those that can't stand
// alone: claims, which others may forestall, what might bring four together, and any while a hand may be put down.
inline void add_swaps(const Race& race, const RaceNode& node, RaceMoves& moves) {
    const int seat = node.seat();
    const Mask hand = node.hands[seat];
    for (int i = 0; i < race.swap_count; ++i) {
        const Swap& swap = race.swaps[i];
        if (!can_swap(swap, node, seat) || race.tricks - node.left < swap.from) continue;
        bool alone = swap.claim || node.pile.seats || node.taking.taken;
        for (int four = 0; four < race.four_count; ++four) alone |= race.fours[four] >> swap.take & 1;
        if (alone) moves.add(NO_CARD, i);
        const Mask changed = (hand ^ bit(swap.give)) | bit(swap.take);
        if (!swap.claim && (legal_plays(race, node, changed, 0) >> swap.take & 1)) moves.add(swap.take, i);
    }
}

// Every way of a seat to play `cards` that matters: of cards that no card of others tells apart, one.
inline void add_plays(const Race& race, const RaceNode& node, Mask cards, RaceMoves& moves) {
    const int seat = node.seat();
    Mask others = node.open | (node.pile.seats ? node.pile.cards : 0);
    for (int step = 1; step < RACE_SEATS; ++step) others |= node.hands[(seat + step) % RACE_SEATS];
    if (node.played) others |= bit(node.winning);
    Mask single = tables_may_change(race, node) ? ~Mask{0} : 0;
    for (int i = 0; i < race.swap_count; ++i) single |= bit(race.swaps[i].give);
    const RaceTables& tables = tables_of(race, node);
    const Mask binding = node.pile.seats ? race.binding : 0;
    std::array<std::array<Mask, 3>, CARDS> signs;
    int seen = 0;
    for (; cards; cards &= cards - 1) {
        const int card = std::countr_zero(cards);
        if (!(single >> card & 1)) {
            const std::array<Mask, 3> sign{tables.beaten_by[card] & others, tables.beats[card] & others,
                                           binding >> card & 1};
            if (std::find(signs.begin(), signs.begin() + seen, sign) != signs.begin() + seen) continue;
            signs[seen++] = sign;
        }
        moves.add(card, NO_SWAP);
    }
}

// To put a card away spares who must beat from beating, or leaves it to the partner; else more cards are never worse.
inline void add_takings(const Race& race, const RaceNode& node, bool every_card, RaceMoves& moves) {
    if (may_take(race, node)) moves.add(Doing::TAKE);
    if (!node.taking.taken) return;
    if (may_change_back(node) && (every_card || !node.taking.idle)) moves.add(Doing::CHANGE_BACK);
    if (may_keep_both(race, node)) moves.add(Doing::KEEP_BOTH);
    const bool for_partner = node.pile.seats >> (node.seat() + 2) % RACE_SEATS & 1;
    if (!may_put_away(node) || !(every_card || for_partner || tables_of(race, node).must_beat)) return;
    for (Mask rest = node.hands[node.seat()]; rest; rest &= rest - 1)
        moves.add(Doing::PUT_AWAY, std::countr_zero(rest));
}

// The moves of the seat to act; `every_card`: of equal cards all.
inline RaceMoves moves_of(const Race& race, const RaceNode& node, bool every_card) {
    RaceMoves moves;
    add_swaps(race, node, moves);
    add_takings(race, node, every_card, moves);
    const int seat = node.seat();
    const Mask cards = legal_plays(race, node, node.hands[seat], to_be_swapped(race, node, seat));
    if (!every_card) {
        add_plays(race, node, cards, moves);
    } else {
        for (Mask rest = cards; rest; rest &= rest - 1) moves.add(std::countr_zero(rest), NO_SWAP);
    }
    return moves;
}

}  // namespace stova::race
