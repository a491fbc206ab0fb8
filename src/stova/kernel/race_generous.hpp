// Positions in which a side has more than the rules give it: what it doesn't reach there it doesn't reach at all.
#pragma once

#include <optional>

#include "race_taking.hpp"

namespace stova::race {

// The seats of a side, as bits, that have more cards than there are tricks left. They mostly have some to throw away:
// so let them throw away none, and what card to throw away is no question.
inline std::uint8_t with_spare_cards(const RaceNode& node, int side) {
    unsigned seats = 0;
    for (const int seat : {side, side + 2}) seats |= (std::popcount(node.hands[seat]) > node.left) << seat;
    return static_cast<std::uint8_t>(seats);
}

// The seats of a side that may take the pile, as bits.
inline unsigned takers(const RaceNode& node, int side) { return node.pile.seats & (0b101u << side); }

// Whether to have more is no worse for who has it: it needn't beat, and never gives a card of fours away that it has
// together, but in the rules would have had together before.
inline bool only_better(const Race& race, const RaceNode& node) {
    const unsigned fours = fours_to_come(race, node);
    for (int four = 0; four < race.four_count; ++four)
        for (int i = 0; (fours >> four & 1) && i < race.swap_count; ++i)
            if ((race.fours[four] >> race.swaps[i].give & 1) && (node.open >> race.swaps[i].take & 1)) return false;
    return !tables_of(race, node).must_beat;
}

// The one seat of a side that may take the pile has it besides its hand, and the other side takes nothing. Nothing if
// the side gets nothing by this, or if there is more for it to take than the pile.
inline std::optional<RaceNode> with_pile(const Race& race, const RaceNode& node, int side) {
    const unsigned own = takers(node, side);
    if (node.spared || (!own && !with_spare_cards(node, side))) return {};
    if (std::popcount(own) > 1 || (own && some_go_along(race, node))) return {};
    RaceNode more = node;
    if (own) more.hands[std::countr_zero(own)] |= node.pile.cards;
    more.pile = {};
    more.spared = with_spare_cards(more, side);
    return only_better(race, more) ? std::optional(more) : std::nullopt;
}

// Only this side may take the pile. Nothing if that changes nothing, or leaves nobody to take it.
inline std::optional<RaceNode> alone_at_pile(const RaceNode& node, int side) {
    const unsigned own = takers(node, side);
    if (!own || own == node.pile.seats) return {};
    RaceNode more = node;
    more.pile.seats = static_cast<std::uint8_t>(own);
    return more;
}

inline std::optional<RaceNode> with_more(const Race& race, const RaceNode& node, int side) {
    if (const std::optional<RaceNode> more = with_pile(race, node, side)) return more;
    return more_is_better(race, node) ? std::nullopt : alone_at_pile(node, side);
}

// Before the seat to act puts one of these cards away: its partner has the pile and all of them besides its hand, and
// the seat keeps them too, so that two hands hold the same cards. Nothing if the partner may not take.
inline std::optional<RaceNode> with_shared(const Race& race, RaceNode node, Mask cards) {
    const int seat = node.seat(), partner = (seat + 2) % RACE_SEATS;
    if (!(node.pile.seats >> partner & 1)) return {};
    node.hands[partner] |= node.pile.cards | cards;
    node.pile = {};
    node.taking = {};
    node.spared = with_spare_cards(node, seat % 2);
    return only_better(race, node) ? std::optional(node) : std::nullopt;
}

}  // namespace stova::race
