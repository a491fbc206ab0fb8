// A transposition table whose keys are whole positions between tricks, alike for positions that differ in name only.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <utility>

#include "race_layers.hpp"
#include "race_moves.hpp"
#include "zeroed.hpp"

namespace stova::race {

constexpr std::size_t KEY_WORDS = 7;
constexpr std::size_t KEY_BYTES = 8 * (KEY_WORDS - 1);
using RaceKey = std::array<std::uint64_t, KEY_WORDS>;

// Bytes of the cards of a key; says when they don't fit.
class CardBytes {
public:
    void put(int high, int low) {
        if (count_ < KEY_BYTES && low < 16)
            bytes_[count_++] = static_cast<std::uint8_t>(high << 4 | low);
        else
            count_ = KEY_BYTES + 1;
    }
    // Sorts the bytes from there on, and keeps of equal ones so many.
    void sort_from(std::size_t first, std::size_t most) {
        if (!fit()) return;
        std::sort(bytes_.data() + first, bytes_.data() + count_);
        std::size_t kept = first;
        for (std::size_t i = first; i < count_; ++i)
            if (kept < first + most || bytes_[kept - most] != bytes_[i]) bytes_[kept++] = bytes_[i];
        std::fill(bytes_.begin() + kept, bytes_.begin() + count_, std::uint8_t{0});
        count_ = kept;
    }
    std::size_t size() const { return count_; }
    bool fit() const { return count_ <= KEY_BYTES; }
    void copy_to(RaceKey& key) const { std::memcpy(&key[1], bytes_.data(), KEY_BYTES); }

private:
    std::array<std::uint8_t, KEY_BYTES> bytes_{};
    std::size_t count_ = 0;
};

// What is known of the cards in play for a key: owners 0..3 hold cards, owners 4 and 5 are what partners share, and
// from 6 on what lies for each swap. Of equal cards a hand has no use for more than there are tricks left.
class Canonical {
public:
    static constexpr int SHARED = RACE_SEATS, LYING = RACE_SEATS + 2, OWNERS = LYING + MAX_SWAPS;

    Canonical(const Race& race, const RaceNode& node) : tables_(tables_of(race, node)), left_(node.left) {
        for (const int side : {0, 1}) {
            const bool counted = race.must_beat && node.spares(side) && node.rid[side] != ANY_NUMBER;
            most_[side] = counted ? CARDS : left_;
            if (node.eases(side)) eased_[side] = seats_of(side) | 1u << (SHARED + side);
        }
        for (int seat = 0; seat < RACE_SEATS; ++seat) {
            owned_[seat] = node.hands[seat] & ~to_be_swapped(race, node, seat);
            if (node.eases(seat)) drop_needless(owned_[seat]);
        }
        for (const int side : {0, 1}) {
            owned_[SHARED + side] = owned_[side] & owned_[side + 2];
            for (const int seat : {side, side + 2}) owned_[seat] &= ~owned_[SHARED + side];
        }
        for (int i = 0; i < race.swap_count; ++i)
            for (int seat = 0; seat < RACE_SEATS; ++seat)
                if (can_swap(race.swaps[i], node, seat)) owned_[LYING + i] = bit(race.swaps[i].take);
        for (int owner = 0; owner < OWNERS; ++owner) see_cards(owner);
    }

    bool write(RaceKey& key) {
        CardBytes bytes;
        put_takers(bytes);
        put_others(bytes);
        if (!bytes.fit()) return false;
        bytes.copy_to(key);
        return true;
    }

private:
    void see_cards(int owner) {
        live_ |= owned_[owner];
        for (Mask rest = owned_[owner]; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            owner_of_[card] = static_cast<std::uint8_t>(owner);
            if (!(tables_.takers >> card & 1)) reaching_[tables_.reach[card]] |= 1u << owner;
        }
    }

    // Leaves out cards for which a seat at ease has a better one for every trick.
    void drop_needless(Mask& cards) const {
        Mask better = 0;
        int level = 0;
        while (level < tables_.level_count && std::popcount(better) < left_) better |= tables_.levels[level++] & cards;
        if (std::popcount(better) < left_) return;
        for (Mask rest = cards & ~better; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            if ((tables_.takers >> card & 1) || tables_.reach[card] >= level) cards &= ~bit(card);
        }
    }

    // Those of whom it doesn't matter whose cards beat whose: one seat, or a side at ease; 0 if it does of these.
    unsigned alike(unsigned owners) const {
        for (const unsigned side : eased_)
            if (!(owners & ~side)) return side;
        return std::has_single_bit(owners) && owners < 1u << RACE_SEATS ? owners : 0;
    }

