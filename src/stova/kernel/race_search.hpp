// The search: zero windows over a transposition table between tricks.
#pragma once

#include "limit.hpp"
#include "race_bounds.hpp"
#include "race_generous.hpp"
#include "race_records.hpp"
#include "race_table.hpp"

namespace stova::race {

// What can be left out, so that a search can be held against a plainer one.
struct RaceMethods {
    bool names_as_they_are = false;  // in the keys of the table
    bool every_card = false;         // equal cards too, and the likely one in its turn
    bool no_bounds = false;          // but those of the search itself
};

// Shorter ends are searched again rather than kept.
constexpr int WORTH_REMEMBERING = 2;

using Merits = std::array<int, MOST_MOVES>;
constexpr int FIRST = 1 << 20;
constexpr int LAST = -FIRST;
constexpr int MERIT_OF_PASSING = 30;  // that of throwing a poor card away
constexpr int FOR_ONCE = 16;
constexpr std::uint64_t FIRST_TURN = 1000;
constexpr int LONGER = 10;
constexpr int RACE_TRICKS = CARDS / RACE_SEATS;

class RaceSearch {
public:
    RaceSearch(const Race& race, RaceGoal goal, int side, std::size_t memory, RaceMethods methods)
        : race_(race), goal_(goal), side_(side), methods_(methods), memory_(memory) {}

    // From now on stops at this limit.
    void limit(const Limit& limit) {
        limit_ = limit;
        before_ = nodes_;
        until_ = UNLIMITED;
    }

    bool stopped() const { return nodes_ > until_; }
    std::uint64_t nodes() const { return nodes_; }

    // Whether the side gets at least `target`; anything once it has stopped.
    bool reaches(const RaceNode& node, int target) {
        const RaceBounds could = range(node);
        if (target <= could.low) return true;
        if (target > could.high) return false;
        if (!node.played) return searched(node, target);
        return answered(node, target, started_, [&] { return searched(node, target); });
    }

private:
    // What the value can be, from the finished tricks alone.
    RaceBounds range(const RaceNode& node) const {
        if (goal_ == RaceGoal::TRICKS) return {0, race_.tricks};
        return {-best_worth(race_, node, 1 - side_), best_worth(race_, node, side_)};
    }

    // What last decided a search for a seat, with so many tricks left and a pile that so may take.
    struct Decider {
        struct Response {
            std::uint8_t card = NO_CARD;
            bool takes = false;   // the pile, rather than plays
            bool passes = false;  // rather than plays
        };

        std::array<Response, CARDS + 2> responses;  // to what is winning, which may be ANY_TAKER, or on lead
        std::array<RaceMove, 2> taken{};            // once it had taken, by whether a card was put away
    };

    // Moves, of which those before `next` have been tried.
    struct Untried {
        RaceMoves moves;
        Merits merits;
        int next = 0;

        Untried(const Race& race, const RaceNode& node, bool every_card)
            : moves(moves_to_try(race, node, every_card)) {}
    };

    // To give a side more, and to search what it has.
    struct Tries {
        std::array<Record, 2> with_more;
        Record plain = Record::certain(1000);
    };

    // Who has taken the pile: to ask if what it plays fails even with more, and to try it all in vain.
    struct Plays {
        Record with_more;
        Record plain = Record::certain(100);
    };

    static constexpr std::uint64_t UNLIMITED = ~std::uint64_t{0};

    static bool plays_card(RaceMove move) {
        const bool plays = move.doing == Doing::PLAY || move.doing == Doing::PLAY_TOGETHER || move.doing == Doing::LAY;
        return plays && move.card != NO_CARD;
    }

    Decider& decider(const RaceNode& node) { return deciders_[node.left][node.pile.seats][node.seat()]; }

    Decider::Response& response(const RaceNode& node) {
        return decider(node).responses[node.played ? node.winning : CARDS + 1];
    }

    bool ours(int seat) const { return seat % 2 == side_; }

    bool searched(const RaceNode& node, int target) {
        return node.played || node.taking.taken ? choose(node, target, nullptr) : between(node, target);
    }

    // Counts a node and says whether the search is over.
    bool stop_here() {
        if (limit_.met(++nodes_ - before_)) until_ = 0;
        return stopped();
    }

