"""Worlds of Stýrivolt: every deal that gives a view is drawn, and each is as likely as the next."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from helpers import KEY, finish, run, texts
from stova import Action, Card, Game, RulesError, State, Suit
from stova.cards import card_set, parse_cards
from stova.engine.actions import Back, Both, Expose, LeadTrader, PutAway, TakeExposed, TakeStock, Trade
from stova.worlds import Worlds, drawing
from stova.worlds.building import played_again
from styrivolt_states import PERMANENT, a_pack, chosen, deal, last_trick, plain, stacked, styrivolt
from worlds_brute_styrivolt import Shuffle, check, enumerated, some_deal

Doer = Callable[[State], int | None]


class Kind(NamedTuple):
    """Deals in which something happens, and whose doing it is."""

    by: Doer
    liked: tuple[type, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    pack: Shuffle = a_pack


def who(*kinds: type, wanted: Callable[[Action], bool] = lambda action: True) -> Doer:
    """Who last did such a thing."""

    def found(state: State) -> int | None:
        done = (seat for seat, action in reversed(state.history) if isinstance(action, kinds) and wanted(action))
        return next(done, None)

    return found


def nobody_took(state: State) -> int | None:
    return None if state.own.takers else 3


def forehand(state: State) -> int | None:
    return 0


def second_taker(state: State) -> int | None:
    return state.own.takers[1] if len(state.own.takers) > 1 else None


def took_stikkar_laid_open(state: State) -> int | None:
    own = state.own
    return own.takers[0] if own.takers and own.laid_first and not own.laid else None


def showed_four(state: State) -> int | None:
    return next((seat for rank, seat in state.own.fours if rank in state.own.announced), None)


def took_four(state: State) -> int | None:
    """Who took four that have been announced, if they lay in the stock."""
    stock = [card.rank for card in state.dealt[-1]]
    fours = (seat for rank, seat in state.own.fours if rank in state.own.announced and stock.count(rank) == 4)
    return next((seat for seat in fours if seat in state.own.takers), None)


def is_claim(trade: Action) -> bool:
    return isinstance(trade, Trade) and trade.card.rank != "5"


def of_two_suits(game: Game, rng: random.Random) -> Sequence[Card]:
    """A pack of which the stock has no third suit, but for its last card perhaps."""
    cards = rng.sample(game.pack, 48)
    stock = [card for card in cards if card.suit in (Suit.HEARTS, Suit.CLUBS)][:11]
    rest = [card for card in cards if card not in stock]
    return (*rest[:36], *stock, rest[36])


def with_fours_in_stock(game: Game, rng: random.Random) -> Sequence[Card]:
    """A pack of which two hands have no stikkar, and the stock has all cards of two ranks."""
    ranks = rng.sample("36KQ", 2)
    stock = [card for card in game.pack if card.rank in ranks]
    rest = [card for card in a_pack(game, rng) if card not in stock]
    rest.sort(key=lambda card: str(card) in PERMANENT or card.rank in "AJ")
    hands = [rest[:9], rest[9:18], rest[-18:-9], rest[-9:]]
    return stacked(rng.sample(hands, 4), rng.sample([*stock, *rest[18:22]], 12))


CUT = {"cut_for_stikkar": "to_fourth"}
WHOLE = {"cut_for_stikkar": "no", "open_search": "no"}
KINDS = {
    "the stock is not taken": Kind(nobody_took),
    "the whole stock is turned": Kind(forehand, (), WHOLE, of_two_suits),
    "all see the search": Kind(who(TakeStock), (TakeStock,), {"open_search": "yes"}),
    "one of a pair is taken along": Kind(who(TakeExposed), (TakeStock,)),
    "a card is put away": Kind(who(PutAway), (TakeStock, PutAway)),
    "a hand is changed back": Kind(who(Back), (TakeStock, Back)),
    "both are kept": Kind(who(Both), (Both,), {"late_stock": "yes"}),
    "two take": Kind(second_taker, (TakeStock, PutAway)),
    "the stock is taken late": Kind(who(TakeStock), (), {"late_stock": "yes"}),
    "a five is traded": Kind(who(Trade), (Trade,), {"cut_for_stikkar": "no"}),
    "a trader is led": Kind(who(LeadTrader), (LeadTrader,)),
    "a stikkar laid open is claimed": Kind(who(Trade, wanted=is_claim), (Trade,), CUT),
    "a stikkar laid open goes with the stock": Kind(took_stikkar_laid_open, (TakeStock,), CUT),
    "winning cards must be beaten": Kind(who(TakeStock, Expose), (TakeStock,), {"must_beat": "yes"}),
    "four are dealt": Kind(showed_four, (TakeStock,)),
    "four are taken": Kind(took_four, (TakeStock,), {"cut_for_stikkar": "no"}, with_fours_in_stock),
}


def deals(kind: Kind, rng: random.Random) -> Iterator[tuple[list[State], int]]:
    """Deals in which that happens, with whose doing it is."""
    while True:
        states = some_deal(rng, kind.liked, kind.pack, **kind.options)
        by = kind.by(states[-1])
        if by is not None and len(states[-1].tricks) > 7:
            yield states, by


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("place", [0, 1, 2], ids=["own", "opponent", "partner"])
def test_each_deal_is_as_likely(name: str, place: int) -> None:
    rng = random.Random(f"{name} {place}")
    for states, by in deals(KINDS[name], rng):
        seat = (by + place) % 4
        found = enumerated(states, seat, rng)
        if found is not None:
            check(found[0], seat, found[1], seed=5)
            return


def test_the_last_card_of_a_stock_may_be_of_a_third_suit_or_not() -> None:
    """Without a third suit eleven times as many orders of the stock are alike."""
    rng = random.Random(1)
    while True:
        states = some_deal(rng, (), of_two_suits, **WHOLE)
        last = [state for state in states if len(state.tricks) == 8 and len(state.trick) == 2]
        found = enumerated(last, last[0].to_act, rng, most=100) if last and last[0].to_act != 3 else None
        if found is not None and 11 in found[1].values() and 1 in found[1].values():
            check(found[0], last[0].to_act, found[1], seed=5)
            return


@pytest.mark.parametrize(
    ("hands", "done"),
    [
        ("2C KH 2D 3D", ("stay", "stay", "stay", "play 2H", "play 2D", "play 3D", "play 2C")),
        ("2C KH 2D 5H", ("stay", "trade 5H for 2H", "play KH", "play 2D", "play 2H", "play 2C")),
        ("5H KH 2D 2C", ("stay", "stay", "trade 5H for 2H", "play KH", "play 2D", "play 2C", "play 2H")),
    ],
    ids=["the king", "the five", "the five of who is asked last"],
)
def test_each_deal_is_as_likely_when_the_bird_is_had(hands: str, done: tuple[str, ...]) -> None:
    states = [last_trick(*hands.split(), king_takes_bird="yes")]
    for action in ("trade KH for 2H", *done):
        states.append(run(states[-1], action))
    looked = 0
    for seat in range(4):
        for state in states:
            found = enumerated([state], seat, random.Random(1))
            looked += found is not None
            if found is not None:
                check(state, seat, found[1], seed=5)
    assert looked > 1


def test_worlds_with_many_fours_are_found() -> None:
    hands = ("2H 2D 2C 2S 3H 3D 3C 3S", "9H 9D 9C 9S 7H 7D 7C 7S", "", "")
    state = run(chosen(deal(hands, "6C 6S 8D")), "play 2D", "play 9C")
    for _ in range(2):
        state = state.apply(state.legal_actions()[-1])
    view = run(state, "play 3D", "play 7D").view(None)
    assert view.own.fours == ("2", "3", "7", "9")
    for world in Worlds(view).draw(20, seed=1):
        assert {("2", 0), ("3", 0), ("7", 1), ("9", 1)} <= set(world.own.fours)


@pytest.mark.parametrize("name", ["a card is put away", "a hand is changed back"])
def test_few_deals_are_drawn_that_do_not_give_the_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without knowing that who takes had no stikkar, and which card was put away, most would be drawn in vain."""
    gave = list[bool]()

    def noted(*given: Any) -> State | None:
        world = played_again(*given)
        gave.append(world is not None)
        return world

    monkeypatch.setattr(drawing, "played_again", noted)
    rng = random.Random(name)
    for states, by in islice(deals(KINDS[name], rng), 2):
        for state in states[::5]:
            for seat in (by, (by + 1) % 4):
                Worlds(state.view(seat)).draw(2, seed=1)
    assert len(gave) < 2 * sum(gave)


