"""Asking which cards to put down for the talon."""

from stova.cards import Card
from stova.cli.table.asking import Offer, Widgets
from stova.cli.table.choices import Choice
from stova.cli.words import asking, buttons, labels
from stova.engine.actions import Discard, Exchange
from stova.engine.view import View


class ExchangeAsker:
    """Cards to put down, for as many of the talon; they rise out of the hand until the button is pressed."""

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.view, self.hand, self.choices, self.offer = view, widgets.hand, widgets.choices, offer
        self.prompt = widgets.prompt
        wanted = [action for action in view.legal if isinstance(action, Discard | Exchange)]
        self.form, self.sizes = type(wanted[0]), frozenset(len(action.cards) for action in wanted)
        self.hand.ask(self.hand.cards(), lifts=True)
        self._show()

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self.hand.point(-1 if key == "left" else 1)
            self.prompt.say_of_card(asking.called(self.hand.pointed_card(), self.view))
        elif self.choices.chosen(key) and key != "space":
            self._put_down()
        elif key in ("space", "up", "down"):
            self.pick(self.hand.pointed_card())
        else:
            self.pick(self.hand.under_key(key))

    def pick(self, means: object) -> None:
        if isinstance(means, Choice):
            self._put_down()
        elif isinstance(means, Card) and means not in self.hand.put_down and self._full():
            self.prompt.refuse(labels.at_most(max(self.sizes)))
        elif isinstance(means, Card):
            self.hand.toggle(means)
            self.prompt.refuse("")
            self._show()

    def _full(self) -> bool:
        return len(self.hand.put_down) >= max(self.sizes)

    def _show(self) -> None:
        key, said = buttons.put_down(len(self.hand.put_down), self.sizes, self.view, self.form)
        self.choices.show([Choice(key, said, None)], pointed=0 if key == "enter" else None)

    def _put_down(self) -> None:
        number = len(self.hand.put_down)
        if number in self.sizes:
            self.offer(self.form(tuple(sorted(self.hand.put_down))))
        else:
            self.prompt.refuse(labels.not_so_many(number, self.sizes))