    unsigned owners_of(Mask cards) const {
        unsigned owners = 0;
        for (Mask rest = cards; rest; rest &= rest - 1) owners |= 1u << owner_of_[std::countr_zero(rest)];
        return owners;
    }

    // Takers by groups of levels, the strongest first. Levels of one hand that no other hand's card comes between are
    // one group.
    void put_takers(CardBytes& bytes) {
        int level = 0;
        while (level < tables_.level_count) {
            Mask group = tables_.levels[level] & live_;
            const int first = level++;
            if (group) {
                const unsigned owners = owners_of(group);
                int last = first;
                if (const unsigned same = alike(owners))
                    for (int next = level; next < tables_.level_count; ++next) {
                        if (reaching_[next] & ~same) break;
                        const Mask more = tables_.levels[next] & live_;
                        if (owners_of(more) & ~same) break;
                        group |= more;
                        last = next;
                    }
                for (int passed = first; passed <= last; ++passed) passed_[passed] = groups_;
                level = last + 1;
                put_group(bytes, group, owners_of(group));
            } else {
                passed_[first] = groups_;
            }
        }
        passed_[tables_.level_count] = groups_;
        bytes.put(15, 15);
    }

    void put_group(CardBytes& bytes, Mask group, unsigned owners) {
        for (unsigned rest = owners; rest; rest &= rest - 1) {
            const int owner = std::countr_zero(rest);
            bytes.put(owner + 1, std::min(most_[owner % 2], std::popcount(owned_[owner] & group)));
        }
        bytes.put(15, 0);
        group_owners_[groups_++] = owners;
    }

    // How many groups with cards of others beat a card of this owner.
    int code(int card, int owner) const {
        const unsigned others = ~(alike(1u << owner) | 1u << owner);
        const auto above = group_owners_.begin() + passed_[tables_.reach[card]];
        const auto foreign = [&](unsigned owners) { return (owners & others) != 0; };
        return static_cast<int>(std::count_if(group_owners_.begin(), above, foreign));
    }

    // Cards of chains that several hold, in their order, and all others, sorted.
    void put_others(CardBytes& bytes) {
        Mask loose = live_ & ~tables_.takers;
        for (int chain = 0; chain < tables_.chain_count; ++chain) {
            const Mask cards = tables_.chains[chain] & live_;
            if (const unsigned owners = owners_of(cards); alike(owners) || std::popcount(owners) < 2) continue;
            loose &= ~cards;
            const auto& order = tables_.order[chain];
            const int size = std::popcount(tables_.chains[chain]);
            for (int place = 0; place < size; ++place)
                if (live_ >> order[place] & 1) put_card(bytes, order[place]);
            bytes.put(15, 15);
        }
        const std::size_t first = bytes.size();
        for (; loose; loose &= loose - 1) put_card(bytes, std::countr_zero(loose));
        bytes.sort_from(first, static_cast<std::size_t>(left_));
    }

    void put_card(CardBytes& bytes, int card) {
        bytes.put(owner_of_[card] + 1, code(card, owner_of_[card]));
    }

