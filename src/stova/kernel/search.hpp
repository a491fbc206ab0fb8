// Exact search of card play: zero-window alpha-beta between two parties of seats, all hands open. Included by
// build_parts.hpp, once for each kind of processor, in a namespace of its own.

template <Goal GOAL, bool COVERS>
class Search {
    static constexpr bool SIGNED = is_signed(GOAL);
    static constexpr int MOST_TRICKS = PLACES / 2;
    static constexpr bool RESPONSES_TALLIED = COVERS;
    static constexpr int LEAD_KILLER = COVERS ? 12 : 24;  // how much the card is preferred that decided last
    static constexpr int RESPONSE_KILLER = RESPONSES_TALLIED ? 0 : 24;
    static constexpr int DECIDED = 30;  // how much a card is preferred that decided whenever tried
    static constexpr int DOUBT = 8;     // how often it must have been tried for half of that
    static constexpr int CHOICE = 24;   // how much a lead is put back for each card the others may play to it
    static constexpr int MOST_TALLIED = 4096;

public:
    Search(const Layout& layout, const Aim& aim, const Limit& limit, Transpositions& table, const Position& position)
        : layout_(layout),
          aim_(aim),
          limit_(limit),
          hands_(placed(layout, position)),
          bonuses_(layout, aim, {holds(0), holds(1), holds(2), holds(3)}, GOAL == Goal::BONUSES && !aim.declared),
          leader_(position.leader),
          left_(position.left),
          memory_(layout, table, {holds(0), holds(1), holds(2), holds(3)}) {
        points_ = layout_.last_trick_points + layout_.trick_points * left_;
        for (int place = 0; place < layout_.count; ++place) points_ += layout_.points[place];
        for (int seat = 0; seat < layout_.seats; ++seat)
            if (position.tricks[seat]) taken_ |= aim_.own[seat] ? OWN : OTHERS;
        first_ = taken_ ? 0 : left_;
        for (auto& killers : killers_) killers.fill(NONE);
        for (; played_ < position.played; ++played_) {
            const int place = lowest(translate(layout_, bit(position.trick[played_])));
            trick_ = played(trick_, place, to_act(), played_ == 0);
        }
    }

    int to_act() const { return after(leader_, played_, layout_.seats); }
    Places legal() const { return legal(trick_, to_act(), played_); }

    // For each of these cards the lowest of those that come to the same.
    std::array<std::uint8_t, PLACES> lowest_alike() const {
        const Places others = (held() & ~holds(to_act())) | trick_.cards;
        std::array<std::uint8_t, PLACES> result{};
        int before = -1;  // the last card that may be like others
        each(legal(), [&](int place) {
            const bool plain = !(single() >> place & 1);
            const bool same = plain && before >= 0 && layout_.kind[place] == layout_.kind[before] &&
                              adjacent(before, place, others);
            result[place] = same ? result[before] : static_cast<std::uint8_t>(place);
            if (plain) before = place;
        });
        return result;
    }

    bool over() const { return left_ == 0; }
    bool between() const { return played_ == 0; }
    int left() const { return left_; }
    int parties() const { return taken_; }  // those that took tricks
    bool stopped() const { return stopped_; }
    std::uint64_t nodes() const { return nodes_; }
    Limit share(int among) const { return limit_.share(nodes_, among); }

    // A lower bound of what playing the card comes to if the result is `target` or more, else an upper bound.
    // Meaningless once `stopped`.
    int test(int place, int target) { return play(trick_, place, played_, {leader_, left_, taken_, target}).value; }

    // The same of the whole rest, whatever is played next.
    int test_rest(int target) {
        const Rest rest{leader_, left_, taken_, target};
        return (between() ? start(rest) : respond(trick_, played_, rest)).value;
    }

    // Bounds of the rest.
    std::pair<int, int> range() const {
        int every = 0;
        for (const PlacedBonus& bonus : layout_.bonuses) every += bonus.worth;
        return range({every, every});
    }

    // Closer bounds, by what is seen without a search: of the rest if the best card is played next, or whatever is.
    std::pair<int, int> bounds(bool best) const {
        if (!aim_.reduced || !between()) return range();
        Bonuses left = bonuses_;
        const Chances bonuses = SIGNED ? left.narrow(held()) : Chances{};
        const Bounds seen = glance({leader_, left_, taken_, 0}, bonuses);
        const auto [low, high] = range(bonuses);
        const bool own = aim_.own[leader_];
        return {best || !own ? std::max(low, seen.low) : low, best || own ? std::min(high, seen.high) : high};
    }

