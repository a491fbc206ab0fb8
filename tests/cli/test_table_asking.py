"""What the table asks for: by keys and clicks, in words, refused with a reason."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import begin, seated, shortly_before
from stova import Match
from stova.cards import Card
from stova.cli import storage
from stova.cli.sitting import HUMAN, Sitting, think
from stova.cli.table.choices import Choices
from stova.cli.table.lines import Prompt
from stova.cli.table.rules import RulesPage
from stova.cli.words import asking
from stova.cli.words.calls import bid_text
from stova.engine.actions import Bid, Cut, Discard, Knock, Pass, Play


async def test_who_must_bid_is_told_and_may_not_pass() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Bid)
        while Pass() in seat.asked:
            await seat.go_on()
            await seat.until(Bid)
        (bid, *_) = seat.asked
        assert isinstance(bid, Bid)
        assert f"You must bid your longest suit with permanent trumps: “{bid.length}”" in seat.text()
        assert f"[{bid.length}]" in seat.text()
        match = seat.sitting.match
        await seat.press("p")
        assert "whoever can bid must. SJ-" in seat.text()
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


def test_a_lead_of_any_card_is_told_only_where_any_may_be_led() -> None:
    at = begin("sjavs")
    while not isinstance(at.match.state.legal_actions()[0], Play):
        at.act(think(at.match, "novice"))
    state = at.match.state
    assert state.to_act is not None
    view = state.view(state.to_act)
    assert asking.prompt(view, at.match.players) == "Your lead. Play any card."
    assert (
        asking.prompt(replace(view, legal=view.legal[1:]), at.match.players)
        == "Your lead. Play a card that has a [key]."
    )


async def test_the_best_bid_is_shown_with_who_bid_it() -> None:
    def ready(match: Match) -> bool:
        return match.state.to_act == HUMAN and match.state.bid is not None and match.state.trump is None

    at = shortly_before(begin("sjavs"), ready, steps=0)
    async with seated(at) as seat:
        view = seat.sitting.view()
        assert view.trump is None
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


def about_to_exchange(leader: int = HUMAN) -> Sitting:
    """A sitting in which the human exchanges cards, and this seat leads."""

    def ready(match: Match) -> bool:
        state = match.state
        return state.to_act == HUMAN and Discard(()) in state.legal_actions() and (state.dealer + 1) % 3 == leader

    return shortly_before(begin("sjavs3", rubbers=None), ready, steps=0)


async def test_the_exchange_puts_down_the_cards_chosen() -> None:
    async with seated(about_to_exchange()) as seat:
        hand = seat.table.hand.cards()
        await seat.press("1", "2", "1", "0")
        assert seat.table.hand.put_down == {hand[1], hand[9]}
        assert "Put down 2 cards" in seat.text()
        seat.check()
        await seat.press("enter")
        await seat.settle()
        assert seat.sitting.match.state.discards == tuple(sorted((hand[1], hand[9])))


async def test_too_many_cards_put_down_are_refused_at_once() -> None:
    async with seated(about_to_exchange()) as seat:
        hand = seat.table.hand.cards()
        await seat.press("1", "2", "3")
        assert seat.table.hand.put_down == set(hand[:2])
        assert "at most 2" in seat.text()
        await seat.press("2", "3")
        assert "at most 2" not in seat.text()
        assert seat.table.hand.put_down == {hand[0], hand[2]}


async def test_what_came_from_the_talon_is_told() -> None:
    async with seated(about_to_exchange()) as seat:
        before = seat.sitting.view().hand
        await seat.press("1", "2", "enter")
        await seat.settle()
        came = [card.symbol for card in seat.sitting.view().hand if card not in before]
        assert seat.table.prompt.news == f"You put down 2 cards. From the talon: {' '.join(came)}."
        assert seat.sitting.match.state.leader == 0


async def test_what_came_from_the_talon_stays_while_bots_lead() -> None:
    async with seated(about_to_exchange(leader=1)) as seat:
        await seat.press("1", "2", "enter")
        await seat.until(Play)
        assert len(seat.sitting.match.state.trick) == 2
        assert "From the talon: " in seat.table.prompt.news


async def test_the_cut_is_where_the_mark_is() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Cut)
        await seat.press("left", "left", "right", "left", "enter")
        assert seat.sitting.match.state.history[0][1] == Cut(14)


async def test_the_pack_is_cut_where_it_is_clicked() -> None:
    async with seated(begin("sjavs")) as seat:
        await seat.until(Cut)
        pack = seat.table.pack
        left = (pack.size.width - pack.size_of_pack - 3) // 2
        await seat.click("#pack", left + 4, 0)
        assert pack.depth == 5
        await seat.press("enter")
        assert seat.sitting.match.state.history[0][1] == Cut(5)


async def test_cards_to_put_down_are_pointed_at_by_arrows_too() -> None:
    async with seated(about_to_exchange()) as seat:
        hand = seat.table.hand.cards()
        await seat.press("right", "space", "right", "right", "space")
        assert len(seat.table.hand.put_down) == 2
        assert seat.table.hand.pointed_card() in seat.table.hand.put_down
        await seat.press("space")
        assert len(seat.table.hand.put_down) == 1
        (kept,) = seat.table.hand.put_down
        await seat.click("#hand", seat.table.hand.columns(seat.table.hand.size.width)[hand.index(kept)] + 2, 2)
        assert not seat.table.hand.put_down


async def test_a_click_ends_what_waits_and_works_as_the_keys_of_the_foot_do() -> None:
    at = shortly_before(begin("sjavs"), lambda match: bool(match.state.tricks), steps=1)
    at.hurry, at.manners = False, replace(at.manners, pause="key")
    async with seated(at) as seat:
        if seat.asked:
            await seat.do(seat.asked[0])
        await seat.wait(lambda: seat.table.waiting)
        await seat.click("#board", 1, 1)
        await seat.until(Play)
        row = seat.text().splitlines()[-1]
        await seat.click("#foot", row.index("r rules") - seat.table.foot.region.x, 0)
        await seat.wait(lambda: isinstance(seat.app.screen, RulesPage))


async def test_knocking() -> None:
    async with seated(begin("sjavs2")) as seat:
        await seat.until(Cut)
        await seat.press("k")
        assert str(seat.sitting.match.state.history[0][1]) == "knock"


async def test_the_cut_may_happen_by_itself() -> None:
    async with seated(begin("sjavs2", cut="auto")) as seat:
        for _ in range(45):
            assert "Cut the pack" not in seat.text()
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
