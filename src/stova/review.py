"""Review: what each action of a finished deal's card play cost, when all hands are open.

Of every choice it is asked what was still to be had under perfect play by all, and what after the action chosen. So a
card can be right by what its player knew, and still cost. Of what cost something, or may have, it can be asked how it
looked from its seat, and of what was done before the play whether something else looked better.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from stova.bots.expert import Expert, Outlook
from stova.engine.actions import AFTER_TRICK, Action, Fold
from stova.engine.again import played_through
from stova.engine.stakes import Bands
from stova.engine.state import State
from stova.errors import RulesError, require_kind, require_whole
from stova.solver import Bounds, Goal, Limit, party, solve, stakes_of

LIMIT = Limit(seconds=2)
"""For each choice and goal, unless told otherwise."""
SIGHT = 0.3
"""Seconds that are enough to look at a choice from its seat."""
MOST_SEATS = 4
"""No game has more."""


class Verdict(Struct, frozen=True, kw_only=True):
    """An action beside the best: what each comes to for the party of who chose, and the `best` actions.

    `came_to`, `could` and `cost` are Bounds; a Step's `cost` is what was given away for certain, in whole numbers.
    """

    came_to: Bounds
    could: Bounds
    best: tuple[Action, ...]

    @property
    def cost(self) -> Bounds:
        """What the action gave away: 0 or more."""
        low, high = self.could.low - self.came_to.high, self.could.high - self.came_to.low
        return Bounds(max(low, 0), high)


class Step(Struct, frozen=True, kw_only=True):
    """A choice in the card play of a deal: `at` is its index in `State.history`, `trick` counts from 1.

    `points` is about card points, `score` about the score less that of an opponent. Both are None where the solver
    declines the position, `points` also where the score doesn't go by bands of them. `outlook` is how it looked to who
    chose, None where that wasn't asked or no worlds were found.
    """

    at: int
    trick: int
    seat: int
    action: Action
    points: Verdict | None
    score: Verdict | None
    outlook: Outlook | None = None

    @property
    def cost(self) -> tuple[int, int]:
        """What it gave away for certain, of card points and of the score."""
        low = [0 if verdict is None else verdict.cost.low for verdict in (self.points, self.score)]
        return low[0], low[1]

    @property
    def exact(self) -> bool:
        """Whether its costs are known exactly."""
        return self.score is not None and all(verdict.cost.exact for verdict in (self.points, self.score) if verdict)

    @property
    def turned(self) -> bool:
        """Whether it turned the deal: its side would have had more than an opponent, and came to less."""
        return self.score is not None and self.score.could.low > 0 > self.score.came_to.high

    @property
    def better(self) -> tuple[Action | None, Action | None]:
        """What would have been best, for card points and for the score: one action for both where there is one.

        Of several the one that looked best from the seat, if that is known. None where it gave nothing away, and where
        none is known that would have kept it, as a limit leaves it.
        """
        points, score = [
            () if verdict is None else tuple(action for action in verdict.best if action != self.action)
            for verdict in (self.points, self.score)
        ]
        both = tuple(action for action in points if action in score)
        looked = self.outlook and self.outlook.best
        for_points, for_score = [
            min(both or actions, key=lambda action: action != looked, default=None) for actions in (points, score)
        ]
        return for_points if self.cost[0] else None, for_score if self.cost[1] else None


class EarlyStep(Struct, frozen=True, kw_only=True):
    """A choice before the first card, such as a bid, trumps named or an exchange.

    `at` is its index in `State.history`, `outlook` how it looked to who made it, None where no worlds were found.
    """

    at: int
    seat: int
    action: Action
    outlook: Outlook | None


class Tally(Struct, frozen=True, kw_only=True):
    """What a seat gave away for certain, and in how many actions; of `unsure` choices it isn't known exactly."""

    points: int
    score: int
    actions: int
    unsure: int

    @property
    def exact(self) -> bool:
        """Whether no more can have been given away."""
        return not self.unsure


