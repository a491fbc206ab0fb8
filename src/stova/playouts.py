"""The kernel's tables and positions of a deal, and random play-outs of its card play."""

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache

from stova import kernel
from stova.cards import Card, CardSet
from stova.engine.ending import Ending
from stova.engine.state import State, tricks_by_seat
from stova.engine.tables import CardTables
from stova.errors import RulesError, require_kind, require_whole

MOST_PLAYOUTS, MOST_THREADS = 1 << 30, 256


@lru_cache(maxsize=256)
def kernel_tables(tables: CardTables, seats: int) -> kernel.Tables:
    """The kernel's form of a deal's card tables."""
    return kernel.Tables(
        seats=seats,
        beaten_by=tables.beaten_by,
        follow=tables.follow,
        points=tables.points,
        trumps=tables.trumps,
        policy=kernel.Policy[tables.policy.name],
        last_trick_points=tables.last_trick,
        bonuses=tables.bonuses,
    )


def kernel_position(state: State | Ending) -> kernel.Position:
    """The kernel's form of a state whose card play goes on, or of an ending.

    Raises RulesError before the first lead is due, when the deal is over, for games whose card play is more than card
    tables say, and for what is no state.
    """
    require_kind("what is played out", state, State, Ending)
    if not state.game.plays_by_tables:
        raise RulesError(f"{state.game.name} can't be played out: its card play is more than card tables say")
    if state.is_over or not state.points:
        raise RulesError("play-outs begin at a card play that has begun and isn't over")
    hands: Sequence[CardSet] = state.hands
    covers: Sequence[tuple[Card, Card]] = state.game.covers(state) if isinstance(state, State) else ()
    if covers:
        hands, covers = turned_up(hands, covers, leader=state.leader, trick=state.trick)
    return kernel.Position(
        hands=hands,
        leader=state.leader,
        trick=state.trick,
        points=state.points,
        tricks=tricks_by_seat(state.tricks, state.game.seats),
        covers=covers,
    )


def turned_up(
    hands: Sequence[CardSet], covers: Iterable[tuple[Card, Card]], *, leader: int, trick: Sequence[Card]
) -> tuple[list[CardSet], list[tuple[Card, Card]]]:
    """Hands and covers, as pairs (upper, lower), with what the trick's cards covered in the hands of who played them.

    It can be played from the next trick on.
    """
    found, left = list(hands), []
    for upper, lower in covers:
        if upper in trick:
            found[(leader + trick.index(upper)) % len(found)] |= 1 << lower
        else:
            left.append((upper, lower))
    return found, left


def playouts(state: State | Ending, count: int, *, seed: int, threads: int = 1) -> "memoryview[int]":
    """The rest of the card play, `count` times at random, every legal card equally likely.

    The result has shape (count, 2, seats): `[i, 0, seat]` are the card points and `[i, 1, seat]` the tricks of a seat
    at the end, the last trick's points included, as numbers of 16 bits without a sign. Only cards are played: nobody
    folds, and roem isn't counted. The same seed (0 to 2**64 - 1) gives the same play-outs on any number of threads.
    Raises RulesError as `kernel_position` does, and for a count, seed or number of threads that can't be, and more than
    memory holds.
    """
    position = kernel_position(state)
    tables = kernel_tables(state.game.tables(state), state.game.seats)
    require_whole("the number of play-outs", count, 1, MOST_PLAYOUTS)
    require_whole("the seed", seed, 0, 2**64 - 1)
    require_whole("the number of threads", threads, 1, MOST_THREADS)
    try:
        return kernel.playouts(tables, position, count, seed, threads)
    except MemoryError as error:
        raise RulesError(f"there isn't memory enough here for {count} play-outs: ask for fewer at a time") from error


def cores() -> int:
    """How many processors this process may use, which may be fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
