"""What card play comes to under perfect play, by walking all of it; to hold the kernel's search against."""

from dataclasses import dataclass, replace
from typing import Any

from naive_play import Bonuses, Naive, Play
from stova import kernel
from stova.kernel import Goal


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked about the rest of a play: for which seats, and what there is besides points."""

    game: Naive
    own: frozenset[int]
    goal: Goal
    bonuses: Bonuses = ()
    pit: tuple[int, int] = (0, 0)
    balance: int = 0
    declared: bool = False

    def asked(self, play: Play, *, memory: int = 1 << 16, **changes: Any) -> tuple[dict[int, tuple[int, int]], int]:
        """The kernel's bounds by card, and its nodes."""
        given = QUIET | {
            "own": sum(1 << seat for seat in self.own),
            "pit": self.pit,
            "balance": self.balance,
            "declared": self.declared,
        }
        table = kernel.Transpositions(memory)
        tables = self.game.tables(self.bonuses)
        values, nodes = kernel.solve(table, tables, play.position(), self.goal, **given | changes)
        return {card: (low, high) for card, low, high in values}, nodes


QUIET: dict[str, Any] = {
    "cards": 2**64 - 1,
    "low": -15_000,
    "high": 15_000,
    "marks": [],
    "nodes": 1 << 62,
    "seconds": float("inf"),
    "reduced": True,
}


@dataclass(frozen=True, kw_only=True)
class Walk:
    """A play under way, with the bonuses won since the question was put."""

    play: Play
    began: Play
    own: int = 0
    others: int = 0
    seats: tuple[int, ...] = ()
    """Who won the tricks."""


def naive_values(question: Question, play: Play) -> dict[int, int]:
    """What each legal card comes to."""
    walk = Walk(play=play, began=play)
    return {card: _after(question, walk, card) for card in question.game.legal(play.hands[play.seat], play.trick)}


def _value(question: Question, walk: Walk) -> int:
    play = walk.play
    if not any(play.hands) and not play.trick:
        return _worth(question, walk)
    cards = question.game.legal(play.hands[play.seat], play.trick)
    values = [_after(question, walk, card) for card in cards]
    return max(values) if play.seat in question.own else min(values)


def _after(question: Question, walk: Walk, card: int) -> int:
    trick = {*walk.play.trick, card}
    play = walk.play.after(question.game, card)
    walk = replace(walk, play=play)
    if play.trick:
        return _value(question, walk)
    walk = replace(walk, seats=(*walk.seats, play.leader))
    bonus = sum(worth for cards, worth in question.bonuses if cards <= trick)
    if play.leader not in question.own:
        return _value(question, replace(walk, others=walk.others + bonus))
    declared = _value(question, replace(walk, own=walk.own + bonus))
    quiet = bonus and question.declared and question.goal is Goal.BONUSES
    return max(declared, _value(question, walk)) if quiet else declared


def _worth(question: Question, walk: Walk) -> int:
    """The goal's worth of a finished play."""
    own, play, began = question.own, walk.play, walk.began
    gained = [now - before for now, before in zip(play.points, began.points, strict=True)]
    points = sum(gained[seat] for seat in own)
    winners = {seat for seat, tricks in enumerate(play.tricks) if tricks}
    balance = 2 * points - sum(gained) + walk.own - walk.others
    match question.goal:
        case Goal.POINTS:
            return points
        case Goal.TRICKS:
            return sum(seat in own for seat in walk.seats)
        case Goal.ALONE:
            return int(len(winners) == 1 and winners <= own)
        case Goal.BALANCE:
            return balance + (question.pit[0] if winners <= own else 0 if winners & own else -question.pit[1])
        case _:
            lost = 0 if winners & own else question.pit[1]
            return 1 if question.balance + balance - lost > 0 else -walk.own - walk.others - lost
