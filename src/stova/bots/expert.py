"""An expert: thinks through as many deals that fit as its time allows, for the score."""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import inf, sqrt
from statistics import fmean, pvariance

from msgspec import Struct

from stova.bots.club import club
from stova.bots.club.playing import choose
from stova.bots.inferring import hand_rate
from stova.bots.judging import move_seconds, require_choice
from stova.bots.playing_on import came_to
from stova.bots.prospects import Worth, worth
from stova.cards import Card
from stova.engine.actions import Action, Discard, Exchange, Play
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import RulesError, shown
from stova.solver import Goal, Limit, estimates, solve, stakes_of
from stova.worlds import Worlds

LEAST = 0.05
"""Seconds there are to find a first world, however little time there is."""
BATCH = 16
"""Worlds drawn at a time, at most."""
ESTIMATED = 0.3
"""The share of the time that goes to estimates; perfect play takes the rest."""
MOST_ESTIMATED, MOST_SOLVED = 800, 300
"""Worlds after which more wouldn't change the choice."""
NEARLY = 0.02
"""Score too small to decide between cards."""
SLIGHT = 0.05
"""Score too small to call one action better than another, or to tell of."""
GRAIN = 4
"""How exactly card points have to be known."""
SURE, FEW = 1.0, 10
"""How many standard errors, in how many worlds at least, speak for the match against the score."""
CLEAR = 2.0
"""How many, in as many worlds, speak for another call than the club player's, or another kind of action: to fold, or to
keep quiet."""

Rows = list[dict[Action, float]]
"""What each action comes to in one world after another."""
Kinds = tuple[Rows, Rows]
"""Estimates, and values under perfect play."""


class Outlook(Struct, frozen=True, kw_only=True):
    """How an action looks by what its seat can see: the score it comes to, and how much more the best does.

    The best is what the expert would do. That may come to less: of cards that come to nearly the same the first needn't
    be played, nor where the match decides, and what is of another kind than usual has to be clearly better. The gain is
    by estimates or perfect play alone where too few worlds were found for the other.
    """

    best: Action
    score: float
    """The score of the seat's party less that of an opponent, on average; before cards are played, of its side less the
    others'."""
    gain: float
    error: float
    """The standard error of `gain`, infinite where too few worlds were found for either."""

    @property
    def clear(self) -> bool:
        """Whether the best is clearly better."""
        return self.gain > max(SLIGHT, CLEAR * self.error)


class Drawn:
    """Worlds drawn as they are wanted and kept, so that whoever looks at them sees the same."""

    def __init__(self, worlds: Worlds, seed: int) -> None:
        self.worlds, self.seed = worlds, seed
        self._batches: list[list[State]] = []

    def batches(self, most: int, end: float) -> Iterator[list[State]]:
        """So many worlds or somewhat more, those that were drawn and, until time is up, others."""
        seen = 0
        for number in count():
            if seen >= most or (number == len(self._batches) and not self._draw_more(end)):
                return
            seen += len(self._batches[number])
            yield self._batches[number]

    def _draw_more(self, end: float) -> bool:
        """Whether there was time for more: few at first, since where calls or plays were rare even one takes long to
        draw, and may not be found."""
        number = len(self._batches)
        left = max(end - time.perf_counter(), 0.0 if number else LEAST)
        if left <= 0:
            return False
        # Each batch has a seed of its own, so that those after one that was cut short are what they would be anyway.
        seed = (self.seed + BATCH * number) % 2**64
        try:
            batch = self.worlds.draw(min(1 << number, BATCH), seed=seed, seconds=left)
        except RulesError:
            batch = []
        if batch:
            self._batches.append(batch)
        return bool(batch)


