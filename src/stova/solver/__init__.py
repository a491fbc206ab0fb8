"""Exact analysis of card play: what every action comes to when all hands are open and everybody plays perfectly."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from stova import kernel
from stova.engine.actions import Action, Fold, Play
from stova.engine.ending import Ending
from stova.engine.state import State
from stova.errors import RulesError, require_kind, require_whole, shown
from stova.rules.tricks import Tricks
from stova.solver.cards import CardPlay, stakes_of
from stova.solver.estimates import estimates
from stova.solver.racing import race_value, race_values
from stova.solver.values import (
    MEMORY,
    MOST_AMOUNT,
    UNLIMITED,
    AtLeast,
    Bounds,
    Effort,
    Goal,
    Limit,
    best_of,
    exactly,
    played_for,
    worst_of,
)

__all__ = ["AtLeast", "Bounds", "Goal", "Limit", "Solution", "estimates", "party", "solve", "stakes_of", "value_of"]

MOST_MEMORY = 1 << 40


class Solution(Struct, frozen=True, kw_only=True, dict=True):
    """What each legal action of the seat to act comes to for its party, at the end of the deal."""

    state: State | Ending
    goal: Goal
    values: Mapping[Action, Bounds]
    nodes: int
    """Positions between tricks that were searched."""
    limit: Limit
    memory: int
    """With what the search was asked for, and `line` is."""

    def __str__(self) -> str:
        """What was asked, and a line for each action, the best first, to be printed."""
        about = str(self.goal)
        rows = sorted(self.values.items(), key=lambda row: (row[1].low, row[1].high), reverse=True)
        width = max(len(str(action)) for action in self.values)
        lines = [f"  {action!s:{width}}  {value}" for action, value in rows]
        return "\n".join([f"{about} of seat {self.state.to_act}'s party: {self.value}", *lines])

    @property
    def exact(self) -> bool:
        """Whether all values are exact."""
        return all(value.exact for value in self.values.values())

    @property
    def value(self) -> Bounds:
        """What the state comes to."""
        return best_of(counted(self.values, self.goal).values())

    @property
    def best(self) -> tuple[Action, ...]:
        """The actions that come to most for certain; several when they come to the same. To fold is never one of them
        but for the score."""
        values = counted(self.values, self.goal)
        top = max(value.low for value in values.values())
        return tuple(action for action, value in values.items() if value.low == top)

    @property
    def line(self) -> tuple[Action, ...]:
        """The rest of the deal when everybody does the first of the best actions; worked out when asked for.

        Whatever it is that the seat to act plays for, its opponents play against that; but where nobody bid for three
        and the goal is the score, or so much of it, each plays for its own. Each choice is searched with the limit the
        solution had: where it is met, the line is as good as what is known then.
        """
        # Not functools.cached_property, under which lines of other threads wait for this one in Python 3.11.
        if "line" not in self.__dict__:
            self.__dict__["line"] = self._line()
        found: tuple[Action, ...] = self.__dict__["line"]
        return found

    def _line(self) -> tuple[Action, ...]:
        own, actions = party(self.state), [self.best[0]]
        state = self.state.apply(actions[0])
        while not state.is_over:
            legal = state.legal_actions()
            actions.append(legal[0] if len(legal) == 1 else self._first_best(state, own))
            state = state.apply(actions[-1])
        return tuple(actions)

    def _first_best(self, state: State | Ending, own: frozenset[int]) -> Action:
        """The first action nothing is better than for the party, or for its opponents when it's their turn."""
        values = counted(_values(state, self.goal, own, Effort(limit=self.limit, memory=self.memory)), self.goal)
        if state.to_act in own:
            return max(values, key=lambda action: values[action].low)
        return min(values, key=lambda action: values[action].high)


def solve(
    state: State | Ending, *, goal: Goal = "points", limit: Limit | None = None, memory: int = MEMORY, grain: int = 1
) -> Solution:
    """What every legal action comes to under perfect play by all with open hands, at the end of the deal; in an ending
    what the cards in it bring.

    `memory` is the size of the transposition table in bytes. With a `grain` above 1 it is enough to know card points
    and winning balances to so many less one, and of a balance of 0 or below only that it is lost. With a `limit` the
    values may be bounds, which are never wrong; equal input, with a limit of nodes or none, gives equal results. That a
    declarer may yet fold counts for the score alone. Raises RulesError where no cards are being played, for games that
    can't be solved, and for what is no goal, limit, grain or size of memory; NoMemory where so much can't be had.
    """
    effort = _effort(state, goal, limit, memory, grain)
    values = _values(state, goal, _party(state), effort)
    return Solution(state=state, goal=goal, values=values, nodes=effort.nodes, limit=effort.limit, memory=effort.memory)


def value_of(
    state: State | Ending, *, goal: Goal = "points", limit: Limit | None = None, memory: int = MEMORY
) -> Bounds:
    """What a state comes to under perfect play by all with open hands: the `value` of what `solve` says, mostly sooner.

    What single cards come to isn't found out, but for the score where a declarer may yet fold in this trick.
    Under a limit less may be known, or more. Raises RulesError as `solve` does.
    """
    effort, own = _effort(state, goal, limit, memory, grain=1), _party(state)
    if isinstance(state, State) and state.game.race is not None:
        return race_value(state, goal=goal, own=own, effort=effort)
    return Search(goal=goal, own=own, effort=effort).value(state)


