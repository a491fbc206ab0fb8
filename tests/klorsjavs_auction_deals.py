"""Deals of Auction Klørsjavs to test with."""

from typing import Any

import stova
from helpers import run
from stova import State

HANDS = ["AH KH JH AS 5C 5D", "QH KS QS AC JC KD", "5H JS 5S KC AD QD"]
"""With dealer 2; the cat is QC JD."""


def dealt(**options: Any) -> State:
    return stova.game("klorsjavs_auction", **options).deal(hands=HANDS, talon="QC JD", dealer=2)


def declared(contract: str, *exchange: str, trump: str = "H", **options: Any) -> State:
    """Forehand has the contract and has named trumps."""
    return run(dealt(**options), f"bid {contract}", "pass", "pass", *exchange, f"trump {trump}")
