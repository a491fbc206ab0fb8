"""Sheets as they are drawn, and what they tell."""

from typing import Any

import pytest
from msgspec.structs import replace

import stova
from stova.cards import Suit
from stova.cli.signs import ASCII, COLOUR, Signs
from stova.cli.table import sheets
from stova.cli.words import story
from stova.engine.result import Result, Sheet
from stova.games.klaverjas import Counted
from stova.games.klorsjavs_auction import TOUTS, TRICKS, amount
from stova.games.styrivolt.ending import WORTH

SIDES = ("We", "They")
EXAMPLE = (
    *((1, "game"), (0, "kept in"), (0, "game"), (0, "game"), (0, "kept in")),
    *((1, "kept in"), (0, "game"), (1, "nine"), (0, "game"), (1, "game")),
)
"""Who won the deals of ST-27, and how."""


def drawn(sheet: Sheet, sides: tuple[str, ...] = SIDES, signs: Signs = COLOUR, rows: int = 16) -> str:
    """The page of a sheet as text."""
    canvas = sheets.page(sheet, sides, signs, rows)
    assert canvas.lost == 0
    return "\n".join(canvas.rows())


def expected(text: str) -> str:
    """A drawing as it is written in a test, indented by eight."""
    return "\n".join(line[8:].rstrip() for line in text.strip("\n").splitlines()).rstrip()


def told(sheet: Sheet, sides: tuple[str, ...] = SIDES) -> str:
    return " ".join(" ".join(sentence) for sentence in story.sheet_told(sheet, sides))


def chalked(*deals: tuple[int, str]) -> Sheet:
    """A slate after deals, each as the side that won and what it made."""
    sheet = stova.game("styrivolt", crosses=None).new_sheet(0)
    for side, made in deals:
        score = (WORTH[made], 0) if side == 0 else (0, WORTH[made])
        sheet = sheet.enter(Result(points=(0, 0), tricks=(5, 4), score=score, made=made, rule="ST-24"))
    return sheet


def test_a_new_slate() -> None:
    assert drawn(chalked(), signs=ASCII).rstrip() == expected("""
            We         They
                   |
             ------|------
                   |
             ------|------
                   |
             ------|------
                   |
        """)


def test_the_worked_example_on_the_slate() -> None:
    sheet = chalked(*EXAMPLE[:5])
    assert told(sheet) == "We get a monk's cross. ST-25"
    assert drawn(sheet).count("╋") == 3
    sheet = chalked(*EXAMPLE)
    assert told(sheet) == "They erase 1 cross of the others. The monk is gelded. ST-26"
    assert drawn(sheet) == expected("""
            We         They
                   ┃             They: game
             ━━━━━━┃━━━━━━       We: kept in
                   ┃             We: game
             ━━━━━━┃━━━━━━       We: game
                   ┃             We: kept in
             ━━━━━━┃━━━━━━       They: kept in
                   ┃             We: game
                                 They: nine tricks
             ┃                   We: game
            ━╋━                  They: game
             ╋━
             ┃
        """)


def test_many_crosses_are_counted() -> None:
    assert "8 ✕" in drawn(chalked(*[(0, "nine alone")] * 2))
    assert drawn(chalked((0, "game"), (1, "game"), *[(0, "nine")] * 3)).count("╋") > 3


def test_alone_gets_monks() -> None:
    assert told(chalked((1, "nine alone"))) == "They get 2 monk's crosses. ST-24"
    assert told(chalked((1, "kept in alone"))) == "They get a monk's cross. ST-24"
    assert told(chalked((0, "game"), (1, "nine"), (0, "game"), (0, "nine alone"))) == (
        "We get a monk's cross and a cross. ST-24 We erase 1 cross of the others. ST-26"
    )


def test_a_long_slate_tells_the_last_deals() -> None:
    assert "⋮ 8 before" in drawn(chalked(*[(0, "game"), (1, "game")] * 10))


def entered(name: str, results: list[Result], **options: Any) -> Sheet:
    sheet = stova.game(name, **options).new_sheet(0)
    for result in results:
        sheet = sheet.enter(result)
    return sheet


def lost(declarer: int, score: tuple[int, ...], made: str) -> Result:
    nothing = (0,) * len(score)
    return Result(
        declarer=declarer, trump=Suit.CLUBS, points=nothing, tricks=nothing, score=score, made=made, rule="KL-11"
    )


def test_columns_of_oere() -> None:
    sheet = entered("klorsjavs", [lost(0, (0, -4, -4), "won"), lost(1, (0, -8, 0), "lost")])
    assert drawn(sheet, ("You", "Left", "Right")) == expected("""
          You   │  Left  │ Right    øre
        ────────┼────────┼────────  ▸ declared
           60   │   60   │   60
        ▸  60   │   56   │   56     ♣ won
           60   │▸  48   │   56     ♣ lost
        """)


def test_who_declared_where_four_play_each_for_itself() -> None:
    """In columns as narrow as can be."""
    sheet = entered("klorsjavs4", [lost(3, (0, 0, 0, -160), "lost")])
    assert drawn(sheet, ("A", "B", "C", "D"), ASCII).splitlines() == [
        "  A   |  B   |  C   |  D     ore",
        "------+------+------+------  > declared",
        "  60  |  60  |  60  |  60",
        "  60  |  60  |  60  |>-100   C lost",
    ]


