"""`stova solve`: endings on the command line."""

import pytest

from cli.running import run

HANDS = ("JC 7S", "9C 10S", "AC KS", "KC QS")


def test_an_ending_is_solved_and_a_best_line_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "klaverjas", *HANDS, "--trump", "clubs") == 0
    assert capsys.readouterr().out.splitlines() == [
        "klaverjas, de_wieken; an ending",
        "trumps ♣",
        "> seat 0  ♣J  ♠7",
        "  seat 1  ♣9  ♠10",
        "  seat 2  ♣A  ♠K",
        "  seat 3  ♣K  ♠Q",
        "",
        "points of seat 0's party: 59",
        "  play 7S  59",
        "  play JC  49",
        "Roem isn't counted.",
        "",
        "seat 0  ♠7 ♠10 ♠K ♠Q  seat 1 wins",
        "seat 1  ♣9 ♣A ♣K ♣J   seat 0 wins",
    ]


def test_inside_a_trick_against_a_declarer_for_tricks(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("KD", "KC QD", "AD KH", "--trick", "AC", "--declarer", "0", "--goal", "tricks")
    assert run("solve", "klorsjavs", *arguments) == 0
    assert "tricks of seat 1's party: 1\n  play KC  1\n" in capsys.readouterr().out
    assert run("solve", "klorsjavs", *arguments, "--at-least", "2") == 0
    assert "at least 2 tricks of seat 1's party: 0" in capsys.readouterr().out


def test_where_nobody_named_a_suit(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "sjavs", "AS KD", "10S QD", "KS 7D", "9C 8D", "--trump", "none") == 0
    said = capsys.readouterr().out
    assert "points of seat 0's party: 32" in said
    assert "Roem" not in said


def test_by_the_rules_of_a_preset_and_of_options(capsys: pytest.CaptureFixture[str]) -> None:
    """In Rotterdam one ruffs a partner's trick too, and so loses the nine of trumps."""
    ruffed = ("AS 7S", "KS QS", "9C 7H", "JC 8H", "--trump", "C")
    assert run("solve", "klaverjas", *ruffed) == 0
    amsterdam = capsys.readouterr().out
    assert run("solve", "klaverjas", *ruffed, "--preset", "rotterdam") == 0
    rotterdam = capsys.readouterr().out
    assert "klaverjas, rotterdam; an ending" in rotterdam
    assert [line for line in amsterdam.splitlines() if "wins" in line] != [
        line for line in rotterdam.splitlines() if "wins" in line
    ]
    assert run("solve", "klaverjas", *ruffed, "--option", "ruff=rotterdam") == 0
    assert capsys.readouterr().out.splitlines()[2:] == rotterdam.splitlines()[2:]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("klaverjas", *HANDS), "say which suit, C, S, H or D; trumps are given as --trump SUIT"),
        (("klaverjas", *" ".join(HANDS).split(), "--trump", "C"), "not 8; a hand is one text, its cards in quotes"),
        (("sjavs", "AS KD", "10S QD", "KS 7D", "9C 8D"), "nobody named one; trumps are given as --trump SUIT"),
        (("klorsjavs_auction", "QC", "AC", "KD", "--option", "wenzels=yes"), "trumps are missing"),
        (("klaverjas", *HANDS[:3], "KC QX", "--trump", "C"), "'QX' is not a card; cards look like QC, 10H or ♣Q"),
        (("klaverjas", *HANDS[:3], "--trump", "C"), "klaverjas has 4 seats, and so as many hands, not 3"),
        (("klaverjas", *HANDS, "--trump", "C", "--leader", "4"), "the seat that leads must be a whole number, 0 to 3"),
        (("styrivolt", *HANDS), "there are no endings of styrivolt: its card play is more than hands and trumps say\n"),
        (("klorsjavs", "JC", "KH", "5H", "--trump", "D"), "trumps are always clubs in klorsjavs\n"),
        (("whist", *HANDS), "whist"),
        (
            ("klaverjas", *HANDS, "--trump", "C", "--at-least", "99999999"),
            "it must be a whole number, 1 to 10000, not '99999999'",
        ),
        (("klaverjas", *HANDS, "--trump", "C", "--at-least", "0"), "it must be a whole number, 1 to 10000, not '0'"),
        (("klaverjas",), "Missing argument 'HANDS'"),
    ],
)
def test_what_cannot_be_solved(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", *arguments) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert not told.out
