"""The table of a game with chosen suits: exposing, trading, the stock, stopping, announcing."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import SIGNS, begin, do, seated
from stova.cards import Card, Suit, card_set, parse_card, parse_cards
from stova.cli import own
from stova.cli.signs import COLOUR
from stova.cli.sitting import Sitting
from stova.cli.table.board import Board
from stova.cli.table.canvas import Canvas
from stova.cli.table.seats import tags
from stova.cli.table.stock import draw_stock
from stova.cli.words import asking, news, recall, story
from stova.engine.actions import (
    Back,
    Both,
    Expose,
    GoOn,
    LeadTrader,
    Play,
    PutAway,
    Stay,
    Stop,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.games.styrivolt import powers
from stova.games.styrivolt.board import Asking, Taking

TURNED = "6C 4C AD AC 7D 5H"
"""Clubs and diamonds are chosen; the four of clubs lies open, and the seven and the ace of diamonds."""
TRADER = "5D 5C KH QH 3S 7S KC 6D 2S"
"""Without a stikkar, with both traders."""


def dealt(hand: str, turned: str = TURNED, *, dealer: int = 3, rest: str = "", **options: Any) -> Sitting:
    """A sitting at which the human was dealt a hand; the stock begins with the cards turned and `rest`."""
    at = begin("styrivolt", **options)
    first, held = parse_cards(f"{turned} {rest}"), parse_cards(hand)
    others = [card for card in powers.PACK if card not in (*first, *held)]
    hands: list[Sequence[Card]] = [held, others[:9], others[9:18], others[18:27]]
    players = at.match.players
    at.match = at.match.game.match(
        key=at.match.key, hands=hands, talon=(*first, *others[27:]), dealer=dealer, players=players
    )
    at.fresh = False
    return at


@pytest.mark.parametrize(("card", "said"), [("2H", "♥2, the bird,"), ("9D", "♦9, the mare"), ("6D", "♦6, a postman,")])
def test_the_only_card_of_a_name_is_told_as_such(card: str, said: str) -> None:
    at = exposed(dealt(TRADER))
    view = replace(at.view(), leader=3, best=0, trick=(parse_card(card),), to_act=0, legal=(Play(parse_card("5D")),))
    assert asking.prompt(view, at.match.players).startswith(f"Right's {said}")


def exposed(at: Sitting) -> Sitting:
    """The sitting once the cards lie open."""
    while isinstance(at.match.state.legal_actions()[0], Expose):
        at.act(at.match.state.legal_actions()[0])
    return at


def card(text: str) -> Card:
    return parse_card(text)


async def test_the_dealer_sees_what_was_turned_and_shows_the_best() -> None:
    async with seated(dealt(TRADER, dealer=0)) as seat:
        assert seat.asked == (Expose((card("4C"),)),)
        assert all(f"{c.symbol}" in seat.text() for c in parse_cards(TURNED))
        assert "You turned 6 cards of the stock" in seat.text()
        assert "Clubs are chosen. Show the best card you turned." in seat.text()
        await do(seat, seat.asked[0])
        beneath = "\n".join(seat.table.board.canvas.rows())
        assert "You turned 6 cards of the stock" in beneath
        assert [c.symbol in beneath for c in parse_cards(TURNED)] == [True, False, True, True, True, True]
        await do(seat, Expose(parse_cards("7D AD")))
        assert "stock: 9 cards" in seat.text()


def test_others_see_only_backs() -> None:
    at = dealt(TRADER)
    board, canvas = Board(COLOUR), Canvas(52, 15, COLOUR)
    board.view, board.players = at.view(), at.match.players
    board.draw(canvas)
    assert canvas.lost == 0
    assert "Right turned 6 cards of the stock" in "\n".join(canvas.rows())
    assert not any(suit.symbol in "".join(canvas.rows()) for suit in Suit)


async def test_open_cards_lie_under_the_stock() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        for shown in ("♣ clubs", "♦ diamonds", "♣4", "♦7", "♦A", "stock: 9 cards"):
            assert shown in seat.text()
        assert "Points" not in seat.text()
        assert "Strokes" in seat.text()
        seat.check()


@pytest.mark.parametrize("signs", ["mono", "ascii"])
async def test_open_cards_without_colour(signs: str) -> None:
    async with seated(exposed(dealt(TRADER)), signs=SIGNS[signs]) as seat:
        assert ("D7" if signs == "mono" else "7D") in seat.text() or "♢7" in seat.text()
        assert "stock: 9 cards" in seat.text()
        assert "5C for 4C" in seat.text() or "♣5 for ♣4" in seat.text()
        seat.check()


async def test_a_trade_between_plays() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        await do(seat, Trade(card("5C"), card("4C")))
        assert "You trade ♣5 for ♣4." in seat.text()
        assert card("4C") in seat.sitting.view().hand


async def test_buttons_are_reached_with_arrows_and_never_in_the_way() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        await seat.press("enter")
        assert not seat.sitting.view().trick
        await seat.press("up", "right", "right", "enter")
        await seat.settle()
        assert isinstance(seat.sitting.match.state.history[-1][1], Trade)
        await seat.press("right", "up", "down", "enter")
        await seat.settle()
        assert [type(action) for at, action in seat.sitting.match.state.history if at == 0][-1] in (Play, LeadTrader)


async def test_buttons_beside_the_hand_can_be_clicked() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        (at,) = ((row.find("Take"), y) for y, row in enumerate(seat.table.choices.canvas.rows()) if "Take" in row)
        await seat.click("#choices", *at)
        await seat.settle()
        assert TakeStock() in [action for at, action in seat.sitting.match.state.history if at == 0]


async def test_a_trader_is_led_like_any_card() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        assert LeadTrader(card("5D"), card("7D")) not in seat.asked  # A lamb may not be led before a trick is won.
        await do(seat, LeadTrader(card("5D"), card("AD")))


async def test_a_trader_led_for_either_of_two_cards() -> None:
    at = exposed(dealt(TRADER))
    board = replace(at.match.state.own, exposed=(parse_cards("6C 4C"), parse_cards("7D AD")))
    at.match = replace(at.match, state=replace(at.match.state, own=board))
    async with seated(at) as seat:
        await seat.press(*seat.keys_for(LeadTrader(card("5C"), card("4C"))))
        assert "Which card do you lead ♣5 for?" in seat.text()
        assert "Lead it for ♣6" in seat.text()
        seat.check()
        await seat.press("escape")
        assert "Lead it for" not in seat.text()
        assert "Your lead." in seat.text()
        await do(seat, LeadTrader(card("5C"), card("6C")))


async def test_taking_the_stock_with_one_of_two_cards() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        await do(seat, TakeStock())
        await do(seat, TakeExposed(card("AD")))
        assert len(seat.table.hand.places) == 10
        assert "has stock" in seat.text()


async def test_which_card_to_put_away_is_asked_instead_of_what_was_asked_or_refused() -> None:
    async with seated(exposed(dealt("5S 7S KH QH 3S QS KC QC 9S", "6D 6C 5H"))) as seat:
        await do(seat, TakeStock())
        await seat.press("a")
        assert "Which card do you put away?" in seat.text()
        assert "Your lead" not in seat.text()
        await seat.press("escape")
        assert "Your lead." in seat.text()
        legal = {action.card for action in seat.asked if isinstance(action, Play | LeadTrader)}
        barred = next(place.card for place in seat.table.hand.places if place.card not in legal)
        await seat.press(seat.table.hand.keys[seat.table.hand.cards().index(barred)])
        assert seat.table.prompt.refusal
        assert "Your lead." not in seat.text()
        await seat.press("a")
        assert not seat.table.prompt.refusal
        assert "Which card do you put away?" in seat.text()


def test_a_hand_of_which_every_card_may_be_led_has_none_marked() -> None:
    """Traders are led as what they are traded for."""
    at = exposed(dealt(TRADER))
    view = at.view()
    leads = [action for action in view.legal if isinstance(action, Play | LeadTrader)]
    assert any(isinstance(action, LeadTrader) for action in leads)
    assert {action.card for action in leads} == set(view.hand)
    assert asking.prompt(view, at.match.players) == "Your lead. Play any card."


async def test_a_card_too_many_is_put_away() -> None:
    at = exposed(dealt("5S 7S KH QH 3S QS KC QC 9S", "6D 6C 5H"))
    async with seated(at) as seat:
        await do(seat, TakeStock())
        assert len(seat.table.hand.places) == 10
        put = next(action for action in seat.asked if isinstance(action, PutAway))
        await seat.press("a")
        assert "Never mind" in seat.text()
        await seat.press("escape")
        await do(seat, put)
        assert "You put one card away." in seat.text()
        await seat.press("p")
        assert seat.panel is not None
        assert "What you put down" in seat.text()
        assert "▸ Back to the table" in seat.text()
        seat.check()


NOTHING = "KC QC 8C 7C KD QD 8D 7D 6D"
"""Neither a stikkar nor a trader, when spades and hearts are chosen with nothing good among them."""


async def test_back_to_the_hand_or_both() -> None:
    for action, cards in ((Back(), 9), (Both(), 19)):
        at = exposed(dealt(NOTHING, "3S 3H 6C", rest="4S 4H QS QH KS KH 6S 2C 3C"))
        async with seated(at) as seat:
            await do(seat, TakeStock())
            assert "Back to your hand" in seat.text()
            assert "Keep both" in seat.text()
            await do(seat, action)
            assert len(seat.table.hand.places) == cards
            assert len(set(seat.table.hand.keys[:cards])) == cards


async def test_nineteen_cards_have_a_key_each() -> None:
    at = exposed(dealt(TRADER))
    many = card_set(powers.PACK[:19])
    at.match = replace(at.match, state=replace(at.match.state, hands=(many, *at.match.state.hands[1:])))
    for signs in SIGNS.values():
        async with seated(at, signs=signs) as seat:
            seat.check()
            assert len(seat.table.hand.columns(80)) == 19
            assert all(seat.table.hand.under_key(key) is not None for key in "1234567890-=zxcvnyu")


async def test_the_role_of_the_card_pointed_at() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        found = set()
        for number in range(9):
            await seat.press("right")
            said = seat.table.prompt.of_card
            assert said in seat.text()
            found.add(said)
            assert all(f"[{key}]" in seat.text() for key in "123456789" if key != str(number + 1))
        assert found == {"", "♣5, a trader", "♦5, a trader", "♦6, a postman", "♣K, a king"}


async def test_stopping_or_going_on() -> None:
    at = exposed(dealt("2H 4C 8S 9H 9D KS JC AD JD", "6C 6D 5H"))
    async with seated(at) as seat:
        for _ in range(5):
            await seat.wait(lambda: seat.asked)
            best = seat.table.hand.cards()[0]
            await do(seat, Play(best))
        assert set(seat.asked) == {Stop(), GoOn()}
        assert "Go on for all nine" in seat.text()
        await do(seat, GoOn())
        await do(seat, Play(seat.table.hand.cards()[0]))
        await do(seat, Stop())
        assert seat.panel is not None
        assert "We: in, alone" in seat.text()
        assert "━╋━" in seat.text()


async def test_four_of_a_kind_are_announced() -> None:
    at = exposed(dealt("3C 3S 3H 3D KH QH KC 8D 9S", "6C 6D 5H"))
    play, state = Play(card("3S")), at.match.state
    said = news.news(state.view(1), state.apply(play).view(1), at.match.players)
    assert list(recall.fours(state.view(0), at.match.players)) == [("You", "four 3s, as ♣3")]
    assert list(recall.fours(state.view(1), at.match.players)) == []
    assert said == "You: “Hesin er góður”, four threes."
    async with seated(at) as seat:
        view = seat.table.sitting.view()
        assert view.game.tables(view).roles[play.card] == "trist"
        await do(seat, play)
        assert "You       four 3s, as ♣3" in seat.text()


def test_who_announced_four_of_a_kind_and_as_what_they_count() -> None:
    at = exposed(dealt("KC QC 8C 7C KD QD 8D 7D 6D", "6C 6H 5S", dealer=0))
    state, four, diamond = at.match.state, card_set(parse_cards("4C 4S 4H")), card_set(parse_cards("4D"))
    hands = [hand & ~(four | diamond) | (0, four, diamond, 0)[seat] for seat, hand in enumerate(state.hands)]
    state = replace(state, hands=tuple(hands), own=replace(state.own, fours=(("4", 1),)))
    led = state.apply(Play(card("4C")))
    assert list(recall.fours(led.view(0), at.match.players)) == []
    said = led.apply(Play(card("4D")))
    assert list(recall.fours(said.view(0), at.match.players)) == [("Partner", "four 4s, as ♣4")]
    said = state.apply(Play(card("4H")))
    assert list(recall.fours(said.view(0), at.match.players)) == [("Left", "four 4s, as ♣4")]


async def test_trades_can_be_looked_up_beside_the_table() -> None:
    async with seated(exposed(dealt(TRADER))) as seat:
        await do(seat, Trade(card("5C"), card("4C")))
        await do(seat, LeadTrader(card("5D"), card("AD")))
        assert "You       ♣5 for ♣4" in seat.text()
        assert "You       ♦5 for ♦A" in seat.text()


async def test_a_seat_asked_to_trade_may_let_it_be() -> None:
    at = exposed(dealt(TRADER, dealer=2))
    state = at.match.state
    assert state.to_act == 3
    board = state.own
    asking = Asking("taking", (0, 1, 2), 3)
    at.match = replace(
        at.match, state=replace(state, to_act=0, phase=2, own=replace(board, taking=Taking(3), asking=asking))
    )
    async with seated(at) as seat:
        assert set(seat.asked) == {Trade(card("5D"), card("7D")), Trade(card("5D"), card("AD")), Stay()}
        assert "do you trade" in seat.text()
        assert "you can't" not in seat.text()
        await do(seat, Stay())


async def test_a_seat_that_can_trade_nothing_is_told_so_when_all_are_asked() -> None:
    at = exposed(dealt(TRADER, dealer=2))
    state, asking = at.match.state, Asking("queen", (0, 1, 2), 2)
    at.match = replace(at.match, state=replace(state, to_act=0, phase=2, own=replace(state.own, asking=asking)))
    async with seated(at) as seat:
        assert seat.asked == (Stay(),)
        assert "whether they trade; you can't." in seat.text()


def test_all_there_can_be_of_a_stock_has_room() -> None:
    state = exposed(dealt(TRADER)).match.state
    board = replace(
        state.own,
        exposed=(parse_cards("7C 4C"), parse_cards("7D AD")),
        laid=parse_cards("8S 9H"),
        takers=(0, 1, 2),
    )
    for signs in SIGNS.values():
        canvas = Canvas(24, 13, signs)
        stock = own.stock(replace(state, own=board).view(0))
        assert stock is not None
        assert draw_stock(canvas, stock, "stock", ("You", "Left", "Partner", "Right")) == 7
        assert canvas.lost == 0
        assert "3 players" in "\n".join(canvas.rows())


def test_a_stock_of_one_suit_is_told() -> None:
    clubs = "AC KC QC JC 9C 8C 7C 6C 5C 4C 3C 2C"
    rest = [card for card in powers.PACK if card not in parse_cards(clubs)]
    match = stova.game("styrivolt").match(hands=[rest[at : at + 9] for at in (0, 9, 18, 27)], talon=clubs, dealer=0)
    told = story.deal_told(match.sheet, match.state.view(0), match.players)
    assert told == [("The stock was all of one suit. The same dealer deals again.", "ST-12")]


def test_who_took_what_was_put_down_has_not_the_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "stock", lambda view: SimpleNamespace(takers=(2, 1)))
    view = exposed(dealt(TRADER)).match.state.view(0)
    said = [tags(view, seat, ()) for seat in range(4)]
    assert said[2].endswith("has stock")
    assert said[1].endswith("took hand")
    assert not any("stock" in told or "hand" in told for told in (said[0], said[3]))
