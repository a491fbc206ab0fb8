"""Sanity tests of the oracle's chalk-up."""

from __future__ import annotations

import pytest

from oracle_chalk import Sheet


def played(side: int, worth: str) -> dict[str, object]:
    return {"passed_out": False, "winner": side, "made": worth}


def test_scoring_example() -> None:  # ST-25 to ST-27
    sheet = Sheet({"crosses": None}, 0)
    deals = "B game, A kept in, A game, A game, A kept in, B kept in, A game, B nine, A game, B game"
    nets, strokes = [], []
    for deal in deals.split(", "):
        sheet.enter(played("AB".index(deal[0]), deal[2:]))
        nets.append(sheet.net)
        strokes.append(list(sheet.strokes))
    assert nets == [0, 0, 1, 1, 3, 3, 3, 2, 2, 1]
    assert strokes[6:] == [[2, 1], [3, 1], [2, 1], [3, 3]]
    assert (sheet.gelded, sheet.single, sheet.monks, sheet.dealer) == ([1, 0], [0, 0], [0, 0], 2)


def test_monks_and_penalties() -> None:  # ST-23, ST-24, ST-26, ST-28
    sheet = Sheet({}, 0)
    sheet.enter(played(1, "game"))
    sheet.penalty(0)
    assert (sheet.net, sheet.strokes, sheet.monks, sheet.dealer) == (-2, [3, 2], [0, 1], 1)
    sheet.enter(played(0, "nine"))
    assert (sheet.net, sheet.strokes, sheet.gelded) == (-1, [3, 3], [0, 1])
    sheet.enter(played(0, "kept in alone"))
    assert (sheet.net, sheet.strokes, sheet.single) == (1, [3, 3], [1, 0])
    sheet.enter("misdeal")
    sheet.enter(played(0, "nine alone"))
    assert (sheet.net, sheet.over, sheet.winners, sheet.dealer) == (5, True, [0], 0)
    with pytest.raises(ValueError, match="over"):
        sheet.enter("misdeal")
    sheet = Sheet({"deals": 1}, 0)
    sheet.enter(played(0, "kept in"))
    assert (sheet.over, sheet.winners) == (True, [0, 1])
