// What a search remembers of positions between tricks. Included with search.hpp.

// What a rest is worth, a bound of it, and the cards on whose ranks that rests (see Bounds).
struct Found {
    int value;
    Places ranks;
};

// A balance that is 0 or below even if the own seats get all that is left. It isn't enough that the others can hold it
// there: they may have to let a bonus go for that.
constexpr int LOST = -FAR;

// A trick about to be led to.
struct Start {
    Rest rest;
    Places held;
    Places named;  // cards that nothing else is like, and what they cover
    Places hand;   // the leader's
    Owners owners;
    Key key;
    int balance = 0;  // of BONUSES, so far
};

template <Goal GOAL>
class Memory {
    static constexpr bool SIGNED = is_signed(GOAL);

public:
    // `of`: what each seat held at first.
    Memory(const Layout& layout, Transpositions& table, const std::array<Places, MAX_SEATS>& of)
        : layout_(layout), table_(table), of_(of) {}

    // What is remembered of it is fetched meanwhile.
    Start start(const Rest& rest, Places hand, Places held, Places single, Places named) const {
        const Owners owners = this->owners(held);
        const Start here{rest, held, named, hand, owners, key(rest, held, single, named, owners)};
        table_.prepare(here.key);
        return here;
    }

    struct Known {
        Bounds bounds;
        std::uint8_t best = NONE;
    };

    // What was seen of a position, what its own entry says, and relatives' where that decides.
    Known known(const Start& here, const Bounds& seen) const {
        Known result{seen};
        const int target = here.rest.target;
        table_.find(here.key, [&](const Entry& entry) {
            const Places mine = here.held & ~here.named, others = entry.held & ~here.named;
            const bool own = mine == others;
            if (result.best == NONE || own) result.best = entry.best;
            if (!own && !alike(here, entry, entry.ranks)) return false;
            int low = -FAR, high = FAR;
            if constexpr (GOAL == Goal::BONUSES) {
                // A better balance is never worth less. Where it is lost, how much so doesn't matter.
                const int ahead = here.balance - entry.balance;
                const int by = here.balance == LOST ? 0 : apart<true>(layout_, of_, mine, others, std::abs(ahead));
                if (ahead >= by) low = entry.low;
                if (-ahead >= by) high = entry.high;
            } else {
                const int to_spare = entry.low - target, short_by = target - 1 - entry.high;
                if (own || to_spare >= 0) low = entry.low - apart<SIGNED>(layout_, of_, mine, others, to_spare);
                if (own || short_by >= 0) high = entry.high + apart<SIGNED>(layout_, of_, others, mine, short_by);
            }
            Bounds& bounds = result.bounds;
            if (low > bounds.low) bounds.low = low, bounds.low_ranks = expand(entry.ranks, here.held);
            if (high < bounds.high) bounds.high = high, bounds.high_ranks = expand(entry.ranks, here.held);
            return bounds.low >= target || bounds.high < target;
        });
        if (result.best != NONE) result.best = static_cast<std::uint8_t>(nth(here.hand, result.best));
        return result;
    }

    // Entries go that bound no position more closely than the new one: what is apart obeys the triangle inequality.
    void remember(const Start& here, const Bounds& known, const Found& found, std::uint8_t best) {
        const Places ranks = upwards(found.ranks & layout_.loose, here.held);
        const bool reached = found.value >= here.rest.target;
        // The other bound is kept beside if it rests on nothing else.
        const int low = reached ? found.value : known.low_ranks & layout_.loose & ~ranks ? -FAR : known.low;
        const int high = !reached ? found.value : known.high_ranks & layout_.loose & ~ranks ? FAR : known.high;
        const Entry entry{here.held,
                          compress(ranks, here.held),
                          static_cast<std::int16_t>(here.balance),
                          static_cast<std::int16_t>(low),
                          static_cast<std::int16_t>(high),
                          static_cast<std::uint8_t>(std::popcount(here.hand & below(best)))};
        table_.store(here.key, entry, [&](const Entry& other) {
            if constexpr (GOAL == Goal::BONUSES) return other.held == here.held && other.balance == here.balance;
            const int low_by = low - other.low, high_by = other.high - high;
            if (low_by < 0 || high_by < 0 || entry.ranks & ~other.ranks) return false;
            if (!alike(here, other, entry.ranks)) return false;
            const Places mine = here.held & ~here.named, others = other.held & ~here.named;
            return apart<SIGNED>(layout_, of_, others, mine, low_by) <= low_by &&
                   apart<SIGNED>(layout_, of_, mine, others, high_by) <= high_by;
        });
    }

private:
    Owners owners(Places held) const { return {compress(of_[1] | of_[3], held), compress(of_[2] | of_[3], held)}; }

    Key key(const Rest& rest, Places held, Places single, Places named, const Owners& owners) const {
        const Places slots = moved(layout_, held);
        const Places owners_differ = (owners.odd ^ owners.odd >> 1) | (owners.high ^ owners.high >> 1);
        const Places with_next = compress(slots & slots >> 1 & layout_.grouped, slots) & ~owners_differ;
        const int state = rest.leader | (SIGNED ? rest.taken << 2 : 0);
        const Owners by_suit = sorted(layout_, owners, held);
        return {slots,
                single,
                by_suit.odd,
                by_suit.high,
                raised(compress(named & ~layout_.loose, held), with_next),
                static_cast<std::uint8_t>(state)};
    }

    // Whether of these cards, by number, an entry's have the same owners as those here, and the same are named.
    bool alike(const Start& here, const Entry& entry, Places ranks) const {
        if (!ranks) return true;
        const Owners there = owners(entry.held);
        const Places named = compress(here.named, here.held) ^ compress(here.named, entry.held);
        return !(((here.owners.odd ^ there.odd) | (here.owners.high ^ there.high) | named) & ranks);
    }

    // The cards held that are of these, or above one of its suit.
    Places upwards(Places ranks, Places held) const {
        if (!ranks) return 0;
        Places result = 0;
        for (const Places suit : layout_.suits)
            if (const Places some = ranks & suit) result |= held & suit & ~below(lowest(some));
        return result;
    }

    const Layout& layout_;
    Transpositions& table_;
    const std::array<Places, MAX_SEATS> of_;
};
