// What a play comes to, or every card that the seat to act may play. Included with search.hpp.

// Bounds of a value, narrowed by asking whether it is so much, as in MTD(f) (Plaat et al. 1996): first the guess, then
// further and further from it, in steps that double, and the middle as soon as two answers enclose the value.
struct Bracket {
    int low, high;
    int guess;
    int step = 1;
    bool reached = false, missed = false;

    // What to ask next, while low < high.
    int target() {
        if (reached && missed) return low + (high - low + 1) / 2;
        const int ahead = reached || missed ? std::exchange(step, 2 * step) : 0;
        return std::clamp(reached ? low + ahead : missed ? high + 1 - ahead : guess, low + 1, high);
    }

    void learn(int target, int found) {
        if (found >= target)
            low = std::max(target, std::min(found, high)), reached = true;
        else
            high = std::min(target - 1, std::max(found, low)), missed = true;
    }
};

// The next question; of marks the one in the middle. Nothing when all is known.
inline std::optional<int> next_target(const Question& question, Bracket& known) {
    if (known.low == known.high) return std::nullopt;
    if (question.marks.empty()) return known.target();
    // Those in low+1..high aren't decided yet.
    const auto first = std::upper_bound(question.marks.begin(), question.marks.end(), known.low);
    const auto last = std::upper_bound(first, question.marks.end(), known.high);
    return first == last ? std::nullopt : std::optional(first[(last - first) / 2]);
}

// What the play comes to when everybody goes by rules of thumb.
template <class Player>
int by_thumb(Player player) {
    Random random(0, 0);
    int sum = 0;
    while (!player.over()) sum += player.advance(player.thumb(random, 1));
    return sum;
}

// Cards are asked about in turn, each until it is known or has had its share of the limit. No question is cut short for
// that.
template <class Player>
Solution values(const Layout& layout, const Question& question, Player player) {
    const auto [least, most] = player.bounds(!question.cards);
    const int low = std::min(std::max(question.low, least), question.high);
    const int high = std::max(std::min(question.high, most), low);
    int guess = question.marks.empty() ? by_thumb(player) : low;  // marks need none
    struct Asked {
        int place;  // NONE: the whole
        Bracket known;
    };
    std::vector<Asked> all;
    if (!question.cards) all.push_back({NONE, {low, high, guess}});
    each(player.legal() & translate(layout, question.cards),
         [&](int place) { all.push_back({place, {low, high, guess}}); });
    for (bool open = true; open;) {
        open = false;
        for (auto asked = all.begin(); asked != all.end() && !player.stopped(); ++asked) {
            Bracket& known = asked->known;
            if (!known.reached && !known.missed) known.guess = guess;
            const Limit share = player.share(static_cast<int>(all.end() - asked));
            while (const std::optional<int> target = next_target(question, known)) {
                const int found = asked->place == NONE ? player.test_rest(*target) : player.test(asked->place, *target);
                if (player.stopped()) break;
                known.learn(*target, found);
                guess = found;
                if (share.spent(player.nodes())) {
                    open = true;
                    break;
                }
            }
        }
    }
    Solution solution;
    for (const auto& [place, known] : all) {
        const int card = place == NONE ? ANY_CARD : layout.card[static_cast<std::size_t>(place)];
        solution.values.push_back({card, known.low, known.high});
    }
    solution.nodes = player.nodes();
    return solution;
}

template <Goal GOAL>
Solution solve_with(const Layout& layout, const Question& question, Transpositions& table) {
    if (layout.uppers) {
        Search<GOAL, true> player(layout, question.aim, question.limit, table, question.position);
        return values(layout, question, std::move(player));
    }
    Search<GOAL, false> player(layout, question.aim, question.limit, table, question.position);
    return values(layout, question, std::move(player));
}

Solution solve(const Question& question, Transpositions& table) {
    const Layout layout = make_layout(question.tables, question.position, question.goal);
    table.begin();
    switch (question.goal) {
        case Goal::POINTS: return solve_with<Goal::POINTS>(layout, question, table);
        case Goal::TRICKS: return solve_with<Goal::TRICKS>(layout, question, table);
        case Goal::ALONE: return solve_with<Goal::ALONE>(layout, question, table);
        case Goal::BALANCE: return solve_with<Goal::BALANCE>(layout, question, table);
        default: return solve_with<Goal::BONUSES>(layout, question, table);
    }
}
