"""What bots say, take and put down before cards are played."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY, run
from stova import State, View
from stova.bots import bot
from stova.bots.calling import Enough, call
from stova.bots.club import calls
from stova.bots.club.calls import shares
from stova.bots.judging import friends, length, strength, suits_after
from stova.cards import Suit, card_set, parse_cards
from stova.engine.actions import (
    Accept,
    Bid,
    BidContract,
    Call,
    Declare,
    Discard,
    Exchange,
    Hold,
    NameTrump,
    Pass,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
)

KLORSJAVS = ("klorsjavs", "klorsjavs4", "klorsjavs_auction")
LEVELS = ("novice", "beginner", "club", "expert:0.05")


def chosen(level: str, state: State, seed: int = 1) -> str:
    """What a level does."""
    assert state.to_act is not None
    return str(bot(level)(state.view(state.to_act), seed))


def before_the_cat(name: str, rng: random.Random) -> State:
    """A deal whose declarer may take the cat or leave it."""
    game = stova.game(name, cat_first="yes")
    while True:
        state = game.deal(key=rng.randbytes(32))
        while not (state.is_over or state.points):
            if Take() in state.legal_actions():
                return state
            state = state.apply(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", KLORSJAVS)
def test_a_cat_that_may_be_seen_first_is_taken(name: str, level: str) -> None:
    """The same cards can be put down again, and count the same. Rule: KL-7."""
    rng = random.Random(name)
    assert {chosen(level, before_the_cat(name, rng)) for _ in range(8)} == {"take"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("hand", "bids", "bid"),
    [
        ("JC KC JS 8H AH 9D JD KD", "hearts diamonds", "diamonds"),
        ("7C QC 7S QS AS 8H 9H JH", "spades hearts", "hearts"),
        ("8C 9C JC JS JH AH KH 7S", "clubs hearts", "clubs"),
    ],
)
def test_of_suits_as_long_the_best_is_bid(level: str, hand: str, bids: str, bid: str) -> None:
    """In clubs whatever else there is, since they score most. Rules: SJ-12, SJ-13."""
    game = stova.game("sjavs", reveal_suit="yes", clubs_when_equal="may")
    own = parse_cards(hand)
    rest = [card for card in game.pack if card not in own]
    state = game.deal(hands=(rest[:8], own, rest[8:16], rest[16:]), dealer=0)
    assert [str(action).rpartition(" ")[2] for action in state.legal_actions()] == bids.split()
    assert chosen(level, state).rpartition(" ")[2] == bid


@pytest.mark.parametrize("level", ["novice", "beginner", "club"])
def test_a_stikkar_is_taken_rather_than_a_lamb(level: str) -> None:
    """Rule: ST-20."""
    rng, game, met = random.Random(20), stova.game("styrivolt"), 0
    while met < 8:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over and not state.tricks:
            legal = state.legal_actions()
            if isinstance(legal[0], TakeExposed) and len(legal) > 1:
                assert not chosen(level, state).startswith("take 7")
                met += 1
            state = state.apply(TakeStock() if TakeStock() in legal else rng.choice(legal))


@pytest.mark.parametrize("level", ["novice", "beginner", "club"])
def test_the_stock_is_taken_by_who_has_traded_too(level: str) -> None:
    """Rule: ST-18."""
    rng, game, met = random.Random(18), stova.game("styrivolt"), 0
    while met < 8:
        state = game.deal(key=rng.randbytes(32))
        while not state.is_over:
            legal = state.legal_actions()
            traded = any(isinstance(action, Trade) and seat == state.to_act for seat, action in state.history)
            if TakeStock() in legal and traded and not any(isinstance(action, Trade) for action in legal):
                assert chosen(level, state) == str(TakeStock())
                met += 1
            state = state.apply(rng.choice(legal))


def optional_bids(name: str, level: str) -> Counter[str]:
    """What a level does where it may bid a length and needn't."""
    rng, game, did = random.Random(name), stova.game(name, bidding="optional"), Counter[str]()
    for _ in range(60):
        state = game.deal(key=rng.randbytes(32))
        while not (state.is_over or state.points):
            if Pass() in state.legal_actions() and any(isinstance(action, Bid) for action in state.legal_actions()):
                did[chosen(level, state).split()[0]] += 1
            state = state.apply(rng.choice(state.legal_actions()))
    return did


