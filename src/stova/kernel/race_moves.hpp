// What the seat to act may do: plays, swaps, and all that has to do with the pile.
#pragma once

#include "race_taking.hpp"

namespace stova::race {

// PUT_PLAIN_AWAY is the putting away of any one card that is no taker; to PASS is for a spared seat, to LAY for one at
// ease.
enum class Doing : std::uint8_t {
    PLAY, TAKE, CHANGE_BACK, KEEP_BOTH, PUT_AWAY, PUT_PLAIN_AWAY, PASS, PLAY_TOGETHER, LAY
};

// To play: without a swap (NO_SWAP) `card`, else the swap, and then the card it brings unless `card` is NO_CARD. For
// PLAY_TOGETHER `swap` is the number of the four that changes the tables; for LAY, what `card` is laid as.
struct RaceMove {
    std::uint8_t card;
    std::uint8_t swap;
    Doing doing;

    bool operator==(const RaceMove&) const = default;
};
constexpr std::uint8_t NO_SWAP = 255;
constexpr std::uint8_t NO_CARD = 255;

// As things are with a four together.
inline std::uint8_t tables_with(const RaceNode& node, int four) {
    return static_cast<std::uint8_t>(node.tables | 1u << four);
}

// `let_win`: the other side lets what is played win.
inline void make_move(const Race& race, RaceNode& node, RaceMove move, bool let_win = false) {
    int laid = move.card;
    switch (move.doing) {
        case Doing::CHANGE_BACK: return change_back(node);
        case Doing::KEEP_BOTH: return keep_both(race, node);
        case Doing::PASS:
            be_rid(race, node, node.seat() % 2, 1);
            return end_turn(race, node);
        case Doing::PLAY_TOGETHER:
            node.tables = tables_with(node, move.swap);
            break;
        case Doing::LAY:
            laid = move.swap;
            break;
        case Doing::TAKE:  // the search does these three, and asks others
        case Doing::PUT_AWAY:
        case Doing::PUT_PLAIN_AWAY:
        case Doing::PLAY:
            if (move.swap != NO_SWAP) make_swap(race, node, node.seat(), race.swaps[move.swap]);
            break;
    }
    if (move.card == NO_CARD) return;
    play_card(race, node, move.card, laid, let_win || (winning_cards(race, node) >> move.card & 1));
}

// Whether the side that is winning may let the move win that doesn't. With the last two tricks it has no use for that:
// it has more of them by winning this one. Nor has it if the card beats no other, as then it never has to.
inline bool may_let_win(const Race& race, const RaceNode& node, RaceMove move) {
    if (!node.played || node.left < 3 || !node.eases(node.winner) || !node.opponent_wins(node.seat())) return false;
    if (move.card == NO_CARD) return false;
    const RaceTables& tables = tables_of(race, node);
    return !(tables.takers >> move.card & 1) && tables.beats[move.card];
}

// At most a play for every card or its putting away, or for a side at ease fewer than a dozen for each level of takers;
// one for each card of a four; swaps with and without, and what else there is to do.
constexpr int MOST_MOVES = 4 * CARDS + 4 * MAX_FOURS + 2 * MAX_SWAPS + 5;

// Moves of the seat to act.
struct RaceMoves {
    int count = 0;
    std::array<RaceMove, MOST_MOVES> at;

