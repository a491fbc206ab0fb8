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

    std::uint64_t hash() const {
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

// Bounds of what the rest is worth, and the lead that was best, as its number among the cards held.
struct Entry {
    Key key;
    std::uint8_t best;
    std::int16_t balance;  // so far, where that matters
    Places held;
    std::int16_t low;
    std::int16_t high;
    std::uint32_t generation;
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

// Never cleared: entries of other searches than the present one count as empty.
class Transpositions {
public:
    static constexpr std::size_t BUCKET = 8;  // relatives share one, and every one of them may decide

    // Uses at most `memory` bytes, and at least one bucket.
    explicit Transpositions(std::size_t memory)
        : buckets_(std::bit_floor(std::max<std::size_t>(1, memory / (BUCKET * sizeof(Entry))))),
          entries_(static_cast<Entry*>(std::calloc(buckets_ * BUCKET, sizeof(Entry)))) {
        want_large_pages(entries_.get(), buckets_ * BUCKET * sizeof(Entry));
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

    bool allocated() const { return entries_ != nullptr; }

    // What was known is forgotten.
    void begin() {
        ++generation_;
        entered_ = 0;
        mask_ = std::min(buckets_, LEAST) - 1;
    }

    // Calls `use(entry)` for the entries of a position and of its relatives.
    template <class Use>
    void each(const Key& key, Use use) const {
        const Entry* bucket = bucket_of(key);
        for (std::size_t i = 0; i < BUCKET; ++i)
            if (bucket[i].generation == generation_ && bucket[i].key == key) use(bucket[i]);
    }

    void store(const Key& key, Places held, int balance, std::uint8_t best, int low, int high) {
        if (entered_ > BUCKET / 2 * mask_ && mask_ + 1 < buckets_) grow();
        Entry& entry = to_be_replaced(key, held, balance);
        if (entry.generation != generation_) ++entered_;
        entry = {key,
                 best,
                 static_cast<std::int16_t>(balance),
                 held,
                 static_cast<std::int16_t>(low),
                 static_cast<std::int16_t>(high),
                 generation_};
    }

private:
    static constexpr std::size_t LEAST = 128;  // buckets in use at first: a small search stays in the nearest cache

    Entry* bucket_of(const Key& key) const { return &entries_[(key.hash() & mask_) * BUCKET]; }

    // The position's own entry, else one of another search, else one with the fewest cards.
    Entry& to_be_replaced(const Key& key, Places held, int balance) {
        Entry* bucket = bucket_of(key);
        Entry* least = bucket;
        int fewest = PLACES + 1;
        for (std::size_t i = 0; i < BUCKET; ++i) {
            Entry& entry = bucket[i];
            const int cards = entry.generation == generation_ ? std::popcount(entry.held) : -1;
            if (cards >= 0 && entry.held == held && entry.balance == balance && entry.key == key) return entry;
            if (cards < fewest) fewest = cards, least = &entry;
        }
        return *least;
    }

    // Doubles the buckets in use. Each entry stays or moves to the bucket that many farther on.
    void grow() {
        const std::size_t size = mask_ + 1;
        mask_ += size;
        for (std::size_t i = 0; i < size * BUCKET; ++i) {
            Entry& entry = entries_[i];
            if (entry.generation != generation_ || !(entry.key.hash() & size)) continue;
            entries_[i + size * BUCKET] = entry;
            entry.generation = 0;
        }
    }

    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    std::size_t buckets_;
    std::unique_ptr<Entry[], Free> entries_;
    std::size_t mask_ = 0;     // buckets in use, less one
    std::size_t entered_ = 0;  // entries made
    std::uint32_t generation_ = 0;
    bool busy_ = false;
};

}  // namespace stova
