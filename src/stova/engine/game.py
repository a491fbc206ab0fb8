"""Game: a rule set as data."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from stova.cards import Card, CardSet, Suit, parse_cards
from stova.engine.actions import Action
from stova.engine.ending import Ending, ending
from stova.engine.hidden import exchanged_and_played
from stova.engine.known import Known, lacking, nothing_known
from stova.engine.match import Match, begin
from stova.engine.notation import spellings
from stova.engine.options import changed, text_of
from stova.engine.prospects import Prospects
from stova.engine.race import RaceRules
from stova.engine.result import Result, Sheet
from stova.engine.shuffle import key_of, shuffled
from stova.engine.stakes import Stakes
from stova.engine.state import Phase, State
from stova.engine.tables import CardTables
from stova.engine.view import View, look
from stova.engine.ways import Walk
from stova.errors import NotationError, RulesError, require_kind, require_whole, shown

Cards = str | Sequence[Card]
"""Cards given by a program: a text such as `QC 7H 10D`, or cards."""

LONGEST_TEXT = 40
"""Characters; no action's text is longer."""


def nothing_of_its_own(state: State, seat: int | None) -> None:
    """What games show that keep nothing of their own on the table."""


def no_tricks_needed(position: State | View) -> None:
    """Card points are what counts in games that say nothing else."""


