"""The table, driven by keys on a screen of 80 by 24."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import SIGNS, SIZE, begin, seated, shortly_before
from stova import records
from stova.cards import Card
from stova.cli import own, storage
from stova.cli.sitting import Sitting, think
from stova.cli.table.board import row_of
from stova.cli.table.choices import Choices
from stova.cli.table.lines import Prompt
from stova.cli.table.rules import RulesPage
from stova.cli.table.seats import axis
from stova.cli.table.table import Table
from stova.cli.table.transcript import Transcript
from stova.cli.words import asking, labels
from stova.cli.words.calls import bid_text
from stova.engine.actions import Bid, BidContract, Cut, Discard, Knock, Pass, Play
from stova.rules.ladder import Ladder

GAMES = tuple(stova.games())
SHORT: dict[str, dict[str, Any]] = {
    "klorsjavs_auction": {"deals": 3},
    "styrivolt": {"crosses": 1},
    "klaverjas": {"deals": 4},
}
"""Options that make matches short."""


@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_match_by_keys_with_nothing_cut_off(name: str, data: Path) -> None:
    async with seated(begin(name, **SHORT.get(name, {}))) as seat:
        while not seat.sitting.match.is_over:
            seat.check()
            await seat.go_on()
        await seat.until_panel("match")
        seat.check()
        match = seat.sitting.match
    assert records.dump(match) in (data / "matches.jsonl").read_text()
    assert not list((data / "unfinished").iterdir())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
async def test_every_size_has_room(name: str, size: tuple[int, int]) -> None:
    async with seated(begin(name), size=size) as seat:
        for _ in range(10):
            seat.check()
            await seat.go_on()


async def test_a_larger_window_has_larger_cards() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        small = seat.table.hand.card_size
        await seat.pilot.resize_terminal(120, 40)
        await seat.pilot.pause()
        assert seat.table.hand.card_size > small
        seat.check()


async def test_a_window_too_small_says_so() -> None:
    async with seated(begin("sjavs"), size=(60, 20)) as seat:
        await seat.press("enter")
        assert "80 by 24" in seat.text()
        assert "60 by 20" in seat.text().replace("\n", " ")
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert "80 by 24" not in seat.text()


async def test_in_a_window_too_small_nothing_is_done_unseen() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        match = seat.sitting.match
        card = seat.keys_for(match.state.legal_actions()[0])
        await seat.press("tab")
        await seat.pilot.resize_terminal(60, 20)
        await seat.pilot.pause()
        assert "╭" not in seat.text()
        assert "80 by 24" in seat.text()
        await seat.press("escape", "l", "p", *card)
        assert seat.panel is not None
        assert seat.sitting.match is match
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert "╭─ Score sheet" in seat.text()
        assert "80 by 24" not in seat.text()
        seat.check()
        await seat.press("escape")
        whole = seat.text()
        await seat.pilot.resize_terminal(60, 20)
        await seat.press(*card)
        await seat.pilot.resize_terminal(*SIZE)
        await seat.pilot.pause()
        assert seat.sitting.match is match
        assert seat.text() == whole


async def test_a_window_too_small_can_be_left() -> None:
    async with seated(begin("sjavs"), size=(60, 20)) as seat:
        await seat.press("q")
        await seat.wait(lambda: seat.app.return_code is not None)


async def test_who_must_bid_is_told_and_may_not_pass() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Bid)
        while Pass() in seat.asked:
            await seat.go_on()
            await seat.until(Bid)
        (bid, *_) = seat.asked
        assert isinstance(bid, Bid)
        assert f"You must bid: {bid.length}" in seat.text()
        assert f"[{bid.length}]" in seat.text()
        match = seat.sitting.match
        await seat.press("p")
        assert "who can bid must. SJ-" in seat.text()
        assert seat.sitting.match is match


@pytest.mark.parametrize(("length", "says"), [(None, "a bid needs 5"), (8, "doesn't beat it")])
async def test_who_cannot_bid_is_told_why(length: int | None, says: str) -> None:
    """The first deal in which you must pass: before a bid, or after one that is longer than your suit."""
    for key in range(200):
        match = stova.game("sjavs").match(key=bytes([key]) * 32, dealer=2 if length else 3)
        match = match.apply(Knock())
        if length and match.state.to_act != 0:
            legal = match.state.legal_actions()
            match = match.apply(next((action for action in legal if isinstance(action, Bid)), Pass()))
        view = match.state.view(0)
        at = Sitting(match, storage.Manners(), Path("unused"))
        if view.to_act == 0 and view.legal == (Pass(),) and says in at.barred():
            break
    else:
        raise AssertionError("no such deal")
    text = asking.prompt(view, match.players, barred=at.barred())
    assert text.startswith("Your bid. ")
    assert text.endswith(f"{says}.")
    assert len(text) <= 78


async def test_the_best_bid_is_shown_with_who_bid_it() -> None:
    at = begin("sjavs")
    while at.match.state.bid is None:
        at.act(think(at.match, "novice"))
    async with seated(at) as seat:
        view = seat.sitting.view()
        if view.trump is None:
            assert view.declarer is not None
            assert f"{bid_text(view)[0]} {at.match.players[view.declarer]}" in seat.text()


async def test_a_refused_card_says_why_and_changes_nothing() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        while len(seat.asked) == len(seat.table.hand.places):
            await seat.go_on()
            await seat.until(Play)
        refused = next(card for card in seat.table.hand.cards() if Play(card) not in seat.asked)
        before = seat.sitting.match
        await seat.press(*seat.keys_for(Play(refused)))
        assert seat.sitting.match is before
        assert "SJ-15" in seat.text()
        assert seat.table.query_one(Prompt).refusal.startswith("You hold")
        await seat.go_on()
        assert "SJ-15" not in seat.text()


async def test_cards_that_may_not_be_played_are_marked_without_colour() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        while len(seat.asked) == len(seat.table.hand.places):
            await seat.go_on()
            await seat.until(Play)
        assert "╎" in seat.text()
        assert seat.text().count("[") == len(seat.asked)


async def test_without_colour_no_colour_is_written() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        strips = seat.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert all(style.color is None or style.color.is_default for style in styles)
        assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)


async def test_plain_letters_only() -> None:
    async with seated(begin("sjavs2"), signs=SIGNS["ascii"]) as seat:
        for _ in range(40):
            assert seat.text().isascii()
            await seat.go_on()
        for key in ("l", "tab", "question_mark", "q"):
            await seat.press(key)
            assert seat.text().isascii()
            await seat.press("escape")


@pytest.mark.parametrize("look", ["dark", "light"])
async def test_dark_and_light(look: str) -> None:
    async with seated(begin("sjavs"), look=look) as seat:
        assert seat.app.theme == look
        await seat.press("t")
        assert seat.app.theme != look


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


async def test_help_names_the_keys_and_the_permanent_trumps() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        await seat.press("question_mark")
        seat.check()
        assert "♣Q ♠Q ♣J ♠J ♥J ♦J" in seat.text()
        assert "the last trick" in seat.text()


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
        assert ("61 of the 120" in said) == isinstance(seat.sitting.match.sheet, Ladder)


async def test_the_foot_shows_only_keys_that_work() -> None:
    async with seated(begin("sjavs"), signs=SIGNS["mono"]) as seat:
        await seat.until(Play)
        assert [key for key, _, _ in seat.table.foot.keys] == ["l", "tab", "i", "r", "?", "q"]
        await seat.press("tab")
        assert [key for key, _, _ in seat.table.foot.keys] == ["q"]
        await seat.press("escape", "t")
        assert len(seat.table.foot.keys) == 6
        assert seat.app.theme == "dark"
        await seat.press("question_mark")
        assert "dark or light" not in seat.text()
    async with seated(begin("sjavs")) as seat:
        await seat.press("tab")
        await seat.wait(lambda: len(seat.table.foot.keys) == 2)
        assert [key for key, _, _ in seat.table.foot.keys] == ["t", "q"]


@pytest.mark.parametrize("name", ["sjavs", "sjavs2", "sjavs3"])
async def test_in_a_wide_window_all_stands_on_one_axis(name: str) -> None:
    async with seated(begin(name), size=(200, 60)) as seat:
        await seat.until(Play)
        seat.check()
        spots = [spot for spot in seat.table.hand.canvas._spots if isinstance(spot.means, Card)]
        left, right = min(spot.x for spot in spots), max(spot.x + spot.width for spot in spots)
        assert abs((left + right) / 2 - 100) <= 1
        board = seat.table.board
        middle = axis(board.view.game.seats, board.size.width, 200, board.card_size) if board.view else 0
        assert middle == 100


async def test_the_rules_on_a_key() -> None:
    for signs in (SIGNS["colour"], SIGNS["ascii"]):
        async with seated(begin("styrivolt"), signs=signs) as seat:
            await seat.until(Play)
            await seat.press("r")
            await seat.wait(lambda: isinstance(seat.app.screen, RulesPage))
            assert signs.text("Stýrivolt") in seat.text()
            assert signs.ascii_only <= seat.text().isascii()
            await seat.press("r")
            assert isinstance(seat.app.screen, Table)


async def test_the_exchange_puts_down_the_cards_chosen() -> None:
    async with seated(begin("sjavs3")) as seat:
        await seat.until(Discard)
        hand = seat.table.hand.cards()
        await seat.press("1", "2", "1", "0")
        assert seat.table.hand.put_down == {hand[1], hand[9]}
        assert "Put down 2 cards" in seat.text()
        seat.check()
        await seat.press("enter")
        await seat.settle()
        assert seat.sitting.match.state.discards == tuple(sorted((hand[1], hand[9])))


async def test_too_many_cards_put_down_are_refused_at_once() -> None:
    async with seated(begin("sjavs3")) as seat:
        await seat.until(Discard)
        hand = seat.table.hand.cards()
        await seat.press("1", "2", "3")
        assert seat.table.hand.put_down == set(hand[:2])
        assert "at most 2" in seat.text()
        await seat.press("2", "3")
        assert "at most 2" not in seat.text()
        assert seat.table.hand.put_down == {hand[0], hand[2]}


async def test_what_came_from_the_talon_is_told() -> None:
    async with seated(begin("sjavs3")) as seat:
        await seat.until(Discard)
        before = seat.sitting.view().hand
        await seat.press("1", "2", "enter")
        await seat.settle()
        came = [card.symbol for card in seat.sitting.view().hand if card not in before]
        assert seat.table.prompt.news == f"You put down 2 cards. From the talon: {' '.join(came)}."


async def test_the_cut_is_where_the_mark_is() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Cut)
        await seat.press("left", "left", "right", "left", "enter")
        assert seat.sitting.match.state.history[0][1] == Cut(14)


async def test_knocking() -> None:
    async with seated(begin("sjavs2")) as seat:
        await seat.until(Cut)
        await seat.press("k")
        assert str(seat.sitting.match.state.history[0][1]) == "knock"


async def test_the_cut_may_happen_by_itself() -> None:
    async with seated(begin("sjavs2", cut="auto")) as seat:
        for _ in range(45):
            assert not any(isinstance(action, Cut) for action in seat.asked)
            await seat.go_on()
        assert seat.sitting.match.past


async def test_bids_are_said_in_words() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Bid)
        labels = [choice.label for choice in seat.table.choices.choices]
        assert all(label[0].isdigit() or label == "Pass" for label in labels)
        wanted = seat.table.choices.choices[0].means
        await seat.press("right", "left", "enter")
        assert (0, wanted) in seat.sitting.view().calls


async def test_arrows_and_enter_play_a_card() -> None:
    async with seated(begin("sjavs2")) as seat:
        await seat.until(Play)
        before = len(seat.sitting.view().hand)
        await seat.press("right", "up", "down")
        pointed = seat.table.hand.pointed_card()
        assert isinstance(pointed, Card)
        legal = Play(pointed) in seat.asked
        await seat.press("enter")
        await seat.settle()
        assert (len(seat.sitting.view().hand) < before) == legal


async def test_cards_and_buttons_can_be_clicked() -> None:
    async with seated(begin("sjavs")) as seat:
        buttons = seat.panel.query_one(Choices) if seat.panel else seat.table.choices
        await seat.click("#panel-choices", buttons.size.width // 2, 0)
        assert seat.panel is None
        await seat.until(Play)
        before, hand = seat.sitting.match, seat.table.hand
        await seat.click("#hand", hand.columns(hand.size.width)[0] + 2, 2)
        assert seat.sitting.match is not before or seat.table.prompt.refusal


async def test_open_cards_lie_before_both_players() -> None:
    async with seated(begin("sjavs2")) as seat:
        await seat.until(Play)
        assert len(seat.table.row.places) == 4
        assert all(f"[{key}]" in seat.text() or f" {key} " in seat.text() for key in "abcd")
        row, hand = seat.table.row.cards(), seat.table.hand.cards()
        assert not set(row) & set(hand)
        assert set(row) | set(hand) == set(seat.sitting.view().hand)


@pytest.mark.parametrize("name", GAMES)
async def test_what_is_hidden_changes_nothing_on_the_screen(name: str) -> None:
    """The same cards in sight, and two ways the others may lie: every character and its style is the same."""
    screens: list[list[object]] = []
    for turn in (0, 1):
        at = begin(name, cut="auto")
        at.match, at.fresh = with_hidden_cards_turned(at.match, turn), False
        async with seated(at) as seat:
            strips = seat.app.screen._compositor.render_strips()
            screens.append([(segment.text, segment.style) for strip in strips for segment in strip])
    assert screens[0] == screens[1]


def with_hidden_cards_turned(match: stova.Match, turn: int) -> stova.Match:
    """The first deal with the human to bid first, the cards the human can't see each moved on by `turn` places."""
    state = match.state if Knock() not in match.state.legal_actions() else match.state.apply(Knock())
    view = state.view(0)
    seen = {*view.hand, *(place.card for seat in range(view.game.seats) for place in row_of(view, seat))}
    moving = state.dealt[:-1] if own.stock(view) else state.dealt
    hidden = [card for hand in moving for card in hand if card not in seen]
    moved = dict(zip(hidden, hidden[turn:] + hidden[:turn], strict=True))
    *hands, talon = [[moved.get(card, card) for card in hand] for hand in state.dealt]
    dealer = view.game.seats - 1
    return match.game.match(key=match.key, hands=hands, talon=talon, players=match.players, dealer=dealer)


