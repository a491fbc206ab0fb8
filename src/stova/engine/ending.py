"""Ending: cards that are left to play, and nothing of the deal they are left of."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card, CardSet, Suit, card_set, cards_in
from stova.engine.actions import PLAYS, Action, Play
from stova.engine.notation import SUITS
from stova.engine.state import Trick
from stova.engine.tables import CardTables
from stova.engine.text import of_ending
from stova.engine.view import trump_suit
from stova.errors import RulesError, require_whole, shown

if TYPE_CHECKING:
    from stova.engine.game import Game


class Ending(Struct, frozen=True, kw_only=True, gc=False):
    """Cards left to play, made by `Game.ending`; immutable. Fields named as in `State` mean the same from here on.

    It knows neither bids nor what was taken before, so it has no score; nor are there cards that others cover.
    """

    game: "Game"
    declarer: int | None
    trump: Suit | None
    hands: tuple[CardSet, ...]
    leader: int
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    points: tuple[int, ...]

    def __str__(self) -> str:
        """The cards as they lie, in a few lines to be printed."""
        return of_ending(self)

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is, None when all cards are played."""
        return None if self.is_over else (self.leader + len(self.trick)) % len(self.hands)

    @property
    def is_over(self) -> bool:
        return not any(self.hands)

    @property
    def tables(self) -> CardTables:
        """The card tables."""
        return self.game.tables_of(self)

    def legal_actions(self) -> tuple[Play, ...]:
        """The cards the seat to act may play, in the order of the game's numbers."""
        seat, tables, trick = self.to_act, self.tables, self.trick
        cards = 0 if seat is None else tables.legal(self.hands[seat], trick, tables.winning(trick))
        return tuple(PLAYS[card] for card in cards_in(cards))

    def apply(self, action: Action) -> "Ending":
        """The ending after the seat to act has played a card.

        Raises RulesError for what it may not do: an ending has no rules to name, as a state has.
        """
        if not isinstance(action, Action):
            raise RulesError(f"{shown(action)} is no action; game.action(text) makes one of a text")
        legal = self.legal_actions()
        if not isinstance(action, Play) or action not in legal:
            may = f"seat {self.to_act} may {', '.join(map(str, legal))}" if legal else "all cards are played"
            raise RulesError(f"{shown(str(action))} can't be done here: {may}")
        card = legal[legal.index(action)].card
        hands = tuple(hand & ~(1 << card) for hand in self.hands)
        trick = (*self.trick, card)
        played = replace(self, hands=hands, trick=trick)
        return played if len(trick) < len(hands) else _taken(played)


def _taken(ending: Ending) -> Ending:
    """The ending after a trick that all have played to."""
    tables, points = ending.tables, list(ending.points)
    winner = (ending.leader + tables.winning(ending.trick)) % len(ending.hands)
    points[winner] += tables.points_of(ending.trick, last=ending.is_over)
    tricks = (*ending.tricks, Trick(ending.leader, ending.trick, winner))
    return replace(ending, leader=winner, trick=(), tricks=tricks, points=tuple(points))


def ending(
    game: "Game",
    hands: Sequence[Sequence[Card]],
    *,
    trump: Suit | str | None,
    leader: int,
    trick: Sequence[Card],
    declarer: int | None,
) -> Ending:
    """An ending of these cards; see `Game.ending`, which reads them."""
    if not game.plays_by_tables:
        raise RulesError(f"there are no endings of {game.name}: its card play is more than hands and trumps say")
    require_whole("the seat that leads", leader, 0, game.seats - 1)
    if declarer is not None:
        require_whole("the declarer's seat", declarer, 0, game.seats - 1)
    _check(game, hands, leader, trick)
    held = list(map(card_set, hands))
    for place, card in enumerate(trick):
        held[(leader + place) % game.seats] |= 1 << card
    none = (0,) * game.seats
    made = Ending(game=game, declarer=declarer, trump=None, hands=tuple(held), leader=leader, points=none)
    made = replace(made, trump=_trump(made, trump))
    for card in trick:
        made = made.apply(PLAYS[card])
    return made


def _trump(ending: Ending, given: Suit | str | None) -> Suit | None:
    """The trump suit of an ending made without. Raises RulesError where none is given, or one that can't be."""
    suit, name = None if given is None else SUITS.get(str(given).casefold()), ending.game.name
    if suit is None and given is not None:
        raise RulesError(f"{shown(given)} is no trump suit: it is C, S, H or D")
    always = trump_suit(ending)
    if always is not None and suit not in (always, None):
        raise RulesError(f"trumps are always {always.word} in {name}")
    if suit is None and not ending.tables.trumps:
        raise RulesError(f"{name} is played with trumps: say which suit, C, S, H or D")
    return always if suit is None else suit


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _check(game: "Game", hands: Sequence[Sequence[Card]], leader: int, trick: Sequence[Card]) -> None:
    """Raises RulesError for cards that can't be left so."""
    game.require_cards([*(card for hand in hands for card in hand), *trick])
    if len(hands) != game.seats:
        raise RulesError(f"{game.name} has {game.seats} seats, and so as many hands, not {len(hands)}")
    if len(trick) >= game.seats:
        raise RulesError(f"a trick under way has fewer than {game.seats} cards, not {len(trick)}")
    played = [(seat - leader) % game.seats < len(trick) for seat in range(game.seats)]
    sizes = [len(hand) + own for hand, own in zip(hands, played, strict=True)]
    if not any(sizes):
        raise RulesError("there are no cards left to play")
    if len(set(sizes)) > 1:
        most = max(sizes)
        wanted = [most - own for own in played]
        raise RulesError(
            f"hands are as long as each other, one card shorter for who has played to the trick: here"
            f" {_listed(wanted)} cards, for instance, not {_listed(map(len, hands))}"
        )
