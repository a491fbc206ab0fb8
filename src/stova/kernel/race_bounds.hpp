// What a position between tricks is sure to be worth, seen without a search.
#pragma once

#include "race_ends.hpp"
#include "race_moves.hpp"

namespace stova::race {

struct RaceBounds {
    int low;
    int high;
};

// The most a side's score can come to.
inline int best_worth(const Race& race, const RaceNode& node, int side) {
    if (!swept(node, side)) return race.worth.race;
    if (alone(node, side)) return race.worth.alone;
    return node.opened_alone ? race.worth.alone_to_enough : race.worth.all;
}

// Tricks that can be taken in a row whatever the others do: by the side on lead at once, and by the other after at most
// `before` tricks of the leader's side.
struct Runs {
    int now = 0;
    int now_alone = 0;  // by the leader alone
    int later = 0;
    int before = 0;
};

class RunFinder {
public:
    RunFinder(const Race& race, const RaceNode& node)
        : node_(node),
          unsettled_(tables_may_change(race, node)),
          tables_(unsettled_ ? race.unsettled[node.tables] : tables_of(race, node)),
          must_beat_(race.must_beat) {
        const Mask round = going_round(node);
        for (int seat = 0; seat < RACE_SEATS; ++seat) {
            all_[seat] = within_reach(race, node, seat, round);
            own_[seat] = node.hands[seat] & ~to_be_swapped(race, node, seat);
        }
    }

    Runs find() const {
        Runs runs;
        const int leader = node_.leader, partner = (leader + 2) % RACE_SEATS;
        const int left = node_.left;
        const Mask ours = all_[leader] | all_[partner];
        const Mask theirs = all_[(leader + 1) % RACE_SEATS] | all_[(leader + 3) % RACE_SEATS];
        runs.now_alone = std::min(left, leads(leader, theirs | all_[partner]));
        Mask missed = 0;
        runs.now = leads(leader, theirs) + entered(partner, theirs, missed);
        runs.now = std::min(left, runs.now);
        missed = 0;
        for (const int step : {1, 3}) runs.later += entered((leader + step) % RACE_SEATS, ours, missed);
        runs.before = std::min(left, std::popcount(missed));
        runs.later = std::min(left - runs.before, runs.later);
        return runs;
    }

    // Tricks a side is sure of among those that are left: it plays its best takers, one to a trick, and each wins but
    // where a card that beats it is spent on it. To a card that wins when led, though it would not beat them, it plays
    // none; and who has nothing but takers has one for every trick. Who must beat may have to play two to a trick.
    int by_number(int side) const {
        if (must_beat_ || unsettled_) return 0;
        const Mask own = own_[side] | own_[side + 2], against = all_[1 - side] | all_[3 - side];
        int number = 0, most = 0;
        for (int level = 0; level < tables_.level_count && number < node_.left; ++level) {
            const Mask cards = tables_.levels[level] & own;
            if (!cards) continue;
            number = std::min<int>(number + std::popcount(cards), node_.left);
            const int card = std::countr_zero(cards);
            const Mask beating = against & tables_.beaten_by[card];
            const int missed = std::popcount(against & ~tables_.beats[card] & ~beating);
            most = std::max(most, std::min(number, node_.left - missed) - std::popcount(beating));
        }
        return most;
    }

private:
    // How many of its cards the seat, on lead, can win a trick with against these.
    int leads(int seat, Mask against) const {
        int free = 0, held = 0;
        for (Mask rest = own_[seat]; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            if (tables_.beaten_by[card] & against) continue;
            ++(tables_.held_back >> card & 1 ? held : free);
        }
        return free || node_.won[seat] ? free + held : 0;
    }

    // The same for a seat that isn't on lead, if it has a card with which to win whatever these play; to `missed` are
    // added cards that only win when led, and that such a card doesn't beat.
    int entered(int seat, Mask against, Mask& missed) const {
        int entries = 0, sure = 0;
        for (Mask rest = own_[seat]; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            if (tables_.beaten_by[card] & against) continue;
            ++sure;
            const Mask unbeaten = against & ~tables_.beats[card];
            if (!(tables_.takers >> card & 1) || (unbeaten & tables_.can_take)) continue;
            ++entries;
            missed |= unbeaten;
        }
        return entries ? sure : 0;
    }

