// What a search has found out about positions between tricks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "layout.hpp"

namespace stova {

// What a position has in common with its relatives (relatives.hpp), and whatever else the rest of the play depends on.
struct Key {
    Places slots;  // as many in each group as there are cards of it
    Places fixed;  // cards in hands that are told apart from all others
    Places odd;    // by their number among the cards held: those of seats 1 and 3
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

// Bounds of what the rest is worth, and the lead that was best, as its number among the cards held. The parts of the
// key stand alone, because behind its last a Key would leave bytes unused.
struct Entry {
    Places slots, fixed, odd, high, named;
    std::uint8_t state;
    std::uint8_t best;
    std::int16_t balance;  // so far, where that matters
    Places held;
    std::int16_t least;
    std::int16_t most;

    Key key() const { return {slots, fixed, odd, high, named, state}; }
};

// A table is read here and there, which large pages make quicker; where the system has none to give, nothing changes.
inline void want_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
    constexpr std::uintptr_t LARGE = 2 << 20;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + LARGE - 1) & ~(LARGE - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) & ~(LARGE - 1);
    if (memory && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

// Never cleared: entries of other searches than the present one count as empty. What a search does at every position is
// always inlined, as `each` is of layout.hpp.
class Transpositions {
public:
    static constexpr std::size_t BUCKET = 8;  // relatives share one, and every one of them may decide

    // Uses at most `memory` bytes, but for what lies before the first bucket, and at least one bucket.
    explicit Transpositions(std::size_t memory)
        : count_(std::max<std::size_t>(1, memory / sizeof(Bucket))),
          memory_(std::calloc(count_ * sizeof(Bucket) + alignof(Bucket) - 1, 1)) {
        const auto begin = reinterpret_cast<std::uintptr_t>(memory_.get()) + alignof(Bucket) - 1;
        buckets_ = reinterpret_cast<Bucket*>(begin & ~(alignof(Bucket) - 1));
        want_large_pages(memory_.get(), count_ * sizeof(Bucket));
    }

    // Claims a table for a search; made and unmade under the GIL alone.
    struct Use {
        explicit Use(Transpositions& claimed) : table(claimed), granted(!std::exchange(claimed.busy_, true)) {}
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        ~Use() {
            if (granted) table.busy_ = false;
        }

        Transpositions& table;
        const bool granted;
    };

    bool allocated() const { return memory_ != nullptr; }

    // What was known is forgotten.
    void begin() {
        ++generation_;
        entered_ = 0;
        for (size_ = count_; size_ > FEW; size_ /= 2) {}
    }

    // Fetches what `each` will look at first, while there is something else to do.
    [[gnu::always_inline]] void prepare(const Key& key) const { __builtin_prefetch(&buckets_[index(key.hash())]); }

    // Calls `use(entry)` for the entries of a position and of its relatives.
    template <class Use>
    [[gnu::always_inline]] void each(const Key& key, Use use) const {
        const std::uint64_t hash = key.hash();
        const Bucket& bucket = buckets_[index(hash)];
        const Mark own = mark(hash, 0);
        for (std::size_t i = 0; i < BUCKET; ++i)
            if ((bucket.marks[i] ^ own) < MOST_CARDS && bucket.entries[i].key() == key) use(bucket.entries[i]);
    }

    [[gnu::always_inline]] void store(const Key& key, Places held, int balance, std::uint8_t best, int low, int high) {
        if (entered_ > BUCKET / 2 * size_ && 2 * size_ <= count_) grow();
        const std::uint64_t hash = key.hash();
        Bucket& bucket = buckets_[index(hash)];
        const Mark own = mark(hash, std::popcount(held));
        const std::size_t i = to_be_replaced(bucket, own, key, held, balance);
        if (!present(bucket.marks[i])) ++entered_;
        bucket.marks[i] = own;
        bucket.entries[i] = {key.slots,
                             key.fixed,
                             key.odd,
                             key.high,
                             key.named,
                             key.state,
                             best,
                             static_cast<std::int16_t>(balance),
                             held,
                             static_cast<std::int16_t>(low),
                             static_cast<std::int16_t>(high)};
    }

private:
    // The search an entry is of, some of its key's hash, and how many cards are held: what one look at a bucket needs.
    using Mark = std::uint64_t;
    static constexpr Mark MOST_CARDS = 64;

    struct alignas(64) Bucket {
        std::array<Mark, BUCKET> marks;
        std::array<Entry, BUCKET> entries;
    };

    static constexpr std::size_t FEW = 255;  // buckets in use at first, or as few as half: small searches stay in cache

    // The bucket and the mark go by different parts of a hash.
    std::size_t index(std::uint64_t hash) const { return static_cast<std::size_t>((hash >> 32) * size_ >> 32); }

    Mark mark(std::uint64_t hash, int cards) const {
        const Mark some = static_cast<std::uint32_t>(hash) & ~(MOST_CARDS - 1);
        return Mark{generation_} << 32 | some | static_cast<Mark>(cards);
    }

    bool present(Mark mark) const { return mark >> 32 == generation_; }

    // The position's own entry, else one of another search, else one with the fewest cards.
    std::size_t to_be_replaced(const Bucket& bucket, Mark own, const Key& key, Places held, int balance) const {
        std::size_t least = 0;
        Mark fewest = MOST_CARDS;
        for (std::size_t i = 0; i < BUCKET; ++i) {
            const Entry& entry = bucket.entries[i];
            const bool same = entry.held == held && entry.balance == balance && entry.key() == key;
            if (same && bucket.marks[i] == own) return i;
            const Mark cards = present(bucket.marks[i]) ? bucket.marks[i] % MOST_CARDS + 1 : 0;
            if (cards < fewest) fewest = cards, least = i;
        }
        return least;
    }

    // Doubles the buckets in use: what was in one comes into two, which lie where nothing has to be kept any more.
    void grow() {
        size_ *= 2;
        for (std::size_t n = size_ / 2; n-- > 0;) {
            const Bucket from = std::exchange(buckets_[n], Bucket{});
            for (std::size_t i = 0; i < BUCKET; ++i) {
                if (!present(from.marks[i])) continue;
                Bucket& to = buckets_[index(from.entries[i].key().hash())];
                to.marks[i] = from.marks[i], to.entries[i] = from.entries[i];
            }
        }
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t count_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_;
    std::size_t size_ = 0;     // buckets in use
    std::size_t entered_ = 0;  // entries made
    std::uint32_t generation_ = 0;
    bool busy_ = false;
};

}  // namespace stova
