// Tables and positions made from Python values. All input is checked here; the search trusts what it gets.
#pragma once

#include <nanobind/nanobind.h>

#include <bit>
#include <locale>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

#include "limit.hpp"
#include "play.hpp"

namespace stova {

namespace nb = nanobind;

constexpr std::uint32_t MAX_RESULT = 65535;  // results are 16-bit numbers
constexpr std::size_t MAX_BONUSES = 64;
constexpr double MAX_SECONDS = 1e6;  // more is no limit

// ValueError, in these words, unless the condition holds; they are put together only then.
template <class... Words>
void require(bool condition, const Words&... otherwise) {
    if (condition) return;
    std::ostringstream words;
    words.imbue(std::locale::classic());
    (words << ... << otherwise);
    throw nb::value_error(words.str().c_str());
}

// What a value is called: `hands[2]`.
struct Name {
    const char* what;
    std::optional<std::size_t> place{};
    const char* besides = "";

    Name(const char* name) : what(name) {}
    Name(const char* name, std::size_t number, const char* more = "") : what(name), place(number), besides(more) {}

    friend std::ostream& operator<<(std::ostream& words, const Name& name) {
        words << name.what;
        if (name.place) words << '[' << *name.place << ']';
        return words << name.besides;
    }
};

// An object of a class that Python hands over in a list; ValueError in these words for another, or one without content.
template <class Kind>
const Kind& object_of(nb::handle value, const char* otherwise) {
    require(nb::isinstance<Kind>(value) && nb::inst_ready(value), otherwise);
    return *nb::inst_ptr<Kind>(value);
}

// TypeError for what is no integer.
inline nb::object integer(nb::handle value) {
    auto result = nb::steal(PyNumber_Index(value.ptr()));
    if (!result.is_valid()) throw nb::python_error();
    return result;
}

// An integer of 64 bits, or nothing for other integers.
inline std::optional<std::uint64_t> natural(nb::handle value) {
    const std::uint64_t result = PyLong_AsUnsignedLongLong(integer(value).ptr());
    if (!PyErr_Occurred()) return result;
    PyErr_Clear();
    return std::nullopt;
}

template <class Number>
void require_range(bool within, const Name& name, Number low, Number high) {
    require(within, name, " must be ", low, "..", high);
}

inline std::uint64_t number(nb::handle value, std::uint64_t low, std::uint64_t high, const Name& name) {
    const auto result = natural(value);
    require_range(result && low <= *result && *result <= high, name, low, high);
    return *result;
}

inline int small(nb::handle value, int low, int high, const Name& name) {
    int overflow = 0;
    const long long result = PyLong_AsLongLongAndOverflow(integer(value).ptr(), &overflow);
    require_range(!overflow && low <= result && result <= high, name, low, high);
    return static_cast<int>(result);
}

inline int card(nb::handle value, const Name& name) { return small(value, 0, CARDS - 1, name); }

inline Mask card_set(nb::handle value, const Name& name) {
    const auto result = natural(value);
    require(result.has_value(), name, " is not a set of cards 0..63");
    return *result;
}

inline std::vector<nb::object> items(nb::handle values) {
    std::vector<nb::object> result;
    for (nb::handle value : nb::iter(values)) result.push_back(nb::borrow(value));
    return result;
}

// The time so many seconds from now.
inline Limit::Clock::time_point time_in(double seconds) {
    require(seconds >= 0, "seconds must be 0 or more");
    if (seconds > MAX_SECONDS) return Limit::Clock::time_point::max();
    return Limit::Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

inline std::vector<Bonus> make_bonuses(nb::handle bonuses) {
    std::vector<Bonus> result;
    for (const auto& pair : items(bonuses)) {
        const auto given = items(pair);
        require(given.size() == 2, "bonuses must be pairs (cards, worth)");
        const Bonus bonus{card_set(given[0], "a bonus"), small(given[1], 0, MAX_RESULT, "a bonus's worth")};
        require(bonus.cards, "a bonus must be for cards");
        result.push_back(bonus);
    }
    require(result.size() <= MAX_BONUSES, "there are more than ", MAX_BONUSES, " bonuses");
    return result;
}

inline Tables make_tables(nb::handle seats, nb::handle beaten_by, nb::handle follow, nb::handle points,
                          nb::handle trumps, Policy policy, nb::handle last_trick_points, nb::handle bonuses) {
    Tables tables{};
    tables.seats = small(seats, 2, MAX_SEATS, "seats");
    const auto beats = items(beaten_by), follows = items(follow), counts = items(points);
    const std::size_t cards = beats.size();
    require(1 <= cards && cards <= CARDS, "beaten_by must have 1..64 entries");
    require(follows.size() == cards && counts.size() == cards, "beaten_by, follow and points must be of one length");
    for (std::size_t i = 0; i < cards; ++i) {
        tables.beaten_by[i] = card_set(beats[i], {"beaten_by", i});
        tables.follow[i] = card_set(follows[i], {"follow", i});
        tables.points[i] = static_cast<std::uint32_t>(number(counts[i], 0, 255, {"points", i}));
    }
    tables.pack = ~Mask{0} >> (CARDS - cards);
    tables.trumps = card_set(trumps, "trumps");
    tables.policy = policy;
    tables.last_trick_points = static_cast<std::uint32_t>(number(last_trick_points, 0, 255, "last_trick_points"));
    tables.bonuses = make_bonuses(bonuses);
    return tables;
}

inline void read_hands(Position& position, nb::handle hands) {
    const auto given = items(hands);
    require(2 <= given.size() && given.size() <= MAX_SEATS, "hands must be 2..4");
    position.seats = static_cast<int>(given.size());
    Mask seen = 0;
    for (std::size_t seat = 0; seat < given.size(); ++seat) {
        const Mask hand = card_set(given[seat], {"hands", seat});
        require(!(hand & seen), "hands overlap");
        position.hands[seat] = hand;
        seen |= hand;
    }
}

inline void read_trick(Position& position, nb::handle trick) {
    const auto given = items(trick);
    require(given.size() < static_cast<std::size_t>(position.seats),
            "trick must have fewer cards than there are seats");
    Mask seen = held(position);
    for (const auto& value : given) {
        const int played = card(value, "a card in trick");
        require(!(seen & bit(played)), "card ", played, " in trick is played twice or in a hand too");
        seen |= bit(played);
        position.trick[position.played++] = played;
    }
}

inline void read_covers(Position& position, nb::handle covers) {
    const Mask hands = held(position);
    Mask seen = hands;
    for (int i = 0; i < position.played; ++i) seen |= bit(position.trick[i]);
    for (const auto& pair : items(covers)) {
        const auto cards = items(pair);
        require(cards.size() == 2, "covers must be pairs (upper, lower)");
        const int upper = card(cards[0], "an upper card in covers"), lower = card(cards[1], "a lower card in covers");
        Mask& under = position.under[upper];
        require(hands & bit(upper), "upper card ", upper, " in covers is in no hand");
        require(!under, "upper card ", upper, " covers two cards");
        require(!(seen & bit(lower)), "lower card ", lower, " in covers is elsewhere too");
        under = bit(lower);
        seen |= under;
    }
}

// The tricks still to be finished; every seat must have a card for each.
inline int tricks_left(const Position& position) {
    int left = -1;
    for (int i = 0; i < position.seats; ++i) {
        const Mask hand = position.hands[after(position.leader, i, position.seats)];
        int cards = std::popcount(hand) + (i < position.played);
        for (Mask rest = hand; rest; rest &= rest - 1) cards += position.under[std::countr_zero(rest)] != 0;
        require(left < 0 || cards == left, "hands are of sizes that can't finish the tricks");
        left = cards;
    }
    return left;
}

inline void read_taken(std::array<std::uint16_t, MAX_SEATS>& taken, nb::handle values, int seats,
                       const char* name) {
    const auto given = items(values);
    require(given.size() == static_cast<std::size_t>(seats), name, " must have one number a seat");
    for (std::size_t seat = 0; seat < given.size(); ++seat)
        taken[seat] = static_cast<std::uint16_t>(number(given[seat], 0, MAX_RESULT, {name, seat}));
}

inline Position make_position(nb::handle hands, nb::handle leader, nb::handle trick, nb::handle points,
                              nb::handle tricks, nb::handle covers) {
    Position position{};
    read_hands(position, hands);
    position.leader = small(leader, 0, position.seats - 1, "leader");
    read_trick(position, trick);
    read_covers(position, covers);
    read_taken(position.points, points, position.seats, "points");
    read_taken(position.tricks, tricks, position.seats, "tricks");
    position.left = tricks_left(position);
    return position;
}

// Refuses a position that isn't one of these tables, or whose results could be more than 16 bits hold.
inline void check(const Tables& tables, const Position& position) {
    require(tables.seats == position.seats, "the position has ", position.seats, " seats, the tables ", tables.seats);
    require(!(in_play(position) & ~tables.pack), "the position has cards the tables don't");
    const auto left = static_cast<std::uint32_t>(position.left);
    const std::int64_t to_come = points_to_come(tables, position);
    for (int seat = 0; seat < position.seats; ++seat) {
        require(position.points[seat] + to_come <= MAX_RESULT, "points may come to more than 65535");
        require(position.tricks[seat] + left <= MAX_RESULT, "tricks may come to more than 65535");
    }
}

}  // namespace stova
