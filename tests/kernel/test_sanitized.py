import os
from pathlib import Path

from stova import kernel
from stova.kernel import _kernel

FOLDER = os.environ.get("STOVA_SANITIZED")


def test_the_kernel_tested_is_the_one_asked_for() -> None:
    """`make sanitize` must not pass by testing the ordinary build."""
    assert kernel.SANITIZED is (FOLDER is not None)
    assert kernel.playouts is _kernel.playouts
    assert not FOLDER or Path(_kernel.__file__).parent == Path(FOLDER)
