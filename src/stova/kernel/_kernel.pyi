"""The compiled module: cards are integers 0..63, sets of cards masks with bit `card` set.

Everything checks its input: ValueError says what is wrong, TypeError that something is of another type than here, or
no number of its size.
Searches, estimates and draws in the main thread let signal handlers run, and raise what those raise.
"""

import enum
from collections.abc import Iterable, Sequence
from typing import Final

FAST: Final[bool]
"""Whether this processor has BMI2 and play-outs use it; searches and estimates do, too, but in a sanitized build."""

ANY_CARD: Final[int]
"""Stands for the best of all cards in what `solve` answers."""

LOWEST: Final[int]
"""The least that a result may be asked down to."""

SANITIZED: Final[bool]
"""Whether this is the build with the address sanitizer."""

class Policy(enum.Enum):
    """What a player must do who can't follow the led card, or could beat the winning one.

    FOLLOW: any card. FOLLOW_BEAT_IF_RUFFING: any card, but when a plain card was led and a trump is winning, a trump
    played must beat it if the hand holds one that does. FOLLOW_ELSE_RUFF_AND_BEAT: to a plain card led, a trump, one
    that beats the winning card if the hand holds such. BEAT: a card that beats the winning one if the hand holds such,
    whatever was led; any card if partner holds the trick. OVERTRUMP: as FOLLOW_ELSE_RUFF_AND_BEAT, and when a trump
    was led, who follows must beat the winning card if the hand holds such. OVERTRUMP_OPPONENTS: as OVERTRUMP when a
    trump was led; who can't follow a plain card must play a trump that beats the winning card, but any plain card will
    do if there is none or partner holds the trick; a trump that doesn't beat it only when the hand holds nothing else.

    Partner holds the trick when the winning card was played two places before the seat to act; with two seats never.
    """

    FOLLOW = 0
    FOLLOW_BEAT_IF_RUFFING = 1
    FOLLOW_ELSE_RUFF_AND_BEAT = 2
    BEAT = 3
    OVERTRUMP_OPPONENTS = 4
    OVERTRUMP = 5

class Tables:
    """The card play of a deal, for 2..4 seats; immutable.

    `beaten_by[card]` is the set of cards that beat `card` when it is winning the trick, `follow[card]` the set of cards
    that follow it when it is led (all ones: anything goes), `points[card]` its card points, 0..255. The three have one
    length, at most 64; higher cards than that don't exist. `last_trick_points` are added for the last trick.
    `bonuses`, at most 64, are sets of cards with their worth, 0..65535, to who wins a trick that holds all of them; for
    `solve` and `expect` alone.
    """

    def __init__(
        self,
        *,
        seats: int,
        beaten_by: Iterable[int],
        follow: Iterable[int],
        points: Iterable[int],
        trumps: int,
        policy: Policy,
        last_trick_points: int = 0,
        bonuses: Iterable[tuple[int, int]] = (),
    ) -> None: ...

class Position:
    """Where a deal's card play stands; immutable.

    `hands` are the sets of cards by seat that may be played now, `trick` the cards played to the trick in order, the
    leader's first, fewer than seats. `points` and `tricks` are what each seat has taken. `covers` are pairs (upper,
    lower): when `upper`, which is in a hand, has been played, `lower` joins that hand.
    """

    def __init__(
        self,
        *,
        hands: Iterable[int],
        leader: int,
        trick: Iterable[int],
        points: Iterable[int],
        tricks: Iterable[int],
        covers: Iterable[tuple[int, int]] = (),
    ) -> None: ...

def legal(tables: Tables, position: Position) -> int:
    """The set of cards the seat to act may play; 0 when all are played."""

def playouts(
    tables: Tables, position: Position, count: int, seed: int, threads: int = 1, *, portable: bool = False
) -> memoryview[int]:
    """Plays `count` times to the end, each card uniformly random among the legal ones, on so many threads.

    Returns a read-only memoryview of unsigned 16-bit numbers, shape (count, 2, seats): at the end, [i, 0, seat] are
    card points and [i, 1, seat] tricks. Play-out `i` depends on (tables, position, seed, i) only, on no thread or
    processor; `seed` is 0..2^64-1. There may be 1..2^30 of them, on 1..256 threads; where so many can't be had fewer do
    the work. `portable` makes no use of BMI2, for tests. Other Python threads run meanwhile. Raises MemoryError if
    there is no room for the results.
    """

