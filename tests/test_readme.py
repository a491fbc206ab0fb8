"""What the README and the package's docstring show is what happens."""

import doctest
import re
from pathlib import Path

import stova

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(), flags=re.DOTALL)


def test_the_program_runs() -> None:
    (program,) = [block for block in BLOCKS if ">>>" not in block]
    exec(program, {})


def test_the_dialogue_is_true() -> None:
    (dialogue,) = [block for block in BLOCKS if ">>>" in block]
    parsed = doctest.DocTestParser().get_doctest(dialogue, {"stova": stova}, "README", str(README), 0)
    assert doctest.DocTestRunner().run(parsed).failed == 0


def test_the_package_docstring_is_true() -> None:
    assert doctest.testmod(stova).failed == 0
