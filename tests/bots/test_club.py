"""The club player: what it remembers, the deals it thinks through, and what it does where a beginner doesn't."""

import random
from collections import Counter

import pytest

import stova
from helpers import GAMES, KEY, random_options, run, some_action
from stova import State
from stova.bots.beginner import beginner
from stova.bots.club import club
from stova.bots.club.guessing import Guess, guesses
from stova.bots.club.memory import Memory, remember
from stova.cards import CardSet, card_set, cards_in, parse_cards
from stova.engine.actions import BidContract

SEEDS = range(20)
ALL_PLAYED = {"sjavs", "sjavs2", "sjavs3", "klaverjas"}
"""Games in which nobody is left with cards, or takes some on the way."""
HANDS = (
    "JH 7H AS 9S 7S 9C 8C 7D",
    "QC QS AD QD 8D KS 8S 7C",
    "JC JS KH QH 9H 8H AC 10S",
    "JD AH 10H KD 10D 9D KC 10C",
)
COVERED = (
    "7S 8S 9S 10S 7C 8C 9C 10C AS 7H 8H 9H 10H KH AH 7D",
    "KS JS QS JH JC QC KC AC 8D 9D 10D JD QD KD AD QH",
)
"""A deal for two."""


def hearts() -> State:
    """Seat 2 has named hearts, seat 1 leads."""
    return run(stova.game("sjavs").deal(hands=HANDS, dealer=0), "bid 5", "bid 6", "pass", "pass", "trump H")


def chosen(state: State) -> Counter[str]:
    """What club players do, by how many of the seeds."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    return Counter(str(club(view, seed)) for seed in SEEDS)


def beginners(state: State) -> Counter[str]:
    """What beginners do."""
    assert state.to_act is not None
    view = state.view(state.to_act)
    return Counter(str(beginner(view, seed)) for seed in SEEDS)


def held(cards: str) -> CardSet:
    """The set of cards of a text."""
    return card_set(parse_cards(cards))


def test_remembers_who_is_void() -> None:
    state = run(hearts(), "play AD", "play 8H")
    memory = remember(state.view(3))
    assert not memory.may_hold[2] & held("AD KD QD 10D 9D 8D 7D")
    assert memory.may_hold[2] & held("JD") == 0, "the jack is in the own hand"
    assert memory.may_hold[0] & held("QD 8D 7D") == held("QD 8D 7D")


def test_remembers_who_could_not_go_higher() -> None:
    """Trumps led in Klaverjas: who plays below holds nothing above. Rule: KJ-4."""
    hands = (
        "KH 7C 8C 7S 8S 7D 8D 9D",
        "QH 9C 10C 9S 10S AD 10D KD",
        "9H JC QC JS JD QS QD JH",
        "AH 10H KC AC KS AS 8H 7H",
    )
    state = run(stova.game("klaverjas").deal(hands=hands, dealer=3), "trump H", "play KH", "play QH")
    assert not remember(state.view(2)).may_hold[1] & held("AH 10H JH 9H")
    assert remember(state.view(2)).may_hold[1] & held("8H 7H") == held("8H 7H")


@pytest.mark.parametrize("name", GAMES)
def test_the_truth_is_always_possible(name: str) -> None:
    """What is remembered never rules out how the cards lie; guesses fit it, and have each unseen card once.

    Where few deals fit, a guess may come to nothing so often that one is taken which doesn't.
    """
    rng, fitting = random.Random(name), []
    for number in range(60):
        state = stova.game(name, **random_options(name, rng)).deal(key=KEY, number=number)
        while not state.is_over:
            if state.hands and rng.random() < 0.3:
                fitting += check_memory(state, rng.randrange(state.game.seats), rng)
            state = state.apply(some_action(state.legal_actions(), rng))
    assert sum(fitting) > 0.998 * len(fitting)


def check_memory(state: State, viewer: int, rng: random.Random) -> list[bool]:
    """Whether guesses fit."""
    memory, covers = remember(state.view(viewer)), state.game.covers(state)
    assert memory.held[viewer] == state.hands[viewer]
    if state.game.name in ALL_PLAYED:
        assert memory.sizes == tuple(map(int.bit_count, state.hands))
    for seat, hand in enumerate(state.hands):
        assert memory.held[seat] & ~hand == 0
        assert seat == viewer or hand & ~(memory.held[seat] | memory.may_hold[seat]) == 0
        assert memory.held[seat] & memory.unseen == 0
    assert memory.covering == card_set(upper for upper, _ in covers)
    assert card_set(lower for _, lower in covers) & ~memory.unseen == 0
    return [check_guess(memory, guess, viewer) for guess in guesses(memory, 3, rng)]


def check_guess(memory: Memory, guess: Guess, seat: int) -> bool:
    """Whether the guess fits what seats can't hold."""
    dealt = [hand & ~held for hand, held in zip(guess.hands, memory.held, strict=True)]
    assert not any(held & ~hand for hand, held in zip(guess.hands, memory.held, strict=True))
    assert not dealt[seat]
    assert card_set(upper for upper, _ in guess.covers) == memory.covering
    piles = [*dealt, *(1 << lower for _, lower in guess.covers), guess.rest]
    assert sum(piles) == memory.unseen
    assert sum(pile.bit_count() for pile in piles) == memory.unseen.bit_count()
    return not any(cards & ~may for cards, may in zip(dealt, memory.may_hold, strict=True))


