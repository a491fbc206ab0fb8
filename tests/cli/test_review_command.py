"""`stova review`: what cards cost, as text."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.at_table import begin
from cli.running import run
from cli.test_costs import after_a_deal, played
from stova import records
from stova.bots.expert import Outlook
from stova.cards import Suit
from stova.cli.ledger import ledger
from stova.cli.signs import COLOUR
from stova.cli.words import costs
from stova.engine.actions import Knock, NameTrump, Pass
from stova.engine.state import State
from stova.review import SIGHT, EarlyStep, choices, may_have_given, review


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with two matches: one with a finished deal and one going on, another with a finished deal."""
    first = played(after_a_deal("sjavs").match)
    file = tmp_path / "matches.jsonl"
    second = played(after_a_deal("klaverjas").match)
    file.write_text(f"{records.dump(first.next_deal())}\n{records.dump(second)}\n")
    return file


def test_review_prints_the_same_as_text(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", str(record), "--sight", "0") == 0
    printed = capsys.readouterr().out
    match = played(after_a_deal("sjavs").match)
    said = [
        "".join(text for text, _ in line).rstrip()
        for line in ledger(match.state, match.players, COLOUR, review(match.state)).lines(80)
    ]
    assert "\n".join(said) in printed
    assert "▸ led, * took the trick" in " ".join(printed.split())
    assert printed.count("Deal 1: what each card cost") == 2
    assert "Deal 2" not in printed
    assert "\x1b" not in printed
    assert all(len(line) <= 80 for line in printed.splitlines())


@pytest.mark.parametrize("looks", [True, False])
def test_how_far_it_is_is_seen_on_a_terminal(
    looks: bool, record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: looks)
    assert run("review", str(record), "--match", "2", "--sight", "0.02") == 0
    printed, beside = capsys.readouterr()
    assert printed.startswith("Klaverjas, match 2. Deal 1")
    assert costs.LOOKING in beside if looks else not beside


def test_it_is_ended_as_by_ctrl_c(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And leaves no line that says how far it is."""

    def end(text: str) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(sys.modules["stova.cli.review"], "meanwhile", lambda: nullcontext(end))
    assert run("review", str(record), "--match", "2", "--sight", "0") == 130


@pytest.mark.parametrize("sight", ["0.02", "0"])
def test_how_far_it_is_is_told_at_every_step(sight: str, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[str]()
    monkeypatch.setattr(sys.modules["stova.cli.review"], "meanwhile", lambda: nullcontext(said.append))
    assert run("review", str(record), "--match", "2", "--sight", sight) == 0
    state = played(after_a_deal("klaverjas").match).state
    asked, dear = len(choices(state)), sum(map(may_have_given, review(state)))
    before = [costs.early_looking(done, 1) for done in (0, 1)]
    looked = [costs.looking(done, dear) for done in range(dear + 1)]
    working = [costs.working(done, asked) for done in range(asked)]
    assert said == ([*before, *working, *looked] if sight != "0" else working)


@pytest.mark.parametrize(("sight", "seconds"), [((), SIGHT), (("--sight", "0.01"), 0.01), (("--sight", "0"), None)])
def test_review_looks_at_what_cost_something_unless_told_not_to(
    sight: tuple[str, ...],
    seconds: float | None,
    record: Path,
    excused: list[float],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("review", str(record), "--match", "2", *sight) == 0
    assert ("~ nothing looked clearly better" in capsys.readouterr().out) == (seconds is not None)
    assert {*excused} == {*filter(None, [seconds])}


@pytest.mark.parametrize(("sight", "seconds"), [((), [SIGHT]), (("--sight", "0.02"), [0.02]), (("--sight", "0"), [])])
def test_review_tells_what_looked_better_before_the_first_card(
    sight: tuple[str, ...],
    seconds: list[float],
    record: Path,
    excused: list[float],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = list[float]()

    def early(state: State, *, seconds: float) -> Iterator[EarlyStep]:
        asked.append(seconds)
        outlook = Outlook(best=NameTrump(Suit.HEARTS), score=1, gain=21.04, error=1)
        yield EarlyStep(at=0, seat=1, action=NameTrump(Suit.CLUBS), outlook=outlook)

    monkeypatch.setattr("stova.cli.review.early_steps", early)
    assert run("review", str(record), "--match", "2", *sight) == 0
    better = "naming ♣: by what was in sight naming ♥ was better, by 21 in the score on average."
    assert (better in " ".join(capsys.readouterr().out.split())) == bool(seconds)
    assert asked == seconds


def test_review_of_a_deal_that_nobody_bid_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = begin("sjavs", bidding="optional")
    at.act(Knock())
    for _ in range(4):
        at.act(Pass())
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{records.dump(at.match)}\n")
    assert run("review", str(file), "--sight", "0.02") == 0
    said = capsys.readouterr().out
    assert "Deal 1: what each choice cost\nNo cards were played in this deal.\n" in said
    assert "Beside a card" not in said


def test_review_of_a_deal_that_nobody_bid_on_and_that_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = begin("sjavs", bidding="optional", all_pass="play")
    at.act(Knock())
    for _ in range(4):
        at.act(Pass())
    match = played(at.match)
    assert match.state.tricks
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{records.dump(match)}\n")
    assert run("review", str(file), "--sight", "0") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Deal 1: what each card cost" in said
    assert costs.legend(points=True, theirs="the others'") in said


def test_review_of_several_deals_explains_once_and_adds_up(
    tmp_path: Path, excused: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    match = played(played(after_a_deal("sjavs").match).next_deal())
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{records.dump(match)}\n")
    assert run("review", str(file)) == 0
    printed = capsys.readouterr().out
    assert printed.count("what each card cost") == 2
    assert printed.count("Beside a card: ") == 1
    assert printed.index("Beside a card: ") < printed.index("Deal 2: ")
    found = [step for deal in match.deals for step in review(deal, seconds=SIGHT)]
    totals = costs.totals(match.players, found, (), looked=True)
    assert printed.endswith("\n".join(["Sjavs, match 1. 2 deals", *totals, "", ""]))
    assert run("review", str(file), "--deal", "2") == 0
    alone = capsys.readouterr().out
    assert "Beside a card: " in alone
    assert "2 deals" not in alone
    file.write_text(f"{records.dump(match)}\n" * 2)
    assert run("review", str(file), "--deal", "2") == 0
    assert capsys.readouterr().out.count("Beside a card: ") == 1


def test_names_in_plain_letters_are_laid_out_as_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What takes two letters for one, and what has none."""
    first = played(after_a_deal("klaverjas").match)
    match = played(played(replace(first, players=("Ææææææ", "李", "Ó", "Right"))).next_deal())
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{records.dump(match)}\n")
    monkeypatch.setenv("TERM", "linux")
    assert run("review", str(file), "--sight", "0", "--seconds", "0.01") == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line.isascii() and len(line) <= 80 for line in lines)
    heads = [line for line in lines if line.split() == ["Aeaeaeaeaeae", "Player", "2", "O", "Right"]]
    assert len(heads) == len(match.deals) + 1
    for head in heads[:-1]:
        starts = [head.index(name) for name in ("Aeae", "Player 2", "O ", "Right")]
        row = lines[lines.index(head) + 1]
        assert [match.start() for match in re.finditer(r"(?<![-A-Z0-9(])(10|[7-9JQKA])[CDHS]", row)] == starts


def test_review_of_one_match_or_deal(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", str(record), "--match", "2", "--deal", "1", "--seconds", "5") == 0
    assert capsys.readouterr().out.startswith("Klaverjas, match 2. Deal 1: what each card cost\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--match", "3"), "there is no match 3 in it; the last one is 2."),
        (("--match", "1", "--deal", "2"), "there is no finished deal 2 in match 1; the last one is 1."),
        (("--deal", "0"), "'--deal': it must be a whole number, 1 or more, not '0'."),
        (("--seconds", "0"), "'--seconds': it must be a number, 0.001 to 3600, not '0'."),
        (("--sight", "-1"), "'--sight': it must be a number, 0 to 3600, not '-1'."),
    ],
)
def test_review_of_what_there_is_not(
    arguments: tuple[str, ...], said: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("review", str(record), *arguments) in (1, 2)
    assert said in capsys.readouterr().err


def test_review_of_a_match_that_goes_on(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the table keeps below the record isn't taken for another."""
    assert run("review", str(record), "--match", "1", "--sight", "0") == 0
    alone = capsys.readouterr().out
    at = begin("sjavs")
    at.match = records.load(record.read_text().splitlines()[0])
    at.keep()
    assert run("review", str(at.path), "--sight", "0") == 0
    assert capsys.readouterr() == (alone, "")


def test_review_of_a_match_without_a_finished_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("review", str(begin("sjavs").path)) == 1
    assert "there is no finished deal in it." in capsys.readouterr().err


def test_review_of_files_that_are_no_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("hello\n")
    for name, said in (("empty", "there is no record in it"), ("text", "not a record"), ("none", "No such file")):
        assert run("review", str(tmp_path / name)) == 1
        printed = capsys.readouterr().err
        assert said in printed
        assert printed.count("\n") == 1
