// The searches, compiled once for any processor and once for those with BMI2, each in a file of its own.
#pragma once

#include "aims.hpp"
#include "playout.hpp"

// The build with sanitizers has the portable search alone, so that both are tested somewhere.
#if STOVA_BMI2 && !defined(__SANITIZE_ADDRESS__)
#define STOVA_TWICE 1
#endif

// `solve` says what a play comes to, or every card that the seat to act may play; `expect` gives `row` the values of
// the legal cards, lowest first, in one position, and says whether it went through before the limit was met.

namespace stova::portable {

Solution solve(const Question& question, Transpositions& table);
bool expect(const Expectation& asked, const Position& position, int had, Transpositions& table, std::uint64_t stream,
            float* row, Limit& asking);

}  // namespace stova::portable

namespace stova::bmi2 {

Solution solve(const Question& question, Transpositions& table);
bool expect(const Expectation& asked, const Position& position, int had, Transpositions& table, std::uint64_t stream,
            float* row, Limit& asking);

}  // namespace stova::bmi2
