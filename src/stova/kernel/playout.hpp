// Uniformly random play-outs of a position.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)
#define STOVA_BMI2 1
#include <immintrin.h>
#endif

#include "play.hpp"
#include "random.hpp"

namespace stova {

// Selecting bits, for any processor and for those with BMI2.

struct Portable {
    // The place of the n-th set bit, from 0.
    static int nth(Mask mask, std::uint32_t n) {
        for (; n > 0; --n) mask &= mask - 1;
        return std::countr_zero(mask);
    }
};

#if STOVA_BMI2
#define STOVA_TARGET_BMI2 gnu::target("bmi,bmi2,popcnt")

struct Bmi2 {
    [[STOVA_TARGET_BMI2]] static int nth(Mask mask, std::uint32_t n) {
        return static_cast<int>(_tzcnt_u64(_pdep_u64(Mask{1} << n, mask)));
    }

    static bool supported() {
        return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    }
};
#endif

// A range of play-outs: `results` has 2 * seats numbers for each, card points by seat, then tricks by seat.
struct Job {
    const Tables& tables;
    const Position& position;
    std::uint64_t seed;
    std::size_t first;
    std::size_t last;
    std::uint16_t* results;
};

// One play-out under way.
template <class Rules, int Seats>
class Playout {
public:
    Playout(const Tables& tables, const Position& position)
        : tables_(tables), under_(position.under), hands_(position.hands), leader_(position.leader) {
        for (int seat = 0; seat < Seats; ++seat)
            taken_[seat] = position.points[seat] | std::uint32_t{position.tricks[seat]} << 16;
    }

    // Plays a trick of which `played` cards are in `trick`; `pick(legal)` gives a card.
    template <class Pick>
    void finish(Trick trick, int played, std::uint32_t bonus, Pick pick) {
        if (played == 0) {
            trick = Trick(tables_, take(leader_, pick(hands_[leader_])), leader_);
            played = 1;
        }
        for (int i = played; i < Seats; ++i) {
            const int seat = after(leader_, i, Seats);
            const int card = take(seat, pick(Rules::legal(tables_, trick, hands_[seat], partner(seat, Seats))));
            trick.add(tables_, card, seat);
        }
        leader_ = trick.winner;
        taken_[leader_] += trick.points + bonus + (1 << 16);
    }

    void write(std::uint16_t* result) const {
        for (int seat = 0; seat < Seats; ++seat) {
            result[seat] = static_cast<std::uint16_t>(taken_[seat]);
            result[Seats + seat] = static_cast<std::uint16_t>(taken_[seat] >> 16);
        }
    }

private:
    int take(int seat, int card) {
        hands_[seat] = (hands_[seat] & ~bit(card)) | under_[card];
        return card;
    }

    const Tables& tables_;
    const std::array<Mask, CARDS>& under_;
    std::array<Mask, MAX_SEATS> hands_;
    std::array<std::uint32_t, MAX_SEATS> taken_;  // card points, and tricks times 2^16
    int leader_;
};

template <class Bits, class Rules, int Seats>
void run(const Job& job) {
    const auto& tables = job.tables;
    const auto& position = job.position;
    const Trick present = present_trick(tables, position);
    for (std::size_t i = job.first; i < job.last; ++i) {
        Random random(job.seed, i);
        Playout<Rules, Seats> playout(tables, position);
        const auto any = [&](Mask legal) {
            return Bits::nth(legal, random.below(static_cast<std::uint32_t>(std::popcount(legal))));
        };
        const auto only = [](Mask legal) { return std::countr_zero(legal); };
        if (position.left > 1) {
            playout.finish(present, position.played, 0, any);
            for (int left = position.left - 1; left > 1; --left) playout.finish(present, 0, 0, any);
            playout.finish(present, 0, tables.last_trick_points, only);
        } else if (position.left == 1) {
            playout.finish(present, position.played, tables.last_trick_points, only);
        }
        playout.write(job.results + i * 2 * Seats);
    }
}

template <class Bits, class Rules>
void run_seats(const Job& job) {
    switch (job.position.seats) {
        case 2: return run<Bits, Rules, 2>(job);
        case 3: return run<Bits, Rules, 3>(job);
        default: return run<Bits, Rules, 4>(job);
    }
}

inline void run_portable(const Job& job) {
    with_policy(job.tables.policy, [&](auto rules) { run_seats<Portable, decltype(rules)>(job); });
}

#if STOVA_BMI2
// Flattened, so that everything beneath is compiled for the same processors.
[[STOVA_TARGET_BMI2, gnu::flatten]] inline void run_bmi2(const Job& job) {
    with_policy(job.tables.policy, [&](auto rules) { run_seats<Bmi2, decltype(rules)>(job); });
}
#endif

}  // namespace stova
