// A small generator of random numbers: splitmix64, a counter and a mixing function.
#pragma once

#include <cstdint>

namespace stova {

class Random {
public:
    // Stream `index` of `seed`; the streams start at unrelated places of the generator's period.
    Random(std::uint64_t seed, std::uint64_t index) : state_(mix(mix(seed + GAMMA) + index)) {}

    // Uniform in 0..n-1, n > 0, to within n / 2^32.
    std::uint32_t below(std::uint32_t n) {
        const std::uint64_t random = mix(state_ += GAMMA) >> 32;
        return static_cast<std::uint32_t>(random * n >> 32);
    }

private:
    static constexpr std::uint64_t GAMMA = 0x9e3779b97f4a7c15;

    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }

    std::uint64_t state_;
};

}  // namespace stova
