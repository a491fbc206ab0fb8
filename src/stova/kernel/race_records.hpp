// What a search learns from what it has tried: of two things it tries first what decides more for what it costs.
#pragma once

#include <algorithm>
#include <cstdint>

namespace stova::race {

// How often something decided and how many positions it took, in sums to which the latest tries count most; whole
// numbers, so that a search is the same on every machine.
class Record {
public:
    // Taken to decide every other time, at no cost, until it has been tried.
    Record() : Record(ONE / 2, ONE) {}

    // What decides whenever it is tried, and is taken to cost so much until then.
    static Record certain(std::int64_t nodes) { return {ONE, nodes * ONE}; }

    void add(bool decides, std::uint64_t nodes) {
        decided_ += (decides ? ONE : 0) - decided_ / FADE;
        cost_ += ONE * static_cast<std::int64_t>(std::min(nodes, MOST) + 1) - cost_ / FADE;
    }

    bool as_good_as(const Record& other) const { return decided_ * other.cost_ >= other.decided_ * cost_; }

private:
    static constexpr std::int64_t ONE = 256;
    static constexpr std::int64_t FADE = 50;
    static constexpr std::uint64_t MOST = std::uint64_t{1} << 32;

    Record(std::int64_t decided, std::int64_t cost) : decided_(decided), cost_(cost) {}

    std::int64_t decided_;
    std::int64_t cost_;
};

}  // namespace stova::race
