"""What each card comes to, as the kernel is asked about it."""

import threading
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from stova import kernel
from stova.cards import CardSet, card_set
from stova.engine.ending import Ending
from stova.engine.stakes import Balance, Bands, Stakes
from stova.engine.state import State
from stova.errors import NoMemory, RulesError, require_kind
from stova.playouts import kernel_position, kernel_tables
from stova.solver.values import Bounds, Effort

Values = dict[int, Bounds]
"""By card, or by ANY_CARD: what playing it comes to for the seats asked about."""


Answer = TypeVar("Answer")


class Memories(threading.local):
    """The transposition table of each thread, and its size; another size takes the place of the one before."""

    kept: tuple[int, kernel.Transpositions] | None = None

    def using(self, memory: int, search: Callable[[kernel.Transpositions], Answer]) -> Answer:
        """What a search comes to with a table of so many bytes; a signal's handler that searches meanwhile has another.

        Raises NoMemory if they can't be had.
        """
        kept, self.kept = self.kept, None
        if kept is None or kept[0] != memory:
            try:
                kept = memory, kernel.Transpositions(memory)
            except MemoryError as error:
                raise NoMemory(memory) from error
        try:
            return search(kept[1])
        finally:
            self.kept = kept


MEMORIES = Memories()


class Step(NamedTuple):
    """From what on a play is worth more: `need` of a goal at the end make it `worth`."""

    goal: kernel.Goal
    need: int
    worth: int


def stakes_of(state: State | Ending) -> Stakes:
    """What the card play of a state is worth.

    Raises RulesError for games that can't say, before it is settled who plays for what, and for an ending, which isn't
    a deal's.
    """
    if isinstance(state, Ending):
        raise RulesError("an ending has no score, which is a deal's: its goals are points, tricks, or so many of them")
    require_kind("what is at stake", state, State)
    if state.game.stakes is None:
        if state.game.race is not None:
            raise RulesError(
                f"{state.game.name} has no stakes: its score comes of tricks alone, and `solve` knows them"
            )
        raise RulesError(f"{state.game.name} can't be solved: its card play is more than card tables say")
    if not state.points:
        raise RulesError("what is at stake is settled when cards are being played")
    return state.game.stakes(state)