    bool between(const RaceNode& node, int target) {
        if (over(race_, node)) return end_value(race_, node, goal_, side_) >= target;
        if (may_stop(race_, node)) {
            const bool enough = stop_value(race_, node, goal_, side_) >= target;
            if (enough == ours(node.leader)) return enough;
        }
        if (!methods_.no_bounds) {
            const RaceBounds seen = bounds_of(race_, node, goal_, side_, target);
            if (seen.low >= target) return true;
            if (seen.high < target) return false;
        }
        if (stop_here()) return false;
        return node.left < WORTH_REMEMBERING ? choose(node, target, nullptr) : remembered(node, target);
    }

    bool remembered(const RaceNode& node, int target) {
        const RaceKey key = key_of(race_, node, goal_, methods_.names_as_they_are);
        std::uint8_t best = NO_CARD;
        if (const RaceEntry* known = memory_.find(key)) {
            if (known->low >= target) return true;
            if (known->high < target) return false;
            best = known->card;
        }
        const bool reached = answered(node, target, tries(node), [&] { return choose(node, target, &best); });
        if (stopped()) return false;
        if (RaceEntry* entry = memory_.entry(key, node.left)) {
            if (reached)
                entry->low = static_cast<std::int8_t>(std::max<int>(entry->low, target));
            else
                entry->high = static_cast<std::int8_t>(std::min<int>(entry->high, target - 1));
            entry->card = best;
        }
        return reached;
    }

    // What this search answers; or, without it, what follows where a side fails even when it is given more.
    template <typename Search>
    bool answered(const RaceNode& node, int target, Tries& known, Search search) {
        if (const std::optional<bool> refuted = failed_with_more(node, target, known)) return *refuted;
        const std::uint64_t before = nodes_;
        const bool reached = search();
        if (!stopped()) known.plain.add(true, nodes_ - before);
        return reached;
    }

    // The answer, if a side fails even when it is given more. That isn't asked where so far it hasn't been worth what
    // it costs.
    std::optional<bool> failed_with_more(const RaceNode& node, int target, Tries& known) {
        if (methods_.no_bounds) return {};
        const int first = known.with_more[0].as_good_as(known.with_more[1]) ? 0 : 1;
        for (const int side : {first, 1 - first}) {
            const std::optional<RaceNode> more = with_more(race_, node, side);
            if (!more) continue;
            Record& record = known.with_more[side];
            if (!record.as_good_as(known.plain) && !for_once()) continue;
            const std::uint64_t before = nodes_;
            const bool reached = searched(*more, target);
            if (stopped()) return reached;
            const bool failed = reached != ours(side);
            record.add(failed, nodes_ - before);
            if (failed) return reached;
        }
        return {};
    }

    // Of what is kept by the tricks left, the seat to act, the sides spared or at ease and whether a pile may be taken.
    template <typename Kept>
    using ByKind = std::array<std::array<std::array<std::array<std::array<Kept, 2>, 3>, 3>, RACE_SEATS>, RACE_TRICKS>;

    template <typename Kept>
    static Kept& of_kind(ByKind<Kept>& kept, const RaceNode& node) {
        const auto given = [&](int side) { return node.spares(side) + node.eases(side); };
        return kept[node.left][node.seat()][given(0)][given(1)][node.pile.seats != 0];
    }

    Tries& tries(const RaceNode& node) { return of_kind(tries_, node); }

    Plays& plays(const RaceNode& node) { return of_kind(plays_[node.taking.put_away], node); }

    // Now and then it does what seems the worse, or it would never learn that it no longer is.
    bool for_once() { return ++choices_ % FOR_ONCE == 0; }

    // Tries the moves of the seat to act; `best` is the card to try first, and becomes the one that did it.
    bool choose(const RaceNode& node, int target, std::uint8_t* best) {
        const bool own = ours(node.seat());
        const RaceMove likely = likely_play(node, best ? *best : NO_CARD);
        if (likely.card != NO_CARD && decides(node, likely, target, best)) return own;
        if (stopped()) return false;
        const bool in_vain = plays_fail(node, target);
        const std::uint64_t before = nodes_;
        const bool decided = some_decides(node, likely, in_vain, target, best);
        if (stopped()) return false;
        if (node.taking.taken && !in_vain && !decided) plays(node).plain.add(true, nodes_ - before);
        return decided == own;
    }