def test_anything_unseen_may_lie_covered() -> None:
    """In two-handed Sjavs, what the other seat couldn't follow with too."""
    state = run(stova.game("sjavs2").deal(hands=COVERED, dealer=1), "bid 6", "bid 9", "trump D", "play AS", "play 8D")
    memory = remember(state.view(0))
    assert memory.held[1] == held("JC QC KC AC")
    assert memory.may_hold[1] == held("9D 10D JD QD KD AD QH JH QS JS")
    assert memory.unseen == memory.may_hold[1] | held("7S 8S 9S 10S KS")
    found = {pair for guess in guesses(memory, 600, random.Random(1)) for pair in guess.covers}
    assert found == {(upper, lower) for upper in cards_in(memory.covering) for lower in cards_in(memory.unseen)}


def test_gives_points_to_a_partner_who_holds_the_trick() -> None:
    """The jack of trumps is never beaten: a ten goes on it; a beginner may not notice."""
    hands = (
        "JH 9H AH 7H AS AC KD QD",
        "KH QH KS QS KC QC JD 9D",
        "10S 7S 9C 8C 7C 7D 8D 10D",
        "10H 8H JS 9S 8S 10C JC AD",
    )
    state = run(stova.game("klaverjas").deal(hands=hands, dealer=3), "trump H", "play JH", "play QH")
    assert set(chosen(state)) <= {"play 10S", "play 10D"}
    assert set(beginners(state)) & {"play 7S", "play 9C", "play 8C", "play 7C", "play 7D", "play 8D"}


def spades_led() -> State:
    """Hearts are trumps; seat 3 is to play last to three spades."""
    hands = (
        "JH 9H AH 7H AS 9S KD QD",
        "KH QH 7S 8S KC QC JD 9D",
        "8H JS KS 9C 8C 7C 7D 8D",
        "10H 10S QS AC 10C JC AD 10D",
    )
    return run(stova.game("klaverjas").deal(hands=hands, dealer=3), "trump H")


def test_brings_a_ten_home_when_last() -> None:
    assert set(chosen(run(spades_led(), "play 9S", "play 7S", "play JS"))) == {"play 10S"}


def test_gives_no_roem_to_opponents() -> None:
    """The queen beside ace and king would be three in sequence: rather the ten."""
    assert set(chosen(run(spades_led(), "play AS", "play 7S", "play KS"))) == {"play 10S"}


def test_a_lost_deal_costs_no_more_than_one_given_up() -> None:
    hands = ("5S 5H 5D KS KH KD", "QC QS JC JS JH JD", "AC KC 5C AS AH AD")
    state = stova.game("klorsjavs").deal(hands=hands, talon="QH QD", dealer=2)
    state = run(state, "declare", "leave")
    assert set(chosen(state)) == {"stay"}


