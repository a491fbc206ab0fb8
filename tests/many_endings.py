"""The exact solver against brute force: `python tests/many_endings.py --endings 100000 --game klaverjas --seed 7`.

Without `--game` all games take turns. Most endings have up to three tricks for four seats, four for three, five for
two, and are walked in some milliseconds. One in `WIDE` has one trick more, which takes some tenths of a second, now and
then seconds. One in `LONG` has five to eight tricks, too many to be walked: it is solved as always and by a search
without table, bounds at a glance or equal cards. The exit status is 0 if all agree and 1 at the first that doesn't.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from agreement import agree, agree_unreduced
from endings import SOLVED, TRICKS, WIDER

REPORT = 10
"""Seconds between lines of progress."""
WIDE = 50
LONG = 20


def one(seed: int, number: int, names: Sequence[str]) -> Counter[str]:
    """Compares an ending, and says what came up in it."""
    given, name = f"{seed}/{number}", (names[number % len(names)],)
    if number % LONG == 0:
        return agree_unreduced(given, name)
    return agree(given, name, WIDER if number % WIDE == 1 else TRICKS)


def many(endings: int, seed: int, names: Sequence[str]) -> Counter[str]:
    """Compares so many endings, with a line of progress now and then."""
    began = said = time.monotonic()
    seen: Counter[str] = Counter()
    for number in range(endings):
        seen += one(seed, number, names)
        now = time.monotonic()
        if number + 1 == endings or now - said > REPORT:
            said = now
            print(f"seed {seed}: {number + 1} endings agree, {(number + 1) / (now - began):.0f} a second", flush=True)
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the exact solver with brute force on random endings.")
    parser.add_argument("--endings", type=int, default=10_000)
    parser.add_argument("--game", choices=SOLVED, action="append", help="all games if not given; may be repeated")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    chosen = parser.parse_args()
    try:
        seen = many(chosen.endings, chosen.seed, chosen.game or SOLVED)
    except AssertionError as error:
        print("They differ:", error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        return 1
    for what, times in sorted(seen.items()):
        print(f"{times:8}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