@pytest.mark.parametrize("payment", ["each", "flat"])
def test_touts_by_their_names(payment: str) -> None:
    game = stova.game("klorsjavs_auction", payment=payment)
    sheet = game.new_sheet(0)
    for contract, worth in TOUTS.items():
        for tricks, sign in ((TRICKS, 1), (TRICKS - 1, -1)):
            made, won = amount(game.options, contract, 100, tricks)
            assert abs(won) == worth
            own = 2 * won if payment == "each" else won
            sheet = sheet.enter(lost(0, (own, -won, -won), made))
            assert sign * own > 0
    notes = [row.partition("♣ ")[2] for row in drawn(sheet, ("You", "Left", "Right")).splitlines()]
    assert notes[-4:] == ["tout", "tout lost", "strøget tout", "strøget lost"]


def test_nothing_is_told_in_one_way() -> None:
    def taken(points: tuple[int, ...], tricks: tuple[int, ...]) -> str:
        result = replace(lost(0, (0, 0, 0), "won"), points=points, tricks=tricks)
        return story.telling.taken(result, ("You", "Left", "Right"))

    assert taken((0, 26, 0), (0, 1, 0)) == "You took nothing, Left 26 card points in 1 trick, Right nothing."
    assert taken((94, 26, 0), (7, 1, 0)) == "You took 94 card points in 7 tricks, Left 26 in 1, Right nothing."
    assert taken((12, 108, 0), (0, 7, 1)) == "You took 12 card points in no tricks, Left 108 in 7, Right none in 1."


def test_the_end_of_a_match_in_oere() -> None:
    results = [lost(1, (0, -16, 0), "no trick")] * 4
    sheet = entered("klorsjavs", results)
    assert story.match_told(sheet, ("You", "Left", "Right")) == "Left loses the match."
    assert told(sheet, ("You", "Left", "Right")) == "You and Right end on 60: a bottle of port. KL-14"
    assert "−4" in drawn(sheet, ("You", "Left", "Right"))  # noqa: RUF001
    assert "-4" in drawn(sheet, ("You", "Left", "Right"), ASCII)


def test_who_declared_on_the_ladder() -> None:
    """A deal that nobody bid on, and that was played, has no mark."""
    won = Result(declarer=3, trump=Suit.HEARTS, points=(50, 70), tricks=(3, 5), score=(0, 2), made="won", rule="SJ-25")
    rows = drawn(entered("sjavs", [won, replace(won, declarer=None, trump=None)])).splitlines()
    assert rows[1].split() == ["────────┼────────", "▸", "declared"]
    assert rows[3] == "   24   │▸  22     ♥ won"
    assert rows[4] == "   24   │   20     won"


def counted(points: tuple[int, int], roem: tuple[int, int], score: tuple[int, int], made: str) -> Result:
    pit = 0 in points
    return Result(
        declarer=0,
        trump=Suit.HEARTS,
        points=points,
        tricks=(8, 0) if pit else (5, 3),
        score=score,
        made=made,
        rule="KJ-11",
        own=Counted(roem, pit),
    )


def test_points_and_roem_with_nat_and_pit() -> None:
    results = [
        counted((102, 60), (20, 0), (122, 60), "won"),
        counted((62, 100), (20, 50), (0, 232), "nat"),
        counted((162, 0), (100, 0), (262, 0), "pit"),
    ]
    assert drawn(entered("klaverjas", results)) == expected("""
             We      │    They
         points  roem│ points  roem
        ─────────────┼─────────────  ▸ declared
        ▸  102    20 │    60         ♥ won
        ▸  nat       │   162    70   ♥ nat
        ▸  162   100 │     0         ♥ pit
        ─────────────┼─────────────
             384     │     292       total
        """)


def test_a_long_sheet_fits() -> None:
    results = [counted((102, 60), (20, 0), (122, 60), "won")] * 15
    assert "⋮ 4 before" in drawn(entered("klaverjas", results))
    assert len(drawn(entered("klaverjas", results)).splitlines()) == 16
    assert "1 deal to go" in sheets.note(entered("klaverjas", results))


def won(score: int = 2) -> Result:
    """A deal of Sjavs that its declarers won."""
    return Result(
        declarer=0, trump=Suit.CLUBS, points=(70, 50), tricks=(5, 3), score=(score, 0), made="won", rule="SJ-23"
    )


def test_what_ends_a_match_is_told_where_it_isnt_the_rubber_in_hand() -> None:
    assert sheets.note(entered("sjavs", [won()])) == ""
    assert sheets.note(entered("sjavs", [won()], max_deals=6)) == "5 deals to go at most."
    rubbers = entered("sjavs", [won(score=24), won()], rubbers=3, max_deals=6)
    assert sheets.note(rubbers) == "Rubber 2 of 3. 5 deals to go at most."
    assert sheets.note(entered("sjavs", [won(score=24)])) == ""
    assert sheets.note(chalked()) == ""
    assert sheets.note(entered("styrivolt", [], crosses=1)) == "Played to 1 cross."
    assert sheets.note(entered("styrivolt", [], deals=2, crosses=5)) == "Played to 5 crosses. 2 deals to go."


def test_what_is_below_nought_has_a_minus() -> None:
    assert "−2" in drawn(entered("sjavs", [won(score=26)]))  # noqa: RUF001