    // The card that rules of thumb play, with a little chance.
    int thumb(Random& random, int chance) const {
        const Places cards = legal();
        if (!(cards & (cards - 1))) return lowest(cards);
        Moves moves;
        collect(moves, cards, to_act(), trick_, played_,
                [&](int place, const Fate& fate, Places) { return looks(place, fate, THUMB); });
        for (int i = 0; i < moves.count; ++i)
            moves.score[i] += static_cast<int>(random.below(static_cast<std::uint32_t>(chance)));
        return moves.next(0);
    }

    // Plays a card for good; what the own seats gain by it. Bonuses are declared.
    int advance(int place) {
        const int seat = to_act();
        hands_[seat] = (hands_[seat] & ~at(place)) | layout_.under[place];
        trick_ = played(trick_, place, seat, played_ == 0);
        if (++played_ < layout_.seats) return 0;
        const int bonus = SIGNED ? layout_.bonus(trick_.cards) : 0;
        const int gained = gain(trick_, leader_, left_, bonus);
        points_ -= worth(trick_, left_);
        taken_ |= aim_.own[trick_.winner] ? OWN : OTHERS;
        leader_ = trick_.winner;
        trick_ = Now{};
        played_ = 0;
        --left_;
        return GOAL == Goal::BONUSES ? -bonus : gained;
    }

private:
    std::pair<int, int> range(const Chances& bonuses) const {
        if constexpr (!SIGNED) return {0, points_};
        if constexpr (GOAL == Goal::BONUSES) return {-bonuses.others - aim_.pit[1], FAR};
        return {-points_ - bonuses.others - aim_.pit[1], points_ + bonuses.own + aim_.pit[0]};
    }

    static std::array<Places, MAX_SEATS> placed(const Layout& layout, const Position& position) {
        std::array<Places, MAX_SEATS> hands{};
        for (int seat = 0; seat < layout.seats; ++seat) hands[seat] = translate(layout, position.hands[seat]);
        return hands;
    }

    struct Lead {
        Found found;
        std::uint8_t best;
    };

    // A trick under way.
    struct Now {
        Places cards = 0;
        Places beats = 0;
        int led = 0;
        int winning = 0;
        int winner = 0;
        int points = 0;
    };

    Now played(const Now& trick, int place, int seat, bool leads) const {
        Now now = trick;
        now.cards |= at(place);
        now.points += layout_.points[place];
        if (leads) now.led = place;
        if (leads || trick.beats >> place & 1)
            now.winning = place, now.winner = seat, now.beats = layout_.beaten_by[place];
        return now;
    }

    Places legal(const Now& trick, int seat, int i) const {
        const Places hand = hands_[seat];
        return i == 0 ? hand : stova::legal(layout_, trick, hand, partner(seat, layout_.seats));
    }

    int worth(const Now& trick, int left) const {
        return trick.points + layout_.trick_points + (left == 1 ? layout_.last_trick_points : 0);
    }

    // What a finished trick brings the own seats; of BONUSES, to the balance.
    int gain(const Now& trick, int leader, int left, int bonus) const {
        const bool own = aim_.own[trick.winner];
        if constexpr (SIGNED) return own ? worth(trick, left) + bonus : -worth(trick, left) - bonus;
        if constexpr (GOAL == Goal::ALONE) return own && (left == first_ || trick.winner == leader);
        return own ? worth(trick, left) : 0;
    }

    // All that a seat has still to play.
    Places holds(int seat) const { return holding<COVERS>(layout_, hands_[seat]); }

    Places held() const {
        Places cards = 0;
        for (int seat = 0; seat < layout_.seats; ++seat) cards |= holds(seat);
        return cards;
    }

    bool enough() {
        if (limit_.met(++nodes_)) stopped_ = true;
        return stopped_;
    }

    // Cards in hands that nothing else is like: of bonuses, and those that cover another.
    Places single() const { return (SIGNED ? bonuses_.left().cards : 0) | (COVERS ? layout_.uppers : 0); }

    // Whether none of the others' cards lies between two of a group.
    static bool adjacent(int lower, int higher, Places others) {
        return !(others & below(higher) & ~below(lower + 1));
    }

    // Those, and the cards they cover.
    Places named(Places held) const {
        const Places visible = COVERS ? hands_[0] | hands_[1] | hands_[2] | hands_[3] : held;
        return held & (single() | ~visible);
    }

