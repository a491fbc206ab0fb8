"""With STOVA_SANITIZED set to a build folder, loads the kernel from there instead of the installed one."""

import os
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

NAME = "stova.kernel._kernel"


def load(path: Path) -> None:
    spec = spec_from_file_location(NAME, path, loader=ExtensionFileLoader(NAME, str(path)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[NAME] = module


if folder := os.environ.get("STOVA_SANITIZED"):
    (built,) = Path(folder).glob("_kernel.*")
    load(built)