    const RaceNode& node_;
    bool unsettled_;  // the tables may yet change
    const RaceTables& tables_;
    bool must_beat_;
    std::array<Mask, RACE_SEATS> own_;  // but for cards that would have to be swapped
    std::array<Mask, RACE_SEATS> all_;  // that it may come to hold
};

// The least the leader's side scores.
inline int leader_score(const Race& race, const RaceNode& node, const Runs& runs) {
    const int side = node.leader % 2, own = node.side(side), needed = race.enough - own;
    const RaceWorth& worth = race.worth;
    if (!swept(node, side)) return runs.now >= needed ? worth.race : -best_worth(race, node, 1 - side);
    if (needed <= 0) {
        if (runs.now == 0) return worth.race;
        const bool stops = !node.decided || node.left > 1;  // before this trick, or after it
        return std::max(stops ? stop_worth(race, node) : 0, runs.now == node.left ? worth.all : 0);
    }
    const bool by_leader = own == node.won[node.leader];
    if (by_leader && runs.now_alone >= needed)
        return runs.now_alone == node.left ? worth.alone : worth.alone_to_enough;
    if (runs.now < needed) return -best_worth(race, node, 1 - side);
    return runs.now == node.left ? worth.all : worth.all_to_enough;
}

// The least the other side scores.
inline int other_score(const Race& race, const RaceNode& node, const Runs& runs) {
    const int side = node.leader % 2, ahead = node.side(side), own = node.side(1 - side);
    const RaceWorth& worth = race.worth;
    const bool in_time = ahead + runs.before < race.enough;
    if (in_time && own + runs.later >= race.enough) {
        if (ahead || runs.before) return worth.race;
        return runs.later == node.left ? worth.all : worth.all_to_enough;
    }
    const bool breaks = runs.later > 0 && (in_time || (ahead >= race.enough && runs.before == 0));
    return breaks ? -worth.race : -best_worth(race, node, side);
}

inline RaceBounds score_bounds(const Race& race, const RaceNode& node, const Runs& runs, int side) {
    const int leading = leader_score(race, node, runs), other = other_score(race, node, runs);
    return node.leader % 2 == side ? RaceBounds{leading, -other} : RaceBounds{other, -leading};
}

// The tricks of a side at the end.
inline RaceBounds trick_bounds(const Race& race, const RaceNode& node, const Runs& runs, int side) {
    const int own = node.side(side), theirs = node.side(1 - side), left = node.left;
    const bool leads = node.leader % 2 == side;
    if (leads) {
        const int run = theirs ? std::min(race.enough, own + runs.now) : own + runs.now;
        const bool lost = own + runs.before < race.enough && theirs + runs.later >= race.enough;
        const int high = lost ? own + runs.before : own + left - runs.later;
        return {run, theirs ? std::min(race.enough, high) : high};
    }
    const bool in_time = theirs + runs.before < race.enough;
    const int low = in_time ? std::min(race.enough, own + runs.later) : own;
    // With enough and no trick lost the others may stop, unless they have just said to go on and may yet lose one.
    const bool ends = theirs + runs.now >= race.enough && (own || runs.now || !node.decided);
    const int high = ends ? own : own + left - runs.now;
    return {low, theirs || runs.now ? std::min(race.enough, high) : high};
}

// Narrows bounds where a side is sure to win enough tricks.
inline void see_winner(const Race& race, const RaceNode& node, const RunFinder& finder, RaceGoal goal, int side,
                       RaceBounds& bounds) {
    if (node.side(side) + finder.by_number(side) >= race.enough) {
        bounds.low = std::max(bounds.low, goal == RaceGoal::SCORE ? race.worth.race : race.enough);
    } else if (const int lost = finder.by_number(1 - side); node.side(1 - side) + lost >= race.enough) {
        const int high = goal == RaceGoal::SCORE ? -race.worth.race : node.side(side) + node.left - lost;
        bounds.high = std::min(bounds.high, high);
    }
}

// Whether the cards of these fours take no fewer others once they have changed the tables, and are taken by no more.
inline bool rises(const Race& race, const RaceNode& node, unsigned fours) {
    const RaceTables &now = tables_of(race, node), &changed = race.tables[node.tables | fours];
    Mask cards = 0;
    for (int four = 0; four < race.four_count; ++four)
        if (fours >> four & 1) cards |= race.fours[four];
    for (Mask rest = cards; rest; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        const Mask lost = (now.beats[card] & ~changed.beats[card]) | (changed.beaten_by[card] & ~now.beaten_by[card]);
        if (lost & ~cards) return false;
    }
    return true;
}

// Bounds no narrower than it takes to tell whether `target` is reached. A side that is given fours is taken to have
// them change the tables at once: with cards that only rise it can do no better.
inline RaceBounds bounds_of(const Race& race, const RaceNode& node, RaceGoal goal, int side, int target) {
    const bool both_spared = node.spares(0) && node.spares(1);
    if (const unsigned fours = both_spared ? 0 : fours_held_back(race, node)) {
        RaceNode changed = node;
        changed.tables = static_cast<std::uint8_t>(node.tables | fours);
        if (rises(race, node, fours)) return bounds_of(race, changed, goal, side, target);
    }
    const RunFinder finder(race, node);
    const Runs runs = finder.find();
    RaceBounds bounds =
        goal == RaceGoal::SCORE ? score_bounds(race, node, runs, side) : trick_bounds(race, node, runs, side);
    if (bounds.low < target && target <= bounds.high) see_winner(race, node, finder, goal, side, bounds);
    return bounds;
}

}  // namespace stova::race
