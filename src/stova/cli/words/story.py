"""What a deal and a match came to, told in plain words."""

from collections.abc import Sequence
from functools import singledispatch

from stova.cli.signs import Signs
from stova.cli.words.asking import bid_text
from stova.cli.words.people import YOU, counted, does, either, side_names, within
from stova.engine.result import Result, Sheet
from stova.engine.seating import Draw
from stova.engine.view import View
from stova.rules.ladder import Ladder, Line

Told = list[tuple[str, str]]
"""Sentences, each with the number of its rule or nothing."""

MADE = {
    "solo vol": "Every trick, taken by one player alone",
    "vol": "Every trick: vol",
    "ninety": "90 points or more",
    "won": "More than half the points",
    "tie": "60 each: nobody scores, and the next score is raised",
    "lost": "Declared and lost",
    "javn": "No more than 30 points: javn",
    "no trick": "Not one trick",
    "unbid": "Nobody had bid, and the permanent trumps alone were trumps",
}
"""What made a score, by `Result.made`."""


def deal_told(view: View, players: Sequence[str]) -> Told:
    """A finished deal: who declared what, points and tricks, and what it is worth."""
    result = view.result
    assert result is not None
    if result.redeal is not None:
        again = "The same dealer deals again." if result.redeal == "same" else "The next dealer deals."
        return [(f"Nobody bid. {again}", result.rule)]
    sides = side_names(view.game, players)
    told: Told = [(_declared(view, result, players), ""), (_taken(result, sides), "")]
    if view.discarded is not None and result.declarer is not None:
        talon = counted(len(view.discards or ()) + len(view.talon or ()), "card")
        told.append((f"The {talon} put down or left count for {_object(players[result.declarer])}.", ""))
    made = MADE.get(result.made, result.made.capitalize())
    told.append((f"{made}{_scores(result, sides)}.", result.rule))
    return told


def _declared(view: View, result: Result, players: Sequence[str]) -> str:
    if result.declarer is None:
        return "Nobody bid; the hand was played."
    trump = result.trump.word if result.trump is not None else "no trumps"
    return f'{players[result.declarer]} declared {trump}, having bid "{bid_text(view)}".'


def _taken(result: Result, sides: Sequence[str]) -> str:
    first, *others = zip(sides, result.points, result.tricks, strict=True)
    told = f"{first[0]} took {counted(first[1], 'card point')} in {counted(first[2], 'trick')}"
    return ", ".join([told, *(f"{within(side)} {points} in {tricks}" for side, points, tricks in others)]) + "."


def _scores(result: Result, sides: Sequence[str]) -> str:
    winners = [within(side) for side, score in zip(sides, result.score, strict=True) if score]
    if not winners:
        return ""
    each = " each" if len(winners) > 1 else ""
    return f": {do(winners, 'score')} {max(result.score)}{each}"


def do(winners: Sequence[str], verb: str) -> str:
    """`Left and Right score`, `Left scores`, `we score`."""
    return f"{either(winners, 'and')} {verb}" if len(winners) > 1 else does(winners[0], verb)


def _object(who: str) -> str:
    return {"You": "you", "We": "us", "They": "them"}.get(who, who)


@singledispatch
def sheet_told(sheet: Sheet, sides: Sequence[str]) -> Told:
    """What the sheet made of the last deal: earlier ties, a rubber, the match. Each kind of sheet adds its own."""
    return []


@sheet_told.register
def _ladder_told(sheet: Ladder, sides: Sequence[str]) -> Told:
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
        return [("The rubber ends with the sheet even: a draw.", "SJ-28")]
    untouched = all(now == sheet.rules.start for side, now in enumerate(line.standing) if sides[side] not in winners)
    told = do(winners, "win")
    if untouched and sheet.rules.double_victory == "yes" and sheet.rules.cross == "rubber":
        return [(f"{told} the rubber with the other side still at {sheet.rules.start}: two crosses.", "SJ-27")]
    if untouched or sheet.rules.cross == "rubber":
        return [(f"{told} the rubber: a cross.", "SJ-27")]
    return [(f"{told} the rubber, without a cross.", "SJ-27")]


def match_told(sheet: Sheet, sides: Sequence[str]) -> str:
    """Who won the match."""
    winners = [sides[side] for side in sheet.winners]
    if not winners or len(winners) == len(sides):
        return "The match is a draw."
    return f"{do(winners, 'share' if len(winners) > 1 else 'win')} the match."


def drawn(draw: Draw, players: Sequence[str], *, partners: bool) -> list[str]:
    """What the draw for seats decided. Rule: SJ-6."""
    told = [f"{does(players[draw.dealer], 'deal')} first."]
    if partners:
        mate = players[(draw.dealer + len(players) // 2) % len(players)]
        two = sorted((players[draw.dealer], mate), key=lambda name: name != YOU)
        told.insert(0, f"{either(two, 'and')} drew the highest cards and play together.")
    return told


MADE_SHORT = {
    "solo vol": "all, by one",
    "vol": "all tricks",
    "ninety": "90 or more",
    "won": "won",
    "tie": "tie, 60 each",
    "lost": "lost",
    "javn": "javn",
    "no trick": "no trick",
    "unbid": "nobody bid",
}


def bare_made(result: Result, signs: Signs) -> str:
    """What made a score, in a word or two, for the margin of a sheet."""
    made = MADE_SHORT.get(result.made, result.made)
    return made if result.trump is None else f"{signs.suit(result.trump)} {made}"
