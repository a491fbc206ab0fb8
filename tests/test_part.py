"""`--part` runs one case in n of the tests that are marked so, and all of the others."""

import subprocess
import sys
from pathlib import Path

TESTS = """
import pytest

@pytest.mark.one_in(3)
@pytest.mark.parametrize("case", range(12))
def test_of_many_cases(case): pass

@pytest.mark.one_in(4)
@pytest.mark.parametrize("case", range(12))
def test_of_as_many(case): pass

@pytest.mark.parametrize("case", [*range(11), pytest.param(11, marks=pytest.mark.one_in(100))])
def test_with_a_mark_on_one(case): pass

def test_alone(): pass
"""


def collected(folder: Path, *options: str) -> list[tuple[str, int]]:
    """The tests and cases that would be run."""
    (folder / "test_cases.py").write_text(TESTS, encoding="utf-8")
    (folder / "conftest.py").write_text((Path(__file__).with_name("conftest.py")).read_text("utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *options, str(folder / "test_cases.py")]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line.partition("::")[2].rstrip("]").partition("[") for line in lines if "::" in line]
    return [(name, int(case or 0)) for name, _, case in names]


def test_a_part_of_all_cases(tmp_path: Path) -> None:
    every, part = collected(tmp_path), collected(tmp_path, "--part")
    assert len(every) == 37
    assert set(part) < set(every)
    cases = {name: [case for of, case in part if of == name] for name, _ in every}
    first, other = cases["test_of_many_cases"], cases["test_of_as_many"]
    assert first == [first[0], first[0] + 3, first[0] + 6, first[0] + 9]
    assert other == [other[0], other[0] + 4, other[0] + 8]
    assert cases["test_with_a_mark_on_one"][:11] == list(range(11))
    assert cases["test_alone"] == [0]
