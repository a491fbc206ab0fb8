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

// One way the deal may go on after a card.
template <class Player>
int sample(Player player, int place, int had, const Expectation& asked, Random& random) {
    int result = had + player.advance(place);
    while (!player.between() || player.left() > asked.ending) {
        if (player.over()) break;
        result += player.advance(player.thumb(random, asked.chance));
    }
    const auto [low, high] = player.range();
    const int rest = exact(player, low, high);
    return asked.outcomes.worth(result + rest, player.parties(), rest == low, rest == high);
}

template <class Rules, Goal GOAL, bool COVERS>
void expect_with(const Layout& layout, const Expectation& asked, const Position& position, int had,
                 Transpositions& table, std::uint64_t stream, float* row) {
    using Clock = Limit::Clock;
    Limit asking{~std::uint64_t{0}, Clock::time_point::max(), asked.interrupted, Clock::now() + Limit::ASK_EVERY};
    bool interrupted = false;
    const Limit endless{~std::uint64_t{0}, Limit::Clock::time_point::max(), [] { return false; }};
    const Search<Rules, GOAL, COVERS> player(layout, asked.aim, endless, table, position);
    Random random(asked.seed, stream);
    Mask cards = 0;
    each(player.legal(), [&](int place) { cards |= bit(layout.card[place]); });
    each(player.legal(), [&](int place) {
        std::int64_t sum = 0;
        for (int i = 0; i < asked.repeats && !interrupted; ++i) {
            sum += sample(player, place, had, asked, random);
            interrupted = asking.met(0);
        }
        const Mask before = cards & (bit(layout.card[place]) - 1);
        row[std::popcount(before)] = static_cast<float>(sum) / static_cast<float>(asked.repeats);
    });
}

template <class Rules, Goal GOAL>
void expect_goal(const Layout& layout, const Expectation& asked, const Position& position, int had,
                 Transpositions& table, std::uint64_t stream, float* row) {
    if (layout.uppers)
        expect_with<Rules, GOAL, true>(layout, asked, position, had, table, stream, row);
    else
        expect_with<Rules, GOAL, false>(layout, asked, position, had, table, stream, row);
}

// The values of the legal cards, lowest first, in one position; nothing of worth once `asked` was interrupted.
inline void expect(const Expectation& asked, const Position& position, int had, Transpositions& table,
                   std::uint64_t stream, float* row) {
    const Layout layout = make_layout(asked.tables, position, asked.goal);
    table.begin();
    with_policy(asked.tables.policy, [&](auto rules) {
        using Rules = decltype(rules);
        if (asked.goal == Goal::BALANCE)
            expect_goal<Rules, Goal::BALANCE>(layout, asked, position, had, table, stream, row);
        else
            expect_goal<Rules, Goal::POINTS>(layout, asked, position, had, table, stream, row);
    });
}
