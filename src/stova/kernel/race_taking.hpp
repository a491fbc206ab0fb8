// Taking the pile for one's hand, and what may be done with it before the next card is played.
#pragma once

#include "race.hpp"

namespace stova::race {

// The seats of a side that may take the pile, as bits.
inline unsigned seats_to_take(const RaceNode& node, int side) { return node.pile.seats & seats_of(side); }

// All that who may take the pile may come to hold.
inline Mask going_round(const RaceNode& node) {
    if (!node.pile.seats) return 0;
    Mask cards = node.pile.cards | node.open;
    for (int seat = 0; seat < RACE_SEATS; ++seat)
        if (node.pile.seats >> seat & 1) cards |= node.hands[seat];
    return cards;
}

// All that a seat may come to hold.
inline Mask within_reach(const Race& race, const RaceNode& node, int seat, Mask round) {
    return node.hands[seat] | to_be_had(race, node, seat) | (node.pile.seats >> seat & 1 ? round : 0);
}

// The fours, as bits, that may yet come together and change the tables.
inline unsigned fours_to_come(const Race& race, const RaceNode& node) {
    Mask all = node.open | node.pile.cards;
    for (const Mask hand : node.hands) all |= hand;
    unsigned whole = 0, fours = 0;
    for (int four = 0; four < race.four_count; ++four)
        whole |= (!(node.tables >> four & 1) && !(race.fours[four] & ~all)) << four;
    if (!whole) return 0;
    const Mask round = going_round(node);
    for (int seat = 0; seat < RACE_SEATS; ++seat) {
        const Mask reach = within_reach(race, node, seat, round);
        for (unsigned rest = whole; rest; rest &= rest - 1)
            if (const int four = std::countr_zero(rest); !(race.fours[four] & ~reach)) fours |= 1u << four;
    }
    return fours;
}

inline bool tables_may_change(const Race& race, const RaceNode& node) { return fours_to_come(race, node) != 0; }

inline bool together(const RaceNode& node, Mask pair) { return !(pair & ~node.open) && std::popcount(pair) == 2; }

inline bool may_take(const Race& race, const RaceNode& node) {
    if (!(node.pile.seats >> node.seat() & 1)) return false;
    int cards = std::popcount(node.pile.cards);
    if (node.pile.whole)
        for (const Mask pair : race.pairs) cards += (pair & node.open) != 0;
    return cards >= node.left;
}

// The cards of broken pairs, which go with the pile unasked.
inline Mask left_over(const Race& race, const RaceNode& node) {
    Mask cards = 0;
    if (node.pile.whole)
        for (const Mask pair : race.pairs)
            if (!together(node, pair)) cards |= pair & node.open;
    return cards;
}

// Whether cards that lie open may go with the pile.
inline bool some_go_along(const Race& race, const RaceNode& node) {
    return left_over(race, node) || together(node, race.pairs[0]) || together(node, race.pairs[1]);
}

// Cards that bind, or can be swapped for such.
inline Mask to_bind(const Race& race) {
    Mask cards = race.binding;
    for (int i = 0; i < race.swap_count; ++i)
        if (race.binding >> race.swaps[i].take & 1) cards |= bit(race.swaps[i].give);
    return cards;
}

// Whether the seat could swap for a card that binds; to be able to claim one is no hindrance.
inline bool could_be_bound(const Race& race, const RaceNode& node, int seat) {
    for (int i = 0; i < race.swap_count; ++i) {
        const Swap& swap = race.swaps[i];
        if (!swap.claim && (race.binding >> swap.take & 1) && can_swap(swap, node, seat)) return true;
    }
    return false;
}

// The seat to act puts its hand down for the pile, and for these cards that lie open.
inline void take(const Race& race, RaceNode& node, Mask along) {
    const int seat = node.seat();
    const Mask down = node.hands[seat], up = node.pile.cards | along;
    const bool bound = could_be_bound(race, node, seat) || (up & race.binding);
    const int tables = node.tables;
    const bool changed = node.pile.lapses || node.taking.changed;
    node.taking = {.along = along, .taken = true, .fresh = true, .bound = bound, .whole = node.pile.whole};
    node.pile = {.cards = down, .seats = static_cast<std::uint8_t>(node.pile.seats & ~(1u << seat))};
    node.open &= ~along;
    node.hands[seat] = up;
    if (node.spares(seat)) {
        be_rid(race, node, seat % 2, 1);  // it could put one away
        // No opponent takes any more: what it put down may be more than by the rules.
        node.pile.seats = static_cast<std::uint8_t>(seats_to_take(node, seat % 2));
    }
    see_together(race, node, seat);
    node.taking.changed = changed || node.tables != tables;
}

inline bool may_change_back(const RaceNode& node) { return node.taking.fresh && !node.taking.bound; }

inline void change_back(RaceNode& node) {
    Mask& hand = node.hands[node.seat()];
    const Mask pile = hand & ~node.taking.along;
    hand = node.pile.cards;
    node.open |= node.taking.along;
    node.pile.cards = pile;
    node.pile.whole = node.taking.whole;
    node.taking = {};
}

inline bool may_keep_both(const Race& race, const RaceNode& node) {
    return may_change_back(node) && !(node.pile.cards & race.binding) && !could_be_bound(race, node, node.seat());
}

inline bool partner_may_take(const RaceNode& node) { return node.pile.seats >> node.partner() & 1; }

// Whether nobody is ever worse off with more cards.
inline bool more_is_better(const Race& race, const RaceNode& node) {
    return !race.must_beat && !tables_may_change(race, node);
}

inline void keep_both(const Race& race, RaceNode& node) {
    node.hands[node.seat()] |= node.pile.cards;
    node.pile.cards = 0;
    node.taking.fresh = false;
    see_together(race, node, node.seat());
}

// Whether to keep both is no worse than all else: its hand is the larger, and nobody takes the pile after it.
inline bool should_keep_both(const Race& race, const RaceNode& node) {
    if (partner_may_take(node) || !may_keep_both(race, node)) return false;
    RaceNode kept = node;
    keep_both(race, kept);
    return kept.tables == node.tables && more_is_better(race, kept);
}

// Whether to take the pile, and then keep both, is no worse than all else.
inline bool should_take(const Race& race, const RaceNode& node) {
    if (!may_take(race, node) || some_go_along(race, node)) return false;
    RaceNode taken = node;
    take(race, taken, 0);
    return should_keep_both(race, taken);
}

// Who has the largest hand may; that a partner is spared throwing cards away is no hindrance.
inline bool may_put_away(const RaceNode& node) {
    if (!node.taking.taken || node.taking.put_away) return false;
    int most = 0;
    for (int step = 1; step < RACE_SEATS; ++step) {
        const int other = (node.seat() + step) % RACE_SEATS;
        if (other == node.partner() && node.spares(other)) continue;
        const int played = (other - node.leader + RACE_SEATS) % RACE_SEATS < node.played;
        most = std::max(most, std::popcount(node.hands[other]) + played);
    }
    return std::popcount(node.hands[node.seat()]) > most;
}

inline void put_away(RaceNode& node, int card) {
    node.hands[node.seat()] ^= bit(card);
    node.pile.cards |= bit(card);
    node.taking.fresh = false;
    node.taking.put_away = true;
}

}  // namespace stova::race
