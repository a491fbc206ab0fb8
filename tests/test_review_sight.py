"""How choices of a finished deal looked to who made them."""

import random

import pytest
from msgspec.structs import replace

import stova
import stova.review
from helpers import KEY, finish
from stova import View
from stova.bots.expert import Expert, Outlook
from stova.cards import Suit
from stova.engine.actions import Action, Cut, Knock, NameTrump
from stova.engine.again import played_through
from stova.errors import RulesError
from stova.review import choices, early_choices, early_steps, review, steps
from stova.solver import Limit, solve
from test_review import deal


@pytest.mark.parametrize("name", ["klaverjas", "sjavs"])
def test_what_cost_something_is_looked_at_from_its_seat_the_dearest_first(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the view of who chose it, and nothing else is looked at; costs stay what they are."""
    state, asked = deal(name, 3), list[View]()

    def looked(self: Expert, view: View, action: Action, seed: int) -> Outlook:
        asked.append(view)
        return Outlook(best=view.legal[0], score=view.legal.index(action), gain=float(seed), error=self.seconds)

    monkeypatch.setattr(Expert, "outlook", looked)
    found = review(state, limit=Limit(), seconds=0.25)
    assert [replace(step, outlook=None) for step in found] == [*review(state, limit=Limit())]
    gave = sorted((step for step in found if any(step.cost)), key=lambda step: step.cost[::-1], reverse=True)
    before = {len(place.history): place for place in choices(state)}
    assert 2 < len(gave) < len(found)
    assert asked == [before[step.at].view(step.seat) for step in gave]
    for step in found:
        legal = before[step.at].legal_actions()
        outlook = Outlook(best=legal[0], score=legal.index(step.action), gain=step.at, error=0.25)
        assert step.outlook == (outlook if step in gave else None)
    assert [step.cost for step in gave] == [
        step.cost for step in steps(state, limit=Limit(), seconds=0.25) if step.outlook
    ]


def test_what_may_have_cost_something_is_looked_at_too_after_what_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """But nothing is in a deal that the solver declines as a whole."""
    state, asked = deal("klaverjas", 3), list[int]()

    def looked(self: Expert, view: View, action: Action, seed: int) -> None:
        asked.append(seed)

    monkeypatch.setattr(Expert, "outlook", looked)
    found = review(state, limit=Limit(nodes=30), seconds=0.25)
    gave, perhaps = ([step.at for step in found if any(step.cost) == certain] for certain in (True, False))
    unknown = {step.at for step in found if not step.exact}
    assert gave
    assert {*perhaps} & unknown
    assert {*perhaps} - unknown
    assert {*asked[: len(gave)]} == {*gave}
    assert {*asked[len(gave) :]} == {*perhaps} & unknown
    asked.clear()
    monkeypatch.setattr(stova.review, "_step", lambda *about: replace(found[0], score=None, points=None))
    assert review(state, seconds=0.25)
    assert not asked


@pytest.mark.parametrize(("number", "at"), [(64, 31), (97, 32), (113, 32), (255, 31)])
def test_who_knows_all_sees_what_an_action_costs(number: int, at: int) -> None:
    """With two cards left in each of two hands both know what the other has."""
    state = deal("sjavs2", number)
    (before,) = (place for place in choices(state) if len(place.history) == at)
    seat, action = state.history[at]
    view, solution = before.view(seat), solve(before, goal="score")
    assert view.counts == (2, 2)
    outlook = Expert(5.0).outlooks(view, 1)[action]
    assert outlook.best in solution.best
    assert outlook.gain == pytest.approx(solution.value.low - solution.values[action].low)
    assert outlook.gain > 0
    assert outlook.error == 0


@pytest.mark.parametrize("name", ["klaverjas", "klorsjavs", "klorsjavs_auction", "sjavs3"])
def test_what_was_done_before_the_first_card_is_looked_at_from_its_seat(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for how the pack was cut."""
    state, asked = deal(name, 2), list[tuple[View, Action]]()

    def outlook(self: Expert, view: View, action: Action, seed: int) -> Outlook | None:
        asked.append((view, action))
        return Outlook(best=view.legal[0], score=0, gain=float(seed), error=self.seconds) if seed % 2 else None

    monkeypatch.setattr(Expert, "outlook", outlook)
    found = list(early_steps(state, seconds=0.25))
    wanted = []
    for before, seat, action in played_through(state):
        if not before.points and len(before.legal_actions()) > 1 and not isinstance(action, Cut | Knock):
            wanted.append((before.view(seat), action))
    assert asked == wanted != []
    for step, (view, action) in zip(found, wanted, strict=True):
        assert state.history[step.at] == (step.seat, step.action) == (view.seat, action)
        seen = Outlook(best=view.legal[0], score=0, gain=step.at, error=0.25)
        assert step.outlook == (seen if step.at % 2 else None)
    assert [step.at for step in found] == [len(before.history) for before in early_choices(state)]
    assert not {step.at for step in found} & {len(before.history) for before in choices(state)}


def test_what_was_named_without_need_looked_worse() -> None:
    """The suit of which fewest are held."""
    clear = 0
    for number in range(12):
        state = stova.game("klaverjas").deal(key=KEY, number=number)
        hand = state.hands[state.to_act or 0]
        shortest = min(Suit, key=lambda suit: (hand & suit.cards).bit_count())
        played = finish(state.apply(NameTrump(shortest)), random.Random(1))
        (step,) = early_steps(played, seconds=0.3)
        assert (step.at, step.action) == (0, NameTrump(shortest))
        clear += step.outlook is not None and step.outlook.clear
    assert clear > 8


def test_early_steps_of_what_is_no_finished_deal() -> None:
    with pytest.raises(RulesError, match="a deal is reviewed when it is over"):
        early_steps(stova.game("klaverjas").deal(key=KEY), seconds=0.3)
    with pytest.raises(RulesError, match="what is reviewed"):
        early_steps("deal", seconds=0.3)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="seconds a move"):
        early_steps(deal("klaverjas", 1), seconds=0)
