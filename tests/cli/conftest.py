"""Every test keeps its matches in a folder of its own, and what it drew no longer than it takes."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual._styles_cache import StylesCache

from stova.bots import processes
from stova.bots.expert import Expert, Outlook
from stova.bots.program import Program
from stova.cli import terminal
from stova.cli.sitting import Sitting
from stova.cli.table import hinting
from stova.engine.actions import Action
from stova.engine.view import View


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder Stova keeps its data in."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "stova"


@pytest.fixture(autouse=True)
def drawn() -> Iterator[None]:
    """Has garbage looked for seldom, and lets go of the widgets that Textual's cache holds after they are gone."""
    seldom, before = (50_000, 20, 100), gc.get_threshold()
    gc.set_threshold(*seldom)
    yield
    gc.set_threshold(*before)
    StylesCache.get_inner_outer.cache_clear()


@pytest.fixture(autouse=True)
def adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has hints thought over for no longer than they take to be worth something."""
    monkeypatch.setattr(hinting, "ADVISER", Expert(0.05))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Sitting]:
    """The sittings that would be shown."""
    found: list[Sitting] = []
    monkeypatch.setattr(terminal, "check", lambda: None)
    monkeypatch.setattr(terminal, "show", lambda sitting, **how: found.append(sitting))
    return found


@pytest.fixture
def excused(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Whatever was done looks best; for how many seconds it was looked at is told."""
    asked = list[float]()

    def good(expert: Expert, view: View, action: Action, seed: int) -> Outlook:
        asked.append(expert.seconds)
        return Outlook(best=action, score=0, gain=0, error=0)

    monkeypatch.setattr(Expert, "outlook", good)
    return asked


@pytest.fixture
def plays_klaverjas(tmp_path: Path) -> str:
    """A program that plays klaverjas alone."""
    path = tmp_path / "plays.py"
    path.write_text("""
import json, sys
if "klaverjas" not in sys.stdin.readline():
    sys.exit(print("No.", file=sys.stderr))
print(json.dumps({"protocol": 1}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "action": asked["view"]["legal"][0]}), flush=True)
""")
    return str(path)


@pytest.fixture
def deaf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that never says it is ready, which isn't waited for as long as usual."""
    monkeypatch.setattr(Program.__init__, "__kwdefaults__", {"seconds": 5.0, "start_seconds": 0.2})
    path = tmp_path / "deaf.py"
    path.write_text("import time; time.sleep(60)")
    return path


@pytest.fixture
def leisurely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs have long enough to end by themselves, however much else the machine has to do."""
    monkeypatch.setattr(processes, "LEAVE", 10.0)