class CardPlay:
    """The card play of a state or an ending, for the seats `own`: what comes of playing each of `cards`, or the best.

    Raises RulesError as `kernel_position` does.
    """

    def __init__(
        self,
        state: State | Ending,
        *,
        own: frozenset[int],
        cards: Sequence[int] = (kernel.ANY_CARD,),
        effort: Effort | None = None,
    ) -> None:
        self.state, self.own, self.cards, self.effort = state, own, cards, effort or Effort()
        self.tables = kernel_tables(state.game.tables(state), state.game.seats)
        self.position = kernel_position(state)
        self.stakes = stakes_of(state) if isinstance(state, State) else None

    @property
    def _cards_left(self) -> CardSet:
        state = self.state
        cards = card_set(state.trick)
        for hand in state.hands:
            cards |= hand
        for _, lower in state.game.covers(state) if isinstance(state, State) else ():
            cards |= 1 << lower
        return cards

    @property
    def points_left(self) -> int:
        """Card points to come, those of the present trick included."""
        return kernel.points_to_come(self.tables, self.position)

    @property
    def tricks_left(self) -> int:
        """Tricks to be finished, the present one included."""
        return self._cards_left.bit_count() // self.state.game.seats

    def points_so_far(self, own: frozenset[int]) -> int:
        """Card points that seats have, those the declarer has besides tricks included."""
        stakes = self.stakes
        extra = stakes.extra if isinstance(stakes, Bands) and own == stakes.seats else 0
        return extra + sum([self.state.points[seat] for seat in own])

    def tricks_so_far(self, own: frozenset[int]) -> int:
        return sum([trick.winner in own for trick in self.state.tricks])

    def _ask(
        self,
        goal: kernel.Goal,
        own: frozenset[int],
        *,
        marks: Iterable[int] = (),
        cards: Sequence[int] | None = None,
        stakes: Balance | None = None,
    ) -> Values:
        """What cards come to at the end of the deal, and on which side of the `marks` if that is enough."""
        effort, asked = self.effort, self.cards if cards is None else cards
        balance = 0 if stakes is None else self.balance_so_far(stakes)
        before = balance if goal is kernel.Goal.BALANCE else self._so_far(goal, own, stakes)
        values, nodes = MEMORIES.using(
            effort.memory,
            lambda table: kernel.solve(
                table,
                self.tables,
                self.position,
                goal,
                own=mask_of(own),
                cards=mask_of(asked) if kernel.ANY_CARD not in asked else 0,
                pit=(0, 0) if stakes is None else stakes.pit,
                balance=balance,
                declared=stakes is not None and stakes.declared,
                low=-balance if goal is kernel.Goal.BALANCE else kernel.LOWEST,
                high=0 if goal is kernel.Goal.BONUSES else -kernel.LOWEST,
                marks=[mark - before for mark in marks],
                nodes=effort.nodes_left(),
                seconds=effort.seconds_left(),
                reduced=effort.reduced,
            ),
        )
        effort.nodes += nodes
        return {card: Bounds(before + least, before + most) for card, least, most in values}

    def _so_far(self, goal: kernel.Goal, own: frozenset[int], stakes: Balance | None) -> int:
        """What seats have of a goal but the balance before the rest is played."""
        if stakes is not None:
            return -self.all_points_and_bonuses(stakes)
        return self.points_so_far(own) if goal is kernel.Goal.POINTS else self.tricks_so_far(own)

    def points(self) -> Values:
        """Card points at the end."""
        had, grain = self.points_so_far(self.own), self.effort.grain
        ask = marks(had, had + self.points_left, grain) if grain > 1 else ()
        return self._ask(kernel.Goal.POINTS, self.own, marks=ask)

    def tricks(self) -> Values:
        """Tricks at the end."""
        return self._ask(kernel.Goal.TRICKS, self.own)

    def reaches(self, amount: int, of: Literal["points", "score", "tricks"]) -> Values:
        """1 where so many card points or tricks are reached, or so much score, else 0."""
        if of == "score":
            return self._reaches_score(amount)
        goal = kernel.Goal.POINTS if of == "points" else kernel.Goal.TRICKS
        return {card: value.reaching(amount) for card, value in self._ask(goal, self.own, marks=(amount,)).items()}

    def score(self) -> Values:
        """The score less that of an opponent."""
        stakes = self.stakes or stakes_of(self.state)
        values = self._by_steps(stakes) if isinstance(stakes, Bands) else self._by_balance(stakes)
        return values if self.own == stakes.seats else {card: -value for card, value in values.items()}

    def _reaches_score(self, amount: int) -> Values:
        stakes = self.stakes or stakes_of(self.state)
        own = self.own == stakes.seats
        # The others have so much unless those of the stakes have more than as much less than nothing.
        least = amount if own else 1 - amount
        if isinstance(stakes, Bands):
            values = self._by_steps(reaching(stakes, least))
        else:
            values = self._reaches_balance(stakes, least)
        return values if own else {card: Bounds(1 - value.high, 1 - value.low) for card, value in values.items()}

    def _reaches_balance(self, stakes: Balance, least: int) -> Values:
        """1 where the balance is so much or, of what a lost deal may come to, where it is won or no more is lost."""
        won = least > -self.all_points_and_bonuses(stakes)
        goal, mark = (kernel.Goal.BALANCE, max(least, 1)) if won else (kernel.Goal.BONUSES, least)
        values = self._ask(goal, stakes.seats, marks=(mark,), stakes=stakes)
        return {card: value.reaching(mark) for card, value in values.items()}

    def _steps(self, stakes: Bands) -> Iterator[Step]:
        """The steps of the worth from the least up, the first one without a need; who makes one makes all before."""
        own, left = stakes.seats, self.points_left
        had, won = self.points_so_far(own), self.tricks_so_far(own)
        yield Step(kernel.Goal.TRICKS, 0, stakes.by_points[had] if won else stakes.none)
        if not won:
            yield Step(kernel.Goal.TRICKS, 1, stakes.by_points[had])
        for points in rises(stakes.by_points):
            if had < points <= had + left:
                yield Step(kernel.Goal.POINTS, points, stakes.by_points[points])
        if won == len(self.state.tricks):
            every = won + self.tricks_left
            yield Step(kernel.Goal.TRICKS, every, stakes.all)
            if len({trick.winner for trick in self.state.tricks}) <= 1:
                yield Step(kernel.Goal.ALONE, every, stakes.alone)

    def _by_steps(self, stakes: Bands) -> Values:
        steps: list[Step] = []
        for step in self._steps(stakes):
            if not steps or step.worth > steps[-1].worth:
                steps.append(step)
        reached = dict.fromkeys(self.cards, Bounds(0, len(steps) - 1))
        for goal in (kernel.Goal.POINTS, kernel.Goal.TRICKS, kernel.Goal.ALONE):
            self._climb(goal, stakes.seats, steps, reached)
        return {card: Bounds(steps[place.low].worth, steps[place.high].worth) for card, place in reached.items()}

    def _climb(self, goal: kernel.Goal, own: frozenset[int], steps: Sequence[Step], reached: Values) -> None:
        """Finds out which of the steps of one goal the cards reach, where that is still open."""
        places = [place for place, step in enumerate(steps) if place and step.goal is goal]
        needs = [steps[place].need for place in places]
        open_cards = [card for card, known in reached.items() if bisect(places, known.low) < bisect(places, known.high)]
        if not open_cards:
            return
        for card, value in self._ask(goal, own, marks=needs, cards=open_cards).items():
            known, least, most = reached[card], bisect(needs, value.low), bisect(needs, value.high)
            low = places[least - 1] if least else 0
            high = places[most] - 1 if most < len(places) else len(steps)
            reached[card] = Bounds(max(known.low, low), min(known.high, high))

    def _by_balance(self, stakes: Balance) -> Values:
        """The balance where it is positive; else all points and bonuses are lost."""
        ask: Sequence[int] = ()
        if self.effort.grain > 1:
            most = self.balance_so_far(stakes) + self.points_left + self._bonuses_left() + stakes.pit[0]
            ask = marks(0, most, self.effort.grain)
        values = self._ask(kernel.Goal.BALANCE, stakes.seats, marks=ask, stakes=stakes)
        open_cards = [card for card, value in values.items() if value.low <= 0]
        lost = self._lost(stakes, open_cards) if open_cards else {}
        for card, value in lost.items():
            values[card] = value if values[card].high <= 0 else Bounds(value.low, values[card].high)
        return values

    def _lost(self, stakes: Balance, cards: Sequence[int]) -> Values:
        """What cards come to that lose all points and bonuses: how many bonuses there will be is all that is open."""
        if self.effort.grain > 1:
            most = -self.all_points_and_bonuses(stakes)
            return dict.fromkeys(cards, Bounds(most - self._bonuses_left() - stakes.pit[1], most))
        return self._ask(kernel.Goal.BONUSES, stakes.seats, cards=cards, stakes=stakes)

    def all_points_and_bonuses(self, stakes: Balance) -> int:
        """All card points of the deal, and the bonuses so far."""
        return self.points_left + sum(self.state.points) + sum(stakes.counted)

    def balance_so_far(self, stakes: Balance) -> int:
        """What the seats of the stakes have more than the others."""
        own, theirs = stakes.counted
        return 2 * self.points_so_far(stakes.seats) - sum(self.state.points) + own - theirs

    def _bonuses_left(self) -> int:
        """At least what bonuses can still come to."""
        return self.state.game.tables(self.state).bonus(self._cards_left)


def reaching(stakes: Bands, least: int) -> Bands:
    """The bands when all that counts is whether so much is reached: worth 1, else 0."""
    none, every, alone = [int(worth >= least) for worth in (stakes.none, stakes.all, stakes.alone)]
    by_points = tuple([int(worth >= least) for worth in stakes.by_points])
    return replace(stakes, by_points=by_points, none=none, all=every, alone=alone)


@lru_cache(maxsize=256)
def rises(by_points: tuple[int, ...]) -> tuple[int, ...]:
    """The card points that are worth more than one less."""
    return tuple(points for points in range(1, len(by_points)) if by_points[points] > by_points[points - 1])


def marks(low: int, high: int, grain: int) -> Sequence[int]:
    """Where to ask between two bounds so that what is left open is less than `grain` wide."""
    return range(low + 1, high + 1, grain)


def mask_of(numbers: Iterable[int]) -> int:
    """A set of cards or seats as bits."""
    return sum([1 << number for number in numbers])