    int finished(int taken) const {
        if constexpr (!SIGNED) return 0;
        const int others = taken == OTHERS ? -aim_.pit[1] : 0;
        if constexpr (GOAL == Goal::BONUSES) return aim_.balance + others > 0 ? FAR : others;
        return taken == OWN ? aim_.pit[0] : others;
    }

    Bounds glance(const Rest& rest, const Chances& bonuses) const {
        return Glance<GOAL, COVERS>(layout_, aim_, hands_, points_).bounds(rest, bonuses);
    }

    // Between tricks.
    Found start(const Rest& rest) {
        if (rest.left == 0) return {finished(rest.taken), 0};
        if (enough()) return {};
        if (rest.left == 1) return only(rest);
        const Places held = this->held();
        const Chances bonuses = SIGNED ? bonuses_.narrow(held) : Chances{};
        if (!aim_.reduced) return lead(rest, NONE).found;
        Start here = memory_.start(rest, hands_[rest.leader], held, held & single(), named(held));
        const Bounds seen = glance(rest, bonuses);
        if (seen.low >= rest.target) return {seen.low, seen.low_ranks};
        if (seen.high < rest.target) return {seen.high, seen.high_ranks};
        if constexpr (GOAL == Goal::BONUSES)
            here.balance = aim_.balance + points_ + bonuses.own <= 0 ? LOST : aim_.balance;
        const auto [known, best] = memory_.known(here, seen);
        if (known.low >= rest.target) return {known.low, known.low_ranks};
        if (known.high < rest.target) return {known.high, known.high_ranks};
        const Lead led = lead(rest, best);
        if (!stopped_) memory_.remember(here, known, led.found, led.best);
        return led.found;
    }

    // How often a card was tried, and how often it decided; what was long ago counts less and less. And how much it is
    // preferred for that: it is asked more often than it changes.
    struct Tally {
        std::uint16_t tried = 0, decided = 0, preferred = 0;

        void add(bool decides) {
            if (++tried == MOST_TALLIED) tried /= 2, decided /= 2;
            decided += decides;
            preferred = static_cast<std::uint16_t>(DECIDED * decided / (tried + DOUBT));
        }
    };

    // The number of a seat's tallies, of leads or of other cards.
    static std::size_t tally(int seat, int i) { return static_cast<std::size_t>(2 * seat + (i == 0)); }

    Lead lead(const Rest& rest, std::uint8_t first) {
        Moves moves;
        collect(moves, hands_[rest.leader], rest.leader, Now{}, 0);
        moves.prefer(killer(Now{}, 0, rest), LEAD_KILLER);
        moves.prefer(first, FAR);
        return choose(moves, Now{}, 0, rest);
    }

    // The card that decided last with as many tricks left, of this leader's leads or the responses to this led card.
    std::uint8_t& killer(const Now& trick, int i, const Rest& rest) {
        const int to = i == 0 ? rest.leader : trick.led;
        return killers_[static_cast<std::size_t>((rest.left - 1) * MAX_SEATS + i)][static_cast<std::size_t>(to)];
    }

    // The best of the moves, until one decides.
    Lead choose(Moves& moves, const Now& trick, int i, const Rest& rest) {
        const int seat = after(rest.leader, i, layout_.seats);
        const bool high = aim_.own[seat];
        Lead best{{high ? -2 * FAR : 2 * FAR, 0}, NONE};
        for (int n = 0; n < moves.count; ++n) {
            const int place = moves.next(n);
            const auto [value, ranks] = play(trick, place, i, rest);
            if (stopped_) return best;
            if (high ? value > best.found.value : value < best.found.value)
                best.found.value = value, best.best = static_cast<std::uint8_t>(place);
            const bool decides = (value >= rest.target) == high;
            if (i == 0 || RESPONSES_TALLIED) tallies_[tally(seat, i)][static_cast<std::size_t>(place)].add(decides);
            if (decides) {
                killer(trick, i, rest) = static_cast<std::uint8_t>(place);
                best.found.ranks = ranks;
                return best;
            }
            best.found.ranks |= ranks;
        }
        if (moves.untried && best.found.ranks) best.found.ranks = with_untried(best.found.ranks, seat, trick);
        return best;
    }

