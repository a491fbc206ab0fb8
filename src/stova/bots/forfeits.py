"""How outside programs lose seats, in a form for programs and in words."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from stova.errors import StovaError

Fault: TypeAlias = Literal["declined", "slow", "ended", "flood", "garbage", "illegal"]


class ProgramError(StovaError):
    """A program didn't do what it should; `fault` is the kind, `why` completes a sentence about it.

    Each … in it stands for something the program `wrote`. That may tell of a hidden hand, and so may `legal`, what it
    could have answered instead, or nothing.
    """

    def __init__(self, fault: Fault, why: str, *wrote: str, legal: str = "") -> None:
        super().__init__(fault, why, *wrote)
        self.fault = fault
        self.why = why
        self.wrote = wrote
        self.legal = legal

    def __str__(self) -> str:
        return f"the program {in_full(self.why, self.wrote)}"


def in_full(why: str, wrote: Sequence[str]) -> str:
    """The words with what each … in them stands for."""
    first, *rest = why.split("…")
    return first + "".join(text + more for text, more in zip(wrote, rest, strict=True))


class Forfeit(Struct, frozen=True, kw_only=True):
    """How a program lost a seat to a novice, and at which of its decisions there; 0 is its start."""

    program: str
    seat: int
    fault: Fault
    why: str
    """What it did, to follow its name; each … stands for something it `wrote`."""
    decision: int
    asked: str
    """What it was asked, to complete `when asked to …`."""
    wrote: tuple[str, ...] = ()
    legal: str = ""
    """What it could have answered, where it answered with what isn't legal."""
    errors: str = ""
    """What it wrote last to its standard error."""

    @property
    def unready(self) -> bool:
        """Whether it didn't say in time that it is ready."""
        return self.fault == "slow" and not self.decision

    @property
    def why_in_full(self) -> str:
        """What it did, with what it wrote."""
        return in_full(self.why, self.wrote)

    @property
    def why_told(self) -> str:
        """What it did, with what it wrote only if it had seen no hand yet."""
        return self.why if self.decision else self.why_in_full

    def __str__(self) -> str:
        legal = f" ({self.legal!r} is legal)" if self.legal else ""
        return f"{self._told(f'{self.program} on seat {self.seat}', self.why_in_full, legal)}; a novice plays on."

    def told(self, who: str) -> str:
        """The sentence about it afterwards, with these words for who lost the seat, and nothing that may tell of its
        hand."""
        return f"{self._told(who, self.why_told, '')}; a novice played on."

    def _told(self, who: str, why: str, legal: str) -> str:
        if self.fault == "declined":
            return f"{who} {why}"
        asked = f"when asked to {self.asked}{legal}, its decision {self.decision}"
        return f"{who} {why} {asked if self.decision else 'when it was started'}"
