"""Deals entered on a ladder."""

from collections.abc import Sequence

from stova.cli.words.calls import bid_text
from stova.cli.words.people import side_names, within
from stova.cli.words.story.telling import Told, do, played_told, sheet_told, taken, talon_told
from stova.engine.result import Result
from stova.engine.view import View
from stova.rules.ladder import Ladder, Line

MADE = {
    "solo vol": "Every trick, taken by one player alone",
    "vol": "Every trick: vol",
    "ninety": "90 points or more",
    "won": "More than half the points",
    "tie": "Exactly 60: nobody scores{raised}",
    "lost": "Declared and lost",
    "javn": "No more than 30 points: javn",
    "no trick": "Not one trick",
    "unbid": "Nobody had bid, and the permanent trumps alone were trumps",
}
"""What made a score, by `Result.made`."""


@played_told.register
def _deal(sheet: Ladder, view: View, result: Result, players: Sequence[str]) -> Told:
    sides = side_names(view.game, players)
    told: Told = [(_declared(view, result, players), ""), (taken(result, sides), "")]
    told += talon_told(view, result, players)
    raised = ", and the next score is raised" if sheet.ties else ""
    made = MADE.get(result.made, result.made.capitalize()).format(raised=raised)
    return [*told, (f"{made}{_scores(result, sides)}.", result.rule)]


def _declared(view: View, result: Result, players: Sequence[str]) -> str:
    if result.declarer is None:
        return "Nobody bid; the hand was played."
    trump = result.trump.word if result.trump is not None else "no trumps"
    return f"{players[result.declarer]} declared {trump}, having bid “{bid_text(view)}”."


def _scores(result: Result, sides: Sequence[str]) -> str:
    winners = [within(side) for side, score in zip(sides, result.score, strict=True) if score]
    if not winners:
        return ""
    each = " each" if len(winners) > 1 else ""
    return f": {do(winners, 'score')} {max(result.score)}{each}"


@sheet_told.register
def _sheet(sheet: Ladder, sides: Sequence[str]) -> Told:
    line = sheet.lines[-1] if sheet.lines else None
    if line is None:
        return []
    told = _tie_told(sheet, line)
    return told + (_rubber_told(sheet, line, sides) if line.rubber < len(sheet.rubbers) else [])


def _tie_told(sheet: Ladder, line: Line) -> Told:
    extra = max(line.scored) - max(line.result.score)
    if not extra:
        return []
    return [(f"A tie before adds {extra}: {max(line.scored)} in all.", "SJ-25")]


def _rubber_told(sheet: Ladder, line: Line, sides: Sequence[str]) -> Told:
    winners = [sides[side] for side in sheet.rubbers[line.rubber]]
    if not winners:
        return [("The rubber ends with nobody ahead: a draw.", "SJ-28")]
    return _deals_over(sheet, line, winners) + _crosses_told(sheet, line, winners)


def _deals_over(sheet: Ladder, line: Line, winners: Sequence[str]) -> Told:
    """Why a rubber ends though nobody is at nought."""
    least = min(line.standing)
    if least <= 0:
        return []
    low = "lower" if sheet.sides == 2 else "lowest"
    who = do([within(side) for side in winners], "stand")
    return [(f"After {sheet.rules.max_deals} deals nobody is at nought: {who} {low}, at {least}.", "SJ-28")]


def _crosses_told(sheet: Ladder, line: Line, winners: Sequence[str]) -> Told:
    """Who won a rubber, and what it is worth."""
    told = f"{do(winners, 'share' if len(winners) > 1 else 'win')} the rubber"
    each = " each" if len(winners) > 1 else ""
    match max(sheet.awards[line.rubber]):
        case 0:
            return [(f"{told}, without a cross.", "SJ-27")]
        case 1:
            return [(f"{told}: a cross{each}.", "SJ-27")]
        case _:
            others = "other side" if sheet.sides == 2 else "others"
            return [(f"{told} with the {others} still at {sheet.rules.start}: two crosses{each}.", "SJ-27")]
