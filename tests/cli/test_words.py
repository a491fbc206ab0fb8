"""Every action has words: on a button, and when it has been done."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import begin, lively, shortly_before
from stova.cards import Suit, parse_cards
from stova.cli.words import asking, buttons, costs, news, people, story
from stova.engine.actions import (
    Accept,
    Action,
    Back,
    Bid,
    BidContract,
    Both,
    Cut,
    Declare,
    Exchange,
    Expose,
    FaceDown,
    Fold,
    GoOn,
    Hold,
    Knock,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
    told,
)
from stova.engine.view import View
from stova.games.klaverjas import RoemCount

FIVE, ACE = parse_cards("5H AH")


def view_of(name: str, **changes: object) -> View:
    return replace(stova.game(name).match(key=bytes(32), dealer=1).state.view(0), **changes)


@pytest.mark.parametrize(
    ("name", "action", "said"),
    [
        ("sjavs", Cut(9), "Left cuts."),
        ("sjavs", Knock(), "Left knocks: the pack stays as it lies."),
        ("sjavs", Bid(5), "Left bids 5."),
        ("sjavs", Pass(), "Left passes."),
        ("sjavs", NameTrump(Suit.HEARTS), "Left names hearts as trumps."),
        ("sjavs3", FaceDown("discard", 2), "Left puts down 2 cards."),
        ("klorsjavs", Declare(), "Left plays."),
        ("klorsjavs", Exchange(()), "Left leaves the cat where it lies."),
        ("klorsjavs", FaceDown("exchange", 2), "Left puts down 2 cards."),
        ("klorsjavs", Take(), "Left takes the cat."),
        ("klorsjavs", Fold(), "Left folds: the deal is given up."),
        ("klorsjavs", Stay(), "Left plays on."),
        ("klorsjavs_auction", BidContract("strøget tout"), "Left bids strøget tout."),
        ("klorsjavs_auction", Hold(), "Left holds the bid."),
        ("klaverjas", Accept(), "Left plays spades."),
        ("klaverjas", Roem(), "Left declares roem, stuk: 40."),
        ("klaverjas", NoRoem(), "Left keeps quiet about the roem in the trick."),
        ("styrivolt", Expose((FIVE,)), "Left shows ♥5 for hearts."),
        ("styrivolt", Trade(FIVE, ACE), "Left trades ♥5 for ♥A."),
        ("styrivolt", LeadTrader(FIVE, ACE), "Left trades ♥5 for ♥A and leads that."),
        ("styrivolt", TakeStock(), "Left takes the stock instead of the hand."),
        ("styrivolt", TakeExposed(ACE), "Left takes ♥A along."),
        ("styrivolt", FaceDown("put away", 1), "Left puts one card away."),
        ("styrivolt", Back(), "Left changes back to the first hand."),
        ("styrivolt", Both(), "Left keeps both hands."),
        ("styrivolt", Stay(), "Left lets it be."),
        ("styrivolt", Stop(), "Left stops here."),
        ("styrivolt", GoOn(), "Left goes on for all nine tricks."),
        ("sjavs", Play(FIVE), ""),
    ],
)
def test_what_others_do_is_told(name: str, action: Action | FaceDown, said: str) -> None:
    (spade,) = parse_cards("7S")
    changes = {"drawn": spade, "own": RoemCount((0, 0), 40, ("stuk",))} if name == "klaverjas" else {}
    assert news.done(view_of(name, **changes), 1, action, ("You", "Left", "Partner", "Right")) == said


def test_who_lets_be_what_is_left_after_a_trade_is_passed_over() -> None:
    """What was traded stays to be read."""
    view = replace(view_of("styrivolt"), history=((1, Trade(*parse_cards("5S 7S"))),))
    assert news.done(view, 1, Stay(), ("You", "Left", "Partner", "Right")) == ""
    assert news.done(view, 2, Stay(), ("You", "Left", "Partner", "Right")) == "Partner lets it be."


@pytest.mark.parametrize("name", stova.games())
def test_no_button_shows_an_action_in_its_text_form(name: str) -> None:
    view = view_of(name)
    for action in view.game.actions:
        if type(action).__name__ not in ("Play", "Discard", "Exchange", "Cut", "PutAway"):
            key, label = buttons.choice(action, view)
            assert len(key) == 1
            assert label.casefold() != str(action) or " " not in label, action


@pytest.mark.parametrize("name", stova.games())
def test_everything_asked_and_done_in_a_match_is_said(name: str) -> None:
    match = stova.game(name).match(key=bytes([3]) * 32, dealer=0, players=people.seat_names(stova.game(name)))
    for _ in range(150):
        if match.is_over:
            break
        if match.state.is_over:
            match = match.next_deal()
            continue
        seat = match.state.to_act
        assert seat is not None
        before = match.state.view(seat)
        assert not asking.prompt(before, match.players).startswith("Your turn to")
        action = lively(match)
        match = match.apply(action)
        if not isinstance(action, Play):
            others = match.state.view((seat + 1) % match.game.seats)
            assert news.done(before, seat, told(action), match.players)
            assert str(others.history[-1][1]) == str(told(action))


@pytest.mark.parametrize(("seat", "whose"), [(1, "Left's"), (2, "Partner's"), (3, "Right's"), (0, "Your")])
def test_whose_card_is_winning_is_said(seat: int, whose: str) -> None:
    players = people.seat_names(stova.game("styrivolt"))
    view = stova.game("styrivolt").match(key=bytes(32), dealer=1, players=players).state.view(0)
    for leader, best in ((seat, 0), ((seat - 1) % 4, 1)):
        led = replace(view, leader=leader, best=best, trick=(FIVE, ACE), to_act=0, legal=(Play(FIVE),))
        assert asking.prompt(led, players).startswith(f"{whose} {led.trick[best].symbol}")


def test_what_makes_a_choice_the_dearest_is_said() -> None:
    legend = costs.legend(points=True, theirs="theirs")
    assert "! is the dearest by score, then by card points." in legend


def test_names_at_the_table() -> None:
    assert people.seat_names(stova.game("klaverjas")) == ("You", "Left", "Partner", "Right")
    assert people.seat_names(stova.game("klorsjavs4")) == ("You", "Left", "Across", "Right")


@pytest.mark.parametrize(("ties", "raised"), [(1, ", and the next score is raised"), (0, "")])
def test_a_tie_promises_a_score_that_will_come(ties: int, raised: str) -> None:
    """After the last deal of a rubber there is none."""
    match = shortly_before(begin("sjavs"), lambda match: match.state.is_over, steps=0).match
    view = match.state.view(0)
    assert view.result is not None
    view = replace(view, result=replace(view.result, score=(0, 0), made="tie", rule="SJ-25"))
    sheet: Any = match.sheet
    said = story.deal_told(replace(sheet, ties=ties), view, match.players)
    assert said[-1] == (f"Exactly 60: nobody scores{raised}.", "SJ-25")


@pytest.mark.parametrize("preset", stova.presets("klaverjas"))
def test_who_has_none_of_the_suit_led_is_told_what_to_play(preset: str) -> None:
    game, said = stova.game("klaverjas", preset=preset), set[str]()
    players = people.seat_names(game)
    for number in range(60):
        rng, state = random.Random(number), game.deal(key=bytes(32), number=number)
        while not state.is_over:
            view, legal = state.view(state.to_act), state.legal_actions()
            prompt = asking.prompt(view, players)
            if "you have none. " in prompt:
                said.add(asks := prompt.partition("you have none. ")[2])
                may = {action.card for action in legal if isinstance(action, Play)}
                trumps = {card for card in view.hand if game.tables(view).trumps >> card & 1}
                assert may != set(view.hand) or asks == "Play any card."
                assert may != trumps or asks in ("Play a trump.", "Play any card.")
                assert ("a trump." in asks) <= (may in (trumps, set(view.hand) - trumps))
                assert ("higher" in asks) == (may < trumps)
            state = state.apply(rng.choice(legal))
    assert {"Play any card.", "Play a trump.", "Play a higher trump."} <= said
