"""Which cards a novice plays and puts down, in random deals: what it says of itself, put another way."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

import stova
from against_oracle import stacked
from helpers import random_options
from stova import Action, Card, View
from stova.bots.judging import elsewhere, friends, masters
from stova.bots.novice import novice
from stova.cards import card_set, cards_in
from stova.engine.actions import Discard, Exchange, GoOn, Play, PutAway, Stop
from stova.engine.tables import CardTables
from styrivolt_states import five

ENOUGH, MOST = 12, 2000
"""Cases of a kind that have to come up, and deals in which they have to."""


class Turn:
    """A turn at which a card is chosen."""

    def __init__(self, view: View) -> None:
        self.view, self.tables = view, view.game.tables(view)
        self.cards = [action.card for action in view.legal if isinstance(action, Play)]
        self.others = elsewhere(view)
        self.last = len(view.trick) == view.game.seats - 1
        self.declaring = view.declarer in friends(view)

    @property
    def trumps(self) -> list[Card]:
        return [card for card in self.cards if self.tables.trumps >> card & 1]

    @property
    def plain(self) -> list[Card]:
        return [card for card in self.cards if not self.tables.trumps >> card & 1]

    @property
    def sure(self) -> list[Card]:
        """The plain cards that nobody can beat in their suit."""
        return masters(self.tables, self.plain, self.others)

    @property
    def beating(self) -> list[Card]:
        beaten_by = self.tables.beaten_by[self.view.trick[self.view.best]]
        return [card for card in self.cards if beaten_by >> card & 1]

    @property
    def friendly(self) -> bool:
        return (self.view.leader + self.view.best) % self.view.game.seats in friends(self.view)

    @property
    def settled(self) -> bool:
        """Whether a friend has the trick, and nobody can take it any more."""
        beaten_by = self.tables.beaten_by[self.view.trick[self.view.best]]
        return self.friendly and (self.last or not beaten_by & self.others)

    def points(self, cards: Sequence[Card]) -> list[int]:
        return [self.tables.points[card] for card in cards]

    def lowest(self, cards: Sequence[Card]) -> int:
        """The place of the lowest in its suit or among trumps."""
        return min(self.tables.order[card] for card in cards)

    def played(self) -> Card:
        action = novice(self.view, 1)
        assert isinstance(action, Play)
        return action.card


def turns(*, leads: bool) -> Iterator[Turn]:
    """Turns of random deals with a choice of cards alone, at the lead or after it."""
    rng = random.Random(f"novice {leads}")
    for number in range(MOST):
        state = stova.game(("sjavs", "klaverjas")[number % 2]).deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            if len(view.legal) > 1 and all(isinstance(action, Play) for action in view.legal):
                turn = Turn(view)
                if bool(view.trick) is not leads:
                    yield turn
            state = state.apply(rng.choice(state.legal_actions()))
    raise AssertionError("there were too few cases")


def test_a_declarers_partner_leads_no_trump_that_can_be_beaten() -> None:
    found = 0
    for turn in turns(leads=True):
        top = max(turn.trumps, key=turn.tables.order.__getitem__, default=None)
        beaten = top is not None and turn.tables.beaten_by[top] & turn.others & turn.tables.trumps
        if beaten and turn.declaring and turn.view.declarer != turn.view.seat and turn.plain:
            assert turn.played() in turn.plain
            found += 1
            if found == ENOUGH:
                return


def test_of_cards_that_are_sure_the_one_worth_most_is_led() -> None:
    found = 0
    for turn in turns(leads=True):
        if not turn.declaring and len({*turn.points(turn.sure)}) > 1:
            assert turn.tables.points[turn.played()] == max(turn.points(turn.sure))
            found += 1
            if found == ENOUGH:
                return


def test_a_defender_leads_no_trump_though_plain_cards_count() -> None:
    found = 0
    for turn in turns(leads=True):
        if not turn.declaring and turn.trumps and turn.plain and not turn.sure:
            dear = min(turn.points(turn.plain)) > min(turn.points(turn.trumps)) + 5
            assert turn.played() in turn.plain
            found += dear
            if found == ENOUGH:
                return


def test_a_friends_trick_that_is_settled_is_not_taken() -> None:
    """It gets the points, but an ace, and of as many the lowest card."""
    found = equals = 0
    for turn in turns(leads=False):
        under = [card for card in turn.plain if card not in turn.beating]
        if turn.settled and turn.beating and under:
            assert turn.played() not in turn.beating
            dearer = [card for card in turn.beating if card in turn.plain and turn.tables.points[card] < 11]
            found += max(turn.points(dearer), default=0) > max(turn.points(under))
        if turn.settled and len(under) > 1:
            rest = [card for card in under if turn.tables.points[card] < 11] or under
            best = [card for card in rest if turn.tables.points[card] == max(turn.points(rest))]
            assert turn.tables.points[turn.played()] == turn.tables.points[best[0]]
            assert turn.tables.order[turn.played()] == turn.lowest(best)
            equals += len(best) > 1
        if min(found, equals) >= ENOUGH:
            return


def test_a_trick_is_won_by_the_lowest_card_that_does_where_none_is_sure() -> None:
    found = 0
    for turn in turns(leads=False):
        if not turn.friendly and not turn.last and {*turn.beating} & {*turn.plain} and len(turn.beating) > 1:
            unsure = not {*turn.sure} & {*turn.beating}
            assert not unsure or turn.tables.order[turn.played()] == turn.lowest(turn.beating)
            found += unsure and len({*turn.points(turn.beating)}) > 1
            if found == ENOUGH:
                return


def test_the_last_to_play_wins_with_the_plain_card_worth_most() -> None:
    found = 0
    for turn in turns(leads=False):
        winning = [card for card in turn.beating if card in turn.plain]
        if turn.last and not turn.friendly and len({*turn.points(winning)}) > 1:
            assert turn.tables.points[turn.played()] == max(turn.points(winning))
            found += 1
            if found == ENOUGH:
                return


def test_of_cards_that_count_nothing_the_lowest_is_thrown_away() -> None:
    found = 0
    for turn in turns(leads=False):
        nothing = [card for card in turn.plain if not turn.tables.points[card]]
        if not turn.beating and not turn.friendly and len(nothing) > 1:
            assert turn.tables.order[turn.played()] == turn.lowest(nothing)
            found += 1
            if found == ENOUGH:
                return


def beaten(view: View, tables: CardTables, action: Action) -> tuple[int, int]:
    """How many cards beat the one that is played, and how strong it is."""
    assert isinstance(action, Play)
    return (tables.beaten_by[action.card] & elsewhere(view)).bit_count(), tables.order[action.card]


def test_where_nobody_follows_what_fewest_cards_beat_is_led_and_the_poorest_put_away() -> None:
    """In Stýrivolt, where a stikkar that is sure comes before a king."""
    rng, leads, away = random.Random("styrivolt"), 0, 0
    for _ in range(400):
        state = stova.game("styrivolt", **random_options("styrivolt", rng)).deal(key=rng.randbytes(32))
        while not state.is_over:
            view = state.view(state.to_act)
            kinds = {type(action) for action in view.legal}
            tables = view.game.tables(view) if kinds <= {Play, PutAway} else None
            if tables is not None and kinds == {Play} and not view.trick and len(view.legal) > 1:
                ways = [beaten(view, tables, action) for action in view.legal]
                assert beaten(view, tables, novice(view, 1)) == min(ways)
                leads += len({*ways}) > 1
            if tables is not None and PutAway in kinds and len(view.legal) > 1:
                action = novice(view, 1)
                assert isinstance(action, PutAway)
                cards = [other.card for other in view.legal if isinstance(other, PutAway)]
                assert tables.order[action.card] == min(tables.order[card] for card in cards)
                away += 1
            state = state.apply(rng.choice(state.legal_actions()))
    assert min(leads, away) >= ENOUGH


def test_who_is_sure_of_half_the_hand_stops() -> None:
    state = five()
    while len(state.tricks) < 5:
        state = state.apply(state.legal_actions()[0])
    assert (state.to_act, {*state.legal_actions()}) == (0, {Stop(), GoOn()})
    rng, cards, seen = random.Random(1), [card for hand in state.hands for card in cards_in(hand)], Counter[int]()
    for _ in range(3000):
        rng.shuffle(cards)
        view = replace(state, hands=tuple(card_set(cards[4 * seat : 4 * seat + 4]) for seat in range(4))).view(0)
        sure = len(masters(view.game.tables(view), view.hand, elsewhere(view)))
        assert novice(view, 1) == (GoOn() if sure > 2 else Stop())
        seen[sure] += 1
    assert min(seen[2], seen[3]) >= 3


def exchanges(name: str, **options: str) -> Iterator[tuple[Turn, Discard | Exchange]]:
    """What is put down from the hands of badly shuffled packs, by who has named trumps or plays."""
    rng, game = random.Random(f"down {name}"), stova.game(name, **options)
    for _ in range(MOST):
        state, cut = stacked(game.deal(key=rng.randbytes(32)), rng)
        state = state if cut is None else state.apply(cut)
        while not (state.is_over or state.points or isinstance(state.legal_actions()[-1], Discard | Exchange)):
            state = state.apply(state.legal_actions()[-1])
        if not (state.is_over or state.points) and state.trump is not None:
            turn = Turn(state.view(state.to_act))
            action = novice(turn.view, 1)
            assert isinstance(action, Discard | Exchange)
            yield turn, action
    raise AssertionError("there were too few cases")


@pytest.mark.parametrize("name", ["klorsjavs", "sjavs3"])
def test_plain_cards_of_the_shortest_suit_are_put_down_first(name: str) -> None:
    """And of these what counts most, but an ace."""
    found = 0
    for turn, action in exchanges(name):
        plain = [card for card in turn.view.hand if not turn.tables.trumps >> card & 1]
        length = Counter(card.suit for card in plain)
        ranked = sorted((length[card.suit], -turn.tables.points[card]) for card in plain if card.rank != "A")
        if len(ranked) >= len(action.cards) > 0:
            put = sorted((length[card.suit], -turn.tables.points[card]) for card in action.cards)
            assert put == ranked[: len(put)]
            found += len({*ranked}) > len({*put})
            if found == ENOUGH:
                return


def test_of_trumps_the_weakest_are_put_down() -> None:
    """By who has taken the cat and has too few other cards. Rule: KL-7."""
    found = 0
    for turn, action in exchanges("klorsjavs", cat_first="yes"):
        gone = [card for card in action.cards if turn.tables.trumps >> card & 1]
        kept = [card for card in turn.view.hand if turn.tables.trumps >> card & 1 and card not in gone]
        if gone and kept:
            assert max(turn.tables.order[card] for card in gone) < turn.lowest(kept)
            found += 1
            if found == ENOUGH:
                return
