"""The chalk-up of Stýrivolt: strokes, crosses and monk's crosses. A test is named after its rule."""

from typing import Any

import pytest

import stova
from helpers import KEY, tricks
from oracle_chalk import Sheet
from stova.engine.result import Result
from stova.games.styrivolt.chalk import Chalk, Crosses
from styrivolt_states import plain, refused, styrivolt

A, B = 0, 1
NONE = Crosses()


def slate(*, dealer: int = 0, **options: Any) -> Chalk:
    """An empty chalk-up."""
    made = stova.game("styrivolt", **options).new_sheet(dealer)
    assert isinstance(made, Chalk)
    return made


def won(side: int, made: str) -> Result:
    """A deal that a side won in this way."""
    worth = {"game": 1, "kept in": 2, "nine": 3, "kept in alone": 6, "nine alone": 12}[made]
    score = (worth, 0) if side == A else (0, worth)
    return Result(points=(0, 0), tricks=(0, 0), score=score, made=made, rule="ST-24")


def again() -> Result:
    return Result(points=(0, 0), tricks=(0, 0), score=(0, 0), made="one suit", rule="ST-12", redeal="same")


def entered(sheet: Chalk, *deals: str) -> Chalk:
    """The sheet after these deals, "A game", "B kept in"."""
    for deal in deals:
        sheet = sheet.enter(won("AB".index(deal[0]), deal[2:]))
    return sheet


def test_st_12_a_deal_of_one_suit_adds_nothing() -> None:
    sheet = entered(slate(dealer=2), "A game")
    assert sheet.enter(again()) == sheet
    assert sheet.misdeal() == sheet  # the same dealer deals again


def test_st_23_the_stock_without_the_right_is_prevented_in_play() -> None:
    state = tricks(plain(), "AH KC")
    assert refused(state, "stock") == "Only who was dealt no stikkar may take the stock, and only once. ST-18"


def test_st_23_the_penalty_on_a_kept_sheet() -> None:
    sheet = entered(slate(), "B game", "A game").penalty(A)
    assert (sheet.crosses, sheet.strokes, sheet.dealer) == ((NONE, Crosses(monks=1)), (2, 2), 2)
    assert len(sheet.lines) == 2
    assert slate(crosses=2).penalty(B).winners == (A,)


@pytest.mark.parametrize(
    ("made", "strokes", "monks"),
    [("game", 2, 0), ("kept in", 1, 0), ("nine", 3, 1), ("kept in alone", 3, 1), ("nine alone", 3, 2)],
)
@pytest.mark.parametrize("side", [A, B])
def test_st_24_what_a_deal_is_worth(made: str, strokes: int, monks: int, side: int) -> None:
    sheet = slate(crosses=None).enter(won(side, made))
    assert (sheet.strokes[side], sheet.strokes[1 - side]) == (strokes, 3)
    assert (sheet.crosses[side], sheet.crosses[1 - side]) == (Crosses(monks=monks), NONE)
    assert sheet.net == (2 * monks if side == A else -2 * monks)


@pytest.mark.parametrize("made", ["kept in alone", "nine alone"])
def test_st_24_monks_crosses_won_alone_leave_the_chalk_up(made: str) -> None:
    before = entered(slate(crosses=None), "A kept in", "B game")
    assert entered(before, f"A {made}").strokes == before.strokes == (1, 2)
    assert before.penalty(B).strokes == (1, 2)


def test_st_25_the_third_stroke_is_a_cross() -> None:
    sheet = entered(slate(), "A game", "B game", "A game")
    assert (sheet.strokes, sheet.net) == ((1, 2), 0)
    sheet = entered(sheet, "A game")
    assert (sheet.strokes, sheet.crosses) == ((3, 3), (Crosses(singles=1), NONE))


def test_st_25_a_monks_cross_if_the_others_have_erased_nothing() -> None:
    assert entered(slate(), "B game", "B kept in").crosses == (NONE, Crosses(monks=1))
    assert entered(slate(), "B nine").crosses == (NONE, Crosses(monks=1))


@pytest.mark.parametrize(
    ("deals", "strokes"), [("kept in|kept in", 2), ("game|nine", 2), ("kept in|nine", 1), ("game|kept in", 3)]
)
def test_st_25_strokes_over_count_on_the_new_chalk_up(deals: str, strokes: int) -> None:
    sheet = entered(slate(), "B game", *(f"A {made}" for made in deals.split("|")))
    assert (sheet.strokes, sheet.crosses) == ((strokes, 3), (Crosses(singles=1), NONE))


def test_st_26_only_one_side_has_crosses() -> None:
    sheet = entered(slate(crosses=None), "B game", "A nine", "A game", "B nine")
    assert (sheet.crosses, sheet.net) == ((NONE, NONE), 0)  # B's cross erased A's
    sheet = entered(sheet, "A game", "B nine")
    assert sheet.net == -1