def review(state: State, *, limit: Limit = LIMIT, seconds: float | None = None) -> tuple[Step, ...]:
    """Every choice in the card play of a deal, in the order made, with its cost.

    `limit` is for each choice and goal; where it is reached, costs are bounds, unless other choices settle them. What
    gave something away, or may have as far as is known, is then looked at from its seat, for so many `seconds` each;
    without, nothing is, nor in a deal that the solver declines.
    Raises RulesError for a deal that goes on, and for what is no deal, no limit or no time; NoMemory as `solve` does.
    """
    return settled(state, steps(state, limit=limit, seconds=seconds))


def steps(state: State, *, limit: Limit = LIMIT, seconds: float | None = None) -> Iterator[Step]:
    """The choices of `review`, each as it is worked out: the last one first, as that is the easiest.

    Those that are looked at from their seats come once more, the dearest first. Raises RulesError as `review` does.
    """
    require_kind("the limit", limit, Limit)
    expert = None if seconds is None else Expert(seconds)
    return _worked_out(state, choices(state), limit, expert)


def _worked_out(state: State, places: Sequence[State], limit: Limit, expert: Expert | None) -> Iterator[Step]:
    found = []
    for before in reversed(places):
        found.append(_step(before, state, limit))
        yield found[-1]
    if expert is None:
        return
    by_place = {len(before.history): before for before in places}
    known = settled(state, found)
    doubtful = () if all(step.score is None for step in known) else filter(may_have_given, known)
    for step in sorted(doubtful, key=_dearness, reverse=True):
        # Any seed will do, if it is the same whenever the deal is reviewed.
        outlook = expert.outlook(by_place[step.at].view(step.seat), step.action, seed=step.at)
        yield replace(step, outlook=outlook)


def early_steps(state: State, *, seconds: float) -> Iterator[EarlyStep]:
    """The choices before a deal's first card, each looked at from its seat for so many `seconds`.

    Raises RulesError for a deal that goes on, and for what is no deal or no time.
    """
    return _early(early_choices(state), state, Expert(seconds))


def _early(places: Sequence[State], deal: State, expert: Expert) -> Iterator[EarlyStep]:
    for before in places:
        at = len(before.history)
        seat, action = deal.history[at]
        outlook = expert.outlook(before.view(seat), action, seed=at)
        yield EarlyStep(at=at, seat=seat, action=action, outlook=outlook)


def settled(state: State, found: Iterable[Step]) -> tuple[Step, ...]:
    """Steps of a deal in the order made, with what each tells of the next: what a choice came to is what then could be.

    Where a choice is there twice the later step counts. Raises RulesError as `choices` does, and for what are no steps,
    or another deal's.
    """
    require_kind("the steps of a review", found, Iterable)
    before = {len(place.history): place for place in choices(state)}
    following = dict(pairwise(before))
    told = {step.at: step for step in sorted(map(_checked, found), key=lambda step: step.at)}
    if any(at not in before or state.history[at] != (step.seat, step.action) for at, step in told.items()):
        raise RulesError("these are steps of another deal")
    everyone = frozenset(range(state.game.seats))
    follow = [at for at in told if following.get(at) in told]
    for at in (*reversed(follow), *follow):
        after = following[at]
        own, other = party(before[at]), party(before[after])
        # Where each plays for itself what one gets isn't what another lacks.
        if other in (own, everyone - own):
            told[at], told[after] = _narrowed(told[at], told[after], together=own == other)
    return tuple(told.values())


def choices(state: State) -> tuple[State, ...]:
    """The positions of a deal's card play at which there was more than one action.

    Raises RulesError for a deal that goes on.
    """
    return tuple(before for before in _choices(state) if before.points)


def early_choices(state: State) -> tuple[State, ...]:
    """The positions before a deal's first card at which there was more than one action, but for how the pack was cut.

    Raises RulesError for a deal that goes on.
    """
    return tuple(before for before in _choices(state) if not before.points)


