"""A bot written in Python as an outside program."""

import os
import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY
from programs import PATIENCE, Start, asked, choose
from stova import Match, RulesError
from stova.bots import Bot, bot, outside
from stova.bots.program import Program

MISER = Path(__file__).parents[2] / "examples" / "miser.py"
BEGINS = """
    from stova.bots import bot, outside
    club = bot("club")
    """


def played(match: Match, mine: Bot) -> Match:
    """A deal, everything done by one bot."""
    rng = random.Random(2)
    while not match.state.is_over:
        view = match.state.view(match.state.to_act)
        match = match.apply(mine(view, rng.getrandbits(32)))
    return match


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_it_plays_as_the_function_does(name: str, start: Start) -> None:
    """From the views of a match, whose sheets are on them; what it prints doesn't come between."""
    program = start(BEGINS + "outside.run(lambda view, seed: print(view) or club(view, seed))\n")
    match = stova.game(name).match(key=KEY, dealer=0)
    for _ in range(2):
        done = played(match, program)
        assert program.forfeits == []
        assert done == played(match, bot("club"))
        match = done.next_deal()
    assert program.answered


def test_it_hears_how_deals_ended_if_it_wants_to(start: Start, tmp_path: Path) -> None:
    code = BEGINS + "outside.run(club{})\n"
    learns = start(code.format(", learn=lambda view: open(sys.argv[0] + '.told', 'a').write(f'{view.result.made} ')"))
    state = played(stova.game("klorsjavs").match(key=KEY, dealer=0), learns).state
    for program in (learns, start(code.format(""))):
        played(stova.game("klorsjavs").match(key=KEY, dealer=0), program)
        for seat in range(3):
            program.tell(state.view(seat))
        program.close()
        assert program.forfeits == []
    told = (tmp_path / "program0.py.told").read_text().split()
    assert told
    assert set(told) == {state.result.made}


def test_it_declines_games_it_does_not_play(start: Start) -> None:
    """On every seat, and says which it plays."""
    code = BEGINS + "outside.run(club, games=['klaverjas', 'klorsjavs'])\n"
    plays, declines = start(code), start(code)
    played(stova.game("klaverjas").match(key=KEY, dealer=0), plays)
    assert plays.forfeits == []
    played(stova.game("sjavs").match(key=KEY, dealer=0), declines)
    assert {forfeit.fault for forfeit in declines.forfeits} == {"declined"}
    assert len(declines.forfeits) > 1
    assert "doesn't play sjavs ('It plays klaverjas, klorsjavs')" in str(declines.forfeits[0])


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("(_ for _ in ()).throw(BrokenPipeError('a helper died'))", "BrokenPipeError: a helper died"),
        ("input('card? ')", "EOFError: EOF when reading a line"),
        ("str(view.legal[0])", "stova.errors.RulesError: a bot chooses one of view.legal, not what is of type str"),
        ("None", "stova.errors.RulesError: a bot chooses one of view.legal, not what is of type NoneType"),
    ],
)
def test_what_it_raises_is_told(does: str, said: str, start: Start) -> None:
    program = start(f"from stova.bots import outside\noutside.run(lambda view, seed: {does})\n")
    choose(program, asked())
    (forfeit,) = program.forfeits
    assert forfeit.fault == "ended"
    assert f"ended with status 1 ({said!r})" in str(forfeit)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"bot": "club"}, "a bot is a function from a view and a seed to an action, not 'club'"),
        ({"games": "klaverjas"}, "the games are names, as in games=.'klaverjas'., not 'klaverjas'"),
        ({"games": [stova.game("sjavs")]}, "the games are names"),
        ({"games": 3}, "the games are names"),
        ({"learn": "yes"}, "who learns is a function of a view, not 'yes'"),
    ],
)
def test_what_can_be_no_program_is_refused_at_once(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError, match=said):
        outside.run(**{"bot": bot("club")} | given)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_who_starts_it_is_told_who_talks_to_it() -> None:
    above, below = os.openpty()
    ended = subprocess.run([sys.executable, str(MISER)], stdin=below, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.strip().endswith(f"To look it over: stova bot {sys.executable} {MISER}")
    os.close(above)
    os.close(below)


def test_the_example_plays_every_game() -> None:
    with Program((sys.executable, str(MISER)), seconds=PATIENCE) as miser:
        for name in GAMES:
            played(stova.game(name).match(key=KEY, dealer=0), miser)
        assert miser.forfeits == []
        assert miser.answered


def test_it_ends_quietly_when_nobody_hears_it() -> None:
    with subprocess.Popen([sys.executable, str(MISER)], stdin=-1, stdout=-1, stderr=-1) as begun:
        assert begun.stdin is not None
        assert begun.stdout is not None
        assert begun.stderr is not None
        begun.stdout.close()
        view = stova.game("sjavs").deal(key=KEY).view(0).to_json()
        with suppress(BrokenPipeError):
            begun.stdin.write(
                b'{"type": "hello", "game": {"game": "sjavs"}}\n{"type": "choose", "view": ' + view + b"}\n"
            )
        with suppress(BrokenPipeError):
            begun.stdin.close()
        begun.stdin = None
        assert b"Traceback" not in begun.stderr.read()
