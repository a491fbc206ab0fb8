// What card tables of the usual shape are made of: takers in levels, and chains of plain cards below them.
#pragma once

#include "race.hpp"

namespace stova::race {

constexpr int MOST_LEVELS = 13;

inline bool find_levels(RaceTables& tables) {
    Mask above = 0;
    while (above != tables.takers) {
        Mask level = 0;
        for (Mask rest = tables.takers & ~above; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            if ((tables.beaten_by[card] & tables.takers) == above) level |= rest & (~rest + 1);
        }
        if (!level) return false;
        tables.levels[tables.level_count++] = level;
        above |= level;
    }
    return true;
}

inline bool find_reach(RaceTables& tables, int card) {
    Mask above = 0;
    int count = 0;
    const Mask beating = tables.beaten_by[card] & tables.takers;
    while (above != beating && count < tables.level_count) above |= tables.levels[count++];
    tables.reach[card] = static_cast<std::uint8_t>(count);
    return above == beating;
}

// Puts a card that isn't a taker at the end of its chain; the cards above it must have been put there.
inline bool put_into_chain(RaceTables& tables, int card) {
    const Mask above = tables.beaten_by[card] & ~tables.takers, below = tables.beats[card] & ~tables.takers;
    if (!above && !below) return true;
    int chain = 0;
    while (chain < tables.chain_count && tables.chains[chain] != above) ++chain;
    if (chain == tables.chain_count) {
        if (above || tables.chain_count == MAX_CHAINS) return false;
        ++tables.chain_count;
    }
    auto& cards = tables.chains[chain];
    tables.order[chain][std::popcount(cards)] = static_cast<std::uint8_t>(card);
    cards |= bit(card);
    return true;
}

// Whether the lower cards of a chain are beaten by no fewer levels.
inline bool reaches_rise(const RaceTables& tables, int chain) {
    const auto& order = tables.order[chain];
    const int size = std::popcount(tables.chains[chain]);
    return std::is_sorted(order.begin(), order.begin() + size, [&](int one, int other) {
        return tables.reach[one] < tables.reach[other];
    });
}

// Finds the levels and chains, and how many levels beat each card; whether tables are of that shape.
inline bool find_layers(RaceTables& tables, Mask pack) {
    if (!find_levels(tables) || tables.level_count > MOST_LEVELS) return false;
    for (int above = 0; above < CARDS; ++above)
        for (Mask rest = pack & ~tables.takers; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            if (std::popcount(tables.beaten_by[card] & ~tables.takers) == above && !put_into_chain(tables, card))
                return false;
        }
    for (Mask rest = pack; rest; rest &= rest - 1)
        if (!find_reach(tables, std::countr_zero(rest))) return false;
    for (int chain = 0; chain < tables.chain_count; ++chain)
        if (!reaches_rise(tables, chain)) return false;
    return true;
}

// The cards that follow themselves: tables may have entries for cards the game doesn't have.
inline Mask cards_of(const Tables& tables) {
    Mask cards = 0;
    for (Mask rest = tables.pack; rest; rest &= rest - 1)
        cards |= tables.follow[std::countr_zero(rest)] & rest & (~rest + 1);
    return cards;
}

// Card tables as the race needs them.
inline RaceTables race_tables(const Tables& tables, Mask held_back) {
    RaceTables made;
    const Mask pack = cards_of(tables);
    for (Mask cards = pack; cards; cards &= cards - 1) {
        const int card = std::countr_zero(cards);
        made.beaten_by[card] = tables.beaten_by[card] & pack;
        for (Mask rest = made.beaten_by[card]; rest; rest &= rest - 1)
            made.beats[std::countr_zero(rest)] |= bit(card);
    }
    for (int card = 0; card < CARDS; ++card) {
        if (made.beats[card]) made.can_take |= bit(card);
        made.strength[card] =
            static_cast<std::int8_t>(std::popcount(made.beats[card]) - std::popcount(made.beaten_by[card]));
    }
    made.takers = made.can_take & tables.trumps;
    made.beaten_by[ANY_TAKER] = made.takers;
    made.held_back = held_back & pack;
    return made;
}

// What is sure whichever of two tables holds, that a card beats another or is a taker; and what may be, that others
// beat it, that it takes any, or is held back.
inline RaceTables under_either(RaceTables tables, const RaceTables& other) {
    for (int card = 0; card < CARDS; ++card) {
        tables.beaten_by[card] |= other.beaten_by[card];
        tables.beats[card] &= other.beats[card];
    }
    tables.takers &= other.takers;
    tables.can_take |= other.can_take;
    tables.held_back |= other.held_back;
    return tables;
}

// By the set of fours that have come together: what is sure whichever of the others do.
inline std::vector<RaceTables> unsettled_tables(const std::vector<RaceTables>& tables) {
    std::vector<RaceTables> made = tables;
    for (std::size_t fours = made.size(); fours-- > 0;)
        for (std::size_t more = 1; more < made.size(); more <<= 1)
            if (!(fours & more)) made[fours] = under_either(made[fours], made[fours | more]);
    return made;
}

}  // namespace stova::race
