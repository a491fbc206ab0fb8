"""What the club player's thoughts are made of: guesses, tricks it sees end, deals played out, and shares of points."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import stova
from bots.test_club import COVERED, held, spades_led
from helpers import KEY, run, some_action
from stova import State, View
from stova.bots.club import calls, playing
from stova.bots.club.calls import TIMES, come, shares
from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.bots.club.outcomes import TRICK, Standing, evened, played_out
from stova.bots.club.trick import ended
from stova.bots.judging import elsewhere
from stova.cards import Card, CardSet, Suit, card_set, cards_in, parse_cards
from stova.engine.actions import Bid, Knock, NameTrump, Play
from stova.engine.tables import CardTables
from stova.playouts import playouts

NOTHING = (0, 0, 0, 0)
TABLES = spades_led().game.tables(spades_led())
"""Hearts are trumps."""


def standing(*hands: str, tricks: tuple[int, ...] = NOTHING) -> Standing:
    return Standing(hands=tuple(map(held, hands)) or NOTHING, leader=0, trick=(), points=NOTHING, tricks=tricks)


def played_to_the_end(tables: CardTables) -> Memory:
    """What seat 0 remembers, who plays with seat 2, when nobody holds a card any more."""
    return dataclasses.replace(remembering("", NOTHING, NOTHING), tables=tables, friends=frozenset({0, 2}))


def remembering(own: str, may_hold: tuple[CardSet, ...], sizes: tuple[int, ...]) -> Memory:
    """What seat 0 remembers of the others, whose cards they may hold are all there are."""
    unseen = 0
    for cards in may_hold:
        unseen |= cards
    return Memory(
        tables=TABLES,
        friends=frozenset({0}),
        held=(held(own), *NOTHING[1 : len(sizes)]),
        unseen=unseen,
        may_hold=may_hold,
        sizes=sizes,
        covering=0,
        enough=None,
    )


def seen(name: str, wanted: Callable[[View], object]) -> View:
    """The first view of who is to act, in random deals, that has what is wanted."""
    rng = random.Random(f"parts {name}")
    while True:
        state = stova.game(name).deal(key=rng.randbytes(32))
        while not state.is_over:
            if state.to_act is not None and wanted(view := state.view(state.to_act)):
                return view
            state = state.apply(some_action(state.legal_actions(), rng))


def test_an_opponent_is_thought_to_give_points_to_its_partner() -> None:
    memory = remember(spades_led().view(0))
    trick = ended(memory, (0, 0, held("8D"), held("10D 7D")), parse_cards("KD AD"), 0)
    assert trick == tuple(parse_cards("KD AD 8D 10D"))


def test_a_partner_is_thought_to_give_points_but_not_to_take_over() -> None:
    memory = remember(spades_led().view(0))
    trick = ended(memory, (0, 0, held("AD JD"), held("7D")), parse_cards("QD 8D"), 0)
    assert trick == tuple(parse_cards("QD 8D JD 7D"))


def test_an_opponent_is_thought_to_win_with_the_lowest_card_that_does() -> None:
    memory = remember(spades_led().view(0))
    trick = ended(memory, (0, held("AD KD 7D"), held("8D"), held("9D")), parse_cards("QD"), 0)
    assert trick == tuple(parse_cards("QD KD 8D 9D"))


def test_roem_that_is_likely_counts_half_for_who_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 0 has no spade but the queen, and the ace, king and queen are with whoever led the ace."""
    hands = (
        "10H QS KD AC 10C JC AD 10D",
        "JH 9H AH 7H AS 9S 10S QD",
        "KH QH 7S 8S KC QC JD 9D",
        "8H JS KS 9C 8C 7C 7D 8D",
    )
    state = run(stova.game("klaverjas").deal(hands=hands, dealer=0), "trump H", "play AS", "play 7S")
    view, guess = state.view(3), Guess(hands=state.hands, covers=(), rest=0)
    played = list[Standing]()

    def nothing(memory: Memory, standing: Standing, seed: int) -> float:
        played.append(standing)
        return 0.0

    monkeypatch.setattr(playing, "played_out", nothing)
    values = [playing.value(view, remember(view), (1, 2, 3, 2), guess, Card(card), 1) for card in ("KS", "JS")]
    assert values == [10.0, 0.0]
    assert {(standing.leader, standing.tricks) for standing in played} == {(1, (1, 2, 3, 2))}
    after = state.apply(Play(Card("KS"))).view(0)
    assert playing.value(after, remember(after), NOTHING, guess, Card("QS"), 1) == -10.0


