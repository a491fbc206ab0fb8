"""What the benchmarks share: timing contestants side by side, and printing what came of it."""

import importlib
import os
import platform
import random
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

SLICE = 0.1
"""Seconds a contestant runs at a stretch, at least."""
ROUNDS = 30
"""Stretches of each contestant. They take turns, so that other load on the machine meets all alike."""

Work = Mapping[str, int]
"""How much was done, by unit: `{"deals": 1, "decisions": 37}`."""
Contestant = Callable[[random.Random], Work]
"""Does a little work and says how much; called again and again."""
Rates = Mapping[str, Mapping[str, float]]
"""Units a second, by contestant and unit."""


def peer(module: str) -> ModuleType | None:
    """A package to compare with; where it isn't installed this says so and gives None."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        print(f"Not compared with {module}: {error}. `pip install '.[bench]'` installs it.\n")
        return None


def measure(contestants: Mapping[str, Contestant]) -> Rates:
    """The best rate of each contestant over all rounds, which is that of the stretch least disturbed."""
    stretches: dict[str, list[dict[str, float]]] = {name: [] for name in contestants}
    for number in range(ROUNDS):
        for name, contestant in contestants.items():
            stretches[name].append(_stretch(contestant, random.Random(number)))
    return {name: {unit: max(rate[unit] for rate in rates) for unit in rates[0]} for name, rates in stretches.items()}


def timed(work: Callable[[], object]) -> float:
    """The processor time of a call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def _stretch(contestant: Contestant, rng: random.Random) -> dict[str, float]:
    done: Counter[str] = Counter()
    start = time.perf_counter()
    while time.perf_counter() - start < SLICE:
        done.update(contestant(rng))
    seconds = time.perf_counter() - start
    return {unit: amount / seconds for unit, amount in done.items()}


def print_machine() -> None:
    """The machine, in three lines."""
    print(f"Processor: {_processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"Python:    {platform.python_version()}, {platform.system()} {platform.machine()}")
    print(f"Compiler:  {_compiler()}\n")


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _compiler() -> str:
    command = shutil.which("c++")
    if command is None:
        return "none here"
    return subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def print_table(title: str, rates: Rates, *, base: str) -> None:
    """Rates by contestant, each with the rate of `base` divided by it."""
    units = list(rates[base])
    rows = [[title, *(text for unit in units for text in (f"{unit}/s", f"{base} ÷"))]]
    for name, rate in rates.items():
        pairs = [(f"{rate[unit]:,.0f}", f"{rates[base][unit] / rate[unit]:.2f}") for unit in units]
        rows.append([name, *(text for pair in pairs for text in pair)])
    _print_rows(rows)


def _print_rows(rows: Sequence[Sequence[str]]) -> None:
    left, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        print(name.ljust(left), *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)), sep="  ")
    print()


def print_aim(what: str, *, aim: float, reached: float) -> None:
    """A line for an aim and whether it was reached."""
    print(f"{what}: {reached:.2f}, aim {aim:g}: {'met' if reached >= aim else 'NOT MET'}")