    // With those below them in the seat's hand between which nothing lies: not all of those were tried.
    Places with_untried(Places ranks, int seat, const Now& trick) const {
        const Places mine = holds(seat), others = (held() & ~mine) | trick.cards;
        for (const Places suit : layout_.suits) {
            const Places some = ranks & suit;
            if (!some || !(mine >> lowest(some) & 1)) continue;
            const Places under = suit & below(lowest(some));
            ranks |= mine & under & ~below(std::bit_width(others & under));
        }
        return ranks;
    }

    Found play(const Now& trick, int place, int i, const Rest& rest) {
        const int seat = after(rest.leader, i, layout_.seats);
        const Places hand = hands_[seat];
        hands_[seat] = (hand & ~at(place)) | layout_.under[place];
        const Now now = played(trick, place, seat, i == 0);
        const Found found = i + 1 == layout_.seats ? finish(now, rest) : respond(now, i + 1, rest);
        hands_[seat] = hand;
        return found;
    }

    Found respond(const Now& trick, int i, const Rest& rest) {
        const int seat = after(rest.leader, i, layout_.seats);
        const Places cards = legal(trick, seat, i);
        const Places winning = by_rank(trick), ranks = winning && by_winner(trick, seat) ? winning : 0;
        if (!(cards & (cards - 1))) {
            Found found = play(trick, lowest(cards), i, rest);
            found.ranks |= ranks;
            return found;
        }
        Moves moves;
        collect(moves, cards, seat, trick, i);
        moves.prefer(killer(trick, i, rest), RESPONSE_KILLER);
        Found found = choose(moves, trick, i, rest).found;
        found.ranks |= ranks;
        return found;
    }

    // Whether what a seat may play depends on who holds the trick.
    bool by_winner(const Now& trick, int seat) const {
        const Places hand = hands_[seat];
        return stova::legal(layout_, trick, hand, trick.winner) != stova::legal(layout_, trick, hand, MAX_SEATS);
    }

    // The card that is winning a trick if another of its suit is there.
    Places by_rank(const Now& trick) const {
        const Places own = at(trick.winning) & layout_.loose;
        return trick.cards & layout_.follow[trick.winning] & ~own ? own : 0;
    }

    Found finish(const Now& trick, const Rest& rest) {
        const int bonus = SIGNED && trick.cards & bonuses_.left().cards ? layout_.bonus(trick.cards) : 0;
        if constexpr (GOAL == Goal::BONUSES) {
            if (bonus && aim_.declared && aim_.own[trick.winner]) {
                const Found quiet = finish(trick, rest, 0);
                if (quiet.value >= rest.target || stopped_) return quiet;
                const Found loud = finish(trick, rest, bonus);
                return {std::max(quiet.value, loud.value), quiet.ranks | loud.ranks};
            }
        }
        return finish(trick, rest, bonus);
    }

    Found finish(const Now& trick, const Rest& rest, int bonus) {
        const int gained = gain(trick, rest.leader, rest.left, bonus), points = points_;
        const Bonuses::Left bonuses = bonuses_.left();
        points_ -= worth(trick, rest.left);
        const int taken = rest.taken | (aim_.own[trick.winner] ? OWN : OTHERS);
        Found found;
        if constexpr (GOAL == Goal::BONUSES) {
            aim_.balance += gained;
            found = start({trick.winner, rest.left - 1, taken, std::min(rest.target + bonus, FAR)});
            if (found.value < FAR) found.value -= bonus;
            aim_.balance -= gained;
        } else {
            found = start({trick.winner, rest.left - 1, taken, rest.target - gained});
            found.value += gained;
        }
        points_ = points;
        bonuses_.restore(bonuses);
        found.ranks |= by_rank(trick);
        return found;
    }

    // The last trick, in which nobody has a choice.
    Found only(const Rest& rest) {
        Now trick;
        for (int i = 0; i < layout_.seats; ++i) {
            const int seat = after(rest.leader, i, layout_.seats);
            trick = played(trick, lowest(hands_[seat]), seat, i == 0);
        }
        return finish(trick, rest);
    }

    // What those still to play to the trick could play to it: the seat's own party, and the others.
    std::array<Places, 2> able(int seat, int i, Places suit) const {
        std::array<Places, 2> result{};
        for (int n = i + 1; n < layout_.seats; ++n) {
            const int other = after(seat, n - i, layout_.seats);
            result[aim_.own[other] != aim_.own[seat]] |= or_else(hands_[other] & suit, hands_[other]);
        }
        return result;
    }

