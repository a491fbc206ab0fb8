// Races and positions made from Python values. All input is checked here; the search trusts what it gets.
#pragma once

#include "checks.hpp"
#include "race_layers.hpp"
#include "race_moves.hpp"

namespace stova::race {

constexpr int MOST_WORTH = 100;

inline void check_race_tables(const Tables& tables) {
    require(tables.seats == RACE_SEATS, "a race's tables must be for 4 seats");
    require(tables.policy == Policy::FOLLOW || tables.policy == Policy::BEAT, "a race's policy must be FOLLOW or BEAT");
    const Mask cards = cards_of(tables);
    for (Mask rest = cards; rest; rest &= rest - 1)
        require(!(cards & ~tables.follow[std::countr_zero(rest)]), "in a race every card must follow every lead");
}

inline RaceWorth make_worth(nb::handle values) {
    const auto given = items(values);
    require(given.size() == 5, "worth must be 5 numbers");
    std::array<int, 5> worth{};
    int low = 1;
    for (std::size_t i = 0; i < 5; ++i) {
        worth[i] = small(given[i], low, MOST_WORTH, {"worth", i, ", rising,"});
        low = worth[i] + 1;
    }
    return {worth[0], worth[1], worth[2], worth[3], worth[4]};
}

inline Swap make_swap_of(nb::handle values) {
    const auto given = items(values);
    require(given.size() == 4, "a swap must be (give, take, from trick, claim)");
    const Swap swap{card(given[0], "give"), card(given[1], "take"), small(given[2], 0, CARDS, "from trick"),
                    small(given[3], 0, 1, "claim") == 1};
    require(swap.give != swap.take, "a swap must be of two cards");
    require(swap.claim == (swap.from > 0), "claims, and no other swaps, are from a later trick on than the first");
    return swap;
}

inline std::vector<Tables> all_tables(nb::handle values) {
    std::vector<Tables> all;
    for (const auto& given : items(values)) {
        all.push_back(object_of<Tables>(given, "tables must be Tables"));
        check_race_tables(all.back());
    }
    return all;
}

inline Race make_race(const std::vector<Tables>& all, nb::handle held_back, nb::handle fours, nb::handle swaps,
                      nb::handle pairs, nb::handle binding, nb::handle enough, nb::handle worth) {
    Race race;
    const auto held = items(held_back), together = items(fours), trades = items(swaps);
    require(together.size() <= MAX_FOURS, "fours must be at most ", MAX_FOURS);
    require(all.size() == std::size_t{1} << together.size(), "tables must be one for every set of fours");
    require(held.size() == all.size(), "held_back must be one for every table");
    require(trades.size() <= MAX_SWAPS, "swaps must be at most ", MAX_SWAPS);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool must_beat = all[i].policy == Policy::BEAT;
        require(i == 0 || must_beat == race.must_beat, "tables must agree on whether one must beat");
        race.must_beat = must_beat;
        race.tables.push_back(race_tables(all[i], card_set(held[i], "an entry of held_back")));
        require(find_layers(race.tables[i], cards_of(all[i])), "takers must lie in levels, other cards in chains");
        require(!(race.tables[i].held_back & race.tables[i].takers), "a card that is held back takes others");
    }
    race.cards = cards_of(all[0]);
    race.unsettled = unsettled_tables(race.tables);
    for (const auto& given : together) {
        const Mask four = card_set(given, "a four");
        require(std::popcount(four) <= 4 || (four & ~race.cards), "a four must be at most 4 cards, or never together");
        race.fours[race.four_count++] = four;
    }
    Mask claimed = 0, laid_open = 0;
    for (const auto& trade : trades) {
        const Swap swap = make_swap_of(trade);
        race.swaps[race.swap_count++] = swap;
        race.to_give |= bit(swap.give);
        race.to_take |= bit(swap.take);
        if (swap.claim) claimed |= bit(swap.take), laid_open |= bit(swap.give);
    }
    require(!(claimed & laid_open), "what a claim gives is claimed again");
    const auto lying = items(pairs);
    require(lying.size() <= MAX_PAIRS, "pairs must be at most ", MAX_PAIRS);
    for (std::size_t i = 0; i < lying.size(); ++i) {
        race.pairs[i] = card_set(lying[i], "a pair");
        require(std::popcount(race.pairs[i]) <= 2, "a pair must be at most two cards");
    }
    require(!(race.pairs[0] & race.pairs[1]), "pairs overlap");
    race.binding = card_set(binding, "binding");
    race.enough = small(enough, 1, 7, "enough");
    race.tricks = 2 * race.enough - 1;
    race.worth = make_worth(worth);
    return race;
}

