"""What the table shows on a key: the last trick, the sheet, help, the rules."""

from typing import Any

import pytest
from rich.console import Console
from textual.containers import VerticalScroll

from cli.at_table import SIGNS, begin, seated, shortly_before
from helpers import GAMES
from stova import game
from stova.cards import parse_card, parse_cards
from stova.cli.table import pages
from stova.cli.table.board import row_of
from stova.cli.table.panel import Leaf
from stova.cli.table.rules import PlainLetters, RulesPage
from stova.cli.table.scrolled import WholeSheet
from stova.cli.table.table import Table
from stova.cli.table.window import SMALLEST
from stova.cli.words import help, labels
from stova.engine.actions import Bid, BidContract, Cut, Declare, NameTrump, Play
from stova.engine.seating import Draw
from stova.rulebook import rules_page
from stova.rules.ladder import Ladder


async def test_the_last_trick_on_a_key() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        if not seat.sitting.view().tricks:
            await seat.press("l")
            assert labels.NO_TRICK in seat.text()
        await seat.until(Play, tricks=1)
        trick = seat.sitting.view().tricks[-1]
        await seat.press("l")
        assert seat.panel is not None
        seat.check()
        assert "takes the trick" in seat.text() or "take the trick" in seat.text()
        assert all(card.suit.symbol in seat.text() for card in trick.cards)
        await seat.press("l")
        assert seat.panel is None


async def test_the_sheet_on_a_key_at_any_time() -> None:
    async with seated(begin("sjavs3")) as seat:
        await seat.until_panel("Deal 1")
        await seat.until(Play)
        await seat.press("tab")
        assert seat.panel is not None
        assert seat.text().count("24") > 3
        await seat.press("tab")
        assert seat.panel is None
        await seat.press("s")
        assert seat.panel is not None


@pytest.mark.parametrize("key", ["s", "tab", "escape"])
async def test_a_sheet_that_a_panel_has_no_room_for_can_be_read_whole(key: str) -> None:
    at = shortly_before(begin("klaverjas"), lambda match: len(match.sheet.lines) == 15, steps=0)
    async with seated(at, size=SMALLEST) as seat:
        await seat.until_panel("Deal 15")
        assert "⋮ 4 before" in seat.text()
        await seat.press("enter")
        await seat.press("s")
        await seat.wait(lambda: isinstance(seat.app.screen, WholeSheet))
        paper = seat.app.screen.query_one(VerticalScroll)
        await seat.wait(lambda: paper.max_scroll_y == paper.scroll_y)
        assert "total" in seat.text()
        await seat.press("home")
        await seat.wait(lambda: "points  roem" in seat.text())
        leaf = seat.app.screen.query_one(Leaf)
        assert leaf.canvas.lost == 0
        assert leaf.page is not None
        assert len([row for row in leaf.page.rows() if "│" in row]) == 15 + len(("names", "points and roem", "total"))
        await seat.press(key)
        await seat.wait(lambda: isinstance(seat.app.screen, Table))


async def test_help_names_the_keys_and_the_permanent_trumps() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        seat.check()
        assert "♣Q ♠Q ♣J ♠J ♥J ♦J" in seat.text()
        assert "the last trick" in seat.text()


async def test_help_tells_what_beats_what_where_no_trumps_are_permanent() -> None:
    async with seated(begin("klorsjavs_auction"), size=SMALLEST) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        assert "Every suit from the top: A K Q J 5." in seat.text()
        assert "Follow the suit led if you can, else play any card." in seat.text()
        seat.check()


async def test_help_tells_what_each_contract_asks() -> None:
    async with seated(begin("klorsjavs_auction"), size=SMALLEST) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        text = " ".join(seat.text().replace("│", " ").split())
        assert "each above those before it, worth 1, 4, 10 and 15 at least." in text
        assert "A tout or strøget tout takes every trick, the others more than half the points;" in text
        assert "only in a spil or tout may the declarer take the cat." in text
        seat.check()


async def test_help_tells_how_klorsjavs_ends() -> None:
    async with seated(begin("klorsjavs"), size=SMALLEST) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        text = " ".join(seat.text().replace("│", " ").split())
        assert "All begin with 60 øre; at 0 it ends, and who has least loses." in text
        seat.check()


@pytest.mark.parametrize(
    ("ruff", "said"),
    [
        ("amsterdam", "Follow suit, else trump unless your partner holds the trick"),
        ("rotterdam", "Follow suit, else trump, whoever holds the trick"),
    ],
)
async def test_help_tells_how_klaverjas_is_played(ruff: str, said: str) -> None:
    async with seated(begin("klaverjas", ruff=ruff)) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        text = " ".join(seat.text().replace("│", " ").split())
        assert "Trumps from the top: J 9 A 10 K Q 8 7. In other suits: A 10 K Q J 9 8 7." in text
        assert said in text
        assert "king and queen of trumps 20" in text
        seat.check()


