"""The build backend asks for Node only where it has to build the browser client."""

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "build_backend"))
    sys.modules.pop("client", None)
    return importlib.import_module("client")


def test_node_is_asked_for_only_when_the_client_is_missing(
    client: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "BUILT", tmp_path)
    assert client.requirements() == [client.NODE]
    (tmp_path / "index.html").touch()
    assert client.requirements() == []


def test_a_client_that_is_there_is_not_built_again(
    client: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []
    monkeypatch.setattr(client, "BUILT", tmp_path)
    monkeypatch.setattr(client, "build", lambda: built.append("built"))
    client.ensure()
    (tmp_path / "index.html").touch()
    client.ensure()
    assert built == ["built"]


def test_the_lock_file_names_no_addresses() -> None:
    """Packages come from whichever registry npm is set up for."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]
    assert all("integrity" in package for name, package in lock["packages"].items() if name)
