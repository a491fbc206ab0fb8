// A position's cards in an order of their own, for search: weakest to strongest within each suit, trumps last.
#pragma once

#include <algorithm>
#include <bit>
#include <tuple>
#include <vector>

#include "play.hpp"

namespace stova {

// Cards by place 0..31, as a set.
using Places = std::uint32_t;

constexpr int PLACES = 32;

constexpr Places at(int place) { return Places{1} << place; }

// In 64 bits, because a set of all 32 places can't be shifted out of 32.
constexpr Places below(int place) { return static_cast<Places>((std::uint64_t{1} << place) - 1); }

// The places above all of a set's.
constexpr Places past(Places set) { return static_cast<Places>(~std::uint64_t{0} << std::bit_width(set)); }

constexpr int lowest(Places set) { return std::countr_zero(set); }

// Calls `use(place)` for each place of a set, lowest first. Always inlined: `use` may be compiled for a newer processor
// than this is, and would not be inlined into it otherwise.
template <class Use>
[[gnu::always_inline]] inline void each(Places set, Use use) {
    for (; set; set &= set - 1) use(lowest(set));
}

// A bonus whose cards are all in play.
struct PlacedBonus {
    Places cards;
    int worth;
};

// What a card play is searched for. POINTS and TRICKS are what a side takes; ALONE is TRICKS in which only the deal's
// first counts and those won by the seat that led to them, so that all count only if one seat takes all. BALANCE is
// what a side takes less what the others take, bonuses and the worth of all tricks included. BONUSES is how little
// there is in bonuses when the balance ends at 0 or below.
enum class Goal : std::uint8_t { POINTS, TRICKS, ALONE, BALANCE, BONUSES };

// Whether what the others get counts against the own seats; bonuses count then.
constexpr bool is_signed(Goal goal) { return goal == Goal::BALANCE || goal == Goal::BONUSES; }

struct Worth {
    int points;
    Places cards;
};

// Suits' bonuses by what of the suit lies in a trick.
struct Lane {
    int shift;
    Places cards;  // shifted down
    std::vector<std::int16_t> worth;
};

constexpr int TRUMP_STRENGTH = 10;
constexpr int MOST_IN_LANE = 13;
constexpr int MOST_POINTS = 255;  // of a card

struct Layout {
    Policy policy{};
    int seats = 0;
    int count = 0;
    std::array<int, PLACES> card{};
    std::array<std::uint8_t, CARDS> place_of{};  // of the cards that are in play
    Mask cards = 0;
    std::array<Places, PLACES> beaten_by{};
    std::array<Places, PLACES> follow{};
    std::array<int, PLACES> points{};
    std::array<int, PLACES> strength{};  // among the cards of its suit; trumps are stronger
    std::array<Places, PLACES> under{};
    Places trumps = 0;
    Places uppers = 0;               // cards that cover another
    bool chained = false;            // see `chained` below
    Places loose = 0;                // suits in which it may be open who has which card (relatives.hpp)
    std::vector<Places> suits;       // if so, trumps last
    std::array<int, PLACES> kind{};   // equal for neighbours that nothing but a card between them tells apart
    std::array<int, PLACES> group{};  // the same, but that their points may tell them apart, too
    std::vector<Places> groups;       // of two cards and more
    Places grouped = 0;               // cards of a group whose next higher card is of it, too
    std::vector<Worth> worths;        // the cards by their points, fewest first
    std::vector<Lane> lanes;
    std::vector<PlacedBonus> across;   // bonuses of several suits
    std::vector<PlacedBonus> bonuses;  // all of them, at most 64
    int trick_points = 0;
    int last_trick_points = 0;

    bool is_trump(int place) const { return trumps >> place & 1; }

