"""Outside programs to test with."""

import sys
import textwrap
from pathlib import Path

import stova
from helpers import KEY
from stova import Action, State
from stova.bots.program import Program

EXAMPLE = Path(__file__).parents[1] / "examples" / "bot.py"
LIMIT = 0.3
"""Seconds a move of programs that let it pass."""
PATIENCE = 10.0
"""Seconds a move of the others, so that a busy machine doesn't make them late."""

TALK = """
import json, os, signal, subprocess, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def ready():
    hello = json.loads(sys.stdin.readline())
    say(protocol=1)
    return hello

def hear():
    return json.loads(sys.stdin.readline())

def answer(asked):
    say(id=asked["id"], action=asked["view"]["legal"][0])
"""
"""What the programs of the tests begin with."""


class Start:
    """Writes programs, and closes the bots made of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[Program] = []

    def __call__(self, code: str, *, seconds: float = PATIENCE, start_seconds: float = 10.0) -> Program:
        path = self.folder / f"program{len(self.made)}.py"
        path.write_text(TALK + textwrap.dedent(code), encoding="utf-8")
        self.made.append(Program((sys.executable, str(path)), seconds=seconds, start_seconds=start_seconds))
        return self.made[-1]

    def __enter__(self) -> "Start":
        return self

    def __exit__(self, *error: object) -> None:
        for program in self.made:
            program.close()


def asked() -> State:
    """A state in which there is something to choose."""
    return stova.game("klaverjas").deal(key=KEY)


def choose(program: Program, state: State) -> Action:
    assert state.to_act is not None
    return program(state.view(state.to_act), 7)
