// What positions come to on average when rules of thumb play on with all hands open.
#pragma once

#include <climits>
#include <optional>

#include "limit.hpp"
#include "race_bounds.hpp"
#include "random.hpp"

namespace stova::race {

struct Estimate {
    const Race& race;
    int side;
    int chance;  // added to merits, below this
    int repeats;
    std::uint64_t seed;
};

// The seat to act wins the trick as cheaply as it can: for good if it can, and not where its partner, the last to
// play, will. With nothing to win it throws its weakest card away.
inline int merit(const Race& race, const RaceNode& node, int card, Mask to_come) {
    const RaceTables& tables = tables_of(race, node);
    const int seat = node.seat();
    const int cheap = -tables.strength[card];
    const Mask beating = tables.beaten_by[card] & to_come;
    if (!node.played) return cheap + (beating ? -4 * std::popcount(beating) : 1000);
    const bool held = node.winner % 2 == seat % 2;
    const bool safe = held && !(tables.beaten_by[node.winning] & to_come);
    if (safe || !(tables.beaten_by[node.winning] >> card & 1)) return cheap;
    if (!beating) return cheap + 1000;
    return held ? cheap : cheap + 100;
}

// Whether the partner is last to play, and can win the trick then whatever the opponent before does.
inline bool left_to_partner(const Race& race, const RaceNode& node, Mask to_come) {
    if (node.played != 1) return false;
    const RaceTables& tables = tables_of(race, node);
    Mask winning = node.hands[node.partner()] & tables.beaten_by[node.winning];
    for (; winning; winning &= winning - 1)
        if (!(tables.beaten_by[std::countr_zero(winning)] & to_come)) return true;
    return false;
}

// The move that rules of thumb make, with a little chance.
inline RaceMove by_rule_of_thumb(const Race& race, const RaceNode& node, int chance, Random& random) {
    const RaceMoves moves = moves_of(race, node, false);
    const Mask to_come = opponents_to_come(race, node);
    const bool thrown = left_to_partner(race, node, to_come);
    RaceMove best = moves.at[0];
    int most = INT_MIN;
    for (int i = 0; i < moves.count; ++i) {
        const int card = moves.at[i].card;
        if (card == NO_CARD) continue;
        const int worth = (thrown ? -tables_of(race, node).strength[card] : merit(race, node, card, to_come)) +
                          static_cast<int>(random.below(static_cast<std::uint32_t>(chance)));
        if (worth > most) most = worth, best = moves.at[i];
    }
    return best;
}

// Who has won all tricks goes on when the rest are sure to follow.
inline bool stops(const Race& race, const RaceNode& node) {
    return may_stop(race, node) && RunFinder(race, node).find().now < node.left;
}

inline int play_on(const Estimate& asked, RaceNode node, Random& random) {
    const Race& race = asked.race;
    while (!over(race, node)) {
        if (stops(race, node)) return stop_value(race, node, RaceGoal::SCORE, asked.side);
        make_move(race, node, by_rule_of_thumb(race, node, asked.chance, random));
    }
    return end_value(race, node, RaceGoal::SCORE, asked.side);
}

// The mean for the side, or nothing where it was interrupted. All positions meet the same chance.
inline std::optional<double> estimate(const Estimate& asked, const RaceNode& node, Limit& asking) {
    std::int64_t sum = 0;
    for (int i = 0; i < asked.repeats; ++i) {
        if (asking.met(0)) return {};
        Random random(asked.seed, static_cast<std::uint64_t>(i));
        sum += play_on(asked, node, random);
    }
    return static_cast<double>(sum) / asked.repeats;
}

}  // namespace stova::race
