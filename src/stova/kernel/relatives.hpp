// Positions between tricks whose cards differ in points and in what has been played between them, but in nothing else:
// what one is worth bounds the others. They have one key. Included with search.hpp.

// The places of a set among those held, as if no others were.
inline Places compress(Places set, Places held) {
#if STOVA_WITH_BMI2
    return _pext_u32(set, held);
#else
    Places result = 0;
    for (int n = 0; held; held &= held - 1, ++n) result |= (set >> lowest(held) & 1) << n;
    return result;
#endif
}

// The place of the n-th of a set, from 0.
inline int nth(Places set, int n) {
#if STOVA_WITH_BMI2
    return lowest(_pdep_u32(at(n), set));
#else
    for (; n > 0; --n) set &= set - 1;
    return lowest(set);
#endif
}

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
