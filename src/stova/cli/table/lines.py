"""The lines round the table: its head, what is asked, and the keys at its foot."""

from collections.abc import Mapping, Sequence
from textwrap import shorten, wrap
from typing import ClassVar

from stova.cli.table.canvas import Canvas
from stova.cli.table.drawing import Drawing


class Head(Drawing):
    """What is being played, and against whom, where there's room for that."""

    COVERED: ClassVar[Mapping[str, str]] = {"key": "muted"}

    title = ""
    about = ""
    against = ""

    def show(self, title: str, about: str, against: str) -> None:
        self.title, self.about, self.against = title, about, against
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        end = canvas.line(0, 0, [(self.title, "strong"), ("   ", ""), (self.about, "muted")])
        for against in (f" against {self.against}", f" {self.against}"):
            start = canvas.width - len(self.signs.text(against)) - 1
            if start >= end + 3:
                canvas.line(start, 0, [("w", "key"), (against, "muted")])
                canvas.spot(start, 0, canvas.width - start, 1, "w")
                return


class Prompt(Drawing):
    """What is to be done and what was just done, or why something can't be."""

    question = ""
    yours = False
    news = ""
    refusal = ""
    of_card = ""
    """What is said of the card pointed at."""

    def ask(self, question: str, *, yours: bool) -> None:
        self.question, self.yours, self.refusal, self.of_card = question, yours, "", ""
        self.refresh()

    def say_of_card(self, what: str) -> None:
        """Say something of the card pointed at, in place of the news, until another is."""
        self.of_card, self.refusal = what, ""
        self.refresh()

    def tell(self, news: str) -> None:
        self.news, self.refusal = news, ""
        self.refresh()

    def refuse(self, why: str) -> None:
        self.refusal = why
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        if self.refusal:
            for y, line in enumerate(_wrapped(self.refusal, canvas.width, canvas.height)):
                canvas.centred(y, line, "warn")
            return
        room = canvas.height - bool(self.of_card)
        lines = _wrapped(self.question, canvas.width, room) if room else []
        for y, line in enumerate(lines):
            canvas.centred(y, line, "strong" if self.yours else "muted")
        if self.of_card:
            canvas.centred(len(lines), self.of_card, "accent")
        elif canvas.height > len(lines):
            canvas.centred(len(lines), shorten(self.news, canvas.width, placeholder=" …"), "muted")


def _wrapped(text: str, width: int, height: int) -> list[str]:
    return wrap(text, max(1, width), max_lines=max(1, height), placeholder=" …")


class Keys(Drawing):
    """Keys that always do something, which can be clicked too."""

    keys: tuple[tuple[str, str, str], ...] = ()

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Keys as the name of the key, how it is written, and what it does."""
        self.keys = tuple(keys)
        self.refresh()

    def draw(self, canvas: Canvas) -> None:
        x = 0
        for key, sign, does in self.keys:
            end = canvas.line(x, 0, [(sign, "key"), (f" {does}", "muted")])
            canvas.spot(x, 0, end - x, 1, key)
            x = end + 3