def test_st_26_a_single_cross_goes_before_a_monks() -> None:
    sheet = entered(slate(crosses=None), "A nine", "B game", "A nine")
    assert sheet.crosses[A] == Crosses(singles=1, monks=1)
    sheet = entered(sheet, "A game", "B nine")
    assert sheet.crosses[A] == Crosses(monks=1)
    sheet = entered(sheet, "A game", "B nine")
    assert (sheet.crosses[A], sheet.crosses[A].count) == (Crosses(gelded=1), 1)
    sheet = entered(sheet, "A game", "B nine")
    assert sheet.crosses == (NONE, NONE)


def test_st_26_a_monks_cross_against_crosses() -> None:
    one = entered(slate(crosses=None), "B game", "A nine")
    assert entered(one, "B kept in alone").crosses == (NONE, Crosses(singles=1))  # one erased, one drawn
    assert entered(one, "B nine alone").crosses == (NONE, Crosses(singles=1, monks=1))
    two = entered(slate(crosses=None), "A nine")
    assert entered(two, "B kept in alone").crosses == (NONE, NONE)


# ST-27: what a deal makes, then the strokes standing and the crosses, A's first.
EXAMPLE = [
    ("B game", (3, 2), 0),
    ("A kept in", (1, 2), 0),
    ("A game", (3, 3), 1),
    ("A game", (2, 3), 1),
    ("A kept in", (3, 3), 3),
    ("B kept in", (3, 1), 3),
    ("A game", (2, 1), 3),
    ("B nine", (3, 1), 2),
    ("A game", (2, 1), 2),
    ("B game", (3, 3), 1),
]


def test_st_27_the_example() -> None:
    sheet, oracle = slate(crosses=None), Sheet({"crosses": None}, 0)
    for deal, strokes, net in EXAMPLE:
        sheet = entered(sheet, deal)
        assert (sheet.strokes, sheet.net) == (strokes, net), deal
        oracle.enter({"passed_out": False, "winner": "AB".index(deal[0]), "made": deal[2:]})
        assert (oracle.strokes, oracle.net) == (list(strokes), net)
    assert [line.crosses[A] for line in sheet.lines[2:8:2]] == [Crosses(singles=1), Crosses(1, 1), Crosses(1, 1)]
    assert [line.crosses[A] for line in sheet.lines[7:]] == [Crosses(monks=1), Crosses(monks=1), Crosses(gelded=1)]
    assert all(line.crosses[B] == NONE for line in sheet.lines)
    assert sheet.summary() == {
        "strokes": (3, 3),
        "crosses": (Crosses(gelded=1), NONE),
        "over": False,
        "winners": (),
    }


def test_st_28_first_to_three_crosses() -> None:
    sheet = entered(slate(), "A nine", "B game", "A kept in")
    assert (sheet.net, sheet.is_over, sheet.winners) == (2, False, ())
    sheet = entered(sheet, "A game")
    assert (sheet.net, sheet.is_over, sheet.winners) == (3, True, (A,))


@pytest.mark.parametrize("crosses", [1, 2, 5, None])
def test_st_28_another_number_of_crosses(crosses: int | None) -> None:
    sheet, deals = slate(crosses=crosses), 0
    while not sheet.is_over and deals < 12:
        sheet, deals = entered(sheet, "B nine"), deals + 1
    assert deals == {1: 1, 2: 1, 5: 3, None: 12}[crosses]
    assert sheet.winners == (() if crosses is None else (B,))


@pytest.mark.parametrize(("deals", "winners"), [("A game|B kept in", (A, B)), ("A nine|B game", (A,))])
def test_st_28_a_number_of_deals(deals: str, winners: tuple[int, ...]) -> None:
    sheet = slate(deals=2)
    first, second = deals.split("|")
    sheet = entered(sheet, first).enter(again())
    assert not sheet.is_over  # one that is dealt again doesn't count
    assert entered(sheet, second).winners == winners


def test_st_28_a_time_is_called_by_those_who_play() -> None:
    game = styrivolt(minutes=60, crosses=None)
    assert game.options.minutes == 60
    match = game.match(key=KEY, dealer=1)
    while not match.state.is_over:
        match = match.apply(match.state.legal_actions()[0])
    assert not match.is_over
    assert match.close().is_over
    assert entered(slate(crosses=None), "A nine").close().winners == (A,)
    assert slate(crosses=None).close().winners == (A, B)


def test_results_of_played_deals_go_on_the_slate() -> None:
    match = styrivolt(crosses=None).match(key=KEY, dealer=1)
    while not match.state.is_over:
        match = match.apply(match.state.legal_actions()[0])
    result, sheet = match.state.result, match.sheet
    assert isinstance(sheet, Chalk)
    (line,) = sheet.lines
    assert (line.dealer, line.result, sheet.dealer) == (1, result, 2)
    assert sheet == slate(crosses=None, dealer=1).enter(result)
