"""Every sheet against its oracle: results made up, those that are rare in play among them more often."""

import random
from collections.abc import Callable

import pytest

import stova
from adapters import ORACLES, Words
from against_oracle import check_words
from helpers import GAMES, random_options
from stova import Result, Suit
from stova.engine.result import Sheet
from stova.games.styrivolt.chalk import Chalk
from stova.games.styrivolt.ending import WORTH, Won
from stova.rules.columns import Columns
from stova.rules.ladder import Ladder

Made = tuple[Result, Words]
"""A deal's result by chance, and what its oracle says beside the score."""


def on_ladder(sides: int, rng: random.Random) -> Made:
    """Ties and deals passed out among others."""
    declarer = rng.randrange(4 if sides == 2 else 3) % sides
    kind = rng.choice(["tie", "tie", "passed out", "won", "won", "lost", "lost", "unbid"])
    wins = [(side == declarer) == (kind == "won") for side in range(sides)]
    amount = rng.choice([2, 4, 8, 16, 24]) if kind in ("won", "lost") else 0
    bid = kind not in ("passed out", "unbid")
    entered = Result(
        declarer=declarer if bid else None,
        trump=rng.choice(list(Suit)) if bid else None,
        points=(0,) * sides,
        tricks=(0,) * sides,
        score=tuple(amount * won for won in wins),
        made=kind,
        rule="SJ-18",
        redeal=rng.choice(["same", "next"]) if kind == "passed out" else None,
    )
    trump = None if entered.trump is None else str(entered.trump)
    return entered, {"declarer": entered.declarer, "trump": trump, "tie": kind == "tie"}


def in_columns(sides: int, rng: random.Random) -> Made:
    """Scores of any size, many of them equal."""
    out = rng.random() < 0.1
    score = tuple(0 if out else rng.choice([-16, -8, -8, -4, 0, 0, 4, 162]) for _ in range(sides))
    return plain(score, "passed out" if out else "won"), {}


def chalked(sides: int, rng: random.Random) -> Made:
    """Sweeps as often as plain games."""
    made, winner = rng.choice(["passed out", *WORTH]), rng.randrange(sides)
    score = tuple(WORTH.get(made, 0) if side == winner else 0 for side in range(sides))
    return plain(score, made, Won(winner)), {"made": made, "winner": winner}


def plain(score: tuple[int, ...], made: str, own: object = None) -> Result:
    nothing = (0,) * len(score)
    redeal = "same" if made == "passed out" else None
    return Result(points=nothing, tricks=nothing, score=score, made=made, rule="KL-6", redeal=redeal, own=own)  # type: ignore[arg-type]


MAKERS: dict[type[Sheet], Callable[[int, random.Random], Made]] = {
    Ladder: on_ladder,
    Columns: in_columns,
    Chalk: chalked,
}


class Sheets:
    """A game's sheet and its oracle's, with the same results on them."""

    def __init__(self, name: str, rng: random.Random) -> None:
        game = stova.game(name, **random_options(name, rng))
        dealer = rng.randrange(game.seats)
        self.sides = len(set(game.sides))
        self.oracle = ORACLES[name]
        self.sheet, self.expected = game.new_sheet(dealer), self.oracle.sheet(game, dealer)

    def enter(self, deals: int, rng: random.Random) -> None:
        for _ in range(deals):
            if not self.sheet.is_over:
                entered, words = MAKERS[type(self.sheet)](self.sides, rng)
                self.sheet = self.sheet.enter(entered)
                told = {"passed_out": entered.redeal is not None, "redeal_by": entered.redeal}
                self.expected.enter(words | told | {"score": list(entered.score)})
                self.check()

    def check(self) -> None:
        check_words(self.oracle.written(self.sheet, self.expected), self.expected)


@pytest.mark.parametrize("name", GAMES)
def test_sheets_at_random(name: str) -> None:
    for number in range(400):
        rng = random.Random(f"{name} {number}")
        Sheets(name, rng).enter(30, rng)


def test_rounds_for_which_time_is_called() -> None:
    for number in range(200):
        rng = random.Random(number)
        both = Sheets("klaverjas", rng)
        both.enter(rng.randrange(4), rng)
        if not both.sheet.is_over:
            both.sheet = both.sheet.close()
            both.expected.call_time()
            both.check()