    // The cards to be tried, the likeliest to decide first.
    void collect(Moves& moves, Places cards, int seat, const Now& trick, int i) const {
        collect(moves, cards, seat, trick, i,
                [&](int place, const Fate& fate, Places others) { return promise(place, seat, i, fate, others); });
    }

    // By `score(place, fate, others)`, where the others may play one of these to it.
    template <class Score>
    void collect(Moves& moves, Places cards, int seat, const Now& trick, int i, Score score) const {
        const Places alone = aim_.reduced ? cards & single() : cards;
        const Places others = (held() & ~holds(seat)) | trick.cards;
        int before = -1, kept = 0;  // the last card that may be like others, and the move that is left of it
        Places suit = i == 0 ? 0 : layout_.follow[trick.led];
        std::array<Places, 2> to_come = able(seat, i, suit);
        each(cards, [&](int place) {
            const bool plain = !(alone >> place & 1);
            const bool like = plain && before >= 0 && layout_.group[place] == layout_.group[before] &&
                              adjacent(before, place, others);
            const bool same = like && layout_.kind[place] == layout_.kind[before];
            if (plain) before = place;
            if (same) return void(moves.untried = true);
            if (i == 0 && suit != layout_.follow[place]) to_come = able(seat, 0, suit = layout_.follow[place]);
            const Fate fate = fate_of(place, seat, trick, i, to_come);
            const bool instead = like && fate.certain;
            if (instead) {
                moves.untried = true;
                // The card kept back does later what this one would have done. Whose its points are then is open; whose
                // they are now is certain.
                const bool richer = layout_.points[place] > layout_.points[moves.place[kept]];
                if (richer != fate.ours) return;
            }
            const int number = instead ? kept : moves.count++;
            if (plain) kept = number;
            moves.put(number, place, score(place, fate, to_come[1]));
        });
    }

    // What becomes of a trick by a card: whether it is then with the seat's party, whether it stays where it is, and
    // whether those still to play can win it for the party, or for the others.
    struct Fate {
        bool ours, certain, helped, threatened;
    };

    Fate fate_of(int place, int seat, const Now& trick, int i, const std::array<Places, 2>& to_come) const {
        const bool wins = i == 0 || trick.beats >> place & 1;
        const Places beaten = wins ? layout_.beaten_by[place] : trick.beats;
        const bool helped = beaten & to_come[0], threatened = beaten & to_come[1];
        const bool ours = wins || aim_.own[trick.winner] == aim_.own[seat];
        return {ours, layout_.chained && !(ours ? threatened : helped), helped, threatened};
    }

    // How likely a card is to decide soon; for order only. Leads come first that leave the others few cards to choose
    // from, because it takes the shortest search to show that they decide.
    int promise(int place, int seat, int i, const Fate& fate, Places others) const {
        const int preferred = tallies_[tally(seat, i)][static_cast<std::size_t>(place)].preferred;
        const int choices = i == 0 ? std::popcount(others) : 0;
        return looks(place, fate, ORDER) + preferred - CHOICE * choices;
    }

    // What a card is worth that keeps the trick with its party, one that may, one that may bring it there, and how much
    // less a point is where others may take it.
    struct Weights {
        int keeps, may_keep, may_bring, point;
    };
    static constexpr Weights ORDER{70, 30, 30, 1};
    static constexpr Weights THUMB{40, 4, 24, 0};

    int looks(int place, const Fate& fate, const Weights& weights) const {
        const int points = layout_.points[place], strength = layout_.strength[place];
        if (fate.ours && !fate.threatened) return weights.keeps + 3 * points - 2 * strength;
        if (fate.ours) return (fate.helped ? weights.may_keep : 0) - weights.point * points;
        if (fate.helped) return weights.may_bring + (fate.threatened ? -points : points) - strength;
        return -7 * points - 15 * strength;
    }

    const Layout& layout_;
    Aim aim_;
    Limit limit_;
    std::array<Places, MAX_SEATS> hands_;
    Bonuses bonuses_;
    Now trick_;
    int leader_;
    int left_;
    Memory<GOAL> memory_;
    int first_ = 0;  // the tricks left before the first, if none has been taken yet
    int played_ = 0;
    int taken_ = 0;
    int points_ = 0;  // to come, those of the present trick included
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    std::array<std::array<std::uint8_t, PLACES>, MOST_TRICKS * MAX_SEATS> killers_{};
    std::array<std::array<Tally, PLACES>, 2 * MAX_SEATS> tallies_{};
};
