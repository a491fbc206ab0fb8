// Positions in which a side has more than the rules give it: what it doesn't reach there it doesn't reach at all.
#pragma once

#include <optional>

#include "race_taking.hpp"

namespace stova::race {

// The seats, as bits, that have more cards than there are tricks left, or may come to have.
inline unsigned with_spare_cards(const RaceNode& node) {
    unsigned seats = node.pile.seats;
    for (int seat = 0; seat < RACE_SEATS; ++seat) seats |= (std::popcount(node.hands[seat]) > node.left) << seat;
    return seats;
}

// Whether to have more is no worse for who has it: it never gives a card of fours away that it has together, but in the
// rules would have had together before.
inline bool only_better(const Race& race, const RaceNode& node) {
    const unsigned fours = fours_to_come(race, node);
    for (int four = 0; four < race.four_count; ++four)
        for (int i = 0; (fours >> four & 1) && i < race.swap_count; ++i)
            if ((race.fours[four] >> race.swaps[i].give & 1) && (node.open >> race.swaps[i].take & 1)) return false;
    return true;
}

inline void spare(RaceNode& node, int side) { node.spared = static_cast<std::uint8_t>(node.spared | 1u << side); }

// The seats of a side throw no card away, so that what card to throw away is no question; and what one of them puts
// down, no opponent takes. Nothing if it is so already, or if they mostly have none to throw away.
inline std::optional<RaceNode> never_throwing(const Race& race, const RaceNode& node, int side) {
    if (node.spares(side) || !(seats_of(side) & with_spare_cards(node))) return {};
    RaceNode more = node;
    spare(more, side);
    return only_better(race, more) ? std::optional(more) : std::nullopt;
}

// The one seat of a side that may take the pile has it besides its hand, the side throws no card away, and the other
// takes nothing. Nothing if there is more for it to take than the pile.
inline std::optional<RaceNode> with_pile(const Race& race, const RaceNode& node, int side) {
    const unsigned own = seats_to_take(node, side);
    if (!std::has_single_bit(own) || some_go_along(race, node)) return {};
    RaceNode more = node;
    more.hands[std::countr_zero(own)] |= node.pile.cards;
    more.pile = {};
    spare(more, side);
    be_rid(race, more, side, ANY_NUMBER);
    return only_better(race, more) ? std::optional(more) : std::nullopt;
}

// A side that throws no card away is at ease once nobody may take the pile. How the cards of partners stand to each
// other doesn't matter then, and a card that is no worse against the others is never worse to have. Nothing where a
// better card may be worse, or where it is mostly not worth it.
inline std::optional<RaceNode> at_ease(const Race& race, const RaceNode& node, int side) {
    if (node.pile.seats || !node.spares(side) || node.eases(side)) return {};
    if (race.must_beat || tables_may_change(race, node)) return {};
    if (node.left < 3 || (with_spare_cards(node) & seats_of(1 - side))) return {};
    RaceNode more = node;
    more.eased = static_cast<std::uint8_t>(node.eased | 1u << side);
    return more;
}

// The least of these that gives the side more.
inline std::optional<RaceNode> with_more(const Race& race, const RaceNode& node, int side) {
    if (const std::optional<RaceNode> more = never_throwing(race, node, side)) return more;
    if (const std::optional<RaceNode> more = with_pile(race, node, side)) return more;
    return at_ease(race, node, side);
}

// Before the seat to act puts one of these cards away for its partner: all lie with the pile, the seat keeps them too,
// and their side throws no card away. Nothing if an opponent may take them.
inline std::optional<RaceNode> with_all_put_away(const Race& race, RaceNode node, Mask cards) {
    const int side = node.seat() % 2;
    if (!partner_may_take(node) || seats_to_take(node, 1 - side)) return {};
    node.pile.cards |= cards;
    node.taking = {};
    spare(node, side);
    be_rid(race, node, side, std::popcount(cards));
    return only_better(race, node) ? std::optional(node) : std::nullopt;
}

}  // namespace stova::race