@pytest.mark.parametrize("name", ["sjavs3", "sjavs2"])
@pytest.mark.parametrize("level", ["novice", "club"])
def test_who_plays_alone_passes_weak_hands_though_they_are_long(level: str, name: str) -> None:
    """Rule: SJ-12."""
    did = optional_bids(name, level)
    assert min(did["bid"], did["pass"]) > sum(did.values()) / 5


@pytest.mark.parametrize("level", ["novice", "club"])
def test_who_has_a_partner_bids_whatever_is_long_enough(level: str) -> None:
    """Rule: SJ-12."""
    assert set(optional_bids("sjavs", level)) == {"bid"}


def test_beginners_accept_a_turned_suit_now_and_then_and_only_with_many_of_it() -> None:
    """Rule: KJ-3. After four passes forehand plays it, which is as often an opponent."""
    rng, game, accepted = random.Random(4), stova.game("klaverjas", preset="amsterdam"), list[int]()
    for number in range(400):
        state = game.deal(key=rng.randbytes(32))
        while Accept() not in state.legal_actions():
            state = state.apply(state.legal_actions()[0])
        assert state.to_act is not None
        view = state.view(state.to_act)
        assert view.drawn is not None
        if chosen("beginner", state, number) == str(Accept()):
            accepted.append(length(view, view.drawn.suit))
    assert 0 < len(accepted) < 30
    assert min(accepted) >= 3


@pytest.mark.parametrize("level", ["novice", "club"])
@pytest.mark.parametrize(
    ("hand", "said"), [("JC 9C AC 10C KC QC 8C 7C", "accept"), ("JC 9C AC KC AS 10S AH KD", "pass")]
)
def test_a_turned_suit_is_left_to_others_unless_nothing_can_go_wrong(level: str, hand: str, said: str) -> None:
    """Rule: KJ-3. It may come to opponents, whom it then costs more than it brings oneself to play it."""
    own, game = parse_cards(hand), stova.game("klaverjas", preset="amsterdam")
    rest = [card for card in game.pack if card not in own]
    state = game.deal(hands=(own, rest[:8], rest[8:16], rest[16:]), dealer=3, drawn="8C")
    assert {chosen(level, state, seed) for seed in range(5)} == {said}


def test_a_strong_hand_is_bid_alone_and_a_weak_one_passed() -> None:
    game = stova.game("sjavs3", bidding="optional")
    hands = {
        "QC QS JC JS JH JD AH KH 9H AS": "bid 9",
        "9H 10H KH JD 8H 7S 8S 7D 8D 9C": "pass",
        "9C QC 7S 10S KS 9S JH QH 8D 10D": "pass",  # six spades, but few that take a trick
    }
    for hand, said in hands.items():
        own = parse_cards(hand)
        rest = [card for card in game.pack if card not in own]
        state = game.deal(hands=(rest[:10], own, rest[10:20]), talon=rest[20:], dealer=0)
        assert [action for action in state.legal_actions() if isinstance(action, Bid)]
        assert Pass() in state.legal_actions()
        assert {chosen(level, state) for level in ("novice", "club")} == {said}


def test_of_contracts_the_novice_bids_the_lowest_and_the_club_player_what_its_hand_is_good_for() -> None:
    game, own = stova.game("klorsjavs_auction"), parse_cards("QC QS JC JS JH AC")
    rest = [card for card in game.pack if card not in own]
    state = game.deal(hands=(own, rest[:6], rest[6:12]), talon=rest[12:], dealer=2)
    bids = [str(action) for action in state.legal_actions() if isinstance(action, BidContract)]
    assert chosen("novice", state) == bids[0]
    assert chosen("club", state) in bids[1:]


ENOUGH = {
    "sjavs": (),
    "sjavs3": (0.5,),
    "sjavs2": (0.5,),
    "klorsjavs": (0.42,),
    "klorsjavs4": (0.6,),
    "klorsjavs_auction": (0.34, 0.5, 0.97),
    "klaverjas": (0.6, 0.97),
}
"""The shares that docs/bots.md says a call takes."""


def takes(name: str, view: View) -> float:
    """The least share that is enough to say something."""
    if Accept() in view.legal:
        return ENOUGH[name][-1]
    contracts = [action for action in view.game.actions if isinstance(action, BidContract)]
    said = [Hold() if contract == view.bid else contract for contract in contracts]
    lowest = next((at for at, action in enumerate(said) if action in view.legal), 0)
    return ENOUGH[name][min(lowest, len(ENOUGH[name]) - 1)]


