// When a race is over or may be stopped, and what it comes to then.
#pragma once

#include "race.hpp"

namespace stova::race {

// Whether a side has all tricks so far, which may be none.
inline bool swept(const RaceNode& node, int side) { return node.side(1 - side) == 0; }

inline bool alone(const RaceNode& node, int side) {
    return swept(node, side) && !(node.won[side] && node.won[side + 2]);
}

// The score of a side that may stop now without having lost a trick.
inline int stop_worth(const Race& race, const RaceNode& node) {
    return node.opened_alone ? race.worth.alone_to_enough : race.worth.all_to_enough;
}

inline bool over(const Race& race, const RaceNode& node) {
    if (node.played) return false;
    const int one = node.side(0), other = node.side(1);
    return node.left == 0 || (one && other && std::max(one, other) >= race.enough);
}

// What a finished race comes to for a side.
inline int end_value(const Race& race, const RaceNode& node, RaceGoal goal, int side) {
    const int own = node.side(side), theirs = node.side(1 - side);
    if (goal == RaceGoal::TRICKS) return own;
    if (own && theirs) return own > theirs ? race.worth.race : -race.worth.race;
    const int worth = alone(node, own ? side : 1 - side) ? race.worth.alone : race.worth.all;
    return own ? worth : -worth;
}

// Whether the leader is to say now whether to go on.
inline bool may_stop(const Race& race, const RaceNode& node) {
    if (node.decided || node.played || node.left == 0 || race.tricks - node.left < race.enough) return false;
    return !node.side(0) || !node.side(1);
}

// What a race that is stopped now comes to for a side.
inline int stop_value(const Race& race, const RaceNode& node, RaceGoal goal, int side) {
    const int own = node.side(side);
    if (goal == RaceGoal::TRICKS) return own;
    return own ? stop_worth(race, node) : -stop_worth(race, node);
}

}  // namespace stova::race
