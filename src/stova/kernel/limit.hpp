// When a search gives up.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace stova {

struct Limit {
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t LOOK_EVERY = 1024;
    static constexpr std::chrono::milliseconds ASK_EVERY{100};

    std::uint64_t nodes = ~std::uint64_t{0};
    Clock::time_point time = Clock::time_point::max();
    bool (*interrupted)() = [] { return false; };  // whether the answer isn't wanted any more
    Clock::time_point next_asked = Clock::now() + ASK_EVERY;

    // Whether it is met once so many nodes are counted.
    bool met(std::uint64_t counted) {
        if (counted > nodes) return true;
        if (counted % LOOK_EVERY != 0) return false;
        const auto now = Clock::now();
        if (now < time && now < next_asked) return false;
        next_asked = now + ASK_EVERY;
        return now >= time || interrupted();
    }

    // The same for one of so many that are to have as much each of what is left.
    Limit share(std::uint64_t counted, int among) const {
        Limit one = *this;
        const auto now = Clock::now();
        one.nodes = counted + (nodes - std::min(counted, nodes)) / static_cast<std::uint64_t>(among);
        if (timed() && now < time) one.time = now + (time - now) / among;
        return one;
    }

    bool spent(std::uint64_t counted) const { return counted > nodes || (timed() && Clock::now() >= time); }
    bool timed() const { return time != Clock::time_point::max(); }
};

}  // namespace stova