def _choices(state: State) -> list[State]:
    require_kind("what is reviewed", state, State)
    if not state.is_over:
        raise RulesError("a deal is reviewed when it is over")
    return [before for before, _, _ in played_through(state) if len(before.legal_actions()) > 1]


def has_points(state: State) -> bool:
    """Whether costs are counted in card points, too: where the score goes by bands, within which points don't count.

    Not where points are in the score themselves, as in Klaverjas, nor where they decide nothing, as in a tout. Raises
    RulesError for what is no deal, and where no cards are played.
    """
    require_kind("what is reviewed", state, State)
    return state.game.tricks_needed(state) is None and isinstance(stakes_of(state), Bands)


def tally(found: Iterable[Step], seat: int) -> Tally:
    """What a seat gave away in these steps.

    Raises RulesError for what are no steps, and for no seat.
    """
    require_whole("the seat", seat, 0, MOST_SEATS - 1)
    require_kind("the steps of a review", found, Iterable)
    own = [step for step in map(_checked, found) if step.seat == seat]
    dear = [*filter(_gave, own)]
    return Tally(
        points=sum(step.cost[0] for step in dear),
        score=sum(step.cost[1] for step in dear),
        actions=len(dear),
        unsure=sum(not step.exact for step in own),
    )


def dearest(found: Iterable[Step]) -> Step | None:
    """The step that gave most of the score away, and of those the most card points; None if none gave any.

    Raises RulesError for what are no steps.
    """
    require_kind("the steps of a review", found, Iterable)
    return max(filter(_gave, map(_checked, found)), key=_dearness, default=None)


def may_have_given(step: Step) -> bool:
    """Whether a step gave something away, or may have as far as is known.

    Raises RulesError for what is no step.
    """
    return _gave(_checked(step)) or not step.exact


def _gave(step: Step) -> bool:
    return any(step.cost)


def _dearness(step: Step) -> tuple[int, int, int]:
    return step.cost[1], step.cost[0], -step.at


def _checked(step: Step) -> Step:
    require_kind("a step of a review", step, Step)
    return step


def _narrowed(step: Step, after: Step, *, together: bool) -> tuple[Step, Step]:
    """Two choices of one party, or of opposite ones, with the bounds of each as narrow as the other's make them."""
    if step.score is None or after.score is None:
        return step, after
    score, next_score = _agreed(step.score, after.score, turned=not together)
    points, next_points = step.points, after.points
    # Card points are counted from nought, so that what others take says nothing without the sum of both.
    if together and points is not None and next_points is not None:
        points, next_points = _agreed(points, next_points)
    return replace(step, points=points, score=score), replace(after, points=next_points, score=next_score)


def _agreed(first: Verdict, second: Verdict, *, turned: bool = False) -> tuple[Verdict, Verdict]:
    """Two verdicts in a row; `turned` if what one party has is what the other lacks."""
    value = _meet(first.came_to, -second.could if turned else second.could)
    could = _meet(second.could, -value if turned else value)
    return (
        replace(first, came_to=value, could=Bounds(max(first.could.low, value.low), first.could.high)),
        replace(second, came_to=Bounds(second.came_to.low, min(second.came_to.high, could.high)), could=could),
    )


def _meet(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(max(one.low, other.low), min(one.high, other.high))


def _step(before: State, deal: State, limit: Limit) -> Step:
    seat, action = deal.history[len(before.history)]
    return Step(
        at=len(before.history),
        trick=len(before.tricks) + (not isinstance(action, AFTER_TRICK)),
        seat=seat,
        action=action,
        points=_verdict(before, action, "points", limit) if has_points(before) else None,
        score=_verdict(before, action, "score", limit),
    )


def _verdict(before: State, action: Action, goal: Goal, limit: Limit) -> Verdict | None:
    try:
        solution = solve(before, goal=goal, limit=limit)
    except RulesError:
        return None
    # Nobody's card points are counted in a deal that is given up.
    came_to = solution.value if goal == "points" and isinstance(action, Fold) else solution.values[action]
    return Verdict(came_to=came_to, could=solution.value, best=solution.best)
