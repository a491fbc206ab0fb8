// Uniform divisions of hidden cards among the ways they may have gone, by exact counting. Nothing is checked here.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "limit.hpp"
#include "puzzle.hpp"
#include "random.hpp"
#include "tables.hpp"

namespace stova {

constexpr int SPARE = 2;  // as many cards of a hand may be elsewhere than in its longest suit for that to be counted

// Uniform in [0, 1).
inline double unit(Random& random) {
    const std::uint64_t high = random.below(1u << 26), low = random.below(1u << 27);
    return static_cast<double>(high << 27 | low) * 0x1p-53;
}

// The ways to divide cards among routes, counted and drawn from.
//
// Cards that may go the same ways are one group, and routes open to the same cards one class. A stage gives a number
// of a group's cards to a class; stages form a graph whose nodes are what room is left. A node's weight is the sum over
// the paths from it of the product of 1/m! for the numbers m given: with the factorials of the sizes of the groups, and
// the ways to share a class among its routes, it is the number of ways. All cases begin somewhere in the same graph.
//
// Tests for hands that nearly are of one suit are counted too, for few draws would pass them, and there are few ways to
// be counted: a node then also has how long each suit of the hand is so far, and a group is of cards of the same suits.
class Division {
public:
    // Takes the tests that are counted away from the puzzle. When the limit is met, whose nodes are those of the graph,
    // no way is counted.
    Division(Puzzle& puzzle, Limit limit) : limit_(limit), held_(puzzle.allowed.size(), 0) {
        for (std::size_t i = 0; i <= CARDS; ++i) inverse_[i] = i ? inverse_[i - 1] / static_cast<double>(i) : 1.0;
        const Mask free = fix(puzzle);
        take_tests(puzzle);
        make_classes(puzzle, free);
        make_groups(free);
        known_.resize(stages_.size() + 1);
        for (const auto& capacities : puzzle.cases) add_case(capacities);
        known_.clear();
        if (given_up_) cases_.clear();
    }

    // The number of ways.
    double weight() const { return cases_.empty() ? 0 : cases_.back().upto; }

    // One of the ways, each equally likely: the cards of each route.
    void draw(Random& random, std::vector<Mask>& held) const {
        held = held_;
        std::array<std::array<std::uint8_t, CARDS>, CARDS> bags;
        std::array<int, CARDS> sizes{};
        std::array<std::uint8_t, CARDS> cards;
        const Case& chosen = choose_case(random);
        std::uint32_t at = chosen.root;
        int left = 0;
        for (const Stage& stage : stages_) {
            if (stage.first) left = list(groups_[stage.group], cards);
            const Edge& edge = choose(random, nodes_[at]);
            at = edge.next;
            auto& bag = bags[stage.own];
            for (int i = 0; i < edge.count; ++i)
                bag[static_cast<std::size_t>(sizes[stage.own]++)] = take(random, cards, left);
        }
        for (std::size_t i = 0; i < classes_.size(); ++i)
            share(random, classes_[i], chosen.room, bags[i], sizes[i], held);
    }

private:
    struct Class {
        Mask cards;
        std::vector<std::size_t> routes;
    };
    struct Case {
        std::vector<int> room;  // by route, without what fixed cards take
        std::uint32_t root;
        double upto;  // the number of ways of this case and those before
    };
    struct Stage {
        std::size_t group, own;
        bool first, last;
        std::vector<std::size_t> longer;  // where in Left the lengths are that grow by cards given here
        int later;                        // cards of later groups that could go to the class
    };
    struct Edge {
        double upto;
        std::uint32_t next;
        int count;
    };
    struct Node {
        double weight;
        std::uint32_t first, last;
    };
    // What room is left in each class, then how long the suits of each counted test are so far.
    using Left = std::vector<std::uint8_t>;
    struct Hash {
        std::size_t operator()(const Left& left) const {
            std::uint64_t hash = 0;
            for (const std::uint8_t room : left) hash = (hash ^ room) * 0x9e3779b97f4a7c15;
            return hash ^ hash >> 32;
        }
    };

    // Puts cards that could go one way only on that way, and says which are left.
    Mask fix(const Puzzle& puzzle) {
        Mask once = 0, twice = 0;
        for (const Mask cards : puzzle.allowed) {
            twice |= once & cards;
            once |= cards;
        }
        for (std::size_t route = 0; route < held_.size(); ++route) held_[route] = puzzle.allowed[route] & ~twice;
        return twice;
    }

    void take_tests(Puzzle& puzzle) {
        const auto rare = std::stable_partition(puzzle.tests.begin(), puzzle.tests.end(),
                                                [&](const LengthTest& test) { return !nearly_one_suit(puzzle, test); });
        counted_.assign(rare, puzzle.tests.end());
        puzzle.tests.erase(rare, puzzle.tests.end());
    }

