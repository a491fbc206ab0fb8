// Positions between tricks in which every seat has as many cards of each suit: they have one key. What one is worth
// bounds another, to within the points their cards differ by, if all cards lie alike by whose rank it is worth that
// (M. Ginsberg 1996, Partition search). Included with search.hpp.

// Where the cards held go when those of each group move together, as far down as they can.
inline Places moved(const Layout& layout, Places held) {
    Places slots = held;
    for (const Places group : layout.groups)
        slots = (slots & ~group) | (group & below(lowest(group) + std::popcount(held & group)));
    return slots;
}

// A set whose members have changed places with the next card as long as they may with it, and it isn't a member.
inline Places raised(Places set, Places with_next) {
    while (const Places moving = set & with_next & ~(set >> 1)) set ^= moving | moving << 1;
    return set;
}

// Who has the cards held, by their number among them: those of seats 1 and 3, and those of seats 2 and 3.
struct Owners {
    Places odd, high;
};

// The highest trumps, by which nearly all positions are told apart: looked for by their owners, they are found sooner.
constexpr int TOP_TRUMPS = 3;

// The same when in each loose suit cards lie by their owners: those of seat 0 first, then of 1, 3 and 2.
inline Owners sorted(const Layout& layout, Owners owners, Places held) {
    if (!layout.loose) return owners;
    int first = 0;
    for (const Places suit : layout.suits) {
        const int next = first + std::popcount(held & suit);
        if (suit & layout.loose) {
            const int end = std::max(first, next - (suit == layout.trumps ? TOP_TRUMPS : 0));
            const Places range = below(end) & ~below(first), odd = owners.odd & range, high = owners.high & range;
            const int odd_end = end - std::popcount(high & ~odd);
            owners.high ^= high ^ (range & ~below(end - std::popcount(high)));
            owners.odd ^= odd ^ (below(odd_end) & ~below(odd_end - std::popcount(odd)));
        }
        first = next;
    }
    return owners;
}

// How much less a position may be worth than a relative, card by card: the points its cards have fewer, and of a
// balance those they have more as well. FAR if it is above `most`.
template <bool SIGNED>
int apart(const Layout& layout, Places held, Places other, int most) {
    const Places differ = held ^ other, between = below(std::bit_width(differ)) & ~below(lowest(differ));
    int sum = 0;
    for (held &= between, other &= between; held; held &= held - 1, other &= other - 1) {
        const int fewer = layout.points[lowest(other)] - layout.points[lowest(held)];
        sum += SIGNED ? std::abs(fewer) : std::max(fewer, 0);
        if (sum > most) return FAR;
    }
    return sum;
}

// The same of the cards of each owner.
template <bool SIGNED>
int apart(const Layout& layout, const std::array<Places, MAX_SEATS>& of, Places held, Places other, int most) {
    if (!layout.loose) return held == other ? 0 : apart<SIGNED>(layout, held, other, most);  // owners have one order
    int sum = 0;
    for (int seat = 0; seat < layout.seats && sum <= most; ++seat)
        if ((held ^ other) & of[seat]) sum += apart<SIGNED>(layout, held & of[seat], other & of[seat], most - sum);
    return sum;
}
