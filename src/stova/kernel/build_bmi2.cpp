// Search and play-outs for processors with BMI2.
#include "builds.hpp"
#include "random.hpp"

#if STOVA_TWICE
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("bmi,bmi2,popcnt")
#endif
#define STOVA_WITH_BMI2 1
namespace stova::bmi2 {
#include "build_parts.hpp"
}  // namespace stova::bmi2
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
