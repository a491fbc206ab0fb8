"""The table, driven by keys on a screen of 80 by 24."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import begin, seated, shortly_before
from helpers import GAMES
from stova import records
from stova.cli import own, storage
from stova.cli.sitting import HUMAN, Sitting
from stova.cli.table.board import row_of
from stova.cli.table.scrolled import Transcript
from stova.cli.words import costs, labels
from stova.engine.actions import Knock, Pass, Play
from stova.rules.ladder import Ladder

SHORT: dict[str, dict[str, Any]] = {
    "sjavs2": {"max_deals": 6},
    "klorsjavs_auction": {"deals": 3},
    "styrivolt": {"crosses": 1},
    "klaverjas": {"deals": 4},
}
"""Options that make matches short."""


@pytest.mark.one_in(4)
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


async def test_another_match_after_the_end(data: Path) -> None:
    at = shortly_before(begin("sjavs2"), lambda match: match.is_over, steps=6)
    async with seated(at) as seat:
        await seat.until_panel("match")
        first = seat.sitting.match
        await seat.press("r")
        await seat.wait(lambda: isinstance(seat.app.screen, Transcript))
        assert "Deal 1" in seat.text()
        assert labels.PAGE_KEYS in seat.text()
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


async def test_a_deal_nobody_bids_on_says_so_and_offers_what_each_choice_cost() -> None:
    at = begin("sjavs", bidding="optional")
    at.act(Knock())
    for _ in range(4):
        at.act(Pass())
    async with seated(at) as seat:
        await seat.until_panel("Deal")
        assert "Everybody passed" in seat.text()
        assert labels.COSTS not in seat.text()
        assert labels.CALLS in seat.text()
        seat.check()
        await seat.press("c")
        assert "Deal 1: what each choice cost" in seat.text()
        await seat.wait(lambda: costs.NO_PLAY in seat.text())
        assert "You: pass" in seat.text()
        await seat.press("escape")
        assert labels.CALLS in seat.text()


async def test_nothing_is_asked_beneath_a_result() -> None:
    at = shortly_before(begin("klaverjas"), lambda match: match.state.is_over, steps=1)
    at.manners = replace(at.manners, pause="key")
    async with seated(at) as seat:
        await seat.until_panel("Deal")
        assert seat.table.prompt.question == "The deal is over."
        assert not seat.table.prompt.news


async def test_a_result_is_hidden_while_something_else_is_read() -> None:
    """And what stands beside the table is whole, as it is beneath any page."""
    at = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=1)
    at.manners = replace(at.manners, pause="key")
    async with seated(at, size=(120, 40)) as seat:
        await seat.until_panel("Deal")
        result = seat.text()
        assert labels.COSTS in result
        await seat.press("?")
        await seat.wait(lambda: labels.HELP in seat.text())
        assert seat.text().count("╮") == 1
        assert all(label in seat.text() for label in (labels.TRUMPS, labels.POINTS, labels.TRICKS))
        await seat.press("?")
        await seat.wait(lambda: seat.text() == result)


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
        assert re.search(r"⋮ \d+ before", seat.text())


async def test_a_finished_trick_waits_for_a_key() -> None:
    at = shortly_before(begin("sjavs"), lambda match: len(match.state.tricks) == 1, steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        await seat.finish_trick()
        assert labels.ENTER in seat.text()
        assert seat.table.board.finished
        seat.check()
        await seat.press("i")
        assert labels.NOT_YOUR_TURN in seat.text()
        assert labels.ENTER in seat.text()
        await seat.press("space")
        await seat.wait(lambda: seat.table.waiting is None)


async def test_a_trick_that_waits_goes_on_when_none_is_to_wait() -> None:
    at = shortly_before(begin("sjavs"), lambda match: len(match.state.tricks) == 1, steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        await seat.finish_trick()
        await seat.press("m")
        assert seat.sitting.manners.pause == "moment"
        await seat.wait(lambda: seat.table.waiting is None)


async def test_an_only_card_plays_itself_if_one_likes() -> None:
    def forced(match: stova.Match) -> bool:
        return match.state.to_act == HUMAN and [*map(type, match.state.legal_actions())] == [Play]

    at = shortly_before(begin("klaverjas"), forced, steps=0)
    (only,) = at.match.state.legal_actions()
    async with seated(at) as seat:
        await seat.settle()
        assert seat.asked == (only,)
        await seat.press("o")
        await seat.wait(lambda: only not in at.match.state.view(HUMAN).legal)
        while not seat.panel:
            await seat.settle()
            assert [*map(type, seat.asked)] != [Play]
            await seat.go_on()
        played = [action for player, action in at.match.deals[0].history if player == HUMAN]
        assert len([action for action in played if isinstance(action, Play)]) == 8


def sheet_of(match: stova.Match) -> Ladder:
    assert isinstance(match.sheet, Ladder)
    return match.sheet
