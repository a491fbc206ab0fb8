"""Where views say that cards are, and what they say seats lack: always true, and all there is to see."""

import random
from collections.abc import Iterator

import pytest

import stova
from helpers import GAMES, random_options, run, some_action
from stova import Game, State
from stova.cards import Card, CardSet, card_set, cards_in, parse_cards
from stova.engine.actions import Play
from stova.engine.known import Known
from stova.games.styrivolt.board import RANKED
from styrivolt_states import chosen, deal, from_pack, last_trick, plain


def held(cards: str) -> CardSet:
    """The set of cards of a text."""
    return card_set(parse_cards(cards))


def known(state: State, seat: int) -> Known:
    return state.game.known(state.view(seat))


def along(game: Game, rng: random.Random) -> Iterator[State]:
    """The states of a random deal once hands are dealt."""
    state = game.deal(key=rng.randbytes(32), dealer=rng.randrange(game.seats))
    while not state.is_over:
        if state.hands:
            yield state
        state = state.apply(some_action(state.legal_actions(), rng))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_is_true(name: str) -> None:
    rng = random.Random(name)
    for _ in range(200 if name == "styrivolt" else 40):
        for state in along(stova.game(name, **random_options(name, rng)), rng):
            if rng.random() < 0.3:
                check(state, rng.randrange(state.game.seats))


def check(state: State, viewer: int) -> None:
    view, covers = state.view(viewer), state.game.covers(state)
    shown, lacking = state.game.known(view), state.game.lacking(view)
    assert not any(cards & ~hand for cards, hand in zip(shown.held, state.hands, strict=True))
    assert not any(shown.away & hand for hand in state.hands)
    assert not any(hand & lacks & ~own for hand, lacks, own in zip(state.hands, lacking, shown.held, strict=True))
    assert sum(shown.covering) == card_set(upper for upper, _ in covers)
    assert not any(lower in view.hand or shown.away >> lower & 1 for _, lower in covers)


def test_sjavs2_shows_what_lies_open() -> None:
    """Open cards belong to their seat; one that covers another does so until it has been turned up. Rule: SJ2-4."""
    down, up = ("7C 8C 9C 10C", "JC QC KC AC"), ("7S 8S 9S 10S", "JS QS KS AS")
    hand = ("7H 8H 9H 10H JH QH KH AH", "7D 8D 9D 10D JD QD KD AD")
    hands = [" ".join(part) for part in zip(down, up, hand, strict=True)]
    begun = run(stova.game("sjavs2").deal(hands=hands, dealer=1), "bid 8", "bid 10", "trump D")
    assert known(begun, 0).held == known(begun, 1).held == (held(up[0]), held(up[1]))
    assert known(begun, 0).covering == known(begun, 0).held
    led = run(begun, "play 7S")
    assert known(led, 1).held[0] == held("8S 9S 10S")
    assert known(led, 1).covering[0] == held(up[0])
    taken = run(led, "play AS")
    assert known(taken, 0).held == (held("8S 9S 10S 7C"), held("JS QS KS AC"))
    assert known(taken, 0).covering == (held("8S 9S 10S"), held("JS QS KS"))


def test_stock_and_open_cards_are_nobodys() -> None:
    """The dealer knows what it turned; all see what lies open, and what a seat took there. Rules: ST-12, ST-15."""
    state = chosen(deal(("5C", "", "", ""), "6C 2C 6S 7D"))
    assert known(state, 1).away == held("6C 6S")
    assert known(state, 3).away == held("6C 2C 6S 7D")
    state = run(state, "trade 5C for 6C")
    assert known(state, 1).away == held("5C 6S")
    assert known(state, 1).held == (held("6C"), 0, 0, 0)
    assert known(run(state, "play 6C"), 1).held == (0, 0, 0, 0)


def test_a_trader_that_is_led_lies_open() -> None:
    state = run(chosen(deal(("5C", "", "", ""), "6C 2C 6S 7D")), "play 5C for 6C")
    assert known(state, 1).away == held("5C 6S")
    assert known(state, 1).held == (0, 0, 0, 0)


def test_what_was_put_down_goes_to_who_takes_it() -> None:
    """Forehand puts its hand down for the stock; seat 1 takes that. The dealer had turned some. Rules: ST-19, ST-22."""
    state = plain()
    hand = cards_in(state.hands[0])
    state = run(state, "stock")
    assert known(state, 0).away == held("6C 6S") | card_set(hand)
    assert known(state, 3).held[0] == held("2D")
    assert known(state, 3).away == held("6C 6S")
    assert known(state, 1).held == (0, 0, 0, 0)
    away = run(state, "put away 2C")
    assert known(away, 0).away == held("6C 6S 2C") | card_set(hand)
    assert known(away, 3).held[0] == 0
    taken = run(state, "play 2C", "stock")
    assert known(taken, 0).held[1] == card_set(hand)
    assert known(taken, 0).away == held("6C 6S")


def test_who_changes_back_has_its_hand_again() -> None:
    state = plain()
    hand = state.hands[0]
    state = run(state, "stock", "back")
    assert known(state, 0).away & hand == 0
    assert known(state, 0).away == held("6C 6S") | held("2D 7C 7S 8C 9C KS QS 9S 3C 2C")
    assert known(state, 3).held[0] == 0
    assert known(state, 3).away == held("6C 6S 2D")


