"""What is done where the memory for a table can't be had."""

import random
from typing import Any

import pytest

from cli.running import run
from helpers import finish, first_lead
from stova import NoMemory, kernel
from stova.bots.club import club
from stova.bots.expert import Expert
from stova.cli.table.costs import Findings
from stova.review import choices, review
from stova.solver.cards import MEMORIES


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*asked: object, **how: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(MEMORIES, "kept", None)
    monkeypatch.setattr(kernel, "Transpositions", refused)
    monkeypatch.setattr(kernel, "RaceSearch", refused)


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_the_expert_plays_what_the_club_player_would(name: str) -> None:
    state = first_lead(name)
    view = state.view(state.to_act)
    expert = Expert(seconds=0.05)
    assert expert(view, 3) == club(view, 3)
    assert expert.outlooks(view, seed=3) == {}


@pytest.mark.parametrize("name", ["sjavs", "styrivolt"])
def test_a_review_is_refused_and_the_table_goes_on(name: str) -> None:
    """It isn't said that too much could happen."""
    deal = finish(first_lead(name), random.Random(5))
    with pytest.raises(NoMemory, match="memory can't be had"):
        review(deal)
    findings = Findings(deal)
    while not findings.over:
        findings.go_on()
    assert len(findings.found) < len(choices(deal))


def test_that_is_no_fault_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "klaverjas", "AC 7C", "KC 8C", "QC 9C", "JC 10C", "--trump", "C") == 1
    told = capsys.readouterr()
    assert told.err.startswith("stova: ")
    assert told.err.endswith("bytes of memory can't be had here\n")
    assert not told.out