@pytest.mark.parametrize("name", ENOUGH)
def test_the_club_player_passes_with_less_than_is_enough(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And else doesn't; what it says with any hand it judges only to choose."""
    rng, decided, judged = random.Random(name), Counter[bool](), dict[Suit, float]()

    def noted(view: View, seed: int) -> Callable[[Suit], float]:
        judged.clear()
        good = shares(view, seed)

        def share(suit: Suit) -> float:
            assert suit not in judged
            judged[suit] = good(suit)
            return judged[suit]

        return share

    monkeypatch.setattr(calls, "shares", noted)
    for _ in range(60):
        state = stova.game(name, **({"preset": rng.choice(stova.presets(name))})).deal(key=rng.randbytes(32))
        while not (state.is_over or state.points):
            assert state.to_act is not None
            view, legal = state.view(state.to_act), state.legal_actions()
            if len(legal) > 1 and any(isinstance(action, Call) for action in legal):
                said = bot("club")(view, 1)
                if Pass() in legal and judged:
                    assert (said == Pass()) == (max(judged.values()) < takes(name, view))
                    decided[said == Pass()] += 1
                else:
                    assert said != Pass()
            state = state.apply(rng.choice(legal))
    assert min(decided[True], decided[False]) > 3 or name in ("sjavs", "sjavs2", "sjavs3")


def test_a_novice_holds_a_stryger_with_more_than_it_bids_one_with() -> None:
    """Whoever bids over its spil has a good hand. Rule: KA-3."""
    game = stova.game("klorsjavs_auction", raise_="duel")
    said = Counter[str]()
    for number in range(1500):
        state = game.deal(key=KEY, number=number)
        while not (state.is_over or state.points) and state.bid != BidContract("stryger"):
            higher = BidContract("stryger") if state.bid else BidContract("spil")
            state = state.apply(higher if higher in state.legal_actions() else state.legal_actions()[0])
        assert Hold() in state.legal_actions()
        assert state.to_act is not None
        view = state.view(state.to_act)
        hand = max(strength(view, suit) for suit in Suit)
        said[chosen("novice", state)] += 1
        assert (chosen("novice", state) == "hold") == (hand >= 0.53)
        said["would bid"] += 0.39 <= hand < 0.53
    assert min(said.values()) > 50


@pytest.mark.parametrize(("hand", "said"), [("AH KH AS AD", "pass"), ("QC QS JC AS", "declare")])
def test_aces_are_not_taken_for_trumps(hand: str, said: str) -> None:
    """Against three, half of whose cards are trumps, aces alone don't take a trick."""
    own, game = parse_cards(hand), stova.game("klorsjavs4")
    rest = [card for card in game.pack if card not in own]
    state = game.deal(hands=(own, rest[:4], rest[4:8], rest[8:12]), dealer=3)
    assert {chosen(level, state) for level in ("novice", "club")} == {said}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sjavs2", {"visible_bid": "hand"}),
        ("sjavs2", {"visible_bid": "hand_and_upcards"}),
        ("sjavs", {"clubs_opening": "no", "clubs_when_equal": "must"}),
    ],
)
def test_a_bid_is_judged_by_the_suits_it_may_lead_to(name: str, options: dict[str, str]) -> None:
    """Open cards may count or not, clubs go before suits as long. Rules: SJ-11, SJ-13, SJ2-3."""
    game = stova.game(name, bidding="optional", **options)
    judged = 0
    for number in range(200):
        state = game.deal(key=KEY, number=number)
        while not (state.is_over or Pass() in state.legal_actions()):
            state = state.apply(state.legal_actions()[0])
        bid = max(state.legal_actions(), key=lambda action: getattr(action, "length", 0))
        if not isinstance(bid, Bid) or bid.suit is not None:
            continue
        assert state.to_act is not None
        suits = suits_after(state.view(state.to_act), bid)
        state = state.apply(bid)
        while Pass() in state.legal_actions():
            state = state.apply(Pass())
        assert [NameTrump(suit) for suit in suits] == list(state.legal_actions())
        judged += 1
    assert judged > 40