def test_passes_a_hand_for_a_suit_that_was_turned() -> None:
    """A club player accepts neither low trumps nor good ones, as somebody has to play; only what takes nearly all."""
    game = stova.game("klaverjas", preset="amsterdam")
    rest = ("8H 7C 8C 7S 8S 9C QC JC", "KC 9S 10S JS QS KS AS 7D", "8D 9D 10D JD QD KD AD QH")
    best, good, poor = "JH 9H AH 10H KH AC 10C 7H", "JH 9H AH 8H KC 9C QC JC", "8H 7H QH KH 7C 8C 7S 8S"
    for own, said in ((best, "accept"), (good, "pass"), (poor, "pass")):
        others = [card for card in " ".join((best, *rest)).split() if card not in own.split()]
        hands = (own, *(" ".join(others[8 * seat : 8 * seat + 8]) for seat in range(3)))
        assert set(chosen(game.deal(hands=hands, dealer=3, drawn="7H"))) == {said}


def test_declares_roem() -> None:
    hands = (
        "KH 7C 8C 7S 8S 7D 8D 9D",
        "QH 9C 10C 9S 10S AD 10D KD",
        "JH 9H JC QC JS QS JD QD",
        "AH 10H KC AC KS AS 8H 7H",
    )
    state = stova.game("klaverjas").deal(hands=hands, dealer=3)
    state = run(state, "trump H", "play KH", "play QH", "play JH", "play AH")
    assert set(chosen(state)) == {"roem"}
    assert "no roem" in beginners(state)


def test_names_the_suit_that_plays_best() -> None:
    """Jack, nine and ace of hearts rather than four low spades; a beginner counts and names spades."""
    hands = (
        "JH 9H AH 7S 8S QS KS AC",
        "10H KH QH 8H 7H 9S 10S JS",
        "AS KC QC JC 10C 9C 8C 7C",
        "7D 8D 9D 10D JD QD KD AD",
    )
    state = stova.game("klaverjas").deal(hands=hands, dealer=3)
    assert set(chosen(state)) == {"trump H"}
    assert set(beginners(state)) == {"trump S"}


TOUT = ("AH JH 5H AD JD KS", "KC QS JS 5S QH QD", "AC QC JC 5C KD 5D")


def in_tout(*plays: str) -> State:
    """Seat 0 plays a tout in hearts, leaves the cat and leads."""
    state = stova.game("klorsjavs_auction").deal(hands=TOUT, talon="AS KH", dealer=0)
    return run(state, "pass", "pass", "bid tout", "leave", "trump H", *plays)


def test_guards_a_king_in_a_tout() -> None:
    """The queen of diamonds has gone under the ace, and the jack is still out. The five guards the king with which the
    tout may be beaten; card points, of which the king is worth one less, don't count. Rule: KA-2."""
    assert set(chosen(in_tout("play AH", "play QH", "play JC", "play AD", "play QD"))) == {"play 5D"}


def test_how_many_tricks_decide() -> None:
    """All for who plays a tout and one for the others; nothing but points does elsewhere. Rule: KA-2."""
    state = in_tout("play AH")
    assert [remember(state.view(seat)).enough for seat in range(3)] == [6, 1, 1]
    state = in_tout("play AH", "play QH", "play JC")
    assert [remember(state.view(seat)).enough for seat in range(3)] == [6, 1, 1]
    state = run(stova.game("klorsjavs_auction").deal(hands=TOUT, talon="AS KH", dealer=0), "pass", "pass", "bid tout")
    assert [remember(state.view(seat)).enough for seat in range(3)] == [6, 1, 1]
    assert remember(hearts().view(0)).enough is None


def test_bids_over_a_tout_what_it_would_else() -> None:
    """Somebody else's tout says nothing of how many tricks one's own hand takes."""
    strong = "AH KH QH JH 5H AS"
    hands = (strong, "KC QS JS 5S AD QD", "AC QC JC 5C KD 5D")
    state = stova.game("klorsjavs_auction").deal(hands=hands, talon="KS JD", dealer=0)
    free, over = run(state, "pass", "pass").view(0), run(state, "bid tout", "pass").view(0)
    bids = [club(free, seed) == BidContract("strøget tout") for seed in SEEDS]
    assert [club(over, seed) == BidContract("strøget tout") for seed in SEEDS] == bids
    assert set(bids) == {False, True}, "some seeds make it just good enough"
