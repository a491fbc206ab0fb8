"""Match: deals, dealers and the sheet, from the draw for seats to the end."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from stova.cards import Card
from stova.engine.actions import Action
from stova.engine.result import Sheet
from stova.engine.seating import Draw, draw
from stova.engine.state import State
from stova.errors import RulesError, require_kind, require_whole

if TYPE_CHECKING:
    from stova.engine.game import Game


LONGEST_NAME = 40
"""Characters."""


class Match(Struct, frozen=True, kw_only=True):
    """A match; immutable. `apply` plays on in the current deal, `next_deal` begins the next one.

    The deal in hand is `state`; when it is over its result is already on the sheet. `past` holds the deals before it.
    """

    game: "Game"
    key: bytes | None
    players: tuple[str, ...]
    """Names by seat."""
    draw: Draw | None
    """The draw that made seats and first dealer, if there was one."""
    sheet: Sheet
    state: State
    past: tuple[State, ...] = ()

    @property
    def deals(self) -> tuple[State, ...]:
        """Every deal so far, the one in hand last."""
        return (*self.past, self.state)

    @property
    def is_over(self) -> bool:
        return self.state.is_over and self.sheet.is_over

    def apply(self, action: Action) -> "Match":
        """The match after the seat to act has done this.

        Raises IllegalAction.
        """
        state = self.state.apply(action)
        sheet = self.sheet.enter(state.result) if state.is_over else self.sheet
        return replace(self, state=state, sheet=sheet)

    def next_deal(
        self,
        *,
        hands: "Sequence[str | Sequence[Card]] | None" = None,
        talon: "str | Sequence[Card] | None" = None,
        drawn: "str | Sequence[Card] | None" = None,
    ) -> "Match":
        """The match with its next deal begun, from the key or from given hands.

        Raises RulesError if the deal in hand isn't over, or the match is.
        """
        if self.is_over:
            raise RulesError("the match is over")
        if not self.state.is_over:
            raise RulesError("the deal in hand isn't over")
        number = len(self.past) + 1
        state = self.game.deal(
            key=self.key if hands is None else None,
            number=number,
            hands=hands,
            talon=talon,
            drawn=drawn,
            dealer=self.sheet.dealer,
            sheet=self.sheet,
        )
        return replace(self, state=state, past=self.deals)

    def close(self) -> "Match":
        """The match ended after the deal in hand, because time was called or the players stop; as it is if it is over.

        Raises RulesError if the deal in hand isn't over.
        """
        if not self.state.is_over:
            raise RulesError("the deal in hand is finished first")
        return self if self.is_over else replace(self, sheet=self.sheet.close())

    def break_off(self) -> "Match":
        """The match ended after the last deal that was finished: the one in hand counts for nothing.

        Raises RulesError if the deal in hand is the first.
        """
        if self.state.is_over:
            return self.close()
        if not self.past:
            raise RulesError("no deal is finished")
        return replace(self, state=self.past[-1], past=self.past[:-1]).close()


def begin(
    game: "Game",
    *,
    key: bytes | None,
    players: Sequence[str] | None,
    dealer: int | None,
    hands: "Sequence[str | Sequence[Card]] | None",
    talon: "str | Sequence[Card] | None",
    drawn: "str | Sequence[Card] | None",
) -> Match:
    """A match with its first deal begun. See `Game.match`."""
    names = tuple(f"Player {seat + 1}" for seat in range(game.seats)) if players is None else _names(game, players)
    if dealer is not None:
        require_whole("the dealer's seat", dealer, 0, game.seats - 1)
    seating = _drawn(game, key) if dealer is None and game.first_dealer == "draw" else None
    if seating is not None:
        names, dealer = tuple(names[player] for player in seating.seating), seating.dealer
    if dealer is None and game.first_dealer == "scorer":
        dealer = 0
    if dealer is None:
        raise RulesError(f"first_dealer={game.first_dealer}: say which seat deals first, 0 to {game.seats - 1}")
    sheet = game.new_sheet(dealer)
    deal_key = key if hands is None else None
    state = game.deal(key=deal_key, hands=hands, talon=talon, drawn=drawn, dealer=dealer, sheet=sheet)
    return Match(game=game, key=key, players=names, draw=seating, sheet=sheet, state=state)


def _drawn(game: "Game", key: bytes | None) -> Draw:
    """The draw for seats and for who deals first."""
    if key is None:
        raise RulesError("the draw for seats needs a key; give a key, or the seat that deals first")
    return draw(game.pack, key, players=game.seats, partners=game.side_count < game.seats)


def _names(game: "Game", players: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, if they can be."""
    require_kind("the players' names", players, Sequence)
    if len(players) != game.seats:
        raise RulesError(f"{game.name} has {game.seats} players, not {len(players)}")
    for name in players:
        require_kind("a player's name", name, str)
        if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
            raise RulesError(f"a player's name has 1 to {LONGEST_NAME} printable characters")
    return tuple(players)
