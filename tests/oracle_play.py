"""Play in text form in the deals of the oracles."""

from typing import Protocol, TypeVar


class Deal(Protocol):
    """What the oracles' deals have in common."""

    def apply(self, text: str, /) -> None: ...


D = TypeVar("D", bound=Deal)


def run(deal: D, *actions: str) -> D:
    for action in actions:
        deal.apply(action)
    return deal


def tricks(deal: D, *played: str) -> D:
    for trick in played:
        run(deal, *[f"play {card}" for card in trick.split()])
    return deal
