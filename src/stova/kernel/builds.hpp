// Search and play-outs, compiled once for any processor and once for those with BMI2, each in a file of its own.
#pragma once

#include "aims.hpp"

// The build with sanitizers has the portable ones alone, so that both are tested somewhere.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define STOVA_TWICE 1
#include <immintrin.h>
#endif

namespace stova {

// `solve` says what a play comes to, or every card that the seat to act may play; `expect` gives `row` the values of
// the legal cards, lowest first, in one position, and says whether it went through before the limit was met.
struct Build {
    Solution (*solve)(const Question& question, Transpositions& table);
    bool (*expect)(const Expectation& asked, const Position& position, int had, Transpositions& table,
                   std::uint64_t stream, float* row, Limit& asking);
    void (*play_out)(const Job& job);
};

namespace portable {
extern const Build BUILD;
}
namespace bmi2 {
extern const Build BUILD;
}

// Whether there is a build for this processor besides the portable one.
inline bool fast() {
#if STOVA_TWICE
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

inline const Build& build([[maybe_unused]] bool portable) {
#if STOVA_TWICE
    if (!portable && fast()) return bmi2::BUILD;
#endif
    return portable::BUILD;
}

}  // namespace stova