    void add(int card, int swap, Doing doing = Doing::PLAY) {
        at[count++] = {static_cast<std::uint8_t>(card), static_cast<std::uint8_t>(swap), doing};
    }
    void add(Doing doing, int card = NO_CARD) { add(card, NO_SWAP, doing); }
};

// A swap that can wait until the card it brings is played may wait, so it comes with that play. Those that can't stand
// alone: claims, which others may forestall, what might bring four together, and any while a hand may be put down.
inline void add_swaps(const Race& race, const RaceNode& node, RaceMoves& moves) {
    const int seat = node.seat();
    const Mask hand = node.hands[seat];
    if (!can_swap_any(race, node, seat)) return;
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

// What tells cards of the seat to act apart: their names, if a swap gives them or they are of a four to come; whether
// they bind; and which of these others beat them, or are beaten, now and once the one four that may come is together.
struct Apart {
    const RaceTables& now;
    const RaceTables& later;
    Mask others;
    Mask named;
    Mask parted;  // from the others: those that bind, or takers where only these win

    bool tell(int one, int other) const {
        const Mask apart = (now.beaten_by[one] ^ now.beaten_by[other]) | (now.beats[one] ^ now.beats[other]) |
                           (later.beaten_by[one] ^ later.beaten_by[other]) | (later.beats[one] ^ later.beats[other]);
        return (apart & others) || ((named >> one | named >> other | (parted >> one ^ parted >> other)) & 1);
    }
};

// The cards that are told apart by their names: all, where several fours may come together.
inline Mask named_by(const Race& race, unsigned fours) {
    if (fours & (fours - 1)) return ~Mask{0};
    return race.to_give | (fours ? race.fours[std::countr_zero(fours)] : 0);
}

inline Apart told_apart(const Race& race, const RaceNode& node, unsigned fours) {
    const int seat = node.seat();
    Mask others = node.open | (node.pile.seats ? node.pile.cards : 0);
    for (int step = 1; step < RACE_SEATS; ++step)
        if (step != 2 || !node.eases(seat)) others |= node.hands[(seat + step) % RACE_SEATS];
    if (node.played && node.winning != ANY_TAKER) others |= bit(node.winning);
    const RaceTables& tables = tables_of(race, node);
    const bool takers_win = node.played && node.eases(node.winner) && node.opponent_wins(seat);
    const Mask parted = takers_win ? tables.takers : node.pile.seats ? race.binding : 0;
    return {tables, race.tables[node.tables | fours], others, named_by(race, fours), parted};
}

// The first of these cards that nothing tells from this one: the one that is tried of them all.
inline int standing_for(const Race& race, const RaceNode& node, Mask cards, int card) {
    Mask before = cards & (bit(card) - 1);
    if (!before) return card;
    const Apart apart = told_apart(race, node, fours_to_come(race, node));
    for (; before; before &= before - 1)
        if (!apart.tell(std::countr_zero(before), card)) return std::countr_zero(before);
    return card;
}

// Of cards that nothing tells apart, the first.
inline Mask different(const Apart& apart, Mask cards) {
    Mask first = 0;
    for (; cards; cards &= cards - 1) {
        const int card = std::countr_zero(cards);
        bool known = false;
        for (Mask rest = first; rest && !known; rest &= rest - 1) known = !apart.tell(card, std::countr_zero(rest));
        if (!known) first |= bit(card);
    }
    return first;
}

inline void add_plays(const Race& race, const RaceNode& node, Mask cards, RaceMoves& moves) {
    Mask rest = different(told_apart(race, node, fours_to_come(race, node)), cards);
    for (; rest; rest &= rest - 1) moves.add(Doing::PLAY, std::countr_zero(rest));
}

// The plays of a seat at ease, by how many levels of the others' takers to come beat what it lays; of two cards that
// may be laid so, not the one that is no worse to keep.
inline void add_eased_plays(const Race& race, const RaceNode& node, Mask cards, RaceMoves& moves) {
    const RaceTables& tables = tables_of(race, node);
    const Mask to_come = opponents_to_come(race, node) & tables.takers;
    const Mask against = cards_of_opponents(race, node, node.seat());
    const Mask named = named_by(race, 0);
    const auto no_worse = [&](int one, int other) {
        const Mask beating = tables.beaten_by[one] & ~tables.beaten_by[other] & tables.takers;
        const Mask missed = tables.beats[other] & ~tables.beats[one];
        return !((beating | missed) & against);
    };
    const auto lay = [&](int laid) {
        const Mask beating = tables.beaten_by[laid] & to_come;
        Mask fit = 0;
        for (Mask rest = cards; rest; rest &= rest - 1)
            if (!(tables.beaten_by[std::countr_zero(rest)] & to_come & ~beating)) fit |= rest & (~rest + 1);
        for (Mask rest = fit; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            bool kept = false;
            Mask others = named >> card & 1 ? 0 : fit & ~named & ~bit(card);
            for (; others && !kept; others &= others - 1) {
                const int other = std::countr_zero(others);
                kept = no_worse(card, other) && (other < card || !no_worse(other, card));
            }
            const bool as_it_is = (tables.beaten_by[card] & to_come) == beating;
            if (!kept) moves.add(card, as_it_is ? NO_SWAP : laid, as_it_is ? Doing::PLAY : Doing::LAY);
        }
    };
    lay(ANY_TAKER);
    for (int level = tables.level_count; level-- > 0;)
        if (const Mask takers = tables.levels[level] & to_come) lay(std::countr_zero(takers));
}

// The cards a spared seat may still throw away, since they might bind it when it takes the pile.
inline Mask to_throw(const Race& race, const RaceNode& node) {
    return node.pile.seats >> node.seat() & 1 ? to_bind(race) : 0;
}

// Who was given four may have them change the tables as it plays the first of them.
inline void add_together(const Race& race, const RaceNode& node, RaceMoves& moves) {
    const int seat = node.seat();
    for (unsigned fours = fours_held_back(race, node); fours; fours &= fours - 1) {
        const int four = std::countr_zero(fours);
        if (race.fours[four] & ~node.hands[seat]) continue;
        RaceNode changed = node;
        changed.tables = tables_with(node, four);
        Mask cards = legal_plays(race, changed, race.fours[four], 0);
        cards &= winning_cards(race, changed) | to_throw(race, node);
        cards = different(told_apart(race, changed, fours_to_come(race, changed)), cards);
        for (; cards; cards &= cards - 1) moves.add(std::countr_zero(cards), four, Doing::PLAY_TOGETHER);
    }
}

// The fours, as bits, that may come together once the seat to act has put a card of its hand away.
inline unsigned fours_with_hand(const Race& race, const RaceNode& node) {
    const Mask round = going_round(node) | node.hands[node.seat()];
    unsigned fours = fours_to_come(race, node);
    for (int four = 0; node.pile.seats && four < race.four_count; ++four)
        if (!(node.tables >> four & 1) && !(race.fours[four] & ~round)) fours |= 1u << four;
    return fours;
}

// Of cards to put away that nothing tells apart, the first. They may come to meet those that the seat keeps.
inline Mask different_away(const Race& race, const RaceNode& node, Mask cards) {
    Apart apart = told_apart(race, node, fours_with_hand(race, node));
    if (node.pile.seats) apart.others |= node.hands[node.seat()];
    return different(apart, cards);
}

// The cards that may put off who takes the pile with them: they bind it, or bring four together.
inline Mask to_put_off(const Race& race, const RaceNode& node) {
    if (!node.pile.seats) return 0;
    Mask cards = to_bind(race);
    for (unsigned fours = fours_with_hand(race, node); fours; fours &= fours - 1)
        cards |= race.fours[std::countr_zero(fours)];
    return node.hands[node.seat()] & cards;
}

// To put a card away spares who must beat from beating (a spared seat is rid of one by taking), or leaves it to the
// partner, or puts an opponent off; else more cards are never worse.
inline void add_takings(const Race& race, const RaceNode& node, bool every_card, RaceMoves& moves) {
    if (may_take(race, node)) moves.add(Doing::TAKE);
    if (!node.taking.taken) return;
    if (may_change_back(node) && (every_card || node.taking.changed)) moves.add(Doing::CHANGE_BACK);
    if (may_keep_both(race, node)) moves.add(Doing::KEEP_BOTH);
    if (!may_put_away(node)) return;
    const bool for_partner = partner_may_take(node);
    const bool must_beat = race.must_beat && !node.spares(node.seat());
    const bool any = every_card || for_partner || must_beat;
    const Mask hand = any ? node.hands[node.seat()] : to_put_off(race, node);
    const Mask together = every_card || !for_partner ? 0 : hand & ~tables_of(race, node).takers;
    if (together) moves.add(Doing::PUT_PLAIN_AWAY);
    Mask rest = every_card ? hand : different_away(race, node, hand & ~together);
    for (; rest; rest &= rest - 1) moves.add(Doing::PUT_AWAY, std::countr_zero(rest));
}

// The cards that the seat to act may play without a swap. A spared one mostly passes rather than throw one away.
inline Mask playable(const Race& race, const RaceNode& node) {
    const int seat = node.seat();
    const Mask cards = legal_plays(race, node, node.hands[seat], to_be_swapped(race, node, seat));
    if (!node.played || !node.spares(seat)) return cards;
    return cards & (to_throw(race, node) | winning_cards(race, node));
}

inline bool may_pass(const Race& race, const RaceNode& node) {
    const int seat = node.seat();
    return node.played && node.spares(seat) && !must_beat_with(race, node, node.hands[seat]);
}

// The moves of the seat to act; `every_card`: of equal cards all.
inline RaceMoves moves_of(const Race& race, const RaceNode& node, bool every_card) {
    RaceMoves moves;
    add_swaps(race, node, moves);
    add_takings(race, node, every_card, moves);
    if (may_pass(race, node)) moves.add(Doing::PASS);
    const Mask cards = playable(race, node);
    if (node.eases(node.seat())) {
        add_eased_plays(race, node, cards, moves);
    } else if (!every_card) {
        add_plays(race, node, cards, moves);
    } else {
        for (Mask rest = cards; rest; rest &= rest - 1) moves.add(std::countr_zero(rest), NO_SWAP);
    }
    add_together(race, node, moves);
    return moves;
}

// Those of its moves that a search has to try: one that is no worse than all others, if it is known.
inline RaceMoves moves_to_try(const Race& race, const RaceNode& node, bool every_card) {
    if (every_card || !(should_keep_both(race, node) || should_take(race, node)))
        return moves_of(race, node, every_card);
    RaceMoves moves;
    moves.add(node.taking.taken ? Doing::KEEP_BOTH : Doing::TAKE);
    return moves;
}

// The swap by which a seat gets what this move claims before it is claimed; null if none.
inline const Swap* rival(const Race& race, const RaceNode& node, RaceMove move, int seat) {
    for (int i = 0; i < race.swap_count; ++i) {
        const Swap& swap = race.swaps[i];
        if (!swap.claim && swap.take == race.swaps[move.swap].take && can_swap(swap, node, seat)) return &swap;
    }
    return nullptr;
}

// The seat that has such a swap; -1 if none.
inline int forestaller(const Race& race, const RaceNode& node, RaceMove move) {
    if (move.doing != Doing::PLAY || move.swap == NO_SWAP || !race.swaps[move.swap].claim) return -1;
    for (int step = 1; step < RACE_SEATS; ++step) {
        const int seat = (node.seat() + step) % RACE_SEATS;
        if (rival(race, node, move, seat)) return seat;
    }
    return -1;
}

// The position once that seat has swapped.
inline RaceNode forestalled(const Race& race, const RaceNode& node, RaceMove move, int seat) {
    RaceNode next = node;
    make_swap(race, next, seat, *rival(race, node, move, seat));
    return next;
}

}  // namespace stova::race
