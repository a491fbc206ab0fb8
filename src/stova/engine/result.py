"""What a deal came to, and the sheet it is entered on."""

from collections.abc import Sequence
from typing import Any, Literal, Protocol, Self, runtime_checkable

from msgspec import Struct

from stova.cards import Suit

TIE = "tie"
"""`Result.made` of a deal in which nobody scores because both have the same."""


class Result(Struct, frozen=True, kw_only=True):
    """A finished deal. Tuples are by side.

    `made` is a word or two for what made the score (`vol`, `javn`, `tie`, `passed out`), `rule` the rule that says so.
    `score` is the deal's own, before anything the sheet adds for an earlier tie. `redeal` says who deals again when
    nobody bid; it is None for a deal that was played.
    """

    declarer: int | None = None
    trump: Suit | None = None
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    score: tuple[int, ...]
    made: str
    rule: str
    redeal: Literal["same", "next"] | None = None
    own: Any = None
    """What this game alone counts."""


@runtime_checkable
class BonusResult(Protocol):
    """What the result of a deal says of a bonus, by side, and whether it has that for all tricks in it."""

    roem: tuple[int, int]
    pit: bool


def bonus_of(result: Result) -> BonusResult | None:
    """The bonus a deal came to, in games that have one."""
    return result.own if isinstance(result.own, BonusResult) else None


class Sheet(Protocol):
    """The score of a match, deal by deal. Immutable: `enter` gives the next one."""

    @property
    def lines(self) -> Sequence[Any]:
        """A line a deal that was played."""

    @property
    def dealer(self) -> int:
        """The seat that deals next."""

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won the match: several when it is shared, none while it goes on."""

    @property
    def closed(self) -> bool:
        """Whether it was ended by `close`."""

    def enter(self, result: Result) -> Self:
        """The sheet with a deal entered."""

    def close(self) -> Self:
        """The sheet of a match that ends here, because time was called or the players stop."""

    def summary(self) -> dict[str, object]:
        """The state of the match as plain data, for records and programs."""
