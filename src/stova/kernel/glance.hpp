// Bounds of a position between tricks that are seen without a search. Included with search.hpp.

// The rest of the play as a question: is it worth `need`?
struct Rest {
    int leader;
    int left;
    int taken;
    int need;
};

struct Bounds {
    int low, high;
};

inline Bounds narrower(Bounds one, Bounds other) {
    return {std::max(one.low, other.low), std::min(one.high, other.high)};
}

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

    // What the rest is worth at least and at most. `bonuses` may still be made; at `first` nobody has taken a trick.
    Bounds bounds(const Rest& rest, int bonuses, bool first) const {
        const bool own_leads = aim_.own[rest.leader];
        const Places masters = layout_.chained ? cashable(rest.leader) : 0;
        const Sure sure{above(own_leads) | masters, above(!own_leads), std::popcount(masters),
                        masters == held_[rest.leader]};
        if constexpr (GOAL == Goal::ALONE)
            return {sure.all && own_leads && !first ? points_ : 0, most_tricks(own_leads, sure)};
        if constexpr (GOAL == Goal::TRICKS) return {least_tricks(own_leads, sure), most_tricks(own_leads, sure)};
        if constexpr (GOAL == Goal::POINTS) return points(own_leads, sure);
        if constexpr (GOAL == Goal::BALANCE)
            return with_pit(balance(own_leads, sure, bonuses), rest.taken, own_leads, sure);
        if constexpr (GOAL == Goal::BONUSES) {
            const Bounds known = balance(own_leads, sure, bonuses);
            const int pit = rest.taken & OWN ? 0 : aim_.pit[1];
            return {aim_.balance + known.low - pit > 0 ? FAR : -bonuses - pit,
                    aim_.balance + known.high > 0 ? FAR : 0};
        }
    }

private:
    // Cards that win for the leader's party and for the other, how many of them the leader can take tricks with one
    // after another, and whether those are all it has.
    struct Sure {
        Places leading, other;
        int cashed;
        bool all;
    };

    int least_tricks(bool own_leads, const Sure& sure) const {
        if (!own_leads) return most_in_a_hand(sure.other);
        return sure.all ? points_ : std::max(sure.cashed, most_in_a_hand(sure.leading));
    }

    int most_tricks(bool own_leads, const Sure& sure) const {
        if (own_leads) return points_ - most_in_a_hand(sure.other);
        return sure.all ? 0 : points_ - std::max(sure.cashed, most_in_a_hand(sure.leading));
    }

    Bounds points(bool own_leads, const Sure& sure) const {
        const int leaders = sure.all ? points_ : sure_points(own_leads, sure.leading, sure.cashed);
        const int others = sure_points(!own_leads, sure.other, 0);
        return own_leads ? Bounds{leaders, points_ - others} : Bounds{others, points_ - leaders};
    }

    // Without pit.
    Bounds balance(bool own_leads, const Sure& sure, int bonuses) const {
        const Bounds own = points(own_leads, sure);
        return {2 * own.low - points_ - (sure.all && own_leads ? 0 : bonuses),
                2 * own.high - points_ + (sure.all && !own_leads ? 0 : bonuses)};
    }

    Bounds with_pit(Bounds known, int taken, bool own_leads, const Sure& sure) const {
        const Places ours = own_leads ? sure.leading : sure.other, theirs = own_leads ? sure.other : sure.leading;
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
        return layout_.chained ? party_[own] & layout_.trumps & past(party_[!own] & layout_.trumps) : 0;
    }

    // Cards that win a trick each when their holder leads them one after another, trumps first.
    Places cashable(int leader) const {
        Places result = 0, trumps = 0;
        for (int n = 1; n < layout_.seats; ++n) trumps |= held_[after(leader, n, layout_.seats)] & layout_.trumps;
        int trumps_led = 0;
        for (std::size_t i = layout_.suits.size(); i-- > 0;) {
            const Places suit = layout_.suits[i], mine = hands_[leader] & suit;
            if (!mine) continue;
            const Others others = against(leader, suit, trumps, trumps_led);
            Places tops = mine & past(others.cards);
            const bool drawn = std::popcount(tops) >= others.longest;
            if (suit == layout_.trumps) {
                if (drawn) tops = mine, trumps = 0;
                trumps_led = std::popcount(tops);
            } else {
                if (!trumps && drawn) tops = mine;
                while (std::popcount(tops) > others.safe) tops &= tops - 1;
            }
            result |= tops;
        }
        return result;
    }

    // All others' cards of a suit, how many leads it takes to draw them, and how many of them nobody can ruff.
    struct Others {
        Places cards = 0;
        int longest = 0;
        int safe = PLACES;
    };

    // Who has trumps covered may discard from a suit while trumps are led, and ruff it later on.
    Others against(int leader, Places suit, Places trumps, int trumps_led) const {
        Others others;
        for (int n = 1; n < layout_.seats; ++n) {
            const int seat = after(leader, n, layout_.seats);
            const Places all = held_[seat];
            others.cards |= all & suit;
            const bool more_covered = COVERS && all & ~hands_[seat] & suit;
            others.longest = std::max(others.longest, more_covered ? PLACES : std::popcount(all & suit));
            if (!(all & trumps)) continue;
            const int discards = COVERS ? std::max(0, trumps_led - std::popcount(hands_[seat] & trumps)) : 0;
            others.safe = std::min(others.safe, std::max(0, std::popcount(hands_[seat] & suit) - discards));
        }
        return others;
    }

    // What a party gets with cards that win, `cashed` of them one after another: their points, and at least the fewest
    // points that the other party has to play to them.
    int sure_points(bool own, Places cards, int cashed) const {
        if (!cards) return 0;
        int sum = 0;
        each(cards, [&](int place) { sum += layout_.points[place]; });
        const int tricks = std::max(cashed, most_in_a_hand(cards));
        for (int seat = 0; seat < layout_.seats; ++seat) sum += aim_.own[seat] == own ? 0 : fewest(held_[seat], tricks);
        return sum;
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

    int most_in_a_hand(Places cards) const {
        int most = 0;
        for (const Places held : held_) most = std::max(most, std::popcount(cards & held));
        return most;
    }

    const Layout& layout_;
    const Aim& aim_;
    const std::array<Places, MAX_SEATS>& hands_;
    const int points_;
    std::array<Places, MAX_SEATS> held_{};
    std::array<Places, 2> party_{};  // cards of the others, of the own seats
};
