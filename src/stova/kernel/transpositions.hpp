// What a search has found out about positions between tricks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "layout.hpp"
#include "zeroed.hpp"

namespace stova {

// What a position has in common with its relatives (relatives.hpp), and whatever else the rest of the play depends on.
struct Key {
    Places slots;  // as many in each group as there are cards of it
    Places fixed;  // cards in hands that are told apart from all others
    Places odd;    // by number among the cards held: those of seats 1 and 3, as `sorted` has them
    Places high;   // those of seats 2 and 3
    Places named;  // by number: these and what they cover, above what else of their owner's nothing lies between
    std::uint8_t state;

    bool operator==(const Key&) const = default;

    [[gnu::always_inline]] std::uint64_t hash() const {
        std::uint64_t x = (std::uint64_t{slots} << 32 | odd) * 0x9e3779b97f4a7c15;
        x ^= x >> 29;
        x += (std::uint64_t{fixed} << 32 | high) * 0xbf58476d1ce4e5b9;
        x ^= x >> 32;
        x += (std::uint64_t{named} << 32 | state) * 0xd6e8feb86659fd93;
        x *= 0x94d049bb133111eb;
        return x ^ x >> 29;
    }
};

constexpr std::uint8_t NONE = 255;

// Bounds of what a position's rest is worth, and the lead that was best, as its number in the leader's hand.
struct Entry {
    Places held;
    Places ranks;          // those on whose owners the bounds rest, by number among the cards held
    std::int16_t balance;  // so far, where that matters
    std::int16_t low, high;
    std::uint8_t best;
};

// Relatives, as many as fit into one and a half lines of cache; where there are more, they have several families.
struct alignas(32) Family {
    static constexpr std::size_t MOST = 4;

    Key key;
    std::uint8_t count;
    std::array<Entry, MOST> entries;  // the latest last

    // Leaves out the entries for which `needless(entry)` holds.
    template <class Needless>
    [[gnu::always_inline]] void drop(Needless needless) {
        std::uint8_t kept = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (!needless(entries[i])) entries[kept++] = entries[i];
        count = kept;
    }
};

// Never cleared: buckets of other searches than the present one count as empty. What a search does at every position is
// always inlined, as `each` is of layout.hpp.
class Transpositions {
public:
    // Uses at most `memory` bytes, but for what lies before the first bucket, and at least one bucket.
    explicit Transpositions(std::size_t memory)
        : count_(std::max<std::size_t>(1, memory / sizeof(Bucket))),
          buckets_(count_) {
        buckets_.want_large_pages();
    }

    bool busy = false;  // whether a search uses it

    bool allocated() const { return static_cast<bool>(buckets_); }

    // What was known is forgotten.
    void begin() {
        ++generation_;
        families_ = 0;
        for (size_ = count_; size_ > FEW; size_ /= 2) {}
    }

    // Fetches what `find` will look at first, while there is something else to do.
    [[gnu::always_inline]] void prepare(const Key& key) const {
        const std::uint64_t hash = key.hash();
        const Bucket& bucket = buckets_[index(hash)];
        __builtin_prefetch(&bucket);
        __builtin_prefetch(&bucket.families[home(hash)]);
    }

    // Calls `use(entry)` for the entries of a position and of its relatives until it says to stop; mostly the latest
    // first, which spares a search some positions.
    template <class Use>
    [[gnu::always_inline]] void find(const Key& key, Use use) const {
        const std::uint64_t hash = key.hash();
        const Bucket& bucket = buckets_[index(hash)];
        if (bucket.generation != generation_) return;
        const std::size_t first = home(hash);
        for (Set alike = bucket.tagged(tag(hash)); alike;) {
            const auto next = alike >> first & 1 ? first : static_cast<std::size_t>(std::countr_zero(alike));
            alike ^= Set{1} << next;
            const Family& family = bucket.families[next];
            if (family.key != key) continue;
            for (std::size_t i = family.count; i-- > 0;)
                if (use(family.entries[i])) return;
        }
    }