    // Whether a move decides for the seat to act; one was tried before, and plays may be known to be in vain.
    bool some_decides(const RaceNode& node, RaceMove tried, bool plays_in_vain, int target, std::uint8_t* best) {
        Untried untried(race_, node, methods_.every_card);
        RaceMoves& moves = untried.moves;
        const auto needless = [&](RaceMove move) {
            return move == tried || (plays_in_vain && no_better_than_plays(node, move));
        };
        const auto end = std::remove_if(moves.at.begin(), moves.at.begin() + moves.count, needless);
        moves.count = static_cast<int>(end - moves.at.begin());
        if (moves.count > 1) score(node, moves, best ? *best : NO_CARD, untried.merits);
        return rest_decides(node, untried, target, best);
    }

    // To take the pile takes turns with what comes after it, but for a side with more: that mostly fails whatever it
    // does.
    bool rest_decides(const RaceNode& node, Untried& untried, int target, std::uint8_t* best) {
        auto& [moves, merits, next] = untried;
        for (; next < moves.count; ++next) {
            if (next + 1 < moves.count) pick(moves, merits, next);
            const RaceMove move = moves.at[next];
            if (move.doing == Doing::TAKE && !node.spares(node.seat())) {
                ++next;
                return either([&] { return decides(node, move, target, best); },
                              [&] { return rest_decides(node, untried, target, best); });
            }
            if (decides(node, move, target, best)) return true;
            if (stopped()) return false;
        }
        return false;
    }

    // Whether one of two searches says so. They take turns, each longer than before, lest one be gone through in vain
    // where the other says so at once.
    template <typename First, typename Second>
    bool either(First first, Second second) {
        for (std::uint64_t turn = FIRST_TURN; !stopped(); turn *= LONGER) {
            const std::optional<bool> one = within(turn, first);
            if (one) return *one || second();
            const std::optional<bool> two = within(turn, second);
            if (two) return *two || first();
        }
        return false;
    }

    // What a search answers, if it takes no more than so many nodes.
    template <typename Search>
    std::optional<bool> within(std::uint64_t nodes, Search search) {
        const std::uint64_t before = until_;
        until_ = std::min(before, nodes_ + nodes);
        const bool answer = search();
        const bool given_up = stopped();
        if (until_) until_ = before;
        return given_up ? std::nullopt : std::optional(answer);
    }

    // The play that mostly decides, before all that may be done is looked for: of the card that is best as far as is
    // known, else of the one that last decided. Its card is NO_CARD if it may not be played, or if there may be more
    // to do than to play.
    RaceMove likely_play(const RaceNode& node, int best) {
        const int known = best != NO_CARD ? best : response(node).card;
        RaceMove move{NO_CARD, NO_SWAP, Doing::PLAY};
        if (methods_.every_card || node.pile.seats || node.taking.taken || known == NO_CARD) return move;
        const Mask cards = playable(race_, node);
        if (cards >> known & 1) move.card = static_cast<std::uint8_t>(standing_for(race_, node, cards, known));
        return move;
    }

    // Whether a move decides for the seat to act; then it is noted, and its card becomes the best.
    bool decides(const RaceNode& node, RaceMove move, int target, std::uint8_t* best) {
        if (after(node, move, target) != ours(node.seat()) || stopped()) return false;
        if (best) *best = move.card;
        note(node, move);
        return true;
    }

    // Whether no card that the seat to act may play now that it has taken the pile is of use, even if its side throws
    // none away. That isn't asked where so far it hasn't been worth what it costs.
    bool plays_fail(const RaceNode& node, int target) {
        const int side = node.seat() % 2;
        if (methods_.no_bounds || !node.taking.taken || node.left < WORTH_REMEMBERING) return false;
        std::optional<RaceNode> more = never_throwing(race_, node, side);
        if (!more) return false;
        if (!node.taking.put_away) be_rid(race_, *more, side, 1);  // it could put one away
        more->taking = {};
        Plays& known = plays(node);
        if (!known.with_more.as_good_as(known.plain) && !for_once()) return false;
        const std::uint64_t before = nodes_;
        const bool failed = choose(*more, target, nullptr) != ours(node.seat());
        if (!stopped()) known.with_more.add(failed, nodes_ - before);
        return failed;
    }

