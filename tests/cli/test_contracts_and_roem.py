"""The table of games with contracts, a cat, turned trumps and roem."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import begin, do, seated, shortly_before
from helpers import KEY
from stova.cards import Suit, parse_cards
from stova.cli import own as own_of
from stova.cli.signs import COLOUR
from stova.cli.sitting import HUMAN, Sitting, think
from stova.cli.table.canvas import Canvas
from stova.cli.table.facts import Facts
from stova.cli.table.pages import trick_told
from stova.cli.words import labels, recall, story
from stova.cli.words.news import news
from stova.engine.actions import (
    Accept,
    Action,
    BidContract,
    Cut,
    Declare,
    Discard,
    Exchange,
    Fold,
    Hold,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    Roem,
    Stay,
    Take,
)
from stova.engine.match import Match
from stova.engine.state import State

THREE = ("QC JC AC KC AS AH", "QS JS KS 5S KH QH", "JH JD 5C 5H AD KD")
FOUR_HANDS = (
    "JC 9C AC KS QS AH 7D 8D",
    "KC QC 7C 8S 9S KH 9D 10D",
    "10C 8C 7S JS 10S QH JD QD",
    "9H AS 7H 8H 10H JH KD AD",
)


def dealt(name: str, hands: tuple[str, ...], *, dealer: int, drawn: str | None = None, **options: Any) -> Sitting:
    """A sitting with the first deal from given hands."""
    at = begin(name, **options)
    match = at.match
    at.match = match.game.match(key=match.key, hands=hands, dealer=dealer, drawn=drawn, players=match.players)
    at.fresh = False
    return at


async def test_declaring_and_exchanging_with_the_cat() -> None:
    async with seated(dealt("klorsjavs", THREE, dealer=2)) as seat:
        assert "with clubs as trumps" in seat.text()
        assert "2 face down" in seat.text()
        await do(seat, Declare())
        assert "Leave the cat" in seat.text()
        await seat.press("1")
        assert "Choose 2 cards" in seat.text()
        await seat.press("enter")
        assert "You put down 2 cards or none, not 1." in seat.text()
        await seat.press("1")
        await do(seat, Exchange(parse_cards("AS AH")))
        assert "Put down" in seat.text()
        await seat.press("p")
        assert seat.panel is not None
        assert all(sign in seat.text() for sign in "♠♥")
        await seat.press("p")
        assert set(seat.asked) == {Fold(), Stay()}
        await seat.press("enter")  # goes on: only who means to fold folds
        await do(seat, Play(parse_cards("QC")[0]))
        await seat.press("p")
        assert "What you put down may be looked at until the first card is led" in seat.text()


async def test_leaving_the_cat_and_folding() -> None:
    async with seated(dealt("klorsjavs", THREE, dealer=2)) as seat:
        await do(seat, Declare())
        await do(seat, Exchange(()))
        await do(seat, Fold())
        assert seat.panel is not None
        assert "♣ folded" in seat.text()
        assert "8 øre." in seat.text()
        assert "KL-9" in seat.text()


async def test_the_cat_first_and_folding_among_the_plays() -> None:
    async with seated(dealt("klorsjavs", THREE, dealer=2, cat_first="yes", fold_until="own_card")) as seat:
        await do(seat, Declare())
        assert "Take the cat" in seat.text()
        await do(seat, Take())
        assert len(seat.table.hand.places) == 8
        await do(seat, Discard(parse_cards("AS AH")))
        assert "[f] Fold" in seat.text()
        await do(seat, Play(parse_cards("QC")[0]))
        assert "[f] Fold" not in seat.text()


async def test_a_fold_with_cards_of_others_on_the_table_is_told_as_it_was() -> None:
    at = dealt("klorsjavs", THREE, dealer=0, fold_until="own_card")
    for action in (Pass(), Pass(), Declare(), Exchange(())):
        at.act(action)
    async with seated(at) as seat:
        assert seat.sitting.view().trick
        await do(seat, Fold())
        assert told(seat.sitting.match).endswith("Folded: you lose 8 øre.")


async def test_the_cat_is_offered_in_a_line() -> None:
    async with seated(dealt("klorsjavs", THREE, dealer=2, cat_first="yes")) as seat:
        await do(seat, Declare())
        prompt = seat.table.prompt
        assert len(prompt.question) <= prompt.content_size.width


async def test_everybody_is_named_where_each_plays_alone() -> None:
    async with seated(begin("klorsjavs4")) as seat:
        await seat.until(Play)
        assert all(name in seat.text() for name in ("You", "Left", "Across", "Right", "Øre"))


async def test_bidding_contracts() -> None:
    async with seated(dealt("klorsjavs_auction", THREE, dealer=2, preset="wikipedia", counter=5)) as seat:
        assert [choice.key for choice in seat.table.choices.choices] == ["p", "1", "2", "3", "4"]
        await do(seat, BidContract("stryger"))
        assert "Contract" in seat.text()


async def test_who_is_outbid_may_hold() -> None:
    at = dealt("klorsjavs_auction", THREE, dealer=2, **{"raise": "duel"})
    at.act(BidContract("spil"))
    at.act(BidContract("stryger"))
    async with seated(at) as seat:
        assert "[h] Hold" in seat.text()
        await do(seat, Hold())
        assert seat.sitting.match.state.history[-1] != (HUMAN, Pass())


async def test_a_contract_without_the_cat_names_trumps_at_once() -> None:
    async with seated(dealt("klorsjavs_auction", THREE, dealer=2)) as seat:
        await do(seat, BidContract("strøget tout"))
        assert all(isinstance(action, NameTrump) for action in seat.asked)
        await seat.press("enter", "space")
        assert seat.asked, "nobody names trumps without a look"
        await do(seat, NameTrump(Suit.CLUBS))
        assert "strøget tout" in seat.text()
        assert "♣ clubs" in seat.text()


async def test_the_only_suit_there_is_to_name_is_pointed_at() -> None:
    def one_suit(match: Match) -> bool:
        legal = match.state.legal_actions()
        return match.state.to_act == HUMAN and len(legal) == 1 and isinstance(legal[0], NameTrump)

    async with seated(shortly_before(begin("sjavs2"), one_suit, steps=0)) as seat:
        assert "Which suit is trumps?" in seat.text()
        await seat.press("enter")
        assert seat.sitting.match.state.trump is not None


def test_forehand_is_told_why_it_plays_a_suit_it_passed() -> None:
    at = dealt("klaverjas", FOUR_HANDS, dealer=3, preset="amsterdam", drawn="7C")
    before = at.match
    for _ in range(4):
        before, at.match = at.match, at.match.apply(Pass())
    said = news(before.state.view(0), at.view(), at.match.players)
    assert said == "Right passes. All passed, so you must play clubs, as forehand. KJ-3"
    accepted = before.apply(Accept())
    assert news(before.state.view(0), accepted.state.view(0), at.match.players) == "Right plays clubs."


async def test_accepting_the_suit_that_was_turned() -> None:
    at = dealt("klaverjas", FOUR_HANDS, dealer=3, preset="amsterdam", drawn="7C")
    async with seated(at) as seat:
        assert "Clubs were turned. Do you play them, or pass?" in seat.text()
        assert "turned" in seat.text()
        await do(seat, Accept())
        assert seat.sitting.view().trump is Suit.CLUBS


@pytest.mark.parametrize("action", [Roem(), NoRoem()])
async def test_roem_is_declared_while_the_trick_lies_there(action: Action) -> None:
    at = dealt("klaverjas", FOUR_HANDS, dealer=3)
    for told in ("trump C", "play AH", "play KH", "play QH", "play JH"):
        at.act(at.match.game.action(told))
    async with seated(at) as seat:
        assert set(seat.asked) == {Roem(), NoRoem()}
        assert "There is roem in the trick, four in sequence: 50. Do you declare it?" in seat.text()
        assert seat.table.board.finished
        assert "▸ You" in seat.text()
        await do(seat, action)
        assert ("You declare roem, four in sequence: 50." in seat.text()) == (action == Roem())
        assert seat.sitting.view().own.counted == ((50, 0) if action == Roem() else (0, 0))


async def test_cutting_without_a_knock() -> None:
    at = begin("styrivolt", cut_for_stikkar="bottom")
    async with seated(at) as seat:
        await seat.until(Cut)
        assert "Knock" not in seat.text()
        seat.check()


@pytest.mark.parametrize("cutter", [0, 3])
def test_st_29_a_cutter_is_told_what_they_looked_at(cutter: int) -> None:
    """Others aren't, and nobody is told again."""
    before = stova.game("styrivolt", cut_for_stikkar="to_fourth").deal(key=KEY, dealer=(cutter + 1) % 4)
    after = before.apply(Cut(7))
    then = after.apply(after.legal_actions()[0])
    first, second, third = (state.view(0) for state in (before, after, then))
    players = ("You", "Left", "Partner", "Right")
    looked = " ".join(card.symbol for card in after.own.looked)
    assert looked
    assert (f"You looked at {looked}." in news(first, second, players)) == (cutter == 0)
    assert looked not in news(second, third, players)
    assert list(recall.looked(third)) == ([("You saw", looked)] if cutter == 0 else [])


