"""Settings for all tests: Hypothesis makes up the same examples each time, however slow the machine."""

import gc
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "stova", deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
settings.load_profile("stova")

# A shell starts what runs in the background deaf to Ctrl-C, and programs that tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Keeps what was read in for all tests out of every search for garbage: it is most of what there is."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    """What is left alone to the very end the kernel's binding takes for lost."""
    gc.unfreeze()