struct RacePosition {
    RaceNode node{};
    Mask cards = 0;  // all there are
};

inline void read_race_trick(RacePosition& position, nb::handle trick, nb::handle best) {
    RaceNode& node = position.node;
    const auto given = items(trick);
    require(given.size() < RACE_SEATS, "trick must have fewer than 4 cards");
    const int winning = small(best, 0, std::max(0, static_cast<int>(given.size()) - 1), "best");
    for (std::size_t i = 0; i < given.size(); ++i) {
        const int played = card(given[i], "a card in trick");
        require(!(position.cards & bit(played)), "card ", played, " in trick is elsewhere too");
        position.cards |= bit(played);
        if (static_cast<int>(i) == winning) node.winning = static_cast<std::uint8_t>(played);
    }
    node.played = static_cast<std::uint8_t>(given.size());
    node.winner = static_cast<std::uint8_t>((node.leader + winning) % RACE_SEATS);
}

inline void read_pile(RacePosition& position, nb::handle cards, nb::handle takers, bool lapses, bool whole) {
    const Mask lying = card_set(cards, "pile");
    require(!(lying & position.cards), "cards lie in the pile that are elsewhere too");
    const auto seats = static_cast<std::uint8_t>(small(takers, 0, (1 << RACE_SEATS) - 1, "takers"));
    if (!seats) return;
    position.cards |= lying;
    position.node.pile = {lying, seats, lapses, whole};
}

inline RacePosition make_race_position(nb::handle hands, nb::handle open, nb::handle won, nb::handle leader,
                                       nb::handle trick, nb::handle best, nb::handle tables, bool opened_alone,
                                       bool decided, nb::handle pile, nb::handle takers, bool lapses, bool whole) {
    RacePosition position;
    RaceNode& node = position.node;
    const auto held_cards = items(hands), wins = items(won);
    require(held_cards.size() == RACE_SEATS && wins.size() == RACE_SEATS, "hands and won must be 4");
    for (std::size_t seat = 0; seat < RACE_SEATS; ++seat) {
        node.hands[seat] = card_set(held_cards[seat], {"hands", seat});
        require(!(node.hands[seat] & position.cards), "hands overlap");
        position.cards |= node.hands[seat];
        node.won[seat] = static_cast<std::uint8_t>(small(wins[seat], 0, 13, {"won", seat}));
    }
    node.open = card_set(open, "open");
    require(!(node.open & position.cards), "cards lie open that are in a hand");
    position.cards |= node.open;
    node.leader = static_cast<std::uint8_t>(small(leader, 0, RACE_SEATS - 1, "leader"));
    read_race_trick(position, trick, best);
    node.tables = static_cast<std::uint8_t>(small(tables, 0, (1 << MAX_FOURS) - 1, "tables"));
    node.opened_alone = opened_alone;
    node.decided = decided;
    read_pile(position, pile, takers, lapses, whole);
    return position;
}

// The position as one of this race.
inline RaceNode checked(const Race& race, const RacePosition& position) {
    RaceNode node = position.node;
    require(!(position.cards & ~race.cards), "the position has cards the tables don't");
    require(node.tables < race.tables.size(), "the position has no tables in this race");
    const int done = node.side(0) + node.side(1);
    require(done <= race.tricks, "more tricks are won than there are");
    require(done == 0 || node.won[node.leader], "the leader has won no trick");
    node.left = static_cast<std::uint8_t>(race.tricks - done);
    for (int seat = 0; seat < RACE_SEATS; ++seat) {
        const int played = (seat - node.leader + RACE_SEATS) % RACE_SEATS < node.played;
        const int cards = std::popcount(node.hands[seat]) + played;
        require(cards >= node.left, "hands are too small to finish the tricks");
    }
    if (!done && !node.played) {
        Mask later = 0;
        for (const RaceTables& tables : race.tables) later |= tables.held_back;
        for (int i = 0; i < race.swap_count; ++i)
            if (!race.swaps[i].claim) later |= bit(race.swaps[i].give);
        require(node.hands[node.leader] & ~later, "who leads first has no card that may be led as it is");
    }
    require(!node.left || moves_of(race, node, false).count, "the seat to act has nothing it may play");
    return node;
}

}  // namespace stova::race
