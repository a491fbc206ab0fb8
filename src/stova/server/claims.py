"""Claims: whether the rest of the tricks are one side's whatever the others do, and how the deal then ends."""

from collections.abc import Callable, Iterator
from time import monotonic

from stova.engine.actions import Action
from stova.engine.state import State
from stova.errors import RulesError
from stova.server import events
from stova.server.table import Table
from stova.solver import AtLeast, Limit, party, value_of

SECONDS = 2.0
"""What looking for a proof may take, and what looking for a way the deal could end as claimed."""
AT_A_TIME = 0.4
"""What one question to the solver may take: it is answered though nobody waits for the claim any more."""


class Patience:
    """How long is looked: no more than `SECONDS`, and only while somebody waits for it."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted, self._end = wanted, monotonic() + SECONDS

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.0, self._end - monotonic()) if self._wanted() else 0.0


def waited_for() -> bool:
    """Somebody always waits."""
    return True


def settled(table: Table, wanted: Callable[[], bool] = waited_for) -> tuple[events.Any, ...]:
    """What becomes of the claim a table asks about; this may take seconds, while it is `wanted`.

    One that is proved, or agreed by all and possible, ends the deal; another is declined when nobody is left to agree.
    """
    question, match = table.question, table.match
    assert question is not None
    assert match is not None
    state, seat = match.state, question.seat
    consented = table.unanimous and bool(table.people() - {seat})
    line = (agreed(state, seat, wanted) if consented else None) or proved(state, seat, wanted)
    if line is not None:
        return (events.Claimed(seat=seat), *_acted(state, line))
    return unproved(table) if table.unanimous else ()


def unproved(table: Table) -> tuple[events.Any, ...]:
    """What becomes of the claim a table asks about when it can't be said to be good."""
    assert table.question is not None
    return (events.Declined(seat=table.question.seat, by="table"),)


def _acted(state: State, line: tuple[Action, ...]) -> tuple[events.Any, ...]:
    """A line of actions as events, each by the seat whose turn it is then."""
    happened = list[events.Any]()
    for action in line:
        assert state.to_act is not None
        happened.append(events.Acted(seat=state.to_act, action=str(action)))
        state = state.apply(action)
    return tuple(happened)


def proved(state: State, seat: int, wanted: Callable[[], bool] = waited_for) -> tuple[Action, ...] | None:
    """How the deal ends when the side of a seat takes every trick still to come, if nobody can prevent it.

    None too where that isn't found out.
    """
    proof = _Proof(state, seat, wanted)
    try:
        return proof.line() if proof.holds(state) else None
    except RulesError:
        return None


class _Proof:
    """That the others get no trick from a state on."""

    def __init__(self, state: State, seat: int, wanted: Callable[[], bool]) -> None:
        self.start, self.side, self.patience = state, state.game.side_seats[seat], Patience(wanted)

    def holds(self, state: State) -> bool:
        """Whether the side can see to it from here."""
        if not _theirs(state, self.side, len(self.start.tricks)):
            return False
        if state.is_over:
            return True
        if state.to_act in self.side:
            return any(self.holds(after) for _, after in _ways(state))
        others = party(state)
        if others & self.side or len(others) + len(self.side) < state.game.seats:
            return False  # in this deal the side is no party: what it has to fear isn't asked so
        left, had = self.patience.left, sum(trick.winner in others for trick in state.tricks)
        if not left:
            return False
        goal, limit = AtLeast(had + 1, of="tricks"), Limit(seconds=min(AT_A_TIME, left))
        return value_of(state, goal=goal, limit=limit).high == 0

    def line(self) -> tuple[Action, ...] | None:
        """A way there, from the start."""
        state, line = self.start, list[Action]()
        while not state.is_over:
            own = state.to_act in self.side
            ways = (way for way in _ways(state) if not own or self.holds(way[1]))
            found = next(ways, None)
            if found is None:
                return None
            line.append(found[0])
            state = found[1]
        return tuple(line)


def agreed(state: State, seat: int, wanted: Callable[[], bool] = waited_for) -> tuple[Action, ...] | None:
    """A way the deal can end with every trick still to come taken by the side of a seat; None if none is found."""
    side, taken, patience = state.game.side_seats[seat], len(state.tricks), Patience(wanted)

    def search(now: State) -> tuple[Action, ...] | None:
        if not _theirs(now, side, taken) or not patience.left:
            return None
        if now.is_over:
            return ()
        for action, after in _ways(now):
            rest = search(after)
            if rest is not None:
                return (action, *rest)
        return None

    return search(state)


def _theirs(state: State, side: frozenset[int], since: int) -> bool:
    """Whether a side has all the tricks since so many."""
    return all(trick.winner in side for trick in state.tricks[since:])


def _ways(state: State) -> Iterator[tuple[Action, State]]:
    """What may be done, but for what ends the deal with cards in hand: who claims the rest doesn't give it up."""
    for action in state.legal_actions():
        after = state.apply(action)
        if not after.is_over or len(after.tricks) > len(state.tricks) or not any(after.hands):
            yield action, after