def test_of_cards_that_bring_as_much_the_lowest_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "value", lambda *about: 1.0)
    view = spades_led().view(0)
    assert playing.choose(view, view.hand[::-1], 1) == min(view.hand)


def test_each_deal_that_is_guessed_is_played_out_by_other_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = set[object]()

    def noted(*about: object) -> float:
        seeds.add(about[-1])
        return 1.0

    monkeypatch.setattr(playing, "value", noted)
    view = spades_led().view(0)
    playing.choose(view, view.hand, 1)
    assert len(seeds) == playing.DEALS


def test_a_share_is_of_all_points_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the last trick too."""
    monkeypatch.setattr(calls, "come", lambda *about: 162)
    assert shares(stova.game("klaverjas").deal(key=KEY).view(1), 1)(Suit.HEARTS) == 1


def test_every_suit_is_judged_by_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = list[Guess]()

    def noted(view: View, memory: Memory, guess: Guess, seed: int) -> float:
        judged.append(guess)
        return 1.0

    monkeypatch.setattr(calls, "come", noted)
    share = shares(stova.game("klaverjas").deal(key=KEY).view(1), 1)
    for suit in Suit:
        share(suit)
    first = judged[: calls.DEALS]
    assert judged == first * 4
    assert len({guess.hands for guess in first}) > calls.DEALS / 2


def test_a_card_one_seat_may_hold_may_lie_with_nobody() -> None:
    """Of three cards that may lie there two do, and each as often as another."""
    memory = remembering("7C", (0, held("AS KH QH JH"), held("KH QH JH")), (1, 1, 1))
    lying = sum(bool(guess.rest & held("AS")) for guess in guesses(memory, 600, random.Random(1)))
    assert 330 < lying < 480


def test_cards_that_few_may_hold_find_their_place() -> None:
    """One of the others may hold six cards alone, and has room for no more: no guess gives it another first."""
    low, high = held("7S 8S 9S 10S QS KS"), held("7H 8H 9H 10H QH KH")
    memory = remembering("7C", (0, low, low | high), (1, 6, 6))
    assert {guess.hands for guess in guesses(memory, 50, random.Random(1))} == {(held("7C"), low, high)}


UNSEEN = held("7S 8S 9S 10S JS QS KS AS 7D 8D 9D 10D JD")


def test_where_any_card_may_lie_anywhere_each_is_guessed_everywhere() -> None:
    memory = remembering("7C", (UNSEEN, UNSEEN, UNSEEN, UNSEEN), (1, 5, 4, 4))
    guessed = [guess.hands for guess in guesses(memory, 300, random.Random(1))]
    for seat in (1, 2, 3):
        assert {card for hands in guessed for card in cards_in(hands[seat])} == set(cards_in(UNSEEN))


def test_who_has_more_room_is_guessed_to_hold_a_card_more_often() -> None:
    """Of two that may hold one card, one has room for six and the other for one, which it holds as often as another."""
    memory = remembering("7C", (0, UNSEEN, UNSEEN & ~held("AS"), UNSEEN), (1, 6, 6, 1))
    alone = sum(bool(guess.hands[3] & held("AS")) for guess in guesses(memory, 700, random.Random(1)))
    assert 60 < alone < 140


def test_the_last_trick_counts_for_who_has_just_won_it() -> None:
    state = stova.game("klaverjas").ending(["JC", "9C", "AC", "KC"], trump="C", leader=0)
    memory = played_to_the_end(state.game.tables(state))
    last = replace(standing(), trick=tuple(parse_cards("JC 9C AC KC")))
    assert played_out(memory, last, 1) == 20 + 14 + 11 + 4 + 10


def test_cards_that_will_not_be_played_are_the_weakest() -> None:
    assert evened(TABLES, standing("AD 7D", "8D", "9D", "10D"))[0] == held("AD")


def test_who_has_played_to_the_trick_has_a_card_less() -> None:
    even, one_more = ("7D", "8D 9D", "10D JD", "QD KD"), ("7D 8D", "8C 9D", "10D JD", "QD KD")
    on_the_table = tuple(parse_cards("AD"))
    for hands, left in ((even, even), (one_more, ("8D", *one_more[1:]))):
        assert evened(TABLES, replace(standing(*hands), trick=on_the_table)) == list(map(held, left))


def test_a_card_that_lies_covered_is_yet_to_be_played() -> None:
    ace, seven = parse_cards("AD 7C")
    two = Standing(
        hands=(held("AD KD"), held("QD JD 10D")),
        leader=0,
        trick=(),
        points=(0, 0),
        tricks=(0, 0),
        covers=((ace, seven),),
    )
    assert evened(TABLES, two) == list(two.hands)


def test_the_last_trick_makes_them_enough() -> None:
    memory = dataclasses.replace(played_to_the_end(TABLES), enough=5)
    last = replace(standing(tricks=(4, 5, 0, 0)), trick=tuple(parse_cards("AD 7D 8D 9D")))
    assert played_out(memory, last, 1) == 1 + 5 * TRICK


def test_where_no_points_count_to_win_the_race_is_worth_more_than_a_trick() -> None:
    memory = dataclasses.replace(played_to_the_end(TABLES), enough=5)
    four, five, six = (played_out(memory, standing(tricks=(own, 9 - own, 0, 0)), 1) for own in (4, 5, 6))
    assert five - four > 1 > six - five > 0


def in_klaverjas() -> State:
    return stova.game("klaverjas").deal(key="5a" * 32)


def with_covered_cards() -> State:
    return run(stova.game("sjavs2").deal(hands=COVERED, dealer=1), "bid 6", "bid 9")


@pytest.mark.parametrize("named_next", [in_klaverjas, with_covered_cards])
def test_a_declarer_has_what_it_has_when_forehand_leads(named_next: Callable[[], State]) -> None:
    """By as many play-outs of the state itself, its cards and all."""
    state = named_next()
    naming = next(action for action in state.legal_actions() if isinstance(action, NameTrump))
    assert state.to_act is not None
    view = replace(state.view(state.to_act), declarer=state.to_act, trump=naming.suit)
    memory, named = remember(view), state.apply(naming)
    assert named.leader not in (state.dealer, None)
    rows: Any = playouts(named, TIMES, seed=5).tolist()
    mean = sum(points[seat] for points, _ in rows for seat in memory.friends) / TIMES
    assert come(view, memory, Guess(hands=state.hands, covers=state.game.covers(state), rest=0), 5) == mean


def test_what_others_bid_is_no_part_of_what_a_suit_is_worth() -> None:
    bid = 0
    for number in range(40):
        state = stova.game("sjavs3").deal(key=KEY, number=number).apply(Knock())
        bids = [action for action in state.legal_actions() if isinstance(action, Bid)]
        if not bids:
            continue
        state = state.apply(bids[0])
        if not any(isinstance(action, Bid) for action in state.legal_actions()):
            continue
        assert state.to_act is not None
        view, bid = state.view(state.to_act), bid + 1
        nobody = replace(view, declarer=None, bid=None)
        assert shares(view, 1)(Suit.SPADES) == shares(nobody, 1)(Suit.SPADES)
    assert bid


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("sjavs3", lambda view: card_set(view.discards or ())),
        ("styrivolt", lambda view: view.game.known(view).away),
    ],
    ids=["put down", "lying open"],
)
def test_nobody_else_holds(name: str, what: Callable[[View], CardSet]) -> None:
    view = seen(name, lambda view: view.legal and what(view))
    assert not elsewhere(view) & what(view)
