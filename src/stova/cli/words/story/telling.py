"""What is told whatever the sheet, and where each kind of sheet adds its own."""

from collections.abc import Sequence
from functools import singledispatch

from stova.cli.signs import Signs
from stova.cli.words.people import YOU, counted, does, either, within
from stova.engine.result import Result, Sheet
from stova.engine.seating import Draw
from stova.engine.view import View
from stova.games.klorsjavs_auction import TOUTS

Told = list[tuple[str, str]]
"""Sentences, each with the number of its rule or nothing."""

MADE_SHORT = {
    "solo vol": "all, by one",
    "vol": "all tricks",
    "ninety": "90 or more",
    "tie": "tie at 60",
    "unbid": "nobody bid",
    "fold": "folded",
    "nine": "nine tricks",
    "kept in alone": "in, alone",
    "nine alone": "nine, alone",
}
"""What made a score, where its name alone doesn't say it."""


def deal_told(sheet: Sheet, view: View, players: Sequence[str]) -> Told:
    """A finished deal: who played what, what was taken, and what it is worth; or why it wasn't played."""
    result = view.result
    assert result is not None
    return played_told(sheet, view, result, players) if result.redeal is None else _again(result)


@singledispatch
def played_told(sheet: Sheet, view: View, result: Result, players: Sequence[str]) -> Told:
    """A deal that was played."""
    return []


@singledispatch
def sheet_told(sheet: Sheet, sides: Sequence[str]) -> Told:
    """What the sheet made of the last deal: earlier ties, a rubber, a cross, the match."""
    return []


@singledispatch
def match_told(sheet: Sheet, sides: Sequence[str]) -> str:
    """Who won the match."""
    winners = [sides[side] for side in sheet.winners]
    if not winners or len(winners) == len(sides):
        return "The match is a draw."
    return f"{do(winners, 'share' if len(winners) > 1 else 'win')} the match."


AGAIN = {"passed out": "Everybody passed.", "one suit": "The stock was all of one suit."}
"""Why a deal was not played, by `Result.made`."""


def _again(result: Result) -> Told:
    """A deal that was not played."""
    again = "The same dealer deals again." if result.redeal == "same" else "The next dealer deals."
    return [(f"{AGAIN[result.made]} {again}", result.rule)]


def taken(result: Result, sides: Sequence[str]) -> str:
    """Card points and tricks."""
    told: list[str] = []
    whole = False
    for side, points, tricks in zip(sides, result.points, result.tricks, strict=True):
        if not (points or tricks):
            took = "nothing"
        elif whole:
            took = f"{points or 'none'} in {tricks or 'none'}"
        else:
            took, whole = f"{counted(points, 'card point')} in {counted(tricks, 'trick')}", True
        told.append(f"{within(side)} {took}" if told else f"{side} took {took}")
    return f"{', '.join(told)}."


def tricks_taken(result: Result, sides: Sequence[str]) -> str:
    """Tricks, where they alone count."""
    rest = (f", {within(side)} {tricks or 'none'}" for side, tricks in zip(sides[1:], result.tricks[1:], strict=True))
    return f"{sides[0]} took {counted(result.tricks[0], 'trick')}{''.join(rest)}."


def talon_told(view: View, result: Result, players: Sequence[str]) -> Told:
    """What was put down or left now lies open, and counts to the declarer unless tricks alone count."""
    cards = (*(view.discards or ()), *(view.talon or ()))
    if not cards or result.declarer is None:
        return []
    shown, whom = " ".join(card.symbol for card in cards), _object(players[result.declarer])
    which = f"The {counted(len(cards), 'card')} {_where(view)}"
    if view.game.tricks_needed(view) is not None:
        return [(f"{which} were {shown}.", "")]
    points = sum(view.game.tables(view).points[card] for card in cards)
    all_points = result.points[view.game.sides[result.declarer]]
    share = "all" if points == all_points else points
    told = f": {share} of those {all_points} points" if points else ", but hold no points"
    return [(f"{which}, {shown}, count for {whom}{told}.", "")]


def _where(view: View) -> str:
    """How the cards that count to the declarer came to lie there."""
    if not view.discards:
        return f"left in the {view.game.talon_name}"
    return "put down or left" if view.talon else "put down"


def do(winners: Sequence[str], verb: str) -> str:
    """`Left and Right score`, `Left scores`, `we score`."""
    return f"{either(winners, 'and')} {verb}" if len(winners) > 1 else does(winners[0], verb)


def _object(who: str) -> str:
    return {"You": "you", "We": "us", "They": "them"}.get(who, who)


def drawn(draw: Draw, players: Sequence[str], *, partners: bool) -> list[str]:
    """What the draw for seats decided. Rule: SJ-6."""
    told = [f"{does(players[draw.dealer], 'deal')} first."]
    if partners:
        mate = players[(draw.dealer + len(players) // 2) % len(players)]
        two = sorted((players[draw.dealer], mate), key=lambda name: name != YOU)
        told.insert(0, f"{either(two, 'and')} drew the highest cards and play together.")
    return told


def _tout(result: Result) -> str:
    """Which tout it was, told by what it's worth to each of the others, and how it went."""
    contract = next(name for name, worth in TOUTS.items() if worth == min(map(abs, result.score)))
    return contract if result.made == "tout" else f"{contract.split()[0]} lost"


def bare_made(result: Result, signs: Signs) -> str:
    """What made a score, in a word or two, for the margin of a sheet."""
    made = _tout(result) if result.made in ("tout", "tout lost") else MADE_SHORT.get(result.made, result.made)
    return made if result.trump is None else f"{signs.suit(result.trump)} {made}"
