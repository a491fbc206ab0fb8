"""Asking the human: what keys and clicks mean while something is to be done. One small class for each kind of turn."""

from collections.abc import Callable
from typing import Protocol

from stova.cli.table.choices import Choice, Choices
from stova.cli.table.hand import Hand
from stova.cli.table.lines import Prompt
from stova.cli.table.pack import Pack
from stova.cli.words import buttons, labels
from stova.engine.actions import Action, Bid, Cut, Fold, NameTrump, Pass
from stova.engine.view import View

Offer = Callable[[Action], None]
"""Does an action, or says why it can't be done."""


class Widgets(Protocol):
    """The parts of the table that ask."""

    hand: Hand
    row: Hand
    choices: Choices
    pack: Pack
    prompt: Prompt


class Asker(Protocol):
    """A turn being asked for."""

    def press(self, key: str) -> None:
        """A key was pressed, given as its character or its name."""

    def pick(self, means: object) -> None:
        """Something was clicked."""


def ask_nothing(widgets: Widgets) -> None:
    """Put away whatever was asked."""
    widgets.hand.ask(None)
    widgets.row.ask(None)
    widgets.prompt.say_of_card("")
    widgets.choices.show(())
    widgets.pack.show(0)


class ChoiceAsker:
    """One of a few things to say, each on a button."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.choices, self.offer = widgets.choices, offer
        must_bid = Pass() not in view.legal and any(isinstance(action, Bid) for action in view.legal)
        refused = [Choice(*buttons.choice(Pass(), view), Pass())] if must_bid else []
        # Who presses Enter once too often mustn't have given the deal up, or named a suit unseen.
        unseen = Fold | NameTrump if len(view.legal) > 1 else ()
        pointed = next((at for at, action in enumerate(view.legal) if not isinstance(action, unseen)), None)
        offered = [Choice(*buttons.choice(action, view), action) for action in view.legal]
        self.choices.show(offered, pointed=pointed, refused=refused)

    def press(self, key: str) -> None:
        if key in ("left", "up", "right", "down"):
            self.choices.point(-1 if key in ("left", "up") else 1)
        else:
            self.pick(self.choices.chosen(key))

    def pick(self, means: object) -> None:
        if isinstance(means, Choice) and isinstance(means.means, Action):
            self.offer(means.means)


class CutAsker:
    """Where to cut the pack, or another thing to do instead."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.pack, self.choices, self.offer = widgets.pack, widgets.choices, offer
        others = [action for action in view.legal if not isinstance(action, Cut)]
        self.pack.show(len(view.game.pack))
        self.choices.show(
            [Choice("c", labels.CUT, None), *(Choice(*buttons.choice(action, view), action) for action in others)]
        )

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self.pack.move(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self.choices.point(1)
        else:
            self.pick(self.choices.chosen(key))

    def pick(self, means: object) -> None:
        if isinstance(means, int):
            self.pack.cut_at(means)
        elif isinstance(means, Choice):
            self.offer(means.means if isinstance(means.means, Action) else Cut(self.pack.depth))
