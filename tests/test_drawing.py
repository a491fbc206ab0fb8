"""Drawing worlds: what is made of views no deal gives, of time that is up, and of many worlds."""

import random

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY, finish, middle
from stova import RulesError
from stova.worlds import Worlds, drawing
from stova.worlds.puzzles import Puzzle


def test_a_view_whose_deal_went_otherwise_is_refused() -> None:
    """The cards may lie so, but another seat is said to be the declarer."""
    view = finish(stova.game("klaverjas").deal(key=KEY), random.Random(1)).view(0)
    assert view.declarer is not None
    with pytest.raises(RulesError, match="no deal gives this view"):
        Worlds(replace(view, declarer=(view.declarer + 1) % 4)).draw(1, seed=1)


@pytest.mark.parametrize("found", [0, 5])
def test_where_time_is_up_in_the_middle_there_are_those_found_by_then(
    found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Puzzle.ways
    monkeypatch.setattr(Puzzle, "ways", lambda self, count, **how: usual(self, count, **how)[:found])
    worlds = Worlds(middle("sjavs", 5, random.Random(1)).view(0))
    assert len(worlds.draw(10, seed=3, seconds=0)) == found


@pytest.mark.parametrize("most", ["ATTEMPTS", "REPLAYS"])
def test_worlds_are_not_too_rare_because_many_are_drawn(most: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, most, 20)
    assert len(Worlds(middle("styrivolt", 5, random.Random(1)).view(0)).draw(50, seed=3)) == 50
