#!/usr/bin/env python3
"""A bot for Stova in forty lines: it needs nothing but Python, and plays every game, if not well.

Look it over with `stova bot examples/bot.py`, sit down with it by `stova play --bots examples/bot.py`, and
measure it with `stova arena --game klaverjas examples/bot.py novice`. The protocol is in docs/bot-protocol.md.
"""

import json
import random
import sys
from typing import Any


def choose(view: dict[str, Any], chance: random.Random) -> str:
    """One of the texts in `view["legal"]`."""
    legal: list[str] = view["legal"]
    cards = [action for action in legal if action.startswith("play ") and " for " not in action]
    if not cards:
        return "pass" if "pass" in legal else chance.choice(legal)
    return sorted(cards, key=height)[0 if view["trick"] else -1]


def height(action: str) -> int:
    """How high a card stands in its suit, trumps aside: lead high, follow low."""
    rank, high = action.removeprefix("play ")[:-1], ["A", "10", "K", "Q", "J", "9", "8", "7"]
    return -high.index(rank) if rank in high else -len(high)


def main() -> None:
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"protocol": 1}), flush=True)
        elif message["type"] == "choose":
            action = choose(message["view"], random.Random(message["seed"]))
            print(json.dumps({"id": message["id"], "action": action}), flush=True)


if __name__ == "__main__":
    main()
