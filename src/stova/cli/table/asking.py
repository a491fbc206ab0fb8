"""Asking the human: what keys and clicks mean while something is to be done. One small class for each kind of turn."""

from collections.abc import Callable, Iterable
from typing import Protocol

from stova.cards import Card
from stova.cli.table.choices import Choice, Choices
from stova.cli.table.hand import Hand
from stova.cli.table.pack import Pack
from stova.cli.words import asking, labels
from stova.engine.actions import Action, Cut, Discard, Play
from stova.engine.view import View

Offer = Callable[[Action], bool]
"""Does an action, or says why it can't be done; whether it was done."""


class Widgets(Protocol):
    """The parts of the table that ask."""

    hand: Hand
    row: Hand
    choices: Choices
    pack: Pack


class Asker(Protocol):
    """A turn being asked for."""

    def press(self, key: str) -> None:
        """A key was pressed, given as its character or its name."""

    def pick(self, means: object) -> None:
        """Something was clicked."""


def ask(view: View, widgets: Widgets, offer: Offer) -> Asker:
    """Begin to ask for what the view's seat is to do."""
    kinds = {type(action) for action in view.legal}
    if kinds == {Play}:
        return PlayAsker(view, widgets, offer)
    if Discard in kinds:
        return DiscardAsker(widgets, offer)
    if Cut in kinds:
        return CutAsker(view, widgets, offer)
    return ChoiceAsker(view, widgets, offer)


def ask_nothing(widgets: Widgets) -> None:
    """Put away whatever was asked."""
    widgets.hand.ask(None)
    widgets.row.ask(None)
    widgets.choices.show(())
    widgets.pack.show(0)


class ChoiceAsker:
    """One of a few things to say, each on a button."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.choices, self.offer = widgets.choices, offer
        self.choices.show([Choice(*asking.choice(action, view), action) for action in view.legal])

    def press(self, key: str) -> None:
        if key in ("left", "up", "right", "down"):
            self.choices.point(-1 if key in ("left", "up") else 1)
            return
        choice = self.choices.pointed_choice() if key in ("enter", "space") else self.choices.under_key(key)
        if choice is not None:
            self.pick(choice)

    def pick(self, means: object) -> None:
        if isinstance(means, Choice):
            self.offer(means.means)  # type: ignore[arg-type]


class PlayAsker:
    """A card of the hand, or of the cards that lie open."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.rows = [widgets.row, widgets.hand] if widgets.row.cards() else [widgets.hand]
        self.at, self.offer = widgets.hand, offer
        legal = [action.card for action in view.legal if isinstance(action, Play)]
        for row in self.rows:
            row.ask(legal)

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self.at.point(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self._change_row(self.rows[0] if key == "up" else self.rows[-1])
        elif key in ("enter", "space"):
            self.pick(self.at.pointed_card())
        else:
            self.pick(next((card for row in self.rows if (card := row.under_key(key)) is not None), None))

    def pick(self, means: object) -> None:
        if isinstance(means, Card):
            self.offer(Play(means))

    def _change_row(self, row: Hand) -> None:
        if row is not self.at:
            self.at.unpoint()
            self.at = row
        if row.pointed is None:
            row.point(1)


class DiscardAsker:
    """Cards to put down for as many of the talon; they rise out of the hand until the button is pressed."""

    def __init__(self, widgets: Widgets, offer: Offer) -> None:
        self.hand, self.choices, self.offer = widgets.hand, widgets.choices, offer
        self.hand.ask(self.hand.cards(), lifts=True)
        self._show()

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self.hand.point(-1 if key == "left" else 1)
        elif key == "enter":
            self._put_down()
        elif key in ("space", "up", "down"):
            self.pick(self.hand.pointed_card())
        else:
            self.pick(self.hand.under_key(key))

    def pick(self, means: object) -> None:
        if isinstance(means, Choice):
            self._put_down()
        elif isinstance(means, Card):
            self.hand.toggle(means)
            self._show()

    def _show(self) -> None:
        self.choices.show([Choice("enter", asking.put_down(len(self.hand.put_down)), None)])

    def _put_down(self) -> None:
        if not self.offer(Discard(_ascending(self.hand.put_down))):
            self._show()


def _ascending(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


class CutAsker:
    """Where to cut the pack, or another thing to do instead."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.pack, self.choices, self.offer = widgets.pack, widgets.choices, offer
        others = [action for action in view.legal if not isinstance(action, Cut)]
        self.pack.show(len(view.game.pack))
        self.choices.show(
            [Choice("c", labels.CUT, None), *(Choice(*asking.choice(action, view), action) for action in others)]
        )

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self.pack.move(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self.choices.point(1)
        else:
            found = self.choices.pointed_choice() if key in ("enter", "space") else self.choices.under_key(key)
            self.pick(found)

    def pick(self, means: object) -> None:
        if isinstance(means, int):
            self.pack.cut_at(means)
        elif isinstance(means, Choice):
            self.offer(Cut(self.pack.depth) if means.means is None else means.means)  # type: ignore[arg-type]