    bool nearly_one_suit(const Puzzle& puzzle, const LengthTest& test) const {
        if (puzzle.cases.empty()) return false;
        const Mask fixed = gather(held_, test.routes);
        const Lengths lengths = test.lengths(fixed);
        int most = *std::max_element(lengths.begin(), lengths.end()) - std::popcount(fixed);
        for (std::size_t route = 0; route < held_.size(); ++route)
            if (test.routes >> route & 1) most += puzzle.cases.front()[route];
        return most - test.least <= SPARE;
    }

    // Whether two routes are of the same counted tests.
    bool counted_alike(std::size_t one, std::size_t other) const {
        return std::all_of(counted_.begin(), counted_.end(), [&](const LengthTest& test) {
            return (test.routes >> one & 1) == (test.routes >> other & 1);
        });
    }

    void make_classes(const Puzzle& puzzle, Mask free) {
        for (std::size_t route = 0; route < held_.size(); ++route) {
            const Mask cards = puzzle.allowed[route] & free;
            const auto same = std::find_if(classes_.begin(), classes_.end(), [&](const Class& own) {
                return own.cards == cards && counted_alike(own.routes.front(), route);
            });
            if (same == classes_.end())
                classes_.push_back({cards, {route}});
            else
                same->routes.push_back(route);
        }
    }

    void add_case(std::vector<int> room) {
        double weight = 1;
        for (std::size_t route = 0; route < room.size(); ++route) {
            room[route] -= std::popcount(held_[route]);
            if (room[route] < 0) weight = 0;
        }
        std::uint32_t root = 0;
        if (weight > 0) {
            Left left;
            for (const Class& own : classes_) {
                int sum = 0;
                for (const std::size_t route : own.routes) {
                    sum += room[route];
                    weight *= inverse_[static_cast<std::size_t>(room[route])];
                }
                weight /= inverse_[static_cast<std::size_t>(sum)];
                left.push_back(static_cast<std::uint8_t>(sum));
            }
            for (const LengthTest& test : counted_) {
                const Lengths lengths = test.lengths(gather(held_, test.routes));
                left.insert(left.end(), lengths.begin(), lengths.end());
            }
            for (const Mask group : groups_) weight /= inverse_[static_cast<std::size_t>(std::popcount(group))];
            root = node(0, left, groups_.empty() ? 0 : std::popcount(groups_[0]));
            weight *= nodes_[root].weight;
        }
        if (weight > 0) cases_.push_back({std::move(room), root, this->weight() + weight});
    }

    // Groups in an order that finishes the classes open to few of them early, which keeps the graph small.
    void make_groups(Mask free) {
        std::map<std::vector<bool>, Mask> groups;
        for (Mask rest = free; rest; rest &= rest - 1) {
            std::vector<bool> ways;
            for (const Class& own : classes_) ways.push_back((own.cards & rest & -rest) != 0);
            for (const LengthTest& test : counted_)
                for (const Mask suit : test.suits) ways.push_back((suit & rest & -rest) != 0);
            groups[ways] |= rest & -rest;
        }
        while (!groups.empty()) {
            const std::size_t next = narrowest(groups);
            for (auto at = groups.begin(); at != groups.end();) {
                if (at->first[next]) {
                    add_stages(at->first, at->second);
                    at = groups.erase(at);
                } else {
                    ++at;
                }
            }
        }
        set_later();
    }

    // The class open to the fewest groups, but at least one.
    std::size_t narrowest(const std::map<std::vector<bool>, Mask>& groups) const {
        std::size_t best = 0, fewest = CARDS + 1;
        for (std::size_t own = 0; own < classes_.size(); ++own) {
            const auto open = static_cast<std::size_t>(
                std::count_if(groups.begin(), groups.end(), [own](const auto& group) { return group.first[own]; }));
            if (open && open < fewest) best = own, fewest = open;
        }
        return best;
    }

    void add_stages(const std::vector<bool>& ways, Mask cards) {
        const std::size_t before = stages_.size();
        for (std::size_t own = 0; own < classes_.size(); ++own)
            if (ways[own])
                stages_.push_back({groups_.size(), own, stages_.size() == before, false, longer(own, cards), 0});
        stages_.back().last = true;
        groups_.push_back(cards);
    }

    std::vector<std::size_t> longer(std::size_t own, Mask cards) const {
        std::vector<std::size_t> found;
        for (std::size_t test = 0; test < counted_.size(); ++test)
            for (std::size_t suit = 0; suit < SUITS; ++suit)
                if (counted_[test].routes >> classes_[own].routes.front() & 1 && counted_[test].suits[suit] & cards)
                    found.push_back(classes_.size() + test * SUITS + suit);
        return found;
    }

    void set_later() {
        std::vector<int> later(classes_.size());
        for (std::size_t at = stages_.size(); at--;) {
            stages_[at].later = later[stages_[at].own];
            later[stages_[at].own] += std::popcount(groups_[stages_[at].group]);
        }
    }

