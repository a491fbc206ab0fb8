"""The table of a deal's tricks: its marks, its colours, and what stands beneath a trick."""

from collections.abc import Iterable

import stova
from cli.test_costs import early_text, finished, styrivolt_with, text_of
from helpers import KEY
from stova.cards import Suit
from stova.cli.signs import ASCII, COLOUR, Signs
from stova.cli.table.canvas import Span
from stova.cli.table.ledger import ledger
from stova.cli.words import costs, figures
from stova.engine.actions import PLAYED, NameTrump, Stay, TakeExposed, TakeStock
from stova.engine.state import State
from stova.review import EarlyStep, Step, choices, review, steps
from stova.transcript import roem_in


def spans_of(state: State, found: Iterable[Step] = (), signs: Signs = COLOUR) -> list[Span]:
    """The pieces of a deal's page."""
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    return [span for line in ledger(state, players, signs, found).lines(76) for span in line]


def test_roem_is_told_beneath_its_trick_with_what_it_is_worth() -> None:
    state = stova.game("klaverjas").deal(key=KEY, number=0)
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    worth = [roem_in(state, trick) for trick in state.tricks]
    assert {*worth} == {0, 20, 50}
    lines = text_of(state)
    for number, roem in enumerate(worth, start=1):
        (at,) = (at for at, line in enumerate(lines) if line.startswith(f" {number}  "))
        assert lines[at + 1].endswith(f"declaring the roem of {roem}") == bool(roem)


def test_who_lets_the_trades_be_is_not_told_of() -> None:
    state = styrivolt_with(TakeStock, TakeExposed)
    first = next(at for at, (_, action) in enumerate(state.history) if isinstance(action, PLAYED))
    assert Stay() in [action for _, action in state.history[first:]]
    assert costs.named(TakeStock()) in " ".join(text_of(state))
    assert costs.named(Stay()) not in " ".join(text_of(state))


def test_the_dearest_is_marked_once_all_is_known() -> None:
    state = finished("sjavs")
    *most, first = steps(state)
    assert any(any(step.cost) for step in most)
    assert (costs.DEAREST, "warn") not in spans_of(state, most)
    assert spans_of(state, [*most, first]).count((costs.DEAREST, "warn")) == 1


def test_what_is_still_worked_out_takes_no_more_room_in_plain_letters() -> None:
    state = finished("sjavs")
    shown = [text for text, _ in spans_of(state, signs=ASCII)]
    assert shown.count(" .") == len(choices(state))
    assert all(len(ASCII.text(text)) == len(text) for text in shown)


def test_what_costs_card_points_alone_has_a_colour_of_its_own() -> None:
    state = finished("sjavs3")
    dear = [step for step in review(state) if step.cost[0]]
    assert {bool(step.cost[1]) for step in dear} == {False, True}
    colours = dict(spans_of(state, review(state)))
    for step in dear:
        assert colours[f" {figures.signed(-step.cost[0])}"] == ("warn" if step.cost[1] else "accent")


def test_what_came_before_the_first_card_is_looked_at_though_how_a_cost_looked_is_not_known() -> None:
    state = finished("klaverjas")
    early = [EarlyStep(at=0, seat=1, action=NameTrump(Suit.CLUBS), outlook=None)]
    before, after = (early_text(state, found, looking=True)[0] for found in ([], early))
    assert before.startswith("Looking at what cost something from its seat: 0 of ")
    assert after == "Looking at what was done before the first card: 1 of 1."
