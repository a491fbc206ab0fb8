"""How cards, frames and marks are written, for what the terminal can show."""

import locale
import os
import re
import sys
import unicodedata
from dataclasses import dataclass, replace
from typing import NamedTuple

from stova.cards import Card, Suit

Span = tuple[str, str]
"""A text and the name of its style; the empty name is that of what it stands in."""


class Frame(NamedTuple):
    """The characters round a card: its top, a row, and its foot, each as left, middle and right."""

    top: str
    row: str
    foot: str


@dataclass(frozen=True, kw_only=True)
class Signs:
    """A way of writing."""

    suits: str
    plain: Frame
    """The frame of a card that may be chosen, or just lies there."""
    faint: Frame
    """The frame of a card that may not be chosen."""
    heavy: Frame
    """The frame of the card pointed at, or of the one that took a trick."""
    back: str
    turn: str
    mark: str
    cross: str
    edge: str
    """An edge of the pack, seen from the side."""
    rule: str
    bar: str
    joint: str
    more: str
    chalk: str
    """Strokes of chalk: across, down, and where they cross."""
    ascii_only: bool = False

    def suit(self, suit: Suit) -> str:
        return self.suits[suit]

    def card(self, card: Card) -> str:
        """A card in a line of text: `♣Q`, or `QC`."""
        return str(card) if self.ascii_only else self.suit(card.suit) + card.rank

    def text(self, text: str) -> str:
        """A text with nothing in it the terminal can't show; cards in it are written as the terminal's are."""
        if not self.ascii_only:
            return text if self.suits == SUITS else text.translate(str.maketrans(SUITS, self.suits))
        turned = _CARD.sub(r"\2\1", text).translate(str.maketrans(SUITS, self.suits))
        spelled = unicodedata.normalize("NFKD", turned.translate(_SPELLED))
        return spelled.encode("ascii", "ignore").decode()


SUITS = "♣♠♥♦"
_CARD = re.compile(r"([♣♠♥♦])(10|[2-9JQKA])")
_SPELLED = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "·": "-", "’": "'", "“": '"', "”": '"', "←": "<", "→": ">", "↑": "^", "↓": "v"}  # noqa: RUF001
    | {"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ð": "d", "Ð": "D"}
)

BLOCK = Frame("▗▄▖", "▐ ▌", "▝▀▘")

COLOUR = Signs(
    suits=SUITS,
    plain=BLOCK,
    faint=BLOCK,
    heavy=BLOCK,
    back=" ",
    turn="▸",
    mark="▲",
    cross="✕",
    edge="▌",
    rule="─",
    bar="│",
    joint="┼",
    more="⋮",
    chalk="━┃╋",
)
"""Unicode on a terminal with colours, which make the cards."""

MONO = replace(
    COLOUR,
    suits="♣♠♡♢",
    plain=Frame("╭─╮", "│ │", "╰─╯"),
    faint=Frame("┌╌┐", "╎ ╎", "└╌┘"),
    heavy=Frame("┏━┓", "┃ ┃", "┗━┛"),
    back="░",
)
"""Unicode without colours: lines make the cards, and the signs of red suits are open."""

ASCII = Signs(
    suits="CSHD",
    plain=Frame("+-+", "| |", "+-+"),
    faint=Frame("...", ": :", "..."),
    heavy=Frame("#=#", "# #", "#=#"),
    back="/",
    turn=">",
    mark="^",
    cross="X",
    edge="|",
    rule="-",
    bar="|",
    joint="+",
    more=":",
    chalk="-|+",
    ascii_only=True,
)


def shows_suits() -> bool:
    """Whether the locale has the signs of the suits. Python itself takes C for UTF-8, so it is asked by name."""
    asked = [os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if next((name for name in asked if name and name != "C.UTF-8"), "") in ("C", "POSIX"):
        return False
    encoding = getattr(sys.stdout, "encoding", None) or locale.getpreferredencoding()
    try:
        "♣♠♥♦▗▸✕⋮".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def signs_for(*, ascii_only: bool, colour: bool) -> Signs:
    """The signs for this terminal; the console of Linux has too few for more than plain letters."""
    if ascii_only or not shows_suits() or os.environ.get("TERM") == "linux":
        return ASCII
    return COLOUR if colour else MONO