    // The node of a stage with this much room left in the classes and `cards` of the group left.
    std::uint32_t node(std::size_t stage, const Left& left, int cards) {
        const auto known = known_[stage].find(left);
        if (known != known_[stage].end()) return known->second;
        given_up_ = given_up_ || limit_.met(nodes_.size());
        const auto [weight, edges] = edges_of(stage, left, cards);
        const auto first = static_cast<std::uint32_t>(edges_.size());
        edges_.insert(edges_.end(), edges.begin(), edges.end());
        nodes_.push_back({weight, first, static_cast<std::uint32_t>(edges_.size())});
        const auto index = static_cast<std::uint32_t>(nodes_.size() - 1);
        known_[stage].emplace(left, index);
        return index;
    }

    Lengths lengths(const Left& left, std::size_t test) const {
        Lengths found;
        std::copy_n(left.begin() + static_cast<std::ptrdiff_t>(classes_.size() + test * SUITS), SUITS, found.begin());
        return found;
    }

    bool complete(const Left& left) const {
        for (std::size_t own = 0; own < classes_.size(); ++own)
            if (left[own]) return false;
        for (std::size_t test = 0; test < counted_.size(); ++test)
            if (!counted_[test].accepts(lengths(left, test))) return false;
        return true;
    }

    // Whether a counted test will fail whatever follows.
    bool hopeless(const Left& left) const {
        for (std::size_t test = 0; test < counted_.size(); ++test) {
            const Lengths found = lengths(left, test);
            int longest = *std::max_element(found.begin(), found.end());
            if (longest > counted_[test].most) return true;
            for (std::size_t own = 0; own < classes_.size(); ++own)
                if (counted_[test].routes >> classes_[own].routes.front() & 1) longest += left[own];
            if (longest < counted_[test].least) return true;
        }
        return false;
    }

    std::pair<double, std::vector<Edge>> edges_of(std::size_t at, const Left& left, int cards) {
        if (at == stages_.size()) return {complete(left) ? 1.0 : 0.0, {}};
        const Stage& stage = stages_[at];
        const int room = left[stage.own];
        double weight = 0;
        std::vector<Edge> edges;
        int elsewhere = 0;
        for (std::size_t other = at; !stages_[other].last; ++other) elsewhere += left[stages_[other + 1].own];
        const int least = std::max({0, cards - elsewhere, room - stage.later});
        Left after = left;
        for (int count = least; count <= std::min(cards, room) && !given_up_; ++count) {
            after[stage.own] = static_cast<std::uint8_t>(room - count);
            for (const std::size_t length : stage.longer)
                after[length] = static_cast<std::uint8_t>(left[length] + count);
            if (hopeless(after)) continue;
            const bool more = stage.last && at + 1 < stages_.size();
            const int to_come = more ? std::popcount(groups_[stage.group + 1]) : cards - count;
            const std::uint32_t next = node(at + 1, after, to_come);
            const double own = inverse_[static_cast<std::size_t>(count)] * nodes_[next].weight;
            if (own == 0) continue;
            weight += own;
            edges.push_back({weight, next, count});
        }
        return {weight, edges};
    }

    const Case& choose_case(Random& random) const {
        std::size_t chosen = 0;
        if (cases_.size() > 1) {
            const double at = unit(random) * weight();
            while (chosen + 1 < cases_.size() && cases_[chosen].upto <= at) ++chosen;
        }
        return cases_[chosen];
    }

    const Edge& choose(Random& random, const Node& node) const {
        std::uint32_t edge = node.first;
        if (node.last - node.first > 1) {
            const double at = unit(random) * node.weight;
            while (edge + 1 < node.last && edges_[edge].upto <= at) ++edge;
        }
        return edges_[edge];
    }

    static int list(Mask mask, std::array<std::uint8_t, CARDS>& cards) {
        int size = 0;
        for (; mask; mask &= mask - 1)
            cards[static_cast<std::size_t>(size++)] = static_cast<std::uint8_t>(std::countr_zero(mask));
        return size;
    }

    static std::uint8_t take(Random& random, std::array<std::uint8_t, CARDS>& cards, int& left) {
        const auto place = left > 1 ? random.below(static_cast<std::uint32_t>(left)) : 0;
        const std::uint8_t card = cards[place];
        cards[place] = cards[static_cast<std::size_t>(--left)];
        return card;
    }

    static void share(Random& random, const Class& own, const std::vector<int>& room,
                      std::array<std::uint8_t, CARDS>& bag, int size, std::vector<Mask>& held) {
        for (std::size_t i = 0; i + 1 < own.routes.size(); ++i)
            for (int taken = 0; taken < room[own.routes[i]]; ++taken)
                held[own.routes[i]] |= bit(take(random, bag, size));
        for (int i = 0; i < size; ++i) held[own.routes.back()] |= bit(bag[static_cast<std::size_t>(i)]);
    }

    Limit limit_;
    bool given_up_ = false;
    std::vector<LengthTest> counted_;
    std::vector<Mask> held_;  // the cards that could go one way only, by route
    std::vector<Class> classes_;
    std::vector<Case> cases_;
    std::vector<Mask> groups_;
    std::vector<Stage> stages_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<std::unordered_map<Left, std::uint32_t, Hash>> known_;
    std::array<double, CARDS + 1> inverse_{};
};

}  // namespace stova
