"""Bots that think about worlds: for a time, or about so many however long that takes."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

import stova
from arena_bots import timeless
from helpers import GAMES, first_lead
from stova import RulesError
from stova.bots import bot, sampling
from stova.bots.expert import Expert
from stova.engine.actions import Play
from stova.engine.view import View
from stova.research.arena import Arena, play
from stova.research.baseline import SampleAndSolve

KINDS: list[Any] = [Expert, SampleAndSolve]


def turns(name: str, seed: int) -> Iterator[View]:
    """The views of who has a choice in a random deal."""
    rng = random.Random(seed)
    state = stova.game(name).deal(key=rng.randbytes(32))
    while not state.is_over:
        view = state.view(state.to_act)
        if len(view.legal) > 1:
            yield view
        state = state.apply(rng.choice(view.legal))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", GAMES)
def test_by_worlds_the_clock_says_nothing(name: str, kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice is the same though years go by between two looks at the clock."""
    player, clock = kind(worlds=2), count(0.0, 1e9)
    views = list(turns(name, 5))
    chosen = [player(view, 1) for view in views]
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    assert [player(view, 1) for view in views] == chosen


def test_so_many_worlds_are_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many are solved as are estimated, and as many are played on in; by time there are usual numbers of both."""
    looked = Counter[str]()

    def counting(name: str, usual: Any) -> None:
        def counted(worlds: Any, *arguments: Any, **settings: Any) -> Any:
            looked[name] += len(worlds) if isinstance(worlds, list) else 1
            return usual(worlds, *arguments, **settings)

        monkeypatch.setattr(sampling, name, counted)

    for name in ("estimates", "solve", "came_to"):
        counting(name, getattr(sampling, name))
    lead, calling = first_lead("sjavs"), stova.game("klaverjas").deal(key="5a" * 32)
    for worlds in (1, 20):
        Expert(worlds=worlds)(lead.view(lead.to_act), 1)
        view = calling.view(calling.to_act)
        Expert(worlds=worlds)(view, 1)
        assert looked == {"estimates": worlds, "solve": worlds, "came_to": worlds * len(view.legal)}
        looked.clear()
        SampleAndSolve(worlds=worlds)(lead.view(lead.to_act), 1)
        assert looked == {"solve": worlds}
        looked.clear()
    few = next(view for view in turns("sjavs", 1) if len(view.hand) == 2 and isinstance(view.legal[0], Play))
    Expert(3600)(few, 1)
    assert looked == {"estimates": sampling.MOST_ESTIMATED, "solve": sampling.MOST_SOLVED}


@pytest.mark.parametrize("kind", KINDS)
def test_what_it_is_asked_for_by(kind: Any) -> None:
    for thinker in (kind(), kind(0.25), kind(worlds=7)):
        measured = Arena(game=stova.game("sjavs"), bots=(thinker.name, "club"), seed=0, seconds=None)
        assert measured.players()[0] == thinker
        assert measured.labels[0] == thinker.name
    assert [kind().name, kind(0.25).name, kind(worlds=7).name] == [kind.level + at for at in ("", ":0.25", ":7w")]
    timed = Arena(game=stova.game("sjavs"), bots=(f"{kind.level}:7w", kind.level), seed=0, seconds=0.5)
    assert timed.players() == (kind(worlds=7), kind(0.5))
    assert timed.labels == (f"{kind.level}:7w", f"{kind.level}:0.5")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrong", [0, -1, 100_001, 1.5, True, "7w"])
def test_worlds_that_cannot_be(kind: Any, wrong: Any) -> None:
    with pytest.raises(RulesError, match="worlds a move must be a whole number, 1 to 100000, not"):
        kind(worlds=wrong)


@pytest.mark.parametrize("name", ["klaverjas", "styrivolt"])
def test_an_arena_by_worlds_comes_out_the_same(name: str) -> None:
    """On one process and on several, but for times."""

    one, two = (
        play(stova.game(name), bots=("expert:2w", "sample-and-solve:2w"), deals=2, seed=4, jobs=jobs) for jobs in (1, 2)
    )
    assert timeless(one.rows) == timeless(two.rows)


def test_a_level_with_worlds_at_the_table() -> None:
    assert bot("expert:100w") == Expert(worlds=100)
    with pytest.raises(RulesError, match="club takes no setting"):
        bot("club:100w")
