"""Commands run within the test's own process."""

import pytest

from stova.cli import main


def run(*arguments: str) -> int:
    """The status a command ends with."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return int(str(ended.value.code))