def ended(name: str, ready: Callable[[State], bool], **options: Any) -> Match:
    """A match whose deal, with tricks in it, just ended so."""
    over = shortly_before(
        begin(name, **options),
        lambda match: match.state.is_over and bool(match.state.tricks) and ready(match.state),
        steps=0,
    )
    return over.match


@pytest.mark.parametrize("name", ["klorsjavs", "sjavs3"])
def test_points_at_the_side_are_those_told_when_the_deal_is_over(name: str) -> None:
    """The discards count too then."""
    match = ended(name, lambda state: bool(state.discards) and state.result.points != state.view(0).points)
    facts, canvas = Facts(COLOUR), Canvas(28, 16, COLOUR)
    facts.view, facts.sheet, facts.players = match.state.view(0), match.sheet, match.players
    facts.draw(canvas)
    (points,) = [row.split()[1:] for row in canvas.rows() if row.startswith(labels.POINTS)]
    assert points == [str(number) for number in match.state.result.points]


def played(contract: str) -> Match:
    """A match whose first deal is over, the first to bid having bid this."""
    match, bid = begin("klorsjavs_auction").match, BidContract(contract)
    while not match.state.is_over:
        first = match.state.declarer is None and bid in match.state.legal_actions()
        match = match.apply(bid if first else think(match, "novice"))
    return match