class Goal(enum.Enum):
    """What a card play is searched for, seen from a party of seats.

    POINTS and TRICKS: what the party takes, the last trick's points included. ALONE: TRICKS, of which only
    the deal's first counts and those won by the seat that led to them; so all count only if one seat takes all.
    BALANCE: what the party takes less what the others take, points and bonuses, and the worth of all tricks (`pit`) to
    the party or the others. BONUSES: nought less the bonuses that fall, and less `pit` if the others take all tricks,
    in plays whose balance ends at 0 or below; other plays are worth more than any of these. The party declares a bonus
    it wins or not, as is best (`declared`).
    """

    POINTS = 0
    TRICKS = 1
    ALONE = 2
    BALANCE = 3
    BONUSES = 4

class Transpositions:
    """Memory for searches, at most so many bytes, but for the least there is. One search at a time may use it.

    Raises MemoryError if it can't be had.
    """

    def __init__(self, memory: int) -> None: ...

def points_to_come(tables: Tables, position: Position) -> int:
    """The card points of all cards that are in play, and those of the last trick."""

def solve(
    table: Transpositions,
    tables: Tables,
    position: Position,
    goal: Goal,
    *,
    own: int,
    cards: int,
    pit: tuple[int, int],
    balance: int,
    declared: bool,
    low: int = LOWEST,
    high: int = -LOWEST,
    marks: Sequence[int],
    nodes: int,
    seconds: float,
    reduced: bool,
    portable: bool = False,
) -> tuple[list[tuple[int, int, int]], int]:
    """What cards come to under perfect play by all, from this position on: (card, at least, at most), and the nodes.

    `own` is the set of seats of the party, `cards` those asked about; when it is empty, ANY_CARD stands for the best
    of all cards for whoever is to act. They come in any order. Results lie in `low..high`, or are cut off there.
    With `marks`, ascending, it is only asked which of them are reached: bounds may be wide, but leave none of them
    open. After `nodes` positions between tricks or `seconds` the bounds known so far are given. `balance` is what
    BALANCE has come to before, for BONUSES. At most 32 cards may be in play. `reduced` uses the table, bounds at a
    glance and equal cards; tests do without. `portable` makes no use of BMI2, for tests.
    """

def expect(
    table: Transpositions,
    tables: Tables,
    positions: Iterable[Position],
    goal: Goal,
    *,
    own: int,
    pit: tuple[int, int],
    had: Sequence[int],
    by_points: Sequence[int],
    none: int,
    all: int,
    alone: int,
    lost: int,
    ending: int,
    chance: int,
    repeats: int,
    seed: int,
    seconds: float,
    portable: bool = False,
) -> list[list[float]]:
    """What the legal cards, lowest first, of each position come to on average for the seats `own`.

    Each is tried `repeats` times: rules of thumb with a little chance play the trick, and those after it as long as
    more than `ending` are left; these are played perfectly, for points or the balance. For POINTS a play is worth
    `by_points` of the points, those `had` before in that position included, or `none` or `all` where one party has all
    tricks but perhaps some without points at the end, or `alone` where one seat has had all of them and takes the last
    ones, too, by rules of thumb. For BALANCE, which has no `by_points`, it is worth the balance with what was `had`, or
    `lost` where that is 0 or below. After so many seconds the rest of the positions are left out. Positions, seed
    and numbers decide the result. The goal is POINTS or BALANCE, chance 1..19999, repeats 1..2^20. `portable` makes
    no use of BMI2, for tests.
    """

class RaceGoal(enum.Enum):
    """What a side plays for: the score of the end, its own less the other's, or its number of tricks."""

    SCORE = 0
    TRICKS = 1

class Race:
    """Card play of four seats, two sides, as a race to `enough` tricks, of which there are one less than twice that.

    `tables` have one entry for every set of `fours`, at the number whose bits are its members: once a swap brings all
    cards of a four into one hand, its bit stays set. They all have the policy FOLLOW or all BEAT, and every card
    follows every lead. Trumps that beat others lie in levels, each beaten by all before it, and any other card is
    beaten by the first so many; cards that aren't such trumps beat each other in chains, the lower beaten by no fewer
    levels. `held_back` are for each of the tables the cards that may be led only by a seat that has won a trick; none
    is a trump that beats others. A four has at most four cards, or one that nobody has. Swaps are (give, take, from
    trick, claim): who holds `give` may, at its own turn from that trick on, counted from 0, have `take` for it if that
    lies open; `give` can't be led unswapped, but for a claim, where others who can swap for the card may do so first.
    Claims, and no other swaps, are from a later trick on than the first; none brings what another gives. Who leads
    first must have a card that is neither held back nor given so.

    Where a position has a pile, who may take it does so at its own turn and puts its hand down for it. Of `pairs`, at
    most two sets of at most two cards, both lying open, others may swap for one first, the next seat before the others,
    and the taker gets one of them along; one that is left open goes along with a whole pile. Before it plays, the taker
    may change back unless a card of `binding` was among what it took, or is what it swapped for or could have swapped
    for, claims aside, with what it put down; keep both hands if also what it put down has no such card and nothing can
    be swapped for one; and put one card away if it holds more than anybody else.

    Play stops when both sides have tricks and one has enough. The leader of a side that has all tricks, and enough,
    may stop after each. `worth` rises: for a race won after a loss; without loss to enough or beyond; for all tricks;
    and for the latter two when one seat won the first `enough`, or all.
    """

    def __init__(
        self,
        *,
        tables: Iterable[Tables],
        held_back: Iterable[int],
        fours: Iterable[int] = (),
        swaps: Iterable[tuple[int, int, int, bool]] = (),
        pairs: Iterable[int] = (),
        binding: int = 0,
        enough: int,
        worth: Iterable[int],
    ) -> None: ...