async def test_leaving_keeps_the_match_as_it_stands() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play, tricks=2)
        match = seat.sitting.match
        await seat.press("q")
        assert seat.panel is not None
        assert seat.panel.panel_title == labels.LEAVE_TITLE
        await seat.press("escape")
        assert seat.panel is None
        await seat.press("q", "q")
        await seat.wait(lambda: seat.app.return_code is not None)
    (path,) = storage.unfinished()
    kept = storage.fetch(path)
    assert kept.match.state == match.state
    assert records.dump(kept.match) == records.dump(match)
    async with seated(Sitting(kept.match, kept.manners, kept.path, fresh=False, hurry=True)) as seat:
        assert isinstance(seat.asked[0], Play)
        assert seat.sitting.match.state == match.state
        await seat.until_panel("Deal 1")


async def test_asking_to_leave_twice_leaves() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.press("ctrl+c")
        assert seat.panel is not None
        await seat.press("ctrl+c")
        await seat.wait(lambda: seat.app.return_code is not None)


async def test_bots_play_the_same_again_from_the_same_key() -> None:
    played = []
    for _ in range(2):
        async with seated(begin("sjavs")) as seat:
            await seat.until_panel("Deal 1")
            played.append(records.dump(seat.sitting.match))
    assert played[0] == played[1]


