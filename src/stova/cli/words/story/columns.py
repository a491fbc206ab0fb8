"""Deals entered in columns."""

from collections.abc import Sequence

from stova.cli.words import labels
from stova.cli.words.people import counted, side_names, within
from stova.cli.words.story.telling import Told, do, match_told, played_told, sheet_told, taken, talon_told, tricks_taken
from stova.engine.actions import BidContract
from stova.engine.result import Result, bonus_of
from stova.engine.view import View
from stova.rules.columns import Columns

MADE = {
    "all": "Every point there is",
    "double": "Won double",
    "won": "Won with more than half{counts}",
    "lost": "Played and lost",
    "lost double": "Lost double",
    "no trick": "Not one trick",
    "fold": "Folded",
    "tout": "Every trick",
    "tout lost": "Not every trick, so it is lost",
    "nat": "{who} have no more than half{counts}, which is nat; the others get all 162 and all roem",
    "pit": "Every trick, a pit",
}
"""What made a score, by `Result.made`."""


@played_told.register
def _deal(sheet: Columns, view: View, result: Result, players: Sequence[str]) -> Told:
    sides = side_names(view.game, players)
    told: Told = [(_declared(view, result, players), "")]
    if view.tricks:
        took = taken if view.game.tricks_needed(view) is None else tricks_taken
        told += [(took(result, sides), ""), *talon_told(view, result, players), *_bonus(result, sides)]
    who = "" if result.declarer is None else sides[view.game.sides[result.declarer]]
    made = MADE.get(result.made, result.made.capitalize()).format(counts=_counts(result, view.game.sides), who=who)
    return [*told, (f"{made}{_scores(result, sides, sheet.rules.unit)}.", result.rule)]


def _declared(view: View, result: Result, players: Sequence[str]) -> str:
    assert result.declarer is not None
    who, trump = players[result.declarer], result.trump.word if result.trump is not None else "no trumps"
    if isinstance(view.bid, BidContract):
        return f"{who} played {view.bid.contract} with {trump} as trumps."
    return f"{who} played with {trump} as trumps."


def _bonus(result: Result, sides: Sequence[str]) -> Told:
    """Roem by side, with what all tricks are worth."""
    bonus = bonus_of(result)
    if bonus is None or not any(bonus.roem):
        return []
    told = ", ".join(f"{within(side)} {roem}" for side, roem in zip(sides, bonus.roem, strict=True))
    return [(f"Roem{' with the pit' if bonus.pit else ''}: {told}.", "KJ-10" if bonus.pit else "KJ-8")]


def _counts(result: Result, sides: Sequence[int]) -> str:
    """What the declarer's side has of what counts, where that is more than card points."""
    bonus = bonus_of(result)
    if bonus is None or result.declarer is None:
        return ""
    counted = [points + roem for points, roem in zip(result.points, bonus.roem, strict=True)]
    return f", {counted[sides[result.declarer]]} of {sum(counted)}{' with roem' if any(bonus.roem) else ''}"


def _scores(result: Result, sides: Sequence[str], unit: str) -> str:
    """What the sides win and lose, those with the same together."""
    verbs = ("lose", "win") if min(result.score) < 0 else ("score", "score")
    groups = []
    for score in sorted(set(result.score) - {0}, reverse=True):
        who = [within(side) for side, own_score in zip(sides, result.score, strict=True) if own_score == score]
        each = " each" if len(who) > 1 else ""
        groups.append(f"{do(who, verbs[score > 0])} {f'{abs(score)} {unit}'.strip()}{each}")
    return f": {', '.join(groups)}" if groups else ""


@sheet_told.register
def _sheet(sheet: Columns, sides: Sequence[str]) -> Told:
    """What the end of a match is noted for."""
    port = [sides[side] for side in sheet.noted]
    return [(f"{do(port, 'end')} on {sheet.rules.noted}: a bottle of port.", "KL-14")] if port else []


@match_told.register
def _match(sheet: Columns, sides: Sequence[str]) -> str:
    """Who lost where a match ends with that; else who won."""
    losers, winners = ([sides[side] for side in found] for found in (sheet.losers, sheet.winners))
    if losers and len(losers) < len(sides):
        return f"{do(losers, 'lose')} the match."
    if not winners or len(winners) == len(sides):
        return "The match is a draw."
    return f"{do(winners, 'share' if len(winners) > 1 else 'win')} the match."


def deals_told(sheet: Columns) -> str:
    """How far a match of so many deals has come."""
    left = None if sheet.rules.deals is None else sheet.rules.deals - len(sheet.lines)
    return "" if left is None or sheet.is_over else labels.TO_COME.format(left=counted(left, "deal"))
