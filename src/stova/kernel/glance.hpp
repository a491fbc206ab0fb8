// Bounds of a position between tricks that are seen without a search. Included with search.hpp.

// The rest of the play as a question: is it worth `target`?
struct Rest {
    int leader;
    int left;
    int taken;
    int target;
};

// Bounds, and the cards on whose ranks each rests: whoever has other cards of a suit instead of those below these, it
// holds as well, but for the points of the cards.
struct Bounds {
    int low, high;
    Places low_ranks = 0, high_ranks = 0;
};

// All that a seat with this hand has still to play.
template <bool COVERS>
Places holding(const Layout& layout, Places hand) {
    Places cards = hand;
    if constexpr (COVERS) each(hand & layout.uppers, [&](int upper) { cards |= layout.under[upper]; });
    return cards;
}

template <Goal GOAL, bool COVERS>
class Glance {
public:
    // `points` are those to come, or the tricks.
    Glance(const Layout& layout, const Aim& aim, const std::array<Places, MAX_SEATS>& hands, int points)
        : layout_(layout), aim_(aim), hands_(hands), points_(points) {
        for (int seat = 0; seat < layout_.seats; ++seat) {
            held_[seat] = holding<COVERS>(layout_, hands_[seat]);
            party_[aim_.own[seat]] |= held_[seat];
        }
    }

    // What the rest is worth at least and at most.
    Bounds bounds(const Rest& rest, const Chances& bonuses) const {
        const bool own_leads = aim_.own[rest.leader];
        const auto [masters, ranks] = layout_.chained ? cashable(rest.leader) : Masters{};
        Bounds result = values(rest, bonuses, masters);
        if (layout_.loose) {
            result.low_ranks = above(true) | (own_leads ? ranks : 0);
            result.high_ranks = above(false) | (own_leads ? 0 : ranks);
        }
        return result;
    }

private:
    // The bounds alone; `masters` are those of the leader.
    Bounds values(const Rest& rest, const Chances& bonuses, Places masters) const {
        const bool own_leads = aim_.own[rest.leader];
        const Places kept = layout_.chained && layout_.seats == 2 ? kept_by(1 - rest.leader) : 0;
        const Both sure{sure_of(own_leads, masters), sure_of(!own_leads, kept), masters == held_[rest.leader]};
        if constexpr (GOAL == Goal::ALONE)
            return {sure.all && own_leads ? points_ : 0, most_tricks(own_leads, sure)};
        if constexpr (GOAL == Goal::TRICKS) return {least_tricks(own_leads, sure), most_tricks(own_leads, sure)};
        if constexpr (GOAL == Goal::POINTS) return points(own_leads, sure);
        if constexpr (GOAL == Goal::BALANCE)
            return with_pit(balance(own_leads, sure, bonuses), rest.taken, own_leads, sure);
        if constexpr (GOAL == Goal::BONUSES) {
            const Bounds known = balance(own_leads, sure, bonuses);
            const int pit = rest.taken & OWN ? 0 : aim_.pit[1];
            return {aim_.balance + known.low - pit > 0 ? FAR : -bonuses.others - pit,
                    aim_.balance + known.high > 0 ? FAR : 0};
        }
    }

    // How many tricks and how many points a party is sure of.
    struct Sure {
        int tricks, points;
    };

    // What the leader's party and the other are sure of, and whether the leader can take all tricks.
    struct Both {
        Sure leading, other;
        bool all;
    };

    int least_tricks(bool own_leads, const Both& sure) const {
        if (!own_leads) return sure.other.tricks;
        return sure.all ? points_ : sure.leading.tricks;
    }

    int most_tricks(bool own_leads, const Both& sure) const {
        if (own_leads) return points_ - sure.other.tricks;
        return sure.all ? 0 : points_ - sure.leading.tricks;
    }

    Bounds points(bool own_leads, const Both& sure) const {
        const int leaders = sure.all ? points_ : sure.leading.points, others = sure.other.points;
        return own_leads ? Bounds{leaders, points_ - others} : Bounds{others, points_ - leaders};
    }