def test_a_deal_that_was_played_out_has_worlds() -> None:
    """Nobody is to act there either, as where all of the stock was of one suit."""
    view = finish(styrivolt().deal(key=KEY), random.Random(0)).view(0)
    assert all(world.view(0) == view for world in Worlds(view).draw(3, seed=1))


def test_a_view_that_no_deal_gives_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seat led than may have; that is seen when a deal is played again, for which there is an end."""
    monkeypatch.setattr(drawing, "REPLAYS", 20)
    view = finish(styrivolt().deal(key=KEY), random.Random(1)).view(0)
    first, *others = view.tricks
    impossible = replace(view, tricks=(replace(first, leader=(first.leader + 1) % 4), *others))
    with pytest.raises(RulesError, match="no deal was found that gives this view"):
        Worlds(impossible).draw(1, seed=1)


@pytest.mark.parametrize("trade", ["play 5H for 9H", "trade 5H for 9H"])
def test_the_card_that_a_trader_takes_may_make_four_whole(trade: str) -> None:
    """The nine that is taken is together with the three of the hand, though it is led. Rule: ST-8."""
    hands = (
        "KS 8H 5S 3C 7S 2S QS 4C 6C",
        "5H 8S 9S JC 6H 9C 9D 4D JD",
        "AC 7H JH AD 8D 4S 2H QD KC",
        "8C QH 6S AH QC 7C KD 5D 3S",
    )
    dealt = styrivolt().deal(hands=hands, talon="KH 7D 9H 6D JS 2D 3H AS 3D 2C 4H 5C", dealer=0)
    state = run(dealt, "expose 9H", "expose 7D", trade)
    view = state.view(1)
    assert view.own.fours
    for world in Worlds(view).draw(20, seed=1):
        assert world.view(1) == view


def test_of_four_that_were_taken_one_may_have_been_put_away() -> None:
    """Rules: ST-8, ST-19."""
    state = run(plain("3H KS", "3D QS", "3S 9S"), "stock", "put away 3C", "play 3H")
    while not state.view(1).own.fours:
        state = state.apply(state.legal_actions()[0])
    drawn = Worlds(state.view(1)).draw(300, seed=1)
    away = [action.card.rank for world in drawn for _, action in world.history if isinstance(action, PutAway)]
    assert 0 < away.count("3") < 300


def test_a_card_that_was_taken_and_played_is_in_no_hand_after() -> None:
    """Rule: ST-15."""
    start = chosen(deal(("5C 5S 9H", "", "", ""), "6C 2C 6S 7D"))
    state = run(start, "trade 5C for 6C", "play 6C")
    while "trade 5S for 6S" not in texts(state):
        state = state.apply(state.legal_actions()[-1])
    state = run(state, "trade 5S for 6S")
    for walk in state.game.hidden(state.view(1), start):
        assert walk.hands[-1][1] == card_set(parse_cards("6S"))
