// Cards that may be played, and how good each looks. Included with search.hpp.

struct Moves {
    std::array<std::uint8_t, PLACES> place;
    std::array<int, PLACES> score;
    int count = 0;
    bool untried = false;

    void put(int number, int card, int looks) {
        place[number] = static_cast<std::uint8_t>(card);
        score[number] = looks;
    }

    void prefer(std::uint8_t card, int by) {
        for (int i = 0; i < count; ++i)
            if (place[i] == card) score[i] += by;
    }

    // The best from number `from` on, which becomes that number.
    int next(int from) {
        int best = from;
        for (int i = from + 1; i < count; ++i)
            if (score[i] > score[best]) best = i;
        std::swap(place[from], place[best]);
        std::swap(score[from], score[best]);
        return place[from];
    }
};
