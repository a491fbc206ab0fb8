// What cards come to on average when rules of thumb play the next tricks and perfect play the last. Included with
// search.hpp.

// The value of the rest between tricks.
template <class Player>
int exact(Player& player, int low, int high) {
    Bracket known{low, high, (low + high) / 2};
    while (known.low < known.high) {
        const int target = known.target();
        known.learn(target, player.test_rest(target));
    }
    return known.low;
}

// Whether one seat takes all tricks to the end, by rules of thumb; `winners` are those that took some before.
template <class Player>
bool by_one(Player player, unsigned winners, Random& random) {
    while (!player.over() && std::popcount(winners) < 2) {
        player.advance(player.thumb(random, 1));
        if (player.between()) winners |= 1u << player.to_act();
    }
    return std::has_single_bit(winners);
}

// One way the deal may go on after a card.
template <class Player>
int sample(Player player, int place, int had, unsigned winners, const Expectation& asked, Random& random) {
    int result = had;
    const auto advance = [&](int next) {
        result += player.advance(next);
        if (player.between()) winners |= 1u << player.to_act();
    };
    advance(place);
    while (!player.over() && (!player.between() || player.left() > asked.ending))
        advance(player.thumb(random, asked.chance));
    const auto [low, high] = player.range();
    const int rest = exact(player, low, high);
    const Outcomes& outcomes = asked.outcomes;
    if (outcomes.by_points.empty()) return result + rest > 0 ? result + rest : outcomes.lost;
    if (!(player.parties() & OWN) && rest == low) return outcomes.none;
    if ((player.parties() & OTHERS) || rest < high) return outcomes.by_points[static_cast<std::size_t>(result + rest)];
    return outcomes.alone != outcomes.all && by_one(player, winners, random) ? outcomes.alone : outcomes.all;
}

template <Goal GOAL, bool COVERS>
bool expect_with(const Layout& layout, const Expectation& asked, const Position& position, int had,
                 Transpositions& table, std::uint64_t stream, float* row, Limit& asking) {
    const Search<GOAL, COVERS> player(layout, asked.aim, Limit{}, table, position);
    Random random(asked.seed, stream);
    Mask cards = 0;
    unsigned winners = 0;
    bool met = false;
    for (int seat = 0; seat < layout.seats; ++seat)
        if (position.tricks[seat]) winners |= 1u << seat;
    each(player.legal(), [&](int place) { cards |= bit(layout.card[place]); });
    const auto alike = player.lowest_alike();
    std::array<float, PLACES> means{};
    each(player.legal(), [&](int place) {
        if (alike[place] == place) {
            std::int64_t sum = 0;
            for (int i = 0; i < asked.repeats && !met; ++i) {
                sum += sample(player, place, had, winners, asked, random);
                met = asking.met(0);
            }
            means[place] = static_cast<float>(sum) / static_cast<float>(asked.repeats);
        }
        const Mask before = cards & (bit(layout.card[place]) - 1);
        row[std::popcount(before)] = means[alike[place]];
    });
    return !met;
}

template <Goal GOAL>
bool expect_goal(const Layout& layout, const Expectation& asked, const Position& position, int had,
                 Transpositions& table, std::uint64_t stream, float* row, Limit& asking) {
    if (layout.uppers)
        return expect_with<GOAL, true>(layout, asked, position, had, table, stream, row, asking);
    return expect_with<GOAL, false>(layout, asked, position, had, table, stream, row, asking);
}

bool expect(const Expectation& asked, const Position& position, int had, Transpositions& table, std::uint64_t stream,
            float* row, Limit& asking) {
    const Layout layout = make_layout(asked.tables, position, asked.goal);
    table.begin();
    if (asked.goal == Goal::BALANCE)
        return expect_goal<Goal::BALANCE>(layout, asked, position, had, table, stream, row, asking);
    return expect_goal<Goal::POINTS>(layout, asked, position, had, table, stream, row, asking);
}
