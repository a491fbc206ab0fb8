"""Settings for all tests: Hypothesis makes up the same examples each time, however slow the machine."""

import gc
import signal
from collections import Counter
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "stova", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("stova")

# A shell starts what runs in the background deaf to Ctrl-C, and programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", action="store_true", help="of tests marked one_in(n) run one case in n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--part` leaves out cases of tests marked `one_in`; the first taken goes by the name, to vary the games."""
    if not config.getoption("part"):
        return
    cases: Counter[str] = Counter()
    taken: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        name = item.nodeid.partition("[")[0]
        mark = item.get_closest_marker("one_in")
        place = crc32(name.encode()) + cases[name]
        cases[name] += 1
        (left if mark and place % mark.args[0] else taken).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = taken


def pytest_collection_finish() -> None:
    """Keeps what was read in for all tests out of every search for garbage: it is most of what there is."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """What is left alone to the very end the kernel's binding takes for lost."""
    gc.unfreeze()