@pytest.mark.parametrize(
    ("must_beat", "said"), [("no", "Any card may be played."), ("yes", "who can beat the winning")]
)
async def test_help_tells_how_styrivolt_is_played(must_beat: str, said: str) -> None:
    async with seated(begin("styrivolt", must_beat=must_beat)) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        text = " ".join(seat.text().replace("│", " ").split())
        assert said in text
        assert "wins only when led" in text
        seat.check()


def test_help_tells_what_is_put_down_where_something_is() -> None:
    told = {name for name in GAMES if "p" in dict(help.keys(game(name), colour=True, row=False))}
    assert told == {"sjavs3", "klorsjavs", "klorsjavs4", "klorsjavs_auction", "styrivolt"}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
async def test_help_tells_what_a_bid_and_a_win_are(name: str) -> None:
    async with seated(begin(name)) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        seat.check()
        said = " ".join(seat.text().replace("│", " ").split())
        assert "the full rules" in said
        assert ("play the open card" in said) == bool(row_of(seat.sitting.view(), 0))
        assert ("A bid is" in said) == any(
            isinstance(action, Bid | BidContract) for action in seat.sitting.match.game.actions
        )
        assert ("As trumps: J 20, 9 14." in said) == (name == "klaverjas")
        assert ("clubs beat a suit as long: “5, better”" in said) == (name in {"sjavs", "sjavs3", "sjavs2"})
        assert ("61 of the 120" in said) == isinstance(seat.sitting.match.sheet, Ladder)


async def test_the_foot_shows_only_keys_that_work() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        assert [key for key, _, _ in seat.table.foot.keys] == ["tab", "r", "?", "q", "i"]
        await seat.until(Play, tricks=1)
        assert [key for key, _, _ in seat.table.foot.keys] == ["l", "tab", "r", "?", "q", "i"]
        await seat.press("tab")
        assert [key for key, _, _ in seat.table.foot.keys] == ["escape", "q"]
        await seat.press("escape", "t")
        assert len(seat.table.foot.keys) == 6
        assert seat.app.theme == "dark"
        await seat.press("question_mark")
        assert "dark or light" not in seat.text()
    async with seated(begin("sjavs")) as seat:
        await seat.press("tab")
        await seat.wait(lambda: len(seat.table.foot.keys) == 2)
        assert [key for key, _, _ in seat.table.foot.keys] == ["t", "q"]
        await seat.press("enter")
        await seat.until(Play, tricks=1)
        await seat.press("l")
        assert seat.text().splitlines()[-1].split() == ["Esc", "back", "t", "dark/light", "q", "leave"]


@pytest.mark.parametrize("key", ["l", "r", "question_mark"])
async def test_one_can_look_things_up_over_a_result(key: str) -> None:
    at = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=1)
    async with seated(at) as seat:
        result = await seat.until_panel("Deal")
        await seat.press(key)
        await seat.wait(lambda: seat.app.screen is not result)
        await seat.press("escape")
        assert seat.app.screen is result
        await seat.go_on()


async def test_buttons_beneath_a_hint_look_as_if_they_did_nothing() -> None:
    async with seated(begin("klorsjavs", cut="auto")) as seat:
        await seat.until(Declare)
        choices = seat.table.choices
        live = choices._style_of("button-on"), choices._style_of("button")
        assert live[0] != live[1]
        await seat.press("i")
        await seat.wait(lambda: seat.panel)
        assert seat.panel is not None
        assert "would say: p" in " ".join(" ".join(seat.panel.leaf.canvas.rows()).split())
        assert choices._style_of("button-on") == choices._style_of("button") not in live
        await seat.press("escape")
        assert (choices._style_of("button-on"), choices._style_of("button")) == live


@pytest.mark.parametrize("name", ["klaverjas", "sjavs2"])
async def test_the_key_of_a_card_pressed_over_a_hint_is_for_the_card(name: str) -> None:
    async with seated(begin(name, cut="auto")) as seat:
        await seat.until(Play)
        while len(seat.asked) < 2:
            await seat.go_on()
            await seat.until(Play)
        before, legal = seat.sitting.match, [action.card for action in seat.asked if isinstance(action, Play)]
        hands = (seat.table.hand, seat.table.row)
        keys = {hand.under_key(key): key for hand in hands for key in hand.card_keys()}
        await seat.press("i")
        await seat.wait(lambda: seat.panel)
        await seat.press("exclamation_mark")
        assert seat.panel is not None
        await seat.press(keys[legal[-1]])
        await seat.wait(lambda: seat.sitting.match is not before)
        assert seat.panel is None
        assert seat.sitting.match.deals[-1].history[len(before.state.history)] == (0, Play(legal[-1]))