    // Without pit.
    Bounds balance(bool own_leads, const Both& sure, const Chances& bonuses) const {
        const Bounds own = points(own_leads, sure);
        return {2 * own.low - points_ - (sure.all && own_leads ? 0 : bonuses.others),
                2 * own.high - points_ + (sure.all && !own_leads ? 0 : bonuses.own)};
    }

    Bounds with_pit(Bounds known, int taken, bool own_leads, const Both& sure) const {
        const int ours = (own_leads ? sure.leading : sure.other).tricks;
        const int theirs = (own_leads ? sure.other : sure.leading).tricks;
        if (!(taken & OTHERS)) {
            if (!theirs) known.high += aim_.pit[0];
            if (sure.all && own_leads) known.low += aim_.pit[0];
        }
        if (!(taken & OWN)) {
            if (!ours) known.low -= aim_.pit[1];
            if (sure.all && !own_leads) known.high -= aim_.pit[1];
        }
        return known;
    }

    // Cards of a party that win whatever trick they come to: trumps above all of the other party's.
    Places above(bool own) const {
        return party_[own] & layout_.trumps & past(party_[!own] & layout_.trumps);
    }

    // Cards that win a trick each when their holder leads them one after another, and those that do by their rank.
    struct Masters {
        Places cards = 0, ranks = 0;
    };

    // Trumps first where they draw all others', else last.
    Masters cashable(int leader) const {
        Masters result;
        Places trumps = 0;
        for (int n = 1; n < layout_.seats; ++n) trumps |= held_[after(leader, n, layout_.seats)] & layout_.trumps;
        for (std::size_t i = layout_.suits.size(); i-- > 0;) {
            const Places suit = layout_.suits[i], mine = hands_[leader] & suit;
            if (!mine) continue;
            const Others others = against(leader, suit, trumps);
            Places tops = mine & past(others.cards);
            const bool drawn = std::popcount(tops) >= others.longest;
            Places ranks = tops;
            while (std::popcount(ranks) > others.longest) ranks &= ranks - 1;
            result.ranks |= ranks;
            if (suit == layout_.trumps) {
                if (drawn) tops = mine, trumps = 0;
            } else {
                if (!trumps && drawn) tops = mine;
                while (std::popcount(tops) > others.safe) tops &= tops - 1;
            }
            result.cards |= tops;
        }
        return result;
    }

    // Cards other than trumps that win a trick each for the one of two seats that doesn't lead, if it keeps them until
    // it leads or their suit is led. Until then the leader can't get rid of its own cards of the suit, and it follows
    // with them afterwards. What lies under a card that is kept can't be played, so those that cover none are chosen.
    Places kept_by(int seat) const {
        const Places hand = hands_[seat], against = held_[1 - seat];
        if (!(against & layout_.trumps) && !(COVERS && hand & layout_.uppers))
            if (const Places all = kept_without_ruffs(seat)) return all;
        const Places choice = hand & ~(layout_.trumps | (COVERS ? layout_.uppers : 0));
        Places result = 0;
        for (const Places suit : layout_.suits) {
            Places tops = choice & suit & past(against & suit);
            while (std::popcount(tops) > std::popcount(hands_[1 - seat] & suit)) tops &= tops - 1;
            result |= tops;
        }
        return result;
    }

    // The same where the leader has no trumps and the other seat covers no cards; nothing where it may have to part
    // with one. With a trump it is sure to lead before; else it is if the leader must lead one of their suits before.
    // A suit's low cards win while the leader's lie covered, and its high ones draw what has been turned up.
    Places kept_without_ruffs(int seat) const {
        const Places hand = hands_[seat] & ~layout_.trumps, against = held_[1 - seat];
        Places result = 0, led = 0;
        for (const Places suit : layout_.suits) {
            const Places tops = hand & suit & past(against & suit);
            if (tops) led |= against & suit;
            const bool drawn = std::popcount(tops) >= std::popcount(against & suit);
            result |= drawn ? hand & suit : tops;
        }
        return hands_[seat] & layout_.trumps || std::popcount(result) <= std::popcount(led) ? result : 0;
    }

