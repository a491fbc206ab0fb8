"""The compiled module: cards are integers 0..63, sets of cards masks with bit `card` set.

Everything checks its input: ValueError says what is wrong, TypeError that something is no integer or no iterable.
"""

import enum
from collections.abc import Iterable
from typing import Final

FAST: Final[bool]
"""Whether this processor has BMI2 and play-outs use it."""

SANITIZED: Final[bool]
"""Whether this is the build with the address sanitizer."""

class Policy(enum.Enum):
    """What a player must do who can't follow the led card, or could beat the winning one.

    FOLLOW: any card. FOLLOW_BEAT_IF_RUFFING: any card, but when a plain card was led and a trump is winning, a trump
    played must beat it if the hand holds one that does. FOLLOW_ELSE_RUFF_AND_BEAT: to a plain card led, a trump, one
    that beats the winning card if the hand holds such. BEAT: a card that beats the winning one if the hand holds such,
    whatever was led; any card if partner holds the trick. ROTTERDAM: as FOLLOW_ELSE_RUFF_AND_BEAT, and when a trump
    was led, who follows must beat the winning card if the hand holds such. AMSTERDAM: as ROTTERDAM when a trump was
    led; who can't follow a plain card must play a trump that beats the winning card, but any plain card will do if
    there is none or partner holds the trick; a trump that doesn't beat it only when the hand holds nothing else.

    Partner holds the trick when the winning card was played two places before the seat to act; with two seats never.
    """

    FOLLOW = 0
    FOLLOW_BEAT_IF_RUFFING = 1
    FOLLOW_ELSE_RUFF_AND_BEAT = 2
    BEAT = 3
    AMSTERDAM = 4
    ROTTERDAM = 5

class Tables:
    """The card play of a deal, for 2..4 seats; immutable.

    `beaten_by[card]` is the set of cards that beat `card` when it is winning the trick, `follow[card]` the set of cards
    that follow it when it is led (all ones: anything goes), `points[card]` its card points, 0..255. The three have one
    length, at most 64; higher cards than that don't exist. `trick_points` are added for each trick,
    `last_trick_points` for the last one too.
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
        trick_points: int = 0,
        last_trick_points: int = 0,
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

def winner(tables: Tables, trick: Iterable[int], leader: int) -> int:
    """The seat that is winning a trick of one card up to one a seat, the leader's first."""

def playouts(
    tables: Tables, position: Position, count: int, seed: int, threads: int = 1, *, portable: bool = False
) -> memoryview[int]:
    """Plays `count` times to the end, each card uniformly random among the legal ones, on so many threads.

    Returns a read-only memoryview of unsigned 16-bit numbers, shape (count, 2, seats): at the end, [i, 0, seat] are
    card points and [i, 1, seat] tricks. Play-out `i` depends on (tables, position, seed, i) only, on no thread or
    processor; `seed` is 0..2^64-1. `portable` makes no use of BMI2, for tests. Other Python threads run meanwhile.
    """