@pytest.mark.parametrize(("contract", "counting"), [("stryger", True), ("tout", False)])
def test_the_side_has_no_points_where_tricks_alone_count(contract: str, counting: bool) -> None:
    """Rule: KA-2."""
    match = played(contract)
    view = match.state.view(0)
    facts, canvas = Facts(COLOUR), Canvas(28, 16, COLOUR)
    facts.view, facts.sheet, facts.players = view, match.sheet, match.players
    facts.draw(canvas)
    rows = canvas.rows()
    assert any(row.startswith(labels.TRICKS) for row in rows)
    assert any(row.startswith(labels.POINTS) for row in rows) is counting
    assert ("point" in trick_told(view.tricks[0], view, match.players)) is counting


@pytest.mark.parametrize("made", ["nat", "won"])
def test_what_the_declarer_needs_is_what_decides(made: str) -> None:
    """What counts so far grows with the roem; at the end it is what the result went by."""
    match = ended("klaverjas", lambda state: state.result.made == made and any(state.own.counted))
    state = match.state
    view = state.view(0)
    assert state.declarer is not None
    own = state.game.sides[state.declarer]
    needed, counts = own_of.needed(view) or (0, 0)
    assert counts == 162 + sum(state.own.counted)
    assert (state.result.points[own] + state.own.counted[own] >= needed) == (made == "won")
    assert 2 * needed > counts >= 2 * needed - 2
    for result, shown in ((None, [f"{labels.NEEDS} {needed} of {counts}"]), (state.result, [])):
        facts, canvas = Facts(COLOUR), Canvas(28, 16, COLOUR)
        facts.view, facts.sheet, facts.players = replace(view, result=result), match.sheet, match.players
        facts.draw(canvas)
        assert [" ".join(row.split()) for row in canvas.rows() if row.startswith(labels.NEEDS)] == shown
    assert own_of.needed(replace(view, declarer=None)) is None
    sjavs = ended("sjavs", lambda state: True)
    assert own_of.needed(sjavs.state.view(0)) is None


def told(match: Match) -> str:
    return " ".join(sentence for sentence, _ in story.deal_told(match.sheet, match.state.view(0), match.players))


def test_a_bid_is_quoted_as_all_else_is() -> None:
    said = told(ended("sjavs", lambda state: state.bid is not None))
    assert re.search(r"having bid “\d.*”\.", said)
    assert '"' not in said


@pytest.mark.parametrize("made", ["nat", "won"])
def test_what_counts_against_half_is_told(made: str) -> None:
    said = told(ended("klaverjas", lambda state: state.result.made == made))
    card_points, roem = (
        tuple(map(int, re.findall(pattern, said)[0])) if re.findall(pattern, said) else (0, 0)
        for pattern in (r"We took (\d+) card .* they (\d+) in", r"Roem: we (\d+), they (\d+)")
    )
    declarer = int(not said.startswith(("You", "Partner")))
    mine, whole = map(int, re.findall(r"half, (\d+) of (\d+)", said)[0])
    assert mine == card_points[declarer] + roem[declarer]
    assert whole == sum(card_points) + sum(roem)
    assert (2 * mine > whole) == (made == "won")
    assert ("with roem" in said) == any(roem)
    assert made == "won" or f"{('We', 'They')[declarer]} have no more than half" in said


@pytest.mark.parametrize("untouched", [False, True])
def test_the_points_of_the_cat_are_told_whether_it_was_touched_or_not(*, untouched: bool) -> None:
    match = ended("klorsjavs_auction", lambda state: (state.view(0).discarded is None) is untouched, deals=None)
    state, result = match.state, match.state.result
    assert result.declarer is not None
    played = [card for trick in state.tricks for card in trick.cards]
    points = [match.game.tables(state).points[card] for card in match.game.pack if card not in played]
    assert f": {sum(points)} of those {result.points[result.declarer]} points." in told(match)


@pytest.mark.parametrize(("contract", "lay"), [("tout", "put down"), ("strøget tout", "left in the cat")])
def test_of_a_tout_tricks_alone_are_told(contract: str, lay: str) -> None:
    """Rule: KA-2."""
    match = played(contract)
    state, view = match.state, match.state.view(0)
    you, left, right = (count or "none" for count in state.result.tricks)
    aside = " ".join(card.symbol for card in (*(view.discards or ()), *(view.talon or ())))
    assert f" You took {'no' if you == 'none' else you} trick" in told(match)
    assert f", Left {left}, Right {right}. The 2 cards {lay} were {aside}. " in told(match)
    assert "point" not in told(match)