def nothing_covered(state: State) -> tuple[tuple[Card, Card], ...]:
    """The covered cards of games that have none."""
    return ()


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A rule set with its options chosen; made by `stova.game`.

    `sides[seat]` is the side the seat scores with. The functions are the game's own part: `tables_of` gives the card
    tables from what is known of trumps, `lay` puts given hands and talon on the table and goes on to the phase after
    the deal, `score` gives the result of a finished state, `new_sheet` an empty sheet for a first dealer, `show`
    what a seat sees of `State.own`, `covers` the pairs (card, card it covers) on the table; one that has
    been played to the trick is still the cover of its own.
    """

    name: str
    title: str
    summary: str
    preset: str
    options: Any
    base: Any
    """The options of the preset, before any was changed."""
    sides: tuple[int, ...]
    pack: tuple[Card, ...]
    phases: tuple[Phase, ...]
    first_dealer: Literal["draw", "scorer", "given"]
    tables_of: Callable[[State | View | Ending], CardTables]
    lay: Callable[[State, Sequence[Sequence[Card]], Sequence[Card] | None], State]
    score: Callable[[State], Result]
    new_sheet: Callable[[int], Sheet]
    show: Callable[[State, int | None], object] = nothing_of_its_own
    own_types: Mapping[type, Any] = field(default_factory=dict)
    """The types of `View.own` and `Result.own`, where there is something, to read them from JSON."""
    talon_name: str = "talon"
    """What players call the cards dealt to the table."""
    draws: bool = False
    """Whether a card is drawn from a second pack before the deal."""
    phrases: tuple[str, ...] = ()
    """What players say at this game alone, by name."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """What is to be known of a card in play, in a sentence, by what players call it (`CardTables.roles`)."""
    made_by: tuple[Any, ...] = ()
    """The function that makes this very game, and its arguments."""
    every_action: Callable[[], tuple[Action, ...]] = tuple
    """Every action there is with any options of the game, in the order of their numbers."""
    covers: Callable[[State], tuple[tuple[Card, Card], ...]] = nothing_covered
    hidden: Callable[[View, State], Iterable[Walk]] = exchanged_and_played
    """What a view tells of the cards it hides, with any deal of the game just dealt to know the places from: a walk for
    each way the deal may have gone, one in games that play by tables."""
    known_of: Callable[[View], Known] = nothing_known
    lacking_of: Callable[[View], tuple[CardSet, ...]] = lacking
    tricks_needed: Callable[[State | View], int | None] = no_tricks_needed
    """How many tricks make the deal the declarer's, or in a race a side's; None while card points are what counts."""
    stakes: Callable[[State], Stakes] | None = None
    """What the card play of a state is worth, in games that play by tables."""
    prospects: Prospects | None = None
    """What may become of a match after a deal, in games that can tell."""
    race: RaceRules | None = None
    """What the kernel needs to know of card play that is a race to a number of tricks."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.sides)

    @property
    def side_count(self) -> int:
        """How many sides score, each by itself."""
        return max(self.sides) + 1

    @cached_property
    def side_seats(self) -> tuple[frozenset[int], ...]:
        """By seat, all seats of its side."""
        sides = self.sides
        return tuple(frozenset(seat for seat, side in enumerate(sides) if side == own) for own in sides)

    def by_side(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Numbers by seat, added up by side; noughts if there are none yet."""
        sums = [0] * self.side_count
        for side, number in zip(self.sides, numbers or (0,) * self.seats, strict=True):
            sums[side] += number
        return tuple(sums)

    def party(self, seat: int, declarer: int | None) -> frozenset[int]:
        """The seats that play a deal together with a seat: its side, or all against a declarer's that isn't its own."""
        if declarer is None:
            return self.side_seats[seat]
        declarers = self.side_seats[declarer]
        return declarers if seat in declarers else frozenset(range(self.seats)) - declarers

    @property
    def plays_by_tables(self) -> bool:
        """Whether `tables` and `covers` say all of the card play but for what gives it up or scores besides."""
        return self.race is None

    @cached_property
    def identity(self) -> dict[str, object]:
        """Name, preset and changed options as plain data: `stova.game(name, preset=…, **options)` makes it again."""
        return {"game": self.name, "preset": self.preset, "options": changed(self.options, self.base)}

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of the game, the same for all its options; an action's number is its index here."""
        return self.every_action()

    def __reduce__(self) -> tuple[Any, ...]:
        """Games are pickled by name, preset and options, and with them states, views and matches."""
        return self.made_by

    @cached_property
    def numbers(self) -> Mapping[Action, int]:
        """The number of each action, 0..n-1."""
        return MappingProxyType({action: number for number, action in enumerate(self.actions)})

    def has(self, action: Action) -> bool:
        """Whether it is one of the game's, made of real cards and suits."""
        try:
            return action in self.numbers
        except TypeError:  # a list of cards, say, which has no hash
            return False

    @cached_property
    def _by_text(self) -> dict[str, Action]:
        return {str(action).casefold(): action for action in self.actions}

    def action(self, text: str) -> Action:
        """The action with this text form. Capitals, blanks, suit signs and the order of cards don't matter.

        Raises NotationError, and RulesError for what is no text.
        """
        require_kind("the text of an action", text, str)
        known = self._by_text
        found = next((known[form] for form in spellings(text) if form in known), None)
        if found is None or len(text) > LONGEST_TEXT:
            raise NotationError(f"{text[:LONGEST_TEXT]!r} is not an action of {self.name}; {self._forms()}")
        return found

    def _forms(self) -> str:
        examples = {str(action).split()[0]: str(action) for action in reversed(self.actions)}
        return "its actions look like " + ", ".join(reversed(examples.values()))

    def deal(
        self,
        *,
        key: bytes | str | None = None,
        number: int = 0,
        hands: Sequence[Cards] | None = None,
        talon: Cards | None = None,
        dealer: int = 0,
        drawn: Cards | None = None,
        sheet: Sheet | None = None,
    ) -> State:
        """A deal: number `number` of a 256-bit key, which begins with the cut, or one from given hands, by seat.

        Given hands are in the order dealt where that matters; `talon` is in the order it would be taken, and is what
        is left of the pack when not given. Raises RulesError unless there is either a key or hands, or if the cards
        don't fit, NotationError for text that isn't cards. `drawn` is the card from the second pack in games that draw
        one; `sheet` is that of the match before the deal, which everybody may know.
        """
        require_whole("the dealer's seat", dealer, 0, self.seats - 1)
        if sheet is not None:
            require_kind(f"a sheet of {self.name}", sheet, type(self.new_sheet(0)))
        if drawn is not None and not self.draws:
            raise RulesError(f"no card is drawn from a second pack in {self.name}, as it is played here")
        if hands is not None:
            if key is not None:
                raise RulesError("a deal is made of a key or of given hands, not of both")
            turned = _one(drawn, self) if self.draws else None
            bare = State(game=self, dealer=dealer, drawn=turned, sheet=sheet)
            return self.lay(bare, _hands(hands), None if talon is None else _cards(talon))
        if talon is not None or drawn is not None:
            raise RulesError("a talon or a drawn card goes with given hands")
        if key is None:
            raise RulesError("a deal needs a key or hands")
        require_whole("a deal's number", number, 0, 2**64 - 1)
        pack = shuffled(self.pack, key_of(key), "deal", number)
        turned = shuffled(self.pack, key_of(key), "turn", number)[0] if self.draws else None
        return self.phases[0].enter(State(game=self, dealer=dealer, pack=pack, drawn=turned, sheet=sheet))

    def ending(
        self,
        hands: Sequence[Cards],
        *,
        trump: Suit | str | None,
        leader: int,
        trick: Cards = (),
        declarer: int | None = None,
    ) -> Ending:
        """Cards that are left to play, by seat, with nothing known of the deal before.

        `trump` is a suit, or None where none is named, in games that can be played so; `leader` leads, or led
        to the `trick` under way, whose cards are in none of the hands. The declarer's side plays against all
        others; without one the side of the seat to act does. Raises RulesError for cards that can't be left so
        and for games that aren't played by tables, NotationError for text that isn't cards.
        """
        return ending(self, _hands(hands), trump=trump, leader=leader, trick=_cards(trick), declarer=declarer)

    def match(
        self,
        *,
        key: bytes | str | None = None,
        players: Sequence[str] | None = None,
        dealer: int | None = None,
        hands: Sequence[Cards] | None = None,
        talon: Cards | None = None,
        drawn: Cards | None = None,
    ) -> Match:
        """A match with its first deal begun.

        `players` are names in the order they came; a draw may seat them otherwise. With `dealer` there is no draw:
        they sit as given and that seat deals first. `hands`, `talon` and `drawn` are for the first deal. Raises
        RulesError, NotationError.
        """
        known = None if key is None else key_of(key)
        return begin(self, key=known, players=players, dealer=dealer, hands=hands, talon=talon, drawn=drawn)

    def require_cards(self, cards: Sequence[Card]) -> None:
        """Raises RulesError for cards that aren't in the pack, or are among them twice, and for what are no cards."""
        require_kind("the cards", cards, Sequence)
        twice = [str(card) for card in dict.fromkeys(cards) if cards.count(card) > 1]
        strange = [str(card) for card in cards if card not in self.pack]
        if twice:
            raise RulesError(f"given twice: {' '.join(twice)}")
        if strange:
            raise RulesError(f"not in the pack of {self.name}: {' '.join(strange)}")

    def tables(self, seen: State | View | Ending) -> CardTables:
        """The card tables, from what is known of trumps.

        Raises RulesError for what is no state, view or ending of the game.
        """
        self._require_own("what card tables are told by", seen, State, View, Ending)
        return self.tables_of(seen)

    def known(self, view: View) -> Known:
        """Where a view shows cards to be, once hands are dealt. Raises RulesError for what is no view of the game."""
        self._require_own("what cards are told by", view, View)
        return self.known_of(view)

    def lacking(self, view: View) -> tuple[CardSet, ...]:
        """By seat, the cards that a view shows it can't have, unless `known` says that it has.

        Raises RulesError for what is no view of the game.
        """
        self._require_own("what cards are told by", view, View)
        return self.lacking_of(view)

    def _require_own(self, what: str, seen: object, *kinds: type[State] | type[View] | type[Ending]) -> None:
        require_kind(what, seen, *kinds)
        of: Game = seen.game  # type: ignore[attr-defined]
        if of is not self and of.identity != self.identity:
            raise RulesError(f"{what} must be of {self!r}, not of {of!r}")

    def view(self, state: State, seat: int | None) -> View:
        """All that `seat` may know of `state`; None is an onlooker.

        Raises RulesError for a seat the game hasn't, and for what is no state of it.
        """
        self._require_own("what is looked at", state, State)
        if seat is not None:
            require_whole(f"a seat of {self.name}", seat, 0, self.seats - 1)
        return look(state, seat)

    def __repr__(self) -> str:
        options = "".join(f", {name}={text_of(value)}" for name, value in changed(self.options, self.base).items())
        return f"<Game {self.name}, {self.preset}{options}>"


def _hands(given: Sequence[Cards]) -> list[tuple[Card, ...]]:
    if isinstance(given, str):
        raise RulesError(f"the hands are one for each seat, such as ['QC 9C', '7H AD', ...], not {shown(given)}")
    require_kind("the hands", given, Iterable)
    hands = []
    for seat, hand in enumerate(given):
        try:
            hands.append(_cards(hand))
        except NotationError as error:
            raise NotationError(f"in seat {seat}'s hand, {error}") from None
    return hands


def _cards(given: Cards) -> tuple[Card, ...]:
    if isinstance(given, str):
        return parse_cards(given)
    if not isinstance(given, Iterable):
        made = "a sequence of cards, as cards_in makes of a mask"
        raise RulesError(f"cards are a text such as 'QC 10H', or {made}, not {shown(given)}")
    cards = tuple(given)
    for card in cards:
        require_kind("a card given", card, Card)
    return cards


def _one(given: Cards | None, game: Game) -> Card:
    cards = () if given is None else _cards(given)
    if len(cards) != 1 or cards[0] not in game.pack:
        not_one = f", one of its pack, not {shown(given)}" if given else ""
        raise RulesError(f"{game.name} draws a card from a second pack: say which with drawn={not_one}")
    return cards[0]


# The signatures of these structs, which help() shows, are worked out where they were written; Game is made of them and
# can't be imported there.
for _struct in (State, View, Ending, Match):
    vars(sys.modules[_struct.__module__]).update(Game=Game, View=View)
