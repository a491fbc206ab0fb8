"""The games against the oracles: `python tests/against_oracle.py --deals 1000000 --game styrivolt --seed 7`.

Without `--game` all games take turns. Options, keys and actions are by chance, special actions more often than there
are ways to do them, and half the packs are badly shuffled: so long suits, four of a kind and sweeps come up.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

import stova
from adapters import ORACLES, Words, summed
from helpers import GAMES, RULES, random_options, some_action
from stova import Action, Card, IllegalAction, Match, State
from stova.cards import CARDS

BITS = {str(card): 1 << card for card in CARDS}
REPORT = 10
"""Seconds between lines of progress."""


class Pair:
    """A match played by the engine and by the oracle side by side; its checks raise AssertionError."""

    def __init__(
        self, name: str, options: dict[str, Any], *, key: bytes, dealer: int, stack: int | None = None
    ) -> None:
        self.game = stova.game(name, **options)
        self.names = {action: str(action) for action in self.game.actions}
        self.oracle = ORACLES[name]
        self.match = self.game.match(key=key, dealer=dealer)
        self.sheet = self.oracle.sheet(self.game, dealer)
        self.legal: tuple[Action, ...] = ()
        self._begin(stack)

    def _begin(self, stack: int | None) -> None:
        """Begins the deal in both, from a badly shuffled pack if there is a seed for it."""
        first = None
        if stack is not None:
            state, first = stacked(self.match.state, random.Random(stack))
            self.match = replace(self.match, state=state)
        self.deal = self.oracle.deal(self.match.state)
        self.check_position()
        if first is not None:
            self.apply(first)

    def apply(self, action: Action) -> None:
        """Does a legal action in both and compares where that leads; a finished deal is entered on the sheets."""
        self.match = self.match.apply(action)
        # What is legal was compared with what the engine allows when this position came up.
        assert action in self.legal, action
        self.deal.do(self.names[action])
        self.check_position()
        if self.match.state.is_over:
            self.sheet.enter(self.deal.result())
            self.check_result()
            self.check_sheet()

    def next_deal(self, stack: int | None = None) -> None:
        self.match = self.match.next_deal()
        self._begin(stack)

    def check_position(self) -> None:
        """Whose turn it is, what is legal, and where all cards are."""
        state, deal = self.match.state, self.deal
        assert state.to_act == deal.to_act
        self.legal = state.legal_actions()
        legal = [self.names[action] for action in self.legal]
        assert set(legal) == deal.legal()
        assert len(set(legal)) == len(legal)
        if state.dealt:
            assert list(state.hands) == [sum(map(BITS.__getitem__, hand)) for hand in deal.hands]
        assert self._trick() == [(seat, card) for seat, card in deal.trick if len(deal.trick) < self.game.seats]
        check_words(self.oracle.table(state), deal)

    def _trick(self) -> list[tuple[int, str]]:
        state = self.match.state
        return [((state.leader + place) % self.game.seats, str(card)) for place, card in enumerate(state.trick)]

    def check_refusals(self, actions: Sequence[Action]) -> None:
        """An action is refused exactly if the oracle finds it illegal, and then by a rule and in a sentence."""
        state, legal = self.match.state, self.deal.legal()
        for action in actions:
            refusal = state.refusal(action)
            assert (refusal is None) == (self.names[action] in legal), action
            if refusal is not None:
                assert refusal.rule in RULES, refusal.rule
                assert refusal.why[0].isupper(), refusal.why
                assert refusal.why.endswith("."), refusal.why
        for action in actions[:1]:
            assert _raised(self.match, action) == (None if self.names[action] in legal else str(state.refusal(action)))

    def check_result(self) -> None:
        result, expected = self.match.state.result, self.deal.result()
        assert result.rule in RULES
        assert (result.redeal is not None) == expected["passed_out"]
        assert result.redeal == expected.get("redeal_by")
        if result.redeal is not None:
            assert not any((*result.score, *result.points, *result.tricks))
            return
        expected = summed(self.game, expected)
        for name, found in self.oracle.result(result).items():
            assert found == expected[name], name

    def check_sheet(self) -> None:
        assert self.match.is_over == self.sheet.over
        check_words(self.oracle.written(self.match.sheet, self.sheet), self.sheet)


def check_words(found: Words, expected: object) -> None:
    """What the engine has is what the oracle's attributes of these names are; the order doesn't matter in sets."""
    for name, value in found.items():
        other = getattr(expected, name)
        if isinstance(value, set):
            assert len(value) == len(other), name
            other = set(other)
        assert value == other, name


def _raised(match: Match, action: Action) -> str | None:
    try:
        match.apply(action)
    except IllegalAction as error:
        return str(error)
    return None


def badly_shuffled(pack: Sequence[Card], rng: random.Random) -> list[Card]:
    """The pack with cards of a rank, or of a suit, more or less together."""
    spread, ranks = rng.choice([2, 6, 12, 40]), rng.random() < 0.6
    return sorted(pack, key=lambda card: (card % 13 if ranks else card // 13 * 4) + spread * rng.random())


def stacked(state: State, rng: random.Random) -> tuple[State, Action | None]:
    """A deal at its beginning, from a badly shuffled pack of which each hand gets a run; and the cut that does that."""
    game = state.game
    sorted_state = _dealt_from(state, game.pack)
    first = None if sorted_state.dealt else rng.choice(sorted_state.legal_actions())
    dealt = (sorted_state if first is None else sorted_state.apply(first)).dealt
    places = [card for pile in rng.sample(dealt, len(dealt)) for card in pile]
    instead = dict(zip(places, badly_shuffled(game.pack, rng), strict=True))
    return _dealt_from(state, tuple(instead[card] for card in game.pack)), first


def _dealt_from(state: State, pack: tuple[Card, ...]) -> State:
    game = state.game
    return game.phases[0].enter(State(game=game, dealer=state.dealer, drawn=state.drawn, pack=pack))


def a_stack(rng: random.Random) -> int | None:
    """A seed for a badly shuffled pack, or none for one that is well shuffled."""
    return rng.getrandbits(32) if rng.random() < 0.5 else None


def random_pair(rng: random.Random, names: Sequence[str] = GAMES) -> Pair:
    """A match at its beginning: game, options, first dealer and key by chance."""
    name = rng.choice(names)
    options, seats = random_options(name, rng), stova.game(name).seats
    return Pair(name, options, key=rng.randbytes(32), dealer=rng.randrange(seats), stack=a_stack(rng))


def play_match(pair: Pair, rng: random.Random, *, tried: float, most: int = 30) -> int:
    """Plays a match, or its first `most` deals, by chance; returns how many deals that were.

    At each turn every action of the game is tried for its refusal with the chance `tried`.
    """
    while True:
        if rng.random() < tried:
            pair.check_refusals(pair.game.actions)
        if not pair.match.state.is_over:
            pair.apply(some_action(pair.legal, rng))
        elif pair.match.is_over or len(pair.match.deals) == most:
            return len(pair.match.deals)
        else:
            pair.next_deal(a_stack(rng))


def matches(seed: object, names: Sequence[str] = GAMES, *, tried: float = 0.005) -> Iterator[int]:
    """Plays random matches without end, and says of each how many deals it was.

    A match that goes wrong is named in the error.
    """
    number = 0
    while True:
        name = f"{seed}/{number}"
        rng = random.Random(name)
        pair = random_pair(rng, names)
        try:
            yield play_match(pair, rng, tried=tried)
        except Exception as error:
            error.add_note(f"match {name}: {described(pair)}")
            raise
        number += 1


def described(pair: Pair) -> str:
    """Where a match stands, to find a difference by."""
    return f"{pair.game}, deal {len(pair.match.deals)}: {pair.deal.history}"


def play_deals(deals: int, seed: object, *, names: Sequence[str] = GAMES, tried: float = 0.005) -> int:
    """Plays random matches until that many deals are played; returns how many there were."""
    played = 0
    for more in matches(seed, names, tried=tried):
        played += more
        if played >= deals:
            break
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description="Play random matches against the oracles.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--game", choices=GAMES, action="append", help="all games if not given; may be repeated")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    chosen = parser.parse_args()
    begun = said = time.monotonic()
    played = 0
    for more in matches(chosen.seed, chosen.game or GAMES):
        played += more
        now = time.monotonic()
        if played >= chosen.deals or now - said > REPORT:
            said = now
            print(f"seed {chosen.seed}: {played} deals agree, {played / (now - begun):.0f} a second", flush=True)
        if played >= chosen.deals:
            break


if __name__ == "__main__":
    main()
