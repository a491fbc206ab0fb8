"""Deals that are passed out and dealt again."""

from typing import Any

import pytest

import stova
from arena_bots import passes
from stova import Action, Game, State, View
from stova.cards import Card
from stova.research import replay
from stova.research.replay import MOST_REDEALS, NEXT, Replay, dealt, seed_of, thought

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


def test_what_a_seed_is_made_of_is_told_apart() -> None:
    assert seed_of(1, 11) != seed_of(11, 1)


def test_what_a_bot_took_is_added_up() -> None:
    took = thought([0.5, 1.5, 1.0], [])
    assert (took.decisions, took.seconds, took.longest) == (3, 3.0, 1.5)
