"""Asking for a card to be played, or for what else may be done at one's turn."""

from collections.abc import Mapping, Sequence

from stova.cards import Card
from stova.cli.table.asking import Offer, Widgets
from stova.cli.table.choices import LETTERS, Choice, Choices
from stova.cli.table.hand import Hand
from stova.cli.words import asking, buttons
from stova.engine.actions import PLAYED, Action, LeadTrader, Play, PutAway
from stova.engine.view import View


class PlayAsker:
    """A card of the hand, or of the cards that lie open. What may be done besides stands on buttons.

    A card that can be played in several ways, or one to be put away, is asked for in a second step.
    """

    def __init__(self, view: View, widgets: Widgets, offer: Offer) -> None:
        self.view, self.hand, self.choices, self.offer = view, widgets.hand, widgets.choices, offer
        self.rows = [widgets.row, widgets.hand] if widgets.row.cards() else [widgets.hand]
        self.prompt, self.question = widgets.prompt, widgets.prompt.question
        self.at: Hand | Choices = self.hand
        self.means: Mapping[Card, Sequence[Action]] = {}
        """What choosing a card does: one action, or several to choose from."""
        self.begin()

    def begin(self) -> None:
        """Ask for a card."""
        self.prompt.ask(self.question, yours=True)
        asides = [action for action in self.view.legal if not isinstance(action, (*PLAYED, PutAway))]
        offered = [Choice(*buttons.choice(action, self.view), action) for action in asides]
        if any(isinstance(action, PutAway) for action in self.view.legal):
            offered.append(Choice(*buttons.PUT_AWAY, self.put_away))
        self._ask(_by_card(self.view, (Play, LeadTrader)), offered, pointed=None)

    def put_away(self) -> None:
        """Ask which card to put away."""
        self.prompt.ask(asking.PUT_AWAY, yours=True)
        self._ask(_by_card(self.view, (PutAway,)), [Choice(*buttons.NEVER_MIND, self.begin)], pointed=None)

    def lead_as(self, card: Card, ways: Sequence[Action]) -> None:
        """Ask in which way a card is led."""
        self.prompt.ask(asking.lead_as(card), yours=True)
        offered = [Choice(*buttons.choice(action, self.view), action) for action in ways]
        self._ask({}, [*offered, Choice(*buttons.NEVER_MIND, self.begin)], pointed=0)

    def _ask(self, means: Mapping[Card, Sequence[Action]], offered: Sequence[Choice], *, pointed: int | None) -> None:
        self.means = means
        for row in self.rows:
            row.ask(means)
        self.choices.show(offered, pointed=pointed, spare=LETTERS)
        self.at = self.hand if pointed is None else self.choices

    def press(self, key: str) -> None:
        if key in ("left", "right"):
            self._point(-1 if key == "left" else 1)
        elif key in ("up", "down"):
            self._change_row(-1 if key == "up" else 1)
        elif key in ("enter", "space"):
            self.pick(self.at.pointed_choice() if isinstance(self.at, Choices) else self.at.pointed_card())
        else:
            card = next((card for row in self.rows if (card := row.under_key(key)) is not None), None)
            self.pick(self.choices.under_key(key) or card)

    def pick(self, means: object) -> None:
        if isinstance(means, Choice):
            self._choose(means.means)
        elif isinstance(means, Card) and self.means:
            ways = self.means.get(means, (Play(means),))
            if len(ways) > 1:
                self.lead_as(means, ways)
            else:
                self.offer(ways[0])

    def _choose(self, means: object) -> None:
        if isinstance(means, Action):
            self.offer(means)
        elif callable(means):
            means()

    def _change_row(self, step: int) -> None:
        """Go to the row of cards or buttons above or below."""
        levels: list[Hand | Choices] = [*self.rows[:-1], *([self.choices] if self.choices.choices else []), self.hand]
        at = min(max(0, levels.index(self.at) + step), len(levels) - 1)
        if levels[at] is not self.at:
            self.at.unpoint()
            self.at = levels[at]
        self._point(1 if self.at.pointed is None else 0)

    def _point(self, step: int) -> None:
        """Point so much further on, and say what the card there is called."""
        if step:
            self.at.point(step)
        card = self.at.pointed_card() if isinstance(self.at, Hand) else None
        self.prompt.say_of_card(asking.called(card, self.view))


def _by_card(view: View, kinds: tuple[type, ...]) -> dict[Card, list[Action]]:
    """The actions of some kinds by their card."""
    found: dict[Card, list[Action]] = {}
    for action in view.legal:
        if isinstance(action, kinds) and isinstance(action, (*PLAYED, PutAway)):
            found.setdefault(action.card, []).append(action)
    return found
