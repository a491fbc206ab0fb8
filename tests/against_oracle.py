"""The games against the oracle: `python tests/against_oracle.py --deals 1000000 --seed 7` plays as many as wanted."""

import argparse
import dataclasses
import random
import time
from collections.abc import Sequence
from typing import Any

import oracle
import oracle_sheet
import stova
from helpers import GAMES, RULE, random_options
from stova import Action, IllegalAction, Match
from stova.cards import cards_in
from stova.games.sjavs2 import Row
from stova.rules.ladder import Ladder


class Pair:
    """A match played by the engine and by the oracle side by side; its checks raise AssertionError."""

    def __init__(self, name: str, options: dict[str, Any], *, key: bytes, dealer: int) -> None:
        self.game = stova.game(name, **options)
        self.options: dict[str, object] = dataclasses.asdict(self.game.options)
        self.numbers = {str(action): number for action, number in self.game.numbers.items()}
        self.match = self.game.match(key=key, dealer=dealer)
        self.sheet = oracle_sheet.Sheet(name, self.options, dealer)
        self.deal = self._deal()

    def _deal(self) -> oracle.Deal:
        state = self.match.state
        return oracle.Deal(self.game.name, self.options, state.dealer, pack=[str(card) for card in state.pack])

    @property
    def legal(self) -> tuple[Action, ...]:
        return self.match.state.legal_actions()

    def apply(self, action: Action) -> None:
        """Does a legal action in both and compares where that leads; a finished deal is entered on the sheets."""
        self.match = self.match.apply(action)
        self.deal.apply(str(action))
        self.check_position()
        if self.match.state.is_over:
            self.sheet.enter(self.deal.result())
            self.check_result()
            self.check_sheet()

    def next_deal(self) -> None:
        self.match = self.match.next_deal()
        self.deal = self._deal()
        self.check_position()

    def check_position(self) -> None:
        """Whose turn it is, what is legal, and where all cards are."""
        state, deal = self.match.state, self.deal
        assert state.to_act == deal.to_act
        assert [str(action) for action in self.legal] == sorted(deal.legal(), key=self.numbers.__getitem__)
        assert [{str(card) for card in cards_in(hand)} for hand in state.hands] == [
            set(hand) for hand in deal.hands if state.dealt
        ]
        assert [str(card) for card in state.trick] == [card for _, card in deal.trick]
        assert [str(card) for card in state.talon] == deal.talon
        assert [str(card) for card in state.discards or ()] == deal.discards
        assert state.declarer == deal.declarer
        for seat, row in enumerate(state.own or ()):
            assert isinstance(row, Row)
            assert [str(card or "") for card in row.up] == deal.upcards[seat]
            assert [str(card or "") for card in row.down] == deal.downcards[seat]

    def check_refusals(self, actions: Sequence[Action]) -> None:
        """An action is refused exactly if the oracle finds it illegal, and then by a rule and in a sentence."""
        state, legal = self.match.state, self.deal.legal()
        for action in actions:
            refusal = state.refusal(action)
            assert (refusal is None) == (str(action) in legal)
            if refusal is not None:
                assert RULE.fullmatch(refusal.rule)
                assert refusal.why[0].isupper()
                assert refusal.why.endswith(".")
        for action in actions[:1]:
            assert _raised(self.match, action) == (None if str(action) in legal else str(state.refusal(action)))

    def check_result(self) -> None:
        result, expected = self.match.state.result, self.deal.result()
        sides = range(len(result.score))
        assert result.declarer == expected["declarer"]
        assert (None if result.trump is None else str(result.trump)) == expected["trump"]
        assert list(result.score) == expected["score"]
        assert (result.made == "tie") == expected["tie"]
        assert result.redeal == expected.get("redeal_by")
        assert RULE.fullmatch(result.rule)
        assert result.points == tuple(self._of_side(expected["points"], side) for side in sides)
        assert result.tricks == tuple(self._of_side(expected["tricks"], side) for side in sides)

    def _of_side(self, by_seat: list[int], side: int) -> int:
        return sum(value for seat, value in enumerate(by_seat) if self.game.sides[seat] == side)

    def check_sheet(self) -> None:
        assert isinstance(self.match.sheet, Ladder)
        assert self.match.is_over == self.sheet.over
        check_sheets(self.match.sheet, self.sheet)


def check_sheets(sheet: Ladder, expected: oracle_sheet.Sheet) -> None:
    """The sheets, a line a deal, and the standing of the rubber just played."""
    assert sheet.dealer == expected.dealer
    assert list(sheet.crosses) == expected.crosses
    assert list(sheet.rubbers_won) == expected.rubbers_won
    assert len(sheet.rubbers) == expected.rubbers_played
    assert sheet.is_over == expected.over
    assert list(sheet.winners) == expected.winners
    assert [list(line.scored) for line in sheet.lines] == expected.scores
    if len(expected.columns[0]) > 1:
        rubber = sheet.lines[-1].rubber
        assert [list(sheet.column(side, rubber)) for side in range(sheet.sides)] == expected.columns


def _raised(match: Match, action: Action) -> str | None:
    try:
        match.apply(action)
    except IllegalAction as error:
        return str(error)
    return None


def random_pair(rng: random.Random, names: tuple[str, ...] = GAMES) -> Pair:
    """A match at its beginning: game, options, first dealer and key by chance."""
    name = rng.choice(names)
    options = random_options(name, rng)
    return Pair(name, options, key=rng.randbytes(32), dealer=rng.randrange(oracle.SEATS[name]))


def play_match(pair: Pair, rng: random.Random, *, tried: float, most: int = 30) -> int:
    """Plays a match, or its first `most` deals, by chance; returns how many deals that were.

    At each turn every action of the game is tried for its refusal with the chance `tried`.
    """
    while True:
        if rng.random() < tried:
            pair.check_refusals(pair.game.actions)
        if not pair.match.state.is_over:
            pair.apply(rng.choice(pair.legal))
        elif pair.match.is_over or len(pair.match.deals) == most:
            return len(pair.match.deals)
        else:
            pair.next_deal()


def play_deals(deals: int, seed: int, *, names: tuple[str, ...] = GAMES, tried: float = 0.005) -> int:
    """Plays random matches until that many deals are played; a match that goes wrong is named in the error."""
    played = number = 0
    while played < deals:
        name = f"{seed}/{number}"
        rng = random.Random(name)
        pair = random_pair(rng, names)
        try:
            played += play_match(pair, rng, tried=tried)
        except Exception as error:
            error.add_note(f"match {name}: {pair.game}, deal {len(pair.match.deals)}: {pair.deal.history}")
            raise
        number += 1
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description="Play random matches of all games against the oracle.")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    chosen = parser.parse_args()
    begun = time.monotonic()
    played = play_deals(chosen.deals, chosen.seed)
    print(f"seed {chosen.seed}: {played} deals agree, {played / (time.monotonic() - begun):.0f} a second")


if __name__ == "__main__":
    main()