    // Keeps an entry, instead of those of its position and of relatives for which `needless(entry)` holds.
    template <class Needless>
    [[gnu::always_inline]] void store(const Key& key, const Entry& entry, Needless needless) {
        if (families_ > FAMILIES / 2 * size_ && 2 * size_ <= count_) grow();
        const std::uint64_t hash = key.hash();
        Bucket& bucket = opened(hash);
        Family* room = nullptr;
        for (Set alike = bucket.tagged(tag(hash)); alike; alike &= alike - 1) {
            Family& family = bucket.families[static_cast<std::size_t>(std::countr_zero(alike))];
            if (family.key != key) continue;
            family.drop(needless);
            if (family.count < Family::MOST) room = &family;
        }
        if (!room) {
            const std::size_t spare = bucket.spare();
            families_ += !bucket.tags[spare];
            room = &bucket.put(spare, home(hash), tag(hash), {key, 0, {}});
        }
        room->entries[room->count++] = entry;
    }

private:
    using Tag = std::uint16_t;
    using Set = std::uint32_t;
    static constexpr std::size_t FAMILIES = 20;
    static constexpr std::size_t FEW = 63;  // buckets in use at first, or as few as half: small searches stay in cache

    // What says which families to look at fills a line of cache before them.
    struct alignas(64) Bucket {
        std::uint32_t generation;                  // the search it is of
        std::array<Tag, FAMILIES> tags;            // some of the hash of a family's key; 0 where there is no family
        std::array<std::uint8_t, FAMILIES> cards;  // how many are held
        std::array<Family, FAMILIES> families;

        // Where a tag is, looked for four places at a time; sometimes beside, too, but never where there is no family,
        // since the highest bit of every tag is set.
        Set tagged(Tag tag) const {
            static_assert(FAMILIES % 4 == 0 && std::endian::native == std::endian::little);
            constexpr std::uint64_t ONES = 0x0001'0001'0001'0001, TO_THE_TOP = 0x1000'2000'4000'8000;
            Set result = 0;
            for (std::size_t n = 0; n < FAMILIES; n += 4) {
                std::uint64_t four;
                std::memcpy(&four, &tags[n], sizeof four);
                four ^= ONES * tag;
                const std::uint64_t zero = (four - ONES) & ~four & ONES << 15;
                result |= static_cast<Set>((zero >> 15) * TO_THE_TOP >> 60) << n;
            }
            return result;
        }

        // The first place without a family, else that of the one with the fewest cards.
        std::size_t spare() const {
            std::size_t least = 0;
            for (std::size_t n = 0; n < FAMILIES && tags[least]; ++n)
                if (!tags[n] || cards[n] < cards[least]) least = n;
            return least;
        }

        // Puts a family into its home; what lay there moves to a place that is to spare.
        Family& put(std::size_t spare, std::size_t home, Tag tag, const Family& family) {
            if (tags[home]) tags[spare] = tags[home], cards[spare] = cards[home], families[spare] = families[home];
            tags[home] = tag, cards[home] = static_cast<std::uint8_t>(std::popcount(family.key.slots));
            return families[home] = family;
        }
    };

    // The bucket, the home in it and the tag go by different parts of a hash. The latest family of a tag lies at home,
    // unless another with that home came after it, so that it can be fetched before it is known to be there.
    std::size_t index(std::uint64_t hash) const { return static_cast<std::size_t>((hash >> 32) * size_ >> 32); }
    static std::size_t home(std::uint64_t hash) { return static_cast<std::uint32_t>(hash) * FAMILIES >> 32; }
    static Tag tag(std::uint64_t hash) { return static_cast<Tag>(hash | 1 << 15); }

    // A key's bucket, without what another search left there.
    Bucket& opened(std::uint64_t hash) {
        Bucket& bucket = buckets_[index(hash)];
        if (bucket.generation != generation_) bucket.tags = {}, bucket.generation = generation_;
        return bucket;
    }

    // Doubles the buckets in use: what was in one comes into two, which lie where nothing has to be kept any more.
    void grow() {
        size_ *= 2;
        for (std::size_t number = size_ / 2; number-- > 0;) {
            const Bucket from = std::exchange(buckets_[number], Bucket{});
            if (from.generation != generation_) continue;
            for (std::size_t n = 0; n < FAMILIES; ++n)
                if (from.tags[n]) {
                    const std::uint64_t hash = from.families[n].key.hash();
                    Bucket& bucket = opened(hash);
                    bucket.put(bucket.spare(), home(hash), from.tags[n], from.families[n]);
                }
        }
    }

    std::size_t count_;
    Zeroed<Bucket> buckets_;
    std::size_t size_ = 0;  // buckets in use
    std::size_t families_ = 0;
    std::uint32_t generation_ = 0;
};

}  // namespace stova
