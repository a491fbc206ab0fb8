"""Deals that are passed out and dealt again."""

from typing import Any

import pytest

import stova
from arena_bots import fails, passes
from stova import Action, Game, State, View
from stova.bots.forfeits import Forfeit
from stova.bots.program import Program
from stova.cards import Card
from stova.errors import BotError
from stova.research import replay
from stova.research.replay import MOST_REDEALS, NEXT, SHOWN, WHY, Replay, dealt, seed_of, thought

REDEALS = stova.game("sjavs", bidding="optional", all_pass="redeal")


@pytest.fixture(scope="module")
def views() -> list[View]:
    """What is seen in a deal that everybody passes whenever it is dealt."""
    seen = list[View]()

    def noted(view: View, seed: int) -> Action:
        seen.append(view)
        return passes(view, seed)

    Replay(game=REDEALS, seed=0, deal=2, number=0, seating=(0, 1)).play((noted, noted))
    return seen


def test_who_passes_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Redeals have cards of their own, the same dealer or the next as the rules say, and an end."""
    monkeypatch.setattr(replay, "MOST_REDEALS", 5)  # an odd number: half way round the table is the same either way
    same, following = (stova.game("sjavs", bidding="optional", all_pass=way) for way in ("redeal", "next_dealer"))
    for game, dealer in ((same, 2), (following, (2 + replay.MOST_REDEALS) % 4)):
        row = Replay(game=game, seed=0, deal=2, number=0, seating=(0, 1)).play((passes, passes))
        assert (row.redeals, row.score, row.dealer) == (replay.MOST_REDEALS, (0, 0), dealer)


def test_a_deal_that_is_over_when_it_is_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the stock is of one suit, which is dealt again. Rule: ST-12."""
    game = stova.game("styrivolt")
    stacked = tuple(sorted(game.pack, key=lambda card: card.suit))
    monkeypatch.setattr("stova.engine.game.shuffled", lambda *how: stacked)
    state = dealt(game, 0, deal=0, redeals=0, dealer=0, cut="chance")
    assert state.is_over
    assert state.result.redeal


def test_a_redeal_has_other_cards(views: list[View]) -> None:
    assert len({(view.seat, view.hand) for view in views}) == len(views) > MOST_REDEALS
    assert NEXT * MOST_REDEALS < 1 << 64


def test_a_redeal_has_the_cards_of_no_other_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """As they lie before they are cut."""
    packs = list[tuple[Card, ...]]()
    deal = Game.deal

    def noted(game: Game, **how: Any) -> State:
        state = deal(game, **how)
        packs.append(state.pack)
        return state

    monkeypatch.setattr(Game, "deal", noted)
    for number in (2, 3):
        Replay(game=REDEALS, seed=0, deal=number, number=0, seating=(0, 1)).play((passes, passes))
    assert len(set(packs)) == len(packs) == 2 * (MOST_REDEALS + 1)


def test_a_redeal_is_cut_elsewhere(views: list[View]) -> None:
    assert len({view.history[0] for view in views}) > 10


def test_every_decision_has_a_seed_of_its_own() -> None:
    """Those of a deal that is dealt again too."""
    seeds = list[int]()

    def noted(view: View, seed: int) -> Action:
        seeds.append(seed)
        return passes(view, seed)

    Replay(game=REDEALS, seed=0, deal=2, number=0, seating=(0, 1)).play((noted, noted))
    assert len({*seeds}) == len(seeds) > MOST_REDEALS


def test_every_deal_is_cut_elsewhere() -> None:
    cuts = [dealt(REDEALS, 0, deal=deal, redeals=0, dealer=0, cut="chance").history[0] for deal in range(30)]
    assert len({*cuts}) > 10


def test_every_seed_has_cards_and_cuts_of_its_own() -> None:
    """Or a measurement made again with another seed would tell nothing new."""
    uncut = [dealt(REDEALS, seed, deal=0, redeals=0, dealer=0, cut="asked") for seed in range(30)]
    assert len({state.pack for state in uncut}) == 30
    cut = [dealt(REDEALS, seed, deal=0, redeals=0, dealer=0, cut="chance") for seed in range(30)]
    assert len({state.history[0] for state in cut}) > 10


def test_what_a_program_is_played_by_raises_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong with a program is a forfeit; no bot is to blame for the rest."""
    monkeypatch.setattr(Program, "begin", lambda self, view: None)
    monkeypatch.setattr(Program, "__call__", lambda self, view, seed: fails(view, seed))
    program = Program(("x",))
    with pytest.raises(ZeroDivisionError):
        Replay(game=REDEALS, seed=0, deal=2, number=0, seating=(0, 1)).play((program, passes))


def test_little_is_told_of_a_bot_that_fails() -> None:
    """Of what it could have chosen, which may be where to cut, and of how it failed."""

    def wordy(view: View, seed: int) -> Action:
        raise ValueError("wrong " * 1000)

    with pytest.raises(BotError, match=r"choose from .* …: ValueError: .* …$") as caught:
        Replay(game=REDEALS, seed=0, deal=2, number=0, seating=(0, 1), cut="asked").play((wordy, wordy))
    choices, why = str(caught.value).partition("choose from ")[2].split(": ValueError: ")
    assert len(choices) <= SHOWN
    assert len(f"ValueError: {why}") <= WHY


def test_a_program_that_was_ready_before_may_not_be_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """It isn't waited for again and again."""

    def begin(self: Program, view: View) -> None:
        asked = view.doing or ""
        self.forfeits.append(Forfeit(program="x", seat=0, fault="slow", why="slept", decision=0, asked=asked))

    monkeypatch.setattr(Program, "begin", begin)
    program = Program(("x",))
    program.answered = 1
    with pytest.raises(BotError, match="x slept when it was started: does it answer `hello`"):
        Replay(game=REDEALS, seed=0, deal=2, number=0, seating=(0, 1)).play((program, program))


def test_what_a_seed_is_made_of_is_told_apart() -> None:
    assert seed_of(1, 11) != seed_of(11, 1)


def test_what_a_bot_took_is_added_up() -> None:
    took = thought([0.5, 1.5, 1.0], [])
    assert (took.decisions, took.seconds, took.longest) == (3, 3.0, 1.5)
