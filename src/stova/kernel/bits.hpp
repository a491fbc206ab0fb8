// Packing, spreading and selecting bits, which BMI2 has instructions for. Included by build_parts.hpp.

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

// The other way round: the cards held with these numbers.
inline Places expand(Places numbers, Places held) {
#if STOVA_WITH_BMI2
    return _pdep_u32(numbers, held);
#else
    Places result = 0;
    for (; held; held &= held - 1, numbers >>= 1)
        if (numbers & 1) result |= at(lowest(held));
    return result;
#endif
}

// The place of the n-th of a set, from 0.
inline int nth(Mask set, std::uint32_t n) {
#if STOVA_WITH_BMI2
    return std::countr_zero(_pdep_u64(Mask{1} << n, set));
#else
    for (; n > 0; --n) set &= set - 1;
    return std::countr_zero(set);
#endif
}