@dataclass(frozen=True)
class Expert:
    """A bot that thinks for `seconds` on one core about all there is to decide but exchanges and cuts.

    It draws worlds from its view. What a card comes to is the mean of what it is estimated at, which allows for
    mistakes, and the mean of what it is worth when all play perfectly, both in score. Where something else than a card
    may be chosen, such as to keep quiet about roem or to fold, perfect play alone says what to do; in a race to a
    number of tricks estimates alone. Towards the end of a match it prefers what surely wins that more often. What it
    says before the first card it tries by having club players go on from it. Cards it puts down as the club player
    does.
    """

    seconds: float = 1.0

    def __post_init__(self) -> None:
        """Raises RulesError for what is no time."""
        move_seconds(self.seconds)

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`. Raises RulesError for who has nothing to choose, or no seed."""
        require_choice(view, seed)
        values = self.advice(view, seed) if len(view.legal) > 1 else {}
        return next(iter(values), None) or club(view, seed)

    def advice(self, view: View, seed: int) -> dict[Action, float]:
        """What each action comes to on average: the score of the seat's party less that of an opponent.

        What it would do comes first, the others follow from best to worst. Of cards that come to nearly the same it
        plays the one that brings most card points in a club player's eyes, in a race the weakest; towards the end of a
        match perhaps one that comes to less but wins it more often; and it calls as the club player does where nothing
        comes to clearly more. Nothing where it does as the club player: in exchanges, where too few worlds are found in
        time, and where they leave in doubt whether to do something of another kind. Raises RulesError for who has
        nothing to choose, or no seed.
        """
        require_choice(view, seed)
        return self._decided(view, self._thought(view, seed), seed)

    def outlooks(self, view: View, seed: int) -> dict[Action, Outlook]:
        """How each action looks, what it would do first; nothing for an exchange, and without any world.

        Raises RulesError as `advice` does.
        """
        require_choice(view, seed)
        thought = self._thought(view, seed)
        values = means(*thought)
        if not values:
            return {}
        best = next(iter(self._decided(view, thought, seed)), None) or club(view, seed)
        many = [rows for rows in thought if len(rows) >= FEW]
        found = {}
        for action in sorted(values, key=lambda action: (action != best, -values[action], view.game.numbers[action])):
            gain, error = _gained(best, action, many) if many else (values[best] - values[action], inf)
            found[action] = Outlook(best=best, score=values[action], gain=gain, error=error)
        return found

    def outlook(self, view: View, action: Action, seed: int) -> Outlook | None:
        """How one action looks; None where no world is found in time.

        In an exchange, which it makes as the club player does, worlds are played on from the action and from what it
        would do. Raises RulesError as `advice` does, and for what may not be done.
        """
        require_choice(view, seed)
        if action not in view.legal:
            raise RulesError(f"{shown(str(action))} may not be done by who has this view")
        if not exchanges(view):
            return self.outlooks(view, seed).get(action)
        best, end = club(view, seed), time.perf_counter() + self.seconds
        drawn = self._drawn(view, seed)
        rows = [] if drawn is None else played_on(drawn, {best, action}, end)
        if not rows:
            return None
        gain, error = _gained(best, action, [rows])
        return Outlook(best=best, score=means(rows)[action], gain=gain, error=error if len(rows) >= FEW else inf)

    def _drawn(self, view: View, seed: int) -> Drawn | None:
        """Worlds of a view; None where they can't be counted in time."""
        try:
            return Drawn(Worlds(view, seconds=max(self.seconds, LEAST), rate=hand_rate(view)), seed)
        except RulesError:
            return None

    def _thought(self, view: View, seed: int) -> Kinds:
        """What actions come to in worlds as they are estimated, and when all play perfectly.

        Nothing is estimated where something else than a card may be chosen, and in a race or for a call no perfect play
        looked at.
        """
        end = time.perf_counter() + self.seconds
        drawn = None if exchanges(view) else self._drawn(view, seed)
        if drawn is None:
            return [], []
        if not view.points:
            return played_on(drawn, view.legal, end), []
        if view.game.race is not None:
            return estimated(drawn, end), []
        by_match = worth(view) is not None
        # Of a last deal it is a step that counts, which a grain would blur.
        grain = 1 if by_match else GRAIN
        if not all(isinstance(action, Play) for action in view.legal):
            return [], solved(drawn, end, grain=grain)
        # The worth of a mean isn't the mean worth: for the match each try stands by itself.
        repeats = 1 if by_match else None
        guessed = estimated(drawn, end - (1 - ESTIMATED) * self.seconds, repeats=repeats)
        return guessed, solved(drawn, end, grain=grain) if guessed else []

    def _decided(self, view: View, kinds: Kinds, seed: int) -> dict[Action, float]:
        """`advice` by what was found."""
        if not view.points:
            return _called(club(view, seed), kinds[0])
        race = view.game.race is not None
        choice = partial(_weakest, view) if race else partial(choose, view, seed=seed)
        ranked = _ranked(view, means(*kinds), choice)
        if race or not ranked:
            return ranked
        guessed, known = kinds
        if not guessed and (len(known) < FEW or _doubtful(next(iter(ranked)), club(view, seed), known)):
            return {}
        match = worth(view)
        return ranked if match is None else _for_match(ranked, kinds, match)


def exchanges(view: View) -> bool:
    """Whether cards are to be put down before the first one is played."""
    return any(isinstance(action, Discard | Exchange) for action in view.legal)


def _called(usual: Action, rows: Rows) -> dict[Action, float]:
    """What calls come to, the usual one first unless another is clearly better; nothing by few worlds."""
    if len(rows) < FEW:
        return {}
    values = means(rows)
    ranked = sorted(values, key=lambda action: -values[action])
    gain, error = _gained(ranked[0], usual, [rows])
    first = ranked[0] if gain > max(SLIGHT, CLEAR * error) else usual
    return {action: values[action] for action in (first, *ranked)}


def _ranked(view: View, values: dict[Action, float], choice: Callable[[Sequence[Card]], Card]) -> dict[Action, float]:
    """The same from best to worst, but what is done first: of cards nearly as good as the best the `choice`."""
    ranked = sorted(values, key=lambda action: (-values[action], view.game.numbers[action]))
    near = [action for action in ranked if values[action] > values[ranked[0]] - NEARLY]
    cards = [action.card for action in near if isinstance(action, Play)]
    first = [Play(choice(cards))] if 1 < len(cards) == len(near) else near[:1]
    return {action: values[action] for action in (*first, *ranked)}


def _weakest(view: View, cards: Sequence[Card]) -> Card:
    """Nobody spends a good card where a poor one does as well."""
    tables = view.game.tables(view)
    return min(cards, key=lambda card: (tables.trumps >> card & 1, tables.order[card]))


def estimated(drawn: Drawn, end: float, *, repeats: int | None = None) -> Rows:
    """The estimates of each action. Nothing where no world is found in time; one that is, is looked at."""
    rows: Rows = []
    for number, batch in enumerate(drawn.batches(MOST_ESTIMATED, end)):
        left = max(end - time.perf_counter(), 0.0)
        rows += estimates(batch, repeats=repeats, seed=(drawn.seed + BATCH * number) % 2**64, seconds=left)
        if time.perf_counter() >= end:
            break
    return rows


def solved(drawn: Drawn, end: float, *, goal: Goal = "score", grain: int = GRAIN) -> Rows:
    """What each action is worth under perfect play, in the worlds there was time for; nothing without any.

    A value is taken at one end of its grain, the same for all cards: the upper one for who plays for the declarer, the
    lower one for who plays against it, since of a lost balance no other is known.
    """
    rows: Rows = []
    if time.perf_counter() >= end:
        return rows
    for batch in drawn.batches(MOST_SOLVED, end):
        for world in batch:
            left = end - time.perf_counter()
            if left <= 0:
                return rows
            solution = solve(world, goal=goal, grain=grain, limit=Limit(seconds=left))
            if time.perf_counter() < end:
                upper = world.to_act in stakes_of(world).seats
                values = solution.values.items()
                rows.append({action: float(value.high if upper else value.low) for action, value in values})
    return rows


def played_on(drawn: Drawn, actions: Collection[Action], end: float) -> Rows:
    """What actions before the play come to in the worlds there is time for."""
    rows: Rows = []
    for batch in drawn.batches(MOST_ESTIMATED, end):
        for world in batch:
            row: dict[Action, float] = {}
            for action in actions:
                if time.perf_counter() >= end:
                    return rows
                row[action] = came_to(world, action, (drawn.seed + len(rows)) % 2**64)
            rows.append(row)
    return rows


def means(*kinds: Rows) -> dict[Action, float]:
    """The mean of each action, every kind of rows counting as much as another."""
    by_kind = [{action: fmean([row[action] for row in rows]) for action in rows[0]} for rows in kinds if rows]
    return {action: fmean([each[action] for each in by_kind]) for action in by_kind[0]} if by_kind else {}


def _for_match(ranked: dict[Action, float], kinds: Sequence[Rows], match: Worth) -> dict[Action, float]:
    """The same with another choice first where it is surely better for the match than what is best for the score.

    Few worlds say little about who wins, and much about the score, which mostly says the same.
    """
    many = [rows for rows in kinds if len(rows) >= FEW]
    if not many:
        return ranked
    by_score = next(iter(ranked))

    def step(score: float) -> float:
        return match(round(score))

    def gained(action: Action) -> float:
        """What it gains for the match as far as is sure; of another kind it must be as clear as anywhere."""
        errors = SURE if type(action) is type(by_score) else CLEAR
        gain, error = _gained(action, by_score, many, step)
        return gain - errors * error

    first = max(ranked, key=gained)
    return {first: ranked[first]} | ranked


def _doubtful(action: Action, usual: Action, known: Rows) -> bool:
    """Whether an action of another kind than the usual one isn't clearly worth more."""
    if type(action) is type(usual):
        return False
    gain, error = _gained(action, usual, [known])
    return gain <= CLEAR * error


def _gained(
    action: Action, other: Action, kinds: Sequence[Rows], value: Callable[[float], float] = float
) -> tuple[float, float]:
    """How much more than another an action is worth in the worlds looked at, and the standard error of that."""
    gains = [[value(row[action]) - value(row[other]) for row in rows] for rows in kinds]
    # Errors and not variances are added: the solved worlds are among those that estimates were made of.
    return fmean([fmean(own) for own in gains]), fmean([sqrt(pvariance(own) / len(own)) for own in gains])