    // All others' cards of a suit, how many leads it takes to draw them, and how many of them nobody can ruff.
    struct Others {
        Places cards = 0;
        int longest = 0;
        int safe = PLACES;
    };

    Others against(int leader, Places suit, Places trumps) const {
        Others others;
        for (int n = 1; n < layout_.seats; ++n) {
            const int seat = after(leader, n, layout_.seats);
            const Places all = held_[seat];
            others.cards |= all & suit;
            const bool more_covered = COVERS && all & ~hands_[seat] & suit;
            others.longest = std::max(others.longest, more_covered ? PLACES : std::popcount(all & suit));
            if (all & trumps) others.safe = std::min(others.safe, std::popcount(hands_[seat] & suit));
        }
        return others;
    }

    // What a party gets with trumps above all others, with `masters` of one of its seats, and with what other trumps of
    // one of its hands win at least: the points of all these, and the fewest that must fall to their tricks. To look
    // closely is worth its time in long plays only, as those with covered cards are.
    Sure sure_of(bool own, Places masters) const {
        if (!layout_.chained) return {0, 0};
        const Places cards = above(own) | masters;
        Sure sure{0, 0};
        for (int seat = 0; seat < layout_.seats; ++seat) {
            if (aim_.own[seat] != own) continue;
            Sure more{0, 0};
            if constexpr (COVERS) more = unbeaten(held_[seat] & layout_.trumps & ~cards, party_[!own] & layout_.trumps);
            sure.tricks = std::max(sure.tricks, more.tricks + std::popcount(cards & held_[seat]));
            sure.points = std::max(sure.points, more.points);
        }
        if (!sure.tricks) return sure;
        each(cards, [&](int place) { sure.points += layout_.points[place]; });
        for (int seat = 0; seat < layout_.seats; ++seat)
            if (aim_.own[seat] != own)
                sure.points += COVERS ? falling(seat, masters, sure.tricks) : fewest(held_[seat], sure.tricks);
        return sure;
    }

    // How many trumps of one hand win at least, and the fewest points that so many can have: none loses but to a higher
    // trump, and each of those beats one.
    Sure unbeaten(Places trumps, Places against) const {
        Sure sure{0, 0};
        Places beaten = 0;
        while (trumps) {
            const int highest = std::bit_width(trumps) - 1;
            trumps &= ~at(highest), beaten |= at(highest);
            if (std::popcount(beaten) <= std::popcount(against & ~below(highest))) continue;
            const int winning = poorest(beaten);
            beaten &= ~at(winning);
            ++sure.tricks, sure.points += layout_.points[winning];
        }
        return sure;
    }

    // The card with the fewest points, or one of them.
    int poorest(Places cards) const {
        for (const Worth& worth : layout_.worths)
            if (cards & worth.cards) return lowest(cards & worth.cards);
        return lowest(cards);
    }

    // The fewest points that a seat must play to so many tricks, when those led by `masters` against it are among them.
    int falling(int seat, Places masters, int tricks) const {
        Places rest = held_[seat];
        int sum = 0;
        for (const Places suit : layout_.suits) {
            int followed = std::min(std::popcount(masters & suit), std::popcount(hands_[seat] & suit));
            for (; followed > 0; --followed, --tricks) {
                const int place = poorest(rest & suit);
                sum += layout_.points[place], rest &= ~at(place);
            }
        }
        return sum + fewest(rest, tricks);
    }

    // The fewest points of so many cards.
    int fewest(Places hand, int cards) const {
        int sum = 0;
        for (const Worth& worth : layout_.worths) {
            const int count = std::min(cards, std::popcount(hand & worth.cards));
            sum += count * worth.points, cards -= count;
        }
        return sum;
    }

    const Layout& layout_;
    const Aim& aim_;
    const std::array<Places, MAX_SEATS>& hands_;
    const int points_;
    std::array<Places, MAX_SEATS> held_{};
    std::array<Places, 2> party_{};  // cards of the others, of the own seats
};