    // Plays, and to put a card away that neither the partner may take, nor puts an opponent off or makes one beat.
    bool no_better_than_plays(const RaceNode& node, RaceMove move) const {
        if (move.doing != Doing::PUT_AWAY || partner_may_take(node)) return plays_card(move);
        if (race_.must_beat && node.pile.seats) return false;
        return !(to_put_off(race_, node) >> move.card & 1);
    }

    void note(const RaceNode& node, RaceMove move) {
        if (plays_card(move)) response(node).card = move.card;
        response(node).passes = move.doing == Doing::PASS;
        if (may_take(race_, node)) response(node).takes = move.doing == Doing::TAKE;
        if (node.taking.taken) decider(node).taken[node.taking.put_away] = move;
    }

    static void pick(RaceMoves& moves, Merits& merits, int first) {
        const auto begin = merits.begin() + first;
        const auto found = std::max_element(begin, merits.begin() + moves.count);
        std::swap(*begin, *found);
        std::swap(moves.at[first], moves.at[found - merits.begin()]);
    }

    bool after(const RaceNode& node, RaceMove move, int target) {
        if (move.doing == Doing::TAKE) return asked(node, 1, target);
        if (move.doing == Doing::PUT_PLAIN_AWAY) return plain_put_away(node, target);
        if (move.doing == Doing::PUT_AWAY) return one_put_away(node, move.card, target);
        const int other = forestaller(race_, node, move);
        RaceNode next = node;
        make_move(race_, next, move);
        const bool left = searched(next, target);
        if (other < 0) {
            if (left == ours(node.winner) || stopped() || !may_let_win(race_, node, move)) return left;
            next = node;
            make_move(race_, next, move, true);
            return searched(next, target);
        }
        if (left == ours(other) || stopped()) return left;
        return searched(forestalled(race_, node, move, other), target);
    }

    // Before the seat to act takes the pile, the others from `step` on may swap for cards of pairs.
    bool asked(const RaceNode& node, int step, int target) {
        if (step == RACE_SEATS) return taken(node, left_over(race_, node), target);
        const int seat = (node.seat() + step) % RACE_SEATS;
        const bool left = asked(node, step + 1, target);
        if (left == ours(seat) || stopped()) return left;
        for (int i = 0; i < race_.swap_count; ++i) {
            const Swap& swap = race_.swaps[i];
            if (swap.claim || !can_swap(swap, node, seat) || !of_pair(node, swap.take)) continue;
            RaceNode next = node;
            make_swap(race_, next, seat, swap);
            const bool reached = asked(next, step, target);
            if (reached == ours(seat) || stopped()) return reached;
        }
        return left;
    }

    bool of_pair(const RaceNode& node, int card) const {
        for (const Mask pair : race_.pairs)
            if ((pair >> card & 1) && together(node, pair)) return true;
        return false;
    }

    // The seat to act takes the pile with these cards, and with one of each pair, which it chooses.
    bool taken(const RaceNode& node, Mask along, int target) {
        for (const Mask pair : race_.pairs) {
            if (!together(node, pair) || (pair & along)) continue;
            const bool lower = taken(node, along | (pair & -pair), target);
            if (lower == ours(node.seat()) || stopped()) return lower;
            return taken(node, along | (pair & (pair - 1)), target);
        }
        RaceNode next = node;
        take(race_, next, along);
        bool reached = choose(next, target, nullptr);
        // Four that only what lay open made whole may change the tables now: changing back would part them again.
        const unsigned fours = fours_held_back(race_, next) & fours_with(race_, along);
        for (unsigned some = fours; some && reached != ours(node.seat()) && !stopped(); some = (some - 1) & fours) {
            RaceNode changed = next;
            changed.tables = static_cast<std::uint8_t>(next.tables | some);
            changed.taking.changed = true;
            reached = choose(changed, target, nullptr);
        }
        return reached;
    }

    // The seat to act puts one of its cards away that are no takers. Mostly none is of any use.
    bool plain_put_away(const RaceNode& node, int target) {
        const bool own = ours(node.seat());
        const Mask plain = node.hands[node.seat()] & ~tables_of(race_, node).takers;
        const Mask apart = plain & to_put_off(race_, node);
        const bool only_these = useless(node, plain & ~apart, target);
        Mask rest = different_away(race_, node, only_these ? apart : plain);
        for (; rest && !stopped(); rest &= rest - 1)
            if (one_put_away(node, std::countr_zero(rest), target) == own) return own;
        return !own;
    }