def _effort(state: State | Ending, goal: Goal, limit: Limit | None, memory: int, grain: int) -> Effort:
    """The search that is wanted, if it can be."""
    limit = UNLIMITED if limit is None else limit
    if not isinstance(goal, AtLeast) and goal not in ("points", "score", "tricks"):
        raise RulesError(f"{shown(goal)} is no goal: it is 'points', 'score', 'tricks' or AtLeast(…)")
    if not isinstance(limit, Limit):
        raise RulesError(f"{shown(limit)} is no limit: it is Limit(nodes=…, seconds=…)")
    require_whole("the number of bytes of memory", memory, 0, MOST_MEMORY)
    require_whole("the grain", grain, 1, MOST_AMOUNT)
    _require_play(state)
    return Effort(limit=limit, memory=memory, grain=grain)


def _require_play(state: State | Ending) -> None:
    require_kind("what is solved", state, State, Ending)
    if state.is_over or not state.points:
        raise RulesError("there is nothing to solve unless cards are being played")


def _values(state: State | Ending, goal: Goal, own: frozenset[int], effort: Effort) -> dict[Action, Bounds]:
    """What each legal action comes to for the party `own`."""
    if isinstance(state, State) and state.game.race is not None:
        return race_values(state, goal=goal, own=own, effort=effort)
    return Search(goal=goal, own=own, effort=effort).values(state)


def counted(values: Mapping[Action, Bounds], goal: Goal) -> Mapping[Action, Bounds]:
    """The values that count for a goal: to fold counts for the score alone.

    Who folds takes nothing, and leaves the others nothing to take: against them it would be the best there is.
    """
    return {
        action: value for action, value in values.items() if played_for(goal) == "score" or not isinstance(action, Fold)
    }


def party(state: State | Ending) -> frozenset[int]:
    """The seats that play this deal together with the seat to act; a declarer alone has all others against it.

    Raises RulesError where no cards are being played.
    """
    _require_play(state)
    return _party(state)


def _party(state: State | Ending) -> frozenset[int]:
    assert state.to_act is not None
    return state.game.party(state.to_act, state.declarer)


def asides_to_come(state: State) -> bool:
    """Whether a seat still to play to the trick will be offered something else than cards, such as to fold."""
    if not isinstance(state.game.phases[state.phase], Tricks) or _cards_alone(state):
        return False
    finished = len(state.tricks)
    state = state.apply(_plays(state)[0])
    while len(state.tricks) == finished:
        plays = _plays(state)
        if len(plays) < len(state.legal_actions()):
            return True
        state = state.apply(plays[0])
    return False


def _cards_alone(state: State) -> bool:
    """Whether there is nothing but cards to choose from until the trick is finished."""
    phase = state.game.phases[state.phase]
    return isinstance(phase, Tricks) and not phase.asides


def _plays(state: State) -> list[Play]:
    return [action for action in state.legal_actions() if isinstance(action, Play)]


class Search(Struct, frozen=True, kw_only=True):
    """A search for the party `own`."""

    goal: Goal
    own: frozenset[int]
    effort: Effort

    def values(self, state: State | Ending) -> dict[Action, Bounds]:
        """What each legal action comes to for the party."""
        legal = state.legal_actions()
        plays = [action.card for action in legal if isinstance(action, Play)]
        aside = isinstance(state, State) and played_for(self.goal) == "score" and asides_to_come(state)
        cards = self._cards(state, plays) if plays and not aside else {}
        return {
            action: cards[action.card] if isinstance(action, Play) and cards else self.value(state.apply(action))
            for action in legal
        }

    def value(self, state: State | Ending) -> Bounds:
        """What the state comes to for the party."""
        if isinstance(state, State) and state.is_over:
            return self._result(state)
        if not isinstance(state, State) or _cards_alone(state) or (_plays(state) and not self._may_fold(state)):
            return self._cards(state, (kernel.ANY_CARD,))[kernel.ANY_CARD]
        values = counted(self.values(state), self.goal).values()
        return best_of(values) if state.to_act in self.own else worst_of(values)

    def _may_fold(self, state: State) -> bool:
        """Whether that counts, and the seat to act or one still to play to the trick is offered it."""
        if played_for(self.goal) != "score":
            return False
        return len(_plays(state)) < len(state.legal_actions()) or asides_to_come(state)

    def _result(self, state: State) -> Bounds:
        """What a deal that is over came to."""
        result = state.result
        mine = {state.game.sides[seat] for seat in self.own}
        match played_for(self.goal):
            case "points":
                value = sum(result.points[side] for side in mine)
            case "tricks":
                value = sum(result.tricks[side] for side in mine)
            case "score":
                other = next(score for side, score in enumerate(result.score) if side not in mine)
                value = result.score[min(mine)] - other
        came_to = exactly(value)
        return came_to.reaching(self.goal.amount) if isinstance(self.goal, AtLeast) else came_to

    def _cards(self, state: State | Ending, cards: Sequence[int]) -> dict[int, Bounds]:
        """What each of these cards comes to."""
        play = CardPlay(state, own=self.own, cards=cards, effort=self.effort)
        match self.goal:
            case AtLeast(amount=amount, of=of):
                return play.reaches(amount, of)
            case "points":
                return play.points()
            case "tricks":
                return play.tricks()
            case "score":
                return play.score()