class RacePosition:
    """Where a race stands; immutable.

    `open` are the cards that lie for swaps, `won` the tricks of each seat, `best` the index in `trick` of the card that
    is winning it, `tables` the number of the tables. `opened_alone` says whether the first tricks that were enough were
    won by one seat, `decided` that the leader has said to go on. `takers` are the seats, as bits, that may take the
    `pile`, or the hand put down for it, once each; if it `lapses`, not after this trick unless one has. It is `whole`
    while no hand lies in its place.
    """

    def __init__(
        self,
        *,
        hands: Iterable[int],
        open: int,
        won: Iterable[int],
        leader: int,
        trick: Iterable[int],
        best: int = 0,
        tables: int = 0,
        opened_alone: bool = False,
        decided: bool = False,
        pile: int = 0,
        takers: int = 0,
        lapses: bool = False,
        whole: bool = False,
    ) -> None: ...

class RaceSearch:
    """A search for one side's values, with a table of at most `memory` bytes, 0..2^40, that lasts from call to call.

    Raises MemoryError if they can't be had. The last three leave out what makes it quick, for tests. Other Python
    threads run meanwhile; a search can be asked one thing at a time.
    """

    def __init__(
        self,
        race: Race,
        *,
        goal: RaceGoal,
        side: int,
        memory: int,
        names_as_they_are: bool = False,
        every_card: bool = False,
        no_bounds: bool = False,
    ) -> None: ...
    @property
    def nodes(self) -> int:
        """Positions between tricks looked at so far, by searches that are over."""

    def reaches(self, position: RacePosition, at_least: int, *, nodes: int = ..., seconds: float = ...) -> bool | None:
        """Whether a position's value is so much, -100..100; None if a limit was met. Unlimited unless told."""

def race_estimates(
    race: Race,
    positions: Iterable[RacePosition],
    *,
    side: int,
    chance: int,
    repeats: int,
    seed: int,
) -> list[float]:
    """The score of a side, less the other's, that each position comes to when all play on by rules of thumb.

    All hands are open. The mean of `repeats`, with as much chance as `chance` says: 1 is none. Every position meets the
    same chance, which the seed decides. None may have a pile that somebody may take.
    """

class Sampler:
    """Draws who holds which hidden card, each way equally likely, by exact counting.

    `allowed[route]` is the set of those `cards` that may have gone that way, of 1..64 routes; each goes one. Each of
    `cases` gives the number of cards by route, and a way belongs to one case. `tests` are (routes, suits, accepted):
    of the cards of those routes together the longest of the four suits, which may overlap, has n, those that have n are
    the set `longest`, and bit `longest` of `accepted[n]` must be set. `together` are (cards, hands): one of the hands,
    each (a set of routes as a bit mask, cards besides theirs), had all those cards. Raises ValueError for what
    isn't so.
    """

    def __init__(
        self,
        *,
        cards: int,
        allowed: Iterable[int],
        cases: Iterable[Iterable[int]],
        tests: Iterable[tuple[Iterable[int], Iterable[int], Iterable[int]]] = (),
        together: Iterable[tuple[int, Iterable[tuple[int, int]]]] = (),
        seconds: float = ...,
    ) -> None:
        """Counts the ways; none if that takes longer than so many seconds."""

    @property
    def weight(self) -> float:
        """The number of ways, conditions left aside but for `tests` that want all but two cards in one suit."""

    def draw(
        self,
        count: int,
        *,
        seed: int,
        first: int = 0,
        tries: int,
        seconds: float = ...,
        piles: Iterable[int],
        keep: int,
    ) -> memoryview[int]:
        """`count` ways that pass all tests; fewer when `tries` looked at for one of them, or `seconds`, weren't enough.

        Returns a read-only memoryview of unsigned 64-bit numbers, shape (count, piles): those of the cards `keep`
        that went one of the ways of each of `piles`, which are sets of routes as bit masks. Row `i` depends on the
        sampler, `seed` and `first + i` only. `count` is 1..2^24, `first` below 2^63, and there are 1..64 piles. Raises
        MemoryError if there is no room for the ways.
        """