    // What the bonuses in a finished trick are worth.
    int bonus(Places trick) const {
        int sum = 0;
        for (const Lane& lane : lanes) sum += lane.worth[trick >> lane.shift & lane.cards];
        for (const PlacedBonus& bonus : across) sum += bonus.cards & ~trick ? 0 : bonus.worth;
        return sum;
    }
};

inline Places translate(const Layout& layout, Mask cards) {
    Places set = 0;
    for (cards &= layout.cards; cards; cards &= cards - 1) set |= at(layout.place_of[std::countr_zero(cards)]);
    return set;
}

inline void order_cards(Layout& layout, const Tables& tables, Mask cards) {
    const auto strength = [&](int card) {
        return CARDS - std::popcount(tables.beaten_by[card] & tables.follow[card]);
    };
    for (Mask rest = cards; rest; rest &= rest - 1) layout.card[layout.count++] = std::countr_zero(rest);
    std::sort(layout.card.begin(), layout.card.begin() + layout.count, [&](int one, int other) {
        const auto key = [&](int card) {
            return std::tuple(tables.is_trump(card), tables.follow[card], strength(card), card);
        };
        return key(one) < key(other);
    });
    layout.cards = cards;
    for (int place = 0; place < layout.count; ++place)
        layout.place_of[layout.card[place]] = static_cast<std::uint8_t>(place);
}

// For each place, the places whose sets have it.
inline std::array<Places, PLACES> turned(const std::array<Places, PLACES>& sets) {
    std::array<Places, PLACES> result{};
    for (int place = 0; place < PLACES; ++place)
        each(sets[place], [&](int member) { result[member] |= at(place); });
    return result;
}

// Finds the runs of neighbours that follow, beat and are beaten alike, but for each other; and count alike, of a kind.
inline void group_cards(Layout& layout) {
    const auto beats = turned(layout.beaten_by), follows = turned(layout.follow);
    const auto alike = [&](int one, int other) {
        const Places besides = ~(at(one) | at(other));
        const auto same = [&](const std::array<Places, PLACES>& sets) { return sets[one] == sets[other]; };
        const auto nearly = [&](const auto& sets) { return !((sets[one] ^ sets[other]) & besides); };
        return layout.is_trump(one) == layout.is_trump(other) && same(layout.follow) && same(follows) &&
               nearly(layout.beaten_by) && nearly(beats);
    };
    for (int place = 0; place < layout.count; ++place) {
        const int before = place - 1;
        const bool grouped = place > 0 && alike(before, place);
        const bool same = grouped && layout.points[before] == layout.points[place];
        layout.group[place] = grouped ? layout.group[before] : place;
        layout.kind[place] = same ? layout.kind[before] : place;
        if (grouped) layout.grouped |= at(before);
    }
    for (int first = 0, end = 1; first < layout.count; first = end++) {
        while (layout.grouped >> (end - 1) & 1) ++end;
        if (end - first > 1) layout.groups.push_back(below(end) & ~below(first));
    }
}

inline void sort_points(Layout& layout) {
    std::array<Places, MOST_POINTS + 1> cards{};
    for (int place = 0; place < layout.count; ++place) cards[layout.points[place]] |= at(place);
    for (int points = 0; points <= MOST_POINTS; ++points)
        if (cards[points]) layout.worths.push_back({points, cards[points]});
}

// Whether suits and trumps are as in most games: of a suit the higher place beats the lower, and trumps beat all else.
inline bool chained(const Layout& layout) {
    for (int place = 0; place < layout.count; ++place) {
        const Places suit = layout.follow[place], higher = suit & ~below(place) & ~at(place);
        const Places expected = higher | (layout.is_trump(place) ? 0 : layout.trumps);
        if (layout.beaten_by[place] != expected || !(suit >> place & 1)) return false;
        if (suit & layout.trumps && suit != layout.trumps) return false;
    }
    return true;
}

// Bonuses within one suit go by look-up, the few others one by one.
inline void add_bonuses(Layout& layout, const std::vector<Bonus>& bonuses, Mask cards) {
    for (const Bonus& given : bonuses) {
        if (given.cards & ~cards) continue;
        const Places wanted = translate(layout, given.cards);
        layout.bonuses.push_back({wanted, given.worth});
        const Places suit = layout.follow[lowest(wanted)];
        if (wanted & ~suit || std::bit_width(suit >> lowest(suit)) > MOST_IN_LANE) {
            layout.across.push_back(layout.bonuses.back());
            continue;
        }
        const int shift = lowest(suit);
        const auto here = [&](const Lane& own) { return own.shift == shift; };
        auto lane = std::find_if(layout.lanes.begin(), layout.lanes.end(), here);
        if (lane == layout.lanes.end()) {
            layout.lanes.push_back({shift, suit >> shift, std::vector<std::int16_t>((suit >> shift) + 1)});
            lane = layout.lanes.end() - 1;
        }
        const Places least = wanted >> shift;
        for (Places held = least; held <= lane->cards; held = (held + 1) | least)
            lane->worth[held] = static_cast<std::int16_t>(lane->worth[held] + given.worth);
    }
}

// At most 32 cards may be in play, and each suit's cards follow each other.
inline Layout make_layout(const Tables& tables, const Position& position, Goal goal) {
    Layout layout;
    layout.policy = tables.policy;
    layout.seats = position.seats;
    const Mask cards = in_play(position);
    order_cards(layout, tables, cards);
    const bool counts_tricks = goal == Goal::TRICKS || goal == Goal::ALONE;
    for (int place = 0; place < layout.count; ++place) {
        const int card = layout.card[place];
        layout.beaten_by[place] = translate(layout, tables.beaten_by[card]);
        layout.follow[place] = translate(layout, tables.follow[card]);
        layout.points[place] = counts_tricks ? 0 : static_cast<int>(tables.points[card]);
        layout.under[place] = translate(layout, position.under[card]);
        if (layout.under[place]) layout.uppers |= at(place);
    }
    layout.trumps = translate(layout, tables.trumps);
    for (int place = 0; place < layout.count; ++place)
        layout.strength[place] =
            std::popcount(below(place) & layout.follow[place]) + (layout.is_trump(place) ? TRUMP_STRENGTH : 0);
    layout.trick_points = counts_tricks ? 1 : 0;
    layout.last_trick_points = counts_tricks ? 0 : static_cast<int>(tables.last_trick_points);
    layout.chained = tables.policy != Policy::BEAT && chained(layout);  // under BEAT nobody has to follow
    for (int place = 0; layout.chained && place < layout.count; place = std::bit_width(layout.follow[place]))
        layout.suits.push_back(layout.follow[place]);
    // Where ranks say who wins a trick, and nothing else. Between two seats there is little else to a position, and
    // with covered cards more rests on ranks than bounds say.
    if (layout.chained && layout.seats > 2 && !layout.uppers)
        layout.loose = below(layout.count) & ~(tables.policy == Policy::FOLLOW ? 0 : layout.trumps);
    group_cards(layout);
    sort_points(layout);
    if (is_signed(goal)) add_bonuses(layout, tables.bonuses, cards);
    return layout;
}

}  // namespace stova