    // The seat to act puts a card away; if it is of four that are held back, these may have changed the tables before.
    bool one_put_away(const RaceNode& node, int card, int target) {
        RaceNode next = node;
        put_away(next, card);
        const bool reached = choose(next, target, nullptr);
        const unsigned fours = fours_held_back(race_, node) & fours_with(race_, bit(card));
        if (!fours || reached == ours(node.seat()) || stopped()) return reached;
        next.tables = static_cast<std::uint8_t>(node.tables | fours);
        return choose(next, target, nullptr);
    }

    // Whether putting one of these cards away for the partner fails even if all are, and the seat keeps them. They must
    // not be such as may put off who takes them.
    bool useless(const RaceNode& node, Mask cards, int target) {
        if (methods_.no_bounds || !cards) return false;
        const std::optional<RaceNode> more = with_all_put_away(race_, node, cards);
        if (!more) return false;
        return choose(*more, target, nullptr) != ours(node.seat()) && !stopped();
    }

    // The order to try moves in: who has taken, what last decided then if that was no play; taking a pile, or passing,
    // where that last decided; the card that last decided against the one that is winning, and then a pile at the
    // latest; what wins the trick for good; else leads from the top and other plays from the bottom. Then to keep both
    // hands, and to put a card away, the strongest first.
    void score(const RaceNode& node, const RaceMoves& moves, std::uint8_t best, Merits& merits) {
        const int seat = node.seat();
        const Mask to_come = opponents_to_come(race_, node);
        const Mask winning = winning_cards(race_, node);
        const bool held = node.played && node.winner % 2 == seat % 2;
        const bool safe = held && !(tables_of(race_, node).beaten_by[node.winning] & to_come);
        const auto [decided, takes, passes] = response(node);
        const RaceMove taken = node.taking.taken ? decider(node).taken[node.taking.put_away] : RaceMove{};
        for (int i = 0; i < moves.count; ++i) {
            const auto [card, swap, doing] = moves.at[i];
            int& merit = merits[i];
            if (!plays_card(moves.at[i])) {
                if (moves.at[i] == taken)
                    merit = FIRST / 2;
                else if (doing == Doing::PASS)
                    merit = passes ? FIRST / 3 : MERIT_OF_PASSING;
                else if (doing == Doing::TAKE)
                    merit = takes ? FIRST / 2 : FIRST / 8;
                else if (doing == Doing::PUT_AWAY)
                    merit = LAST / 2 + tables_of(race_, node).strength[card];
                else
                    merit = doing == Doing::KEEP_BOTH ? LAST / 4 : LAST;
                continue;
            }
            const bool together = doing == Doing::PLAY_TOGETHER;
            const RaceTables& tables = race_.tables[together ? tables_with(node, swap) : node.tables];
            const bool wins = winning >> card & 1;
            const bool sure = wins && !(tables.beaten_by[doing == Doing::LAY ? swap : card] & to_come);
            merit = (node.played ? -tables.strength[card] : tables.strength[card]) + together;
            if (sure && !safe) merit += 1000;
            if (wins && !held && node.played) merit += 100;
            if (card == best)
                merit += FIRST;
            else if (card == decided)
                merit += FIRST / 4;
        }
    }

    const Race& race_;
    RaceGoal goal_;
    int side_;
    RaceMethods methods_;
    RaceTranspositions memory_;
    // By the tricks left, the seats that may take the pile, as bits, and the one to act.
    std::array<std::array<std::array<Decider, RACE_SEATS>, 1 << RACE_SEATS>, RACE_TRICKS> deciders_;
    ByKind<Tries> tries_;
    Tries started_{.with_more = {}, .plain = Record::certain(1000000)};  // within a trick, where a search starts
    std::array<ByKind<Plays>, 2> plays_;  // by whether a card was put away
    std::uint64_t choices_ = 0;
    Limit limit_;
    std::uint64_t nodes_ = 0;
    std::uint64_t before_ = 0;
    std::uint64_t until_ = UNLIMITED;  // stops at more nodes; 0 once the limit is met
};

}  // namespace stova::race