async def test_the_key_of_a_button_pressed_over_a_hint_is_for_the_button() -> None:
    async with seated(begin("klaverjas", cut="auto")) as seat:
        await seat.until(NameTrump)
        before, action = seat.sitting.match, seat.asked[-1]
        keys = seat.keys_for(action)
        await seat.press("i")
        await seat.wait(lambda: seat.panel)
        await seat.press(*keys)
        await seat.wait(lambda: seat.sitting.match is not before)
        assert seat.panel is None
        assert seat.sitting.match.deals[-1].history[len(before.state.history)] == (0, action)


async def test_the_foot_offers_a_hint_only_where_there_is_one() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Cut)
        assert "hint" not in str(seat.table.foot.keys)
        await seat.until(Play)
        assert "hint" in str(seat.table.foot.keys[-1])
        seen: list[str] = []
        seat.table.board.show = lambda *_, **__: seen.append(str(seat.table.foot.keys))  # type: ignore[method-assign]
        await seat.go_on()
        assert "hint" not in seen[0]


async def test_the_rules_on_a_key() -> None:
    for signs in (SIGNS["colour"], SIGNS["ascii"]):
        async with seated(begin("styrivolt"), signs=signs) as seat:
            await seat.until(Play)
            await seat.press("r")
            await seat.wait(lambda: isinstance(seat.app.screen, RulesPage))
            assert signs.text("Stýrivolt") in seat.text()
            assert signs.ascii_only <= seat.text().isascii()
            assert "**" not in seat.text()
            assert "Esc: back" in seat.text()
            await seat.press("t")
            assert seat.app.theme == "light"
            await seat.press("r")
            assert isinstance(seat.app.screen, Table)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 80])
def test_rules_in_plain_letters(name: str, width: int) -> None:
    console = Console(width=width)
    with console.capture() as captured:
        console.print(PlainLetters(SIGNS["ascii"].text(rules_page(name))))
    assert captured.get().isascii()


def test_a_draw_with_equal_cards_shows_those_that_decide() -> None:
    rounds = (("9C", "9D", "KH", "KS"), ("QC", "QD", "2H", "3S"), ("AC", "7D", None, None))
    drawn = tuple(tuple(None if card is None else parse_card(card) for card in cards) for cards in rounds)
    players = ("You", "Left", "Partner", "Right")
    page = pages.draw_page(Draw(drawn, (0, 2, 1, 3), 0), players, game("styrivolt"), SIGNS["ascii"])
    rows = [row.strip() for row in page(80, 24).rows()]
    assert "".join(rows[1].split()) == "#A#|2||7||3|"
    assert rows[6:9] == [
        "These were equal and set aside, and who had them drew again:",
        "You 9C, Left KH, Partner 9D, Right KS.",
        "You QC, Partner QD.",
    ]


def test_the_draw_shows_everybodys_card_and_marks_the_highest() -> None:
    players = ("You", "Left", "Partner", "Right")
    for dealer in range(4):
        cards = parse_cards("2C 3D 4H 5S")
        drawn = (*cards[4 - dealer :], *cards[: 4 - dealer])
        page = pages.draw_page(Draw((drawn,), (0, 1, 2, 3), dealer), players, game("styrivolt"), SIGNS["mono"])
        rows = page(80, 24).rows()
        names, at = rows[pages.CARD.height], pages.STEP * dealer
        assert names.split() == list(players)
        assert "┏" in rows[0][at : at + pages.STEP]
        assert rows[0].count("┏") == 1


async def test_columns_of_help_stand_beneath_each_other_in_plain_letters_too() -> None:
    at = shortly_before(begin("klaverjas"), lambda match: len(match.state.tricks) == 1, steps=0)
    async with seated(at, signs=SIGNS["ascii"]) as seat:
        await seat.press("?")
        await seat.wait(lambda: labels.HELP in seat.text())
        first, second = (
            next(row for row in seat.text().splitlines() if own in row) for own in ("1 2 3 ...", "Enter ch")
        )
        assert first.index("play the card") == second.index("point;")
        assert first.index("the full rules") == second.index("wait after")


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("sjavs", {"max_deals": 6}, "From 24 down to 0, or 6 deals at most."),
        ("sjavs", {}, "From 24 down to 0."),
        ("styrivolt", {"crosses": 1, "deals": 4}, "The match ends with 1 cross or 4 deals."),
        ("styrivolt", {}, "The match ends with 3 crosses."),
    ],
)
def test_help_tells_how_a_match_ends(name: str, options: dict[str, Any], told: str) -> None:
    own = game(name, **options)
    state = own.deal(key="5a" * 32)
    sentences = list(help.in_short(own, state.view(0), own.new_sheet(0), SIGNS["colour"]))
    assert any(sentence.endswith(told) for sentence in sentences)