    const RaceTables& tables_;
    int left_;
    std::array<unsigned, 2> eased_{};  // the owners of a side at ease
    // How many equal takers of a side count: all, where whether it must beat depends on their number.
    std::array<int, 2> most_;
    std::array<Mask, OWNERS> owned_{};
    std::array<std::uint8_t, CARDS> owner_of_;               // of live cards
    std::array<unsigned, MOST_LEVELS + 1> reaching_{};       // the owners of plain cards that so many levels beat
    std::array<unsigned, MOST_LEVELS> group_owners_;
    std::array<std::uint8_t, MOST_LEVELS + 1> passed_;       // groups above a level
    Mask live_ = 0;
    std::uint8_t groups_ = 0;
};

// Whether the names of cards matter beyond what beats what.
inline bool names_matter(const Race& race, const RaceNode& node) {
    const bool first_lead = !node.won[node.leader];  // which some cards may not be led to
    if (first_lead || node.pile.seats || tables_may_change(race, node)) return true;
    for (int i = 0; i < race.swap_count; ++i) {
        if (!race.swaps[i].claim) continue;
        for (int seat = 0; seat < RACE_SEATS; ++seat)
            if (can_swap(race.swaps[i], node, seat)) return true;
    }
    return false;
}

// The seat that alone has won tricks, plus one; RACE_SEATS + 1 if several have, 0 if none.
inline unsigned sole_winner(const RaceNode& node) {
    unsigned sole = 0;
    for (unsigned seat = 0; seat < RACE_SEATS; ++seat)
        if (node.won[seat]) sole = sole ? RACE_SEATS + 1 : seat + 1;
    return sole;
}

// A key's header has just the bits of a word, a leading one and the last, whether cards keep their names, included.
static_assert(1 + 2 + 4 + 4 + MAX_FOURS + 3 + 1 + 2 * RACE_SEATS + 2 * 4 + 1 + 1 + MAX_SWAPS * RACE_SEATS + 1 == 64);

inline std::uint64_t key_header(const Race& race, const RaceNode& node, RaceGoal goal) {
    std::uint64_t header = 1;
    const auto put = [&](unsigned value, unsigned bits) { header = header << bits | value; };
    const bool sweep = !node.side(0) || !node.side(1);
    put(node.leader, 2);
    put(node.left, 4);
    put(static_cast<unsigned>(node.side(0)), 4);
    put(node.tables, MAX_FOURS);
    put(sweep && goal == RaceGoal::SCORE ? sole_winner(node) : 0, 3);
    put(sweep && node.opened_alone, 1);
    put(node.pile.seats, RACE_SEATS);
    put(node.spared, 2);
    put(node.eased, 2);
    for (const unsigned cards : node.rid) put(cards, 4);
    put(node.pile.lapses, 1);
    put(node.pile.whole, 1);
    for (int i = 0; i < race.swap_count; ++i)
        for (int seat = 0; seat < RACE_SEATS; ++seat) put(can_swap(race.swaps[i], node, seat), 1);
    return header << 1;
}

// The key of a position between tricks; equal keys have equal values.
inline RaceKey key_of(const Race& race, const RaceNode& node, RaceGoal goal, bool names_as_they_are) {
    RaceKey key{};
    key[0] = key_header(race, node, goal);
    if (!names_as_they_are && !names_matter(race, node) && Canonical(race, node).write(key)) return key;
    key[0] |= 1;
    std::copy(node.hands.begin(), node.hands.end(), key.begin() + 1);
    key[5] = node.open;
    key[6] = node.pile.cards;
    return key;
}

struct alignas(64) RaceEntry {
    RaceKey key{};  // never all zeros when in use
    std::int8_t low = 0;
    std::int8_t high = 0;
    std::uint8_t left = 0;
    std::uint8_t card = 0;  // the best card last found; a hint

    bool used() const { return key[0] != 0; }
};

class RaceTranspositions {
public:
    // At most as many entries, a power of two, as fit into so many bytes; none if that isn't two. Throws bad_alloc.
    explicit RaceTranspositions(std::size_t bytes)
        : most_(std::bit_floor(bytes / sizeof(RaceEntry))), entries_(most_), size_(std::min(most_, FEW)) {
        if (most_ < 2) size_ = 0;
        if (size_ && !entries_) throw std::bad_alloc();
    }

    // The entry of the key, or null.
    const RaceEntry* find(const RaceKey& key) const {
        if (!size_) return nullptr;
        const std::size_t at = place(key);
        for (const std::size_t which : {at, at ^ 1})
            if (entries_[which].key == key) return &entries_[which];
        return nullptr;
    }

    // An entry to write to: the key's own, else of two the one with fewer tricks left, its bounds open.
    RaceEntry* entry(const RaceKey& key, int left) {
        if (!size_) return nullptr;
        if (used_ > size_ / 2 && size_ < most_) grow();
        const std::size_t at = place(key);
        for (const std::size_t which : {at, at ^ 1})
            if (entries_[which].key == key) return &entries_[which];
        RaceEntry& chosen = entries_[entries_[at].left <= entries_[at ^ 1].left ? at : at ^ 1];
        used_ += !chosen.used();
        chosen = {key, -127, 127, static_cast<std::uint8_t>(left), NO_CARD};
        return &chosen;
    }

private:
    static constexpr std::size_t FEW = 1 << 12;  // in use at first: small searches stay in cache

    std::size_t place(const RaceKey& key) const {
        std::uint64_t hash = 0x9E3779B97F4A7C15;
        for (const std::uint64_t word : key) {
            hash = (hash ^ word) * 0xD6E8FEB86659FD93;
            hash ^= hash >> 32;
        }
        return hash & (size_ - 1);
    }

    // Uses more: of two entries that lie together each stays or moves to where only these two come, so there is room.
    void grow() {
        const std::size_t before = size_;
        size_ = std::min(most_, 2 * before);
        entries_.want_large_pages();
        for (std::size_t at = 0; at < before; ++at) {
            const RaceEntry entry = std::exchange(entries_[at], {});
            if (!entry.used()) continue;
            const std::size_t now = place(entry.key);
            entries_[entries_[now].used() ? now ^ 1 : now] = entry;
        }
    }

    std::size_t most_;
    Zeroed<RaceEntry> entries_;
    std::size_t size_;  // entries in use
    std::size_t used_ = 0;
};

}  // namespace stova::race