def test_what_came_along_lies_open_again() -> None:
    """Rules: ST-20, ST-21."""
    hands = ("AH KH QH JH 8H 7H 6H 3H KC", "5C", "2H 4C 8S 9H 9D", "AS JC JS")
    state = run(chosen(deal(hands, "7C AC 6S 7D")), "stock", "stay", "stay", "stay", "take 7C")
    assert known(state, 2).held[0] == held("7C")
    assert known(state, 2).away == held("AC 6S")
    state = run(state, "back")
    assert known(state, 2).held == (0, 0, 0, 0)
    assert known(state, 2).away == held("7C AC 6S")
    state = run(state, "play KC", "trade 5C for 7C")
    assert known(state, 2).held[1] == held("7C")
    assert known(state, 2).away == held("5C AC 6S")


def test_who_keeps_both_has_all() -> None:
    state = run(plain("5C 3H"), "stock", "both")
    assert known(state, 3).held[0] == held("2D")
    assert known(state, 3).away == held("6C 6S")
    assert known(state, 0).away == held("6C 6S")


FIRST = "AH KH QH JH 8H 7H 6H 3H KC"
"""A hand that takes a stock with an ace in it."""


def test_who_takes_the_stock_next_has_nothing_that_came_along_with_it_before() -> None:
    """Rule: ST-22."""
    hands = (FIRST, "AD KD QD JD 8D 2D 6D 3D QC", "2H 4C 8S 9H 9D 5C", "AS JC JS")
    state = run(chosen(deal(hands, "7C AC 6S 7D")), "stock", "stay", "stay", "stay", "take 7C", "back", "play KC")
    state = run(state, "stock", "stay", "stay", "stay", "take AC")
    while "stay" in map(str, state.legal_actions()):
        state = run(state, "stay")
    assert known(state, 2).held[1] == held("AC")


def test_what_is_asked_for_lies_open_until_it_is_taken() -> None:
    """Rule: ST-20."""
    state = chosen(deal((FIRST, "5C 5S", "2H 4C 8S 9H", "JC JS"), "7C AC 7S AS 8D"))
    state = run(state, "stock", "stay", "stay", "stay", "take 7C")
    assert known(state, 2).held == (0, 0, 0, 0)
    assert known(state, 2).away & held("7C")


def test_who_waits_for_answers_knows_what_it_saw_in_the_stock() -> None:
    """Rule: ST-12."""
    hands = (FIRST, "5C", "2H 4C 8S 9H", "AS JC JS")
    state = run(chosen(deal(hands, "7C AC 6S 7D", open_search="yes")), "stock")
    assert known(state, 0).away == held("7C AC 6S 7D")


def test_the_card_that_claimed_a_stikkar_is_in_the_stock() -> None:
    """Rule: ST-29."""
    state = chosen(run(from_pack("9H", ("KH", "", "", ""), cut_for_stikkar="bottom"), "cut 11"))
    assert known(state, 2).away >> Card("9H") & 1
    state = run(state, "trade KH for 9H")
    assert known(state, 1).away >> Card("KH") & 1
    assert known(state, 1).held[0] == held("9H")
    assert known(state, 2).away & held("9H KH") == held("KH"), "the cutter has looked at it"


def test_the_king_has_the_bird_once_nobody_claims_it() -> None:
    """Rule: ST-30."""
    state = run(last_trick("2C", "KH", "2D", "5H", king_takes_bird="yes"), "trade KH for 2H")
    assert known(state, 0).held == (0, 0, 0, 0)
    assert known(state, 0).away == held("2H 6S")
    waiting = run(state, "stay")
    assert known(run(waiting, "trade 5H for 2H"), 0).held == (0, 0, 0, held("2H"))
    assert known(run(waiting, "stay", "stay"), 0).held == (0, held("2H"), 0, 0)
    assert known(run(waiting, "stay", "stay"), 0).away == held("KH 6S")


def four_of_a_kind(rng: random.Random) -> State:
    """A deal where everybody has to beat if able, and seat 0 has four of a rank."""
    game = stova.game("styrivolt", must_beat="yes")
    rank = rng.choice([rank for rank in RANKED if rank != "5"])
    four = cards_in(RANKED[rank])
    rest = rng.sample([card for card in game.pack if card not in four], 44)
    return game.deal(hands=[[*four, *rest[:5]], rest[5:14], rest[14:23], rest[23:32]], talon=rest[32:])


def test_four_in_secret_need_not_beat() -> None:
    """What a seat lacks isn't told by powers that four of a rank have changed. Rules: ST-11, ST-16."""
    rng, told = random.Random(1), 0
    for _ in range(50):
        state = start = four_of_a_kind(rng)
        while not state.is_over:
            plays = [action for action in state.legal_actions() if isinstance(action, Play)]
            state = state.apply(rng.choice(plays or state.legal_actions()))
            view, hand = state.view(1), state.hands[0]
            assert not state.game.lacking(view)[0] & hand
            for walk in state.game.hidden(view, start) if state.points else ():
                barred = [walk.barred[route] for route in walk.leading_to(0)]
                assert not hand or not any(all(cards >> card & 1 for cards in barred) for card in cards_in(hand))
            told += any(state.game.lacking(view))
    assert told


@pytest.mark.parametrize("name", [name for name in GAMES if name != "styrivolt"])
def test_what_a_seat_showed_not_to_have_is_not_forgotten(name: str) -> None:
    rng, told = random.Random(name), 0
    for _ in range(20):
        before: tuple[CardSet, ...] = (0,) * 4
        for state in along(stova.game(name, **random_options(name, rng)), rng):
            lacks = state.game.lacking(state.view(None))
            assert not any(was & ~now for was, now in zip(before, lacks, strict=False))
            told += any(was and was != now for was, now in zip(before, lacks, strict=False))
            before = lacks
    assert told