async def test_a_kept_match_is_written_after_everything_the_human_does() -> None:
    async with seated(begin("sjavs3")) as seat:
        await seat.until(Play)
        await seat.go_on()
        (path,) = storage.unfinished()
        kept = storage.fetch(path).match
        human = [action for at, action in kept.state.history if at == 0]
        assert human == [action for at, action in seat.sitting.match.state.history if at == 0]


async def test_a_match_that_cannot_be_kept_goes_on_and_says_so(data: Path) -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Play)
        for path in (data / "unfinished").iterdir():
            path.unlink()
        (data / "unfinished").rmdir()
        (data / "unfinished").touch()
        await seat.go_on()
        assert seat.sitting.match.state.history


async def test_another_match_after_the_end(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=6)
    async with seated(at) as seat:
        await seat.until_panel("match")
        first = seat.sitting.match
        await seat.press("r")
        await seat.wait(lambda: isinstance(seat.app.screen, Transcript))
        assert "Deal 1" in seat.text()
        await seat.press("escape")
        await seat.until_panel("match")
        await seat.press("enter", "enter")
        await seat.wait(lambda: seat.sitting.match is not first)
        assert seat.sitting.match.key != first.key
        assert len((data / "matches.jsonl").read_text().splitlines()) == 1


async def test_a_match_of_several_rubbers_draws_its_crosses() -> None:
    at = shortly_before(begin("sjavs", rubbers=2), lambda match: len(sheet_of(match).rubbers) == 1, steps=6)
    async with seated(at) as seat:
        await seat.until_panel("Deal")
        assert "the rubber" in seat.text().replace("\n", " ")
        assert "✕" in seat.text()
        seat.check()
        await seat.go_on()
        assert sheet_of(seat.sitting.match).to_go == (24, 24)


