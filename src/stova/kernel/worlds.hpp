// Uniform draws of who holds which hidden card. Nothing here checks its input.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "division.hpp"

namespace stova {

// Draws from what is left of a puzzle once it is tested.
class Sampler {
public:
    Sampler(Puzzle puzzle, const Limit& limit) : puzzle_(std::move(puzzle)), division_(puzzle_, limit) {}

    std::size_t routes() const { return puzzle_.allowed.size(); }
    double weight() const { return division_.weight(); }

    // Uniform among the ways that pass all tests, at most `tries` looked at; false if none was found, or the limit is
    // met, for which all that were `looked` at count.
    bool draw(Random& random, std::uint64_t tries, Limit& limit, std::uint64_t& looked, std::vector<Mask>& held) const {
        if (!(weight() > 0)) return false;
        for (; tries && !limit.met(++looked); --tries) {
            division_.draw(random, held);
            if (passes(held)) return true;
        }
        return false;
    }

private:
    bool passes(const std::vector<Mask>& held) const {
        const auto holds = [&](const auto& test) { return test(held); };
        return std::all_of(puzzle_.tests.begin(), puzzle_.tests.end(), holds) &&
               std::all_of(puzzle_.together.begin(), puzzle_.together.end(), holds);
    }

    Puzzle puzzle_;
    Division division_;
};

}  // namespace stova
