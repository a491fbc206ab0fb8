"""Claims: whether the rest of the tricks are one side's whatever the others do, and how the deal then ends."""

from stova.engine.actions import Action
from stova.engine.state import State
from stova.errors import RulesError
from stova.server import events
from stova.server.table import Table
from stova.solver import Limit, party, solve

SECONDS = 2.0
"""What a proof may take."""
MOST_STATES = 20_000
"""States looked at for a way the deal could end as claimed."""


def settled(table: Table) -> tuple[events.Any, ...]:
    """What becomes of the claim a table asks about; this may take seconds.

    One that is proved, or agreed by all and possible, ends the deal; another is declined when nobody is left to agree.
    """
    question, match = table.question, table.match
    assert question is not None
    assert match is not None
    state, seat = match.state, question.seat
    consented = table.unanimous and bool(table.people() - {seat})
    line = (agreed(state, seat) if consented else None) or _proved(state, seat)
    if line is not None:
        return _acted(state, line)
    return (events.Declined(seat=seat),) if table.unanimous else ()


def _proved(state: State, seat: int) -> tuple[Action, ...] | None:
    try:
        return proved(state, seat)
    except RulesError:
        return None


def _acted(state: State, line: tuple[Action, ...]) -> tuple[events.Any, ...]:
    """A line of actions as events, each by the seat whose turn it is then."""
    happened = list[events.Any]()
    for action in line:
        assert state.to_act is not None
        happened.append(events.Acted(seat=state.to_act, action=str(action)))
        state = state.apply(action)
    return tuple(happened)


def proved(state: State, seat: int) -> tuple[Action, ...] | None:
    """How the deal ends when the side of a seat takes every trick still to come, if nobody can prevent it.

    Raises RulesError where that can't be worked out.
    """
    solution = solve(state, goal="tricks", limit=Limit(seconds=SECONDS))
    own = party(state)
    had = sum(trick.winner in own for trick in state.tricks)
    certain = had + tricks_left(state) <= solution.value.low if seat in own else solution.value.high == had
    return solution.line if certain and _its_party(state, seat) else None


def _its_party(state: State, seat: int) -> bool:
    """Whether those who play with the seat in this deal are its side: tricks count to sides, not to opponents alike."""
    own = party(state)
    with_it = own if seat in own else frozenset(range(state.game.seats)) - own
    return {state.game.sides[other] for other in with_it} == {state.game.sides[seat]}


def agreed(state: State, seat: int) -> tuple[Action, ...] | None:
    """A way the deal can end with every trick still to come taken by the side of a seat; None if none is found."""
    side, left = state.game.sides[seat], [MOST_STATES]
    taken = len(state.tricks)

    def search(now: State) -> tuple[Action, ...] | None:
        if any(state.game.sides[trick.winner] != side for trick in now.tricks[taken:]):
            return None
        if now.is_over:
            return ()
        for action in now.legal_actions():
            left[0] -= 1
            if left[0] < 0:
                return None
            rest = search(now.apply(action))
            if rest is not None:
                return (action, *rest)
        return None

    return search(state)


def tricks_left(state: State) -> int:
    """Tricks to be finished, the present one included."""
    held = sum(hand.bit_count() for hand in state.hands) + len(state.trick) + len(state.game.covers(state))
    return held // state.game.seats