@pytest.mark.parametrize("level", LEVELS)
def test_cards_are_put_down_for_a_suit_that_may_be_named(level: str) -> None:
    """Trumps are named after the exchange, but of the length that was bid. Rules: SJ-13, SJ3-2."""
    game = stova.game("sjavs3", trump_after_exchange="yes")
    thrown = 0
    for number in range(60):
        state = game.deal(key=KEY, number=number)
        while not (state.is_over or isinstance(state.legal_actions()[0], Discard)):
            state = state.apply(state.legal_actions()[-1])
        if state.is_over:
            continue
        before = state
        state = state.apply(bot(level)(before.view(before.declarer), 1))
        named: list[Suit | None] = [a.suit for a in state.legal_actions() if isinstance(a, NameTrump)]
        views = [replace(before.view(before.declarer), trump=suit) for suit in named or [state.trump]]
        trumps = [game.tables(view).trumps for view in views]
        assert state.discards is not None
        thrown += all(trump & card_set(state.discards) for trump in trumps)
    assert not thrown


@pytest.mark.parametrize("level", ["novice", "club"])
def test_an_ace_is_put_down_if_there_are_no_other_plain_cards(level: str) -> None:
    """It counts for the declarer, and something better may come for it, but trumps stay. Rule: KL-7."""
    game = stova.game("klorsjavs")
    aces = kept = 0
    for number in range(400):
        state = game.deal(key=KEY, number=number)
        while not (state.is_over or Exchange(()) in state.legal_actions()):
            state = state.apply(Declare() if Declare() in state.legal_actions() else state.legal_actions()[0])
        if state.is_over:
            continue
        hand, tables = state.view(state.declarer).hand, game.tables(state.view(state.declarer))
        plain = [card for card in hand if not tables.trumps >> card & 1]
        if len(plain) == 2 and any(tables.points[card] == 11 for card in plain):
            assert chosen(level, state) == str(Exchange(tuple(sorted(plain))))
            aces += 1
        elif len(plain) == 3 and sum(tables.points[card] == 11 for card in plain) == 1:
            assert chosen(level, state) == str(Exchange(tuple(card for card in plain if tables.points[card] < 11)))
            kept += 1
        elif len(plain) < 2:
            assert chosen(level, state) == str(Exchange(()))
    assert min(aces, kept) > 10


def test_clubs_are_bid_before_a_better_suit_only_if_they_are_good_enough() -> None:
    """Of two suits equally long, where clubs needn't be the one."""
    game = stova.game("sjavs3", reveal_suit="yes", clubs_when_equal="may")
    state = run(game.deal(key="5a" * 32, number=3), "knock", "pass", "pass")
    assert {str(action) for action in state.legal_actions()} == {"bid 6 clubs", "bid 6 hearts"}
    assert state.to_act is not None
    view, enough = (
        state.view(state.to_act),
        Enough(alone={2: 0.5, 3: 0.5}, length=0.5, together=0.5, turned=0.5, contracts=(0.5,)),
    )
    for suit in (Suit.CLUBS, Suit.HEARTS):
        assert suits_after(view, Bid(6, suit)) == (suit,)
    for clubs, bid in ((0.3, "bid 6 hearts"), (0.6, "bid 6 clubs")):
        shares = {Suit.CLUBS: clubs, Suit.HEARTS: 0.7}
        assert str(call(view, shares.__getitem__, enough, lowest=False)) == bid


@pytest.mark.parametrize(
    ("name", "declarer", "with_1"),
    [
        ("sjavs", 0, {1, 3}),
        ("sjavs3", 0, {1, 2}),
        ("klorsjavs4", 2, {0, 1, 3}),
        ("sjavs3", 1, {1}),
        ("sjavs3", None, {1}),
        ("klaverjas", None, {1, 3}),
    ],
)
def test_who_plays_with_whom(name: str, declarer: int | None, with_1: set[int]) -> None:
    """Against a declarer who plays alone all others do."""
    view = stova.game(name).deal(key=KEY).view(1)
    assert friends(replace(view, declarer=declarer)) == with_1


def test_what_was_put_down_beats_nothing() -> None:
    """The king of a hand is as good as an ace if that and the ten lie with the discards."""
    view = replace(stova.game("klorsjavs").deal(key=KEY).view(0), hand=parse_cards("QC QS JC KH 10D 7S"))
    high, low = (strength(replace(view, discards=parse_cards(cards)), None) for cards in ("AH 10H", "7H 8H"))
    assert high > low
