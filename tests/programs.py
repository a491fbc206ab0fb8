"""Outside programs to test with."""

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

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

LEARNS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    view = message.get("view")
    if message["type"] == "hello":
        print(json.dumps({"protocol": 1, "results": True}), flush=True)
    elif message["type"] == "choose":
        action = "pass" if "pass" in view["legal"] else view["legal"][0]
        print(json.dumps({"id": message["id"], "action": action}), flush=True)
    else:
        with open(sys.argv[0] + ".told", "a") as told:
            told.write(json.dumps({"seat": view["seat"], "result": view["result"]}) + chr(10))
"""
"""A program that passes where it may, and keeps what it is told of deals that are over."""


def learner(folder: Path) -> str:
    """The name of a bot that keeps what it is told of deals that are over."""
    path = folder / "learns.py"
    path.write_text(LEARNS)
    return f"program:{sys.executable} {path}"


def learned(folder: Path) -> list[dict[str, Any]]:
    """The seats its processes had, each with what a deal came to there."""
    return [json.loads(line) for line in (folder / "learns.py.told").read_text().splitlines()]


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
