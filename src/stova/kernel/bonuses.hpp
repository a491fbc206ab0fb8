// The bonuses that may still be made in a search, and by whom. Included with search.hpp.

// What each party may still make by bonuses.
struct Chances {
    int own = 0, others = 0;
};

// The cards that may win a trick with all these.
inline Places winners(const Layout& layout, Places cards) {
    if (!layout.chained) return below(PLACES);
    if (const Places trumps = cards & layout.trumps) return layout.trumps & ~below(std::bit_width(trumps) - 1);
    Places beaten = 0;
    for (const Places suit : layout.suits)
        if (cards & suit) beaten |= cards & suit & below(std::bit_width(cards & suit) - 1);
    return ~beaten;
}

class Bonuses {
public:
    // Those of which no seat holds two cards; `lost`: what the own seats win goes to the others, too.
    Bonuses(const Layout& layout, const Aim& aim, const std::array<Places, MAX_SEATS>& held, bool lost)
        : layout_(layout) {
        for (std::size_t n = 0; n < layout.bonuses.size(); ++n) {
            const Places cards = layout.bonuses[n].cards;
            const auto several = [&](Places hand) { return std::popcount(cards & hand) > 1; };
            left_.cards |= cards;
            if (std::any_of(held.begin(), held.end(), several)) continue;
            const std::uint64_t bonus = std::uint64_t{1} << n;
            const Places winning = winners(layout, cards);
            left_.which |= bonus;
            for (int seat = 0; seat < layout.seats; ++seat)
                if (or_else(held[seat] & cards, held[seat]) & winning)
                    (aim.own[seat] ? for_own_ : for_others_) |= bonus;
        }
        if (lost) for_others_ = left_.which;
    }

    // As bits, and all their cards. At first those of all bonuses, since rules of thumb tell them apart.
    struct Left {
        std::uint64_t which = 0;
        Places cards = 0;
    };

    const Left& left() const { return left_; }
    void restore(const Left& left) { left_ = left; }

    // Lets go of those not all of whose cards are held. Of the rest, who could make one at first still can.
    Chances narrow(Places held) {
        Chances sums;
        Left kept;
        for (std::uint64_t rest = left_.which; rest; rest &= rest - 1) {
            const std::uint64_t first = rest & (~rest + 1);
            const PlacedBonus& bonus = layout_.bonuses[static_cast<std::size_t>(std::countr_zero(rest))];
            if (bonus.cards & ~held) continue;
            kept.which |= first;
            kept.cards |= bonus.cards;
            if (for_own_ & first) sums.own += bonus.worth;
            if (for_others_ & first) sums.others += bonus.worth;
        }
        left_ = kept;
        return sums;
    }

private:
    const Layout& layout_;
    Left left_;
    std::uint64_t for_own_ = 0, for_others_ = 0;  // of those at first, what a party may win
};