async def test_a_deal_nobody_bids_on_says_so() -> None:
    at = begin("sjavs", bidding="optional")
    at.act(Knock())
    for _ in range(4):
        at.act(Pass())
    async with seated(at) as seat:
        await seat.until_panel("Deal")
        assert "Nobody bid" in seat.text()
        seat.check()


async def test_a_long_rubber_fits_on_its_sheet() -> None:
    at = begin("sjavs3", tie="double")
    at = shortly_before(at, lambda match: match.is_over, steps=1)
    result = next(line.result for line in sheet_of(at.match).lines)
    tie = replace(result, made="tie", score=(0, 0, 0), rule="SJ-25")
    sheet = at.match.game.new_sheet(0)
    for _ in range(30):
        sheet = sheet.enter(tie)
    at.match = replace(at.match, sheet=sheet)
    async with seated(at) as seat:
        await seat.press("tab")
        seat.check()
        assert "deals" in seat.text()


async def test_a_finished_trick_waits_for_a_key() -> None:
    at = shortly_before(begin("sjavs"), lambda match: len(match.state.tricks) == 1, steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        if seat.asked:
            await seat.press(*seat.keys_for(think(seat.sitting.match, "novice")))
        await seat.wait(lambda: seat.table.waiting is not None)
        assert labels.ANY_KEY in seat.text()
        assert seat.table.board.finished
        seat.check()
        await seat.press("m")
        assert seat.sitting.manners.pause == "moment"
        await seat.press("space")
        await seat.wait(lambda: seat.table.waiting is None)


def sheet_of(match: stova.Match) -> Ladder:
    assert isinstance(match.sheet, Ladder)
    return match.sheet
