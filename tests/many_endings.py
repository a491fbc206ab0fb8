"""The exact solver against brute force: `python tests/many_endings.py --endings 100000 --game klaverjas --seed 7`.

Without `--game` all games take turns. Most endings have up to three tricks for four seats, four for three, five for
two, and are walked in some milliseconds. One in `WIDE` has one trick more, which takes some tenths of a second, now and
then seconds. One in `LONG` has five to eight tricks, too many to be walked: it is solved as always and by a search
without table, bounds at a glance or equal cards. One in `DEAL` is a whole deal, for which that search has a second or
two; with two seats it would hardly get anywhere. Endings of Stýrivolt are those of `race_brute.py`: in every second one
somebody may yet take the stock.

With `--unreduced` all have that one trick more, and are compared with that search only. It knows nothing of rules but
what the kernel is told, and takes a tenth of the time: what is wrong in one of a hundred thousand comes to light. The
exit status is 0 if all agree and 1 at the first that doesn't.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence

from agreement import agree, agree_dealt, agree_unreduced
from endings import DEALT, SOLVED, TRICKS, WIDER
from race_brute import agree as agree_race

RACE = "styrivolt"
GAMES = (*SOLVED, RACE)
REPORT = 10
"""Seconds between lines of progress."""
WIDE = 50
LONG = 20
DEAL = 200


def one(seed: int, number: int, names: Sequence[str], *, unreduced: bool = False) -> Counter[str]:
    """Compares an ending, and says what came up in it."""
    turn, place = divmod(number, len(names))
    given, name = f"{seed}/{number}", names[place]
    if name == RACE:
        seen = agree_race(given, 1, taking=turn % 2 == 1)
        return Counter({RACE: 1, **{f"{RACE}, {what}": times for what, times in seen.items()}})
    if unreduced:
        return agree_unreduced(given, (name,), WIDER)
    if turn % LONG == 0:
        return agree_unreduced(given, (name,))
    if turn % DEAL == 2 and name in DEALT:
        return agree_dealt(given, (name,))
    return agree(given, (name,), WIDER if turn % WIDE == 1 else TRICKS)


def many(endings: int, seed: int, names: Sequence[str], *, unreduced: bool = False) -> Counter[str]:
    """Compares so many endings, with a line of progress now and then."""
    began = said = time.monotonic()
    seen: Counter[str] = Counter()
    for number in range(endings):
        seen += one(seed, number, names, unreduced=unreduced)
        now = time.monotonic()
        if number + 1 == endings or now - said > REPORT:
            said = now
            print(f"seed {seed}: {number + 1} endings agree, {(number + 1) / (now - began):.0f} a second", flush=True)
    return seen


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the exact solver with brute force on random endings.")
    parser.add_argument("--endings", type=int, default=10_000)
    parser.add_argument("--game", choices=GAMES, action="append", help="all games if not given; may be repeated")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--unreduced", action="store_true", help="compare with the kernel's plain search only")
    chosen = parser.parse_args()
    games = SOLVED if chosen.unreduced else GAMES
    if chosen.unreduced and RACE in (chosen.game or ()):
        parser.error(f"{RACE} is compared with plain search by race_brute.py, which takes no --unreduced")
    try:
        seen = many(chosen.endings, chosen.seed, chosen.game or games, unreduced=chosen.unreduced)
    except AssertionError as error:
        print("They differ:", error, *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
        return 1
    for what, times in sorted(seen.items()):
        print(f"{times:8}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
