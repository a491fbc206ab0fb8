// Uniformly random play-outs of a position. Included by build_parts.hpp.

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

template <class Rules, int Seats>
void run(const Job& job) {
    const auto& tables = job.tables;
    const auto& position = job.position;
    const Trick present = present_trick(tables, position);
    for (std::size_t i = job.first; i < job.last; ++i) {
        Random random(job.seed, i);
        Playout<Rules, Seats> playout(tables, position);
        const auto any = [&](Mask legal) {
            return nth(legal, random.below(static_cast<std::uint32_t>(std::popcount(legal))));
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

template <class Rules>
void run_seats(const Job& job) {
    switch (job.position.seats) {
        case 2: return run<Rules, 2>(job);
        case 3: return run<Rules, 3>(job);
        default: return run<Rules, 4>(job);
    }
}

void play_out(const Job& job) {
    with_policy(job.tables.policy, [&](auto rules) { run_seats<decltype(rules)>(job); });
}
