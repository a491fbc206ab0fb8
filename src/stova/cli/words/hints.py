"""What a hint says."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from stova.bots.expert import SLIGHT
from stova.bots.prospects import worth
from stova.cli.words import figures, labels
from stova.cli.words.buttons import choice
from stova.cli.words.news import done
from stova.cli.words.people import does
from stova.engine.actions import Action, Call, Discard, Exchange, LeadTrader, Play, PutAway
from stova.engine.view import View

LEAST = 3
"""Rows without which a table of more choices isn't worth its room: the best two stand in the words above it."""
FINE, SMALL = 2.0, 20.0
"""Expected scores that all lie nearer than that, and are this small, are told to the hundredth."""


class Hint(Struct, frozen=True, kw_only=True):
    """What the expert would do, and the score it expects of each choice.

    What it would do comes first, which needn't be the best of choices that come to nearly the same, nor where it plays
    for the match; then the best.
    """

    action: Action
    expected: tuple[tuple[Action, float], ...]
    others_as_good: frozenset[Action] = frozenset()
    """Those that aren't clearly worse than what it would do, but for that itself."""

    @property
    def spread(self) -> float:
        """How much less is expected of the worst choice than of the best."""
        scores = [score for _, score in self.expected]
        return max(scores) - min(scores) if scores else 0.0

    @property
    def alike(self) -> bool:
        """Whether all choices are expected to come to about the same."""
        return len(self.expected) > 1 and self.spread < SLIGHT

    @property
    def least(self) -> int:
        """The rows a table of choices takes at least."""
        return min(len(self.expected), LEAST)

    @property
    def decimals(self) -> int:
        """How many decimals tell the choices apart."""
        small = all(abs(score) < SMALL for _, score in self.expected)
        return 2 if small and SLIGHT <= self.spread < FINE else 1


def told(view: View, hint: Hint, *, listed: bool = False, brief: bool = False) -> list[tuple[str, str]]:
    """A hint in sentences; without what stands in a table of the scores expected, if they are `listed` in one.

    If it is to be `brief`, nothing of the next best is said beside that table either.
    """
    if len(view.legal) == 1:
        return [("There is nothing to choose here.", "")]
    said = [_does(view, hint.action, "The expert player")]
    if len(hint.expected) > 1:
        score = f"{figures.expected(hint.expected[0][1], hint.decimals)}, yours less {_theirs(view)}"
        if hint.alike:
            said.append(labels.ALL_ALIKE.format(score=score))
        else:
            said += [] if listed else [f"It expects a score of {score}."]
            said += [] if listed and brief else _compared(view, hint, listed=listed)
            said += _put_away(hint)
    return [(sentence, "") for sentence in said]


def _compared(view: View, hint: Hint, *, listed: bool) -> list[str]:
    """What is to be said of the next best."""
    (_, best), (second, next_best) = hint.expected[:2]
    rounded = [round(expected, hint.decimals) for _, expected in hint.expected]
    less = round(rounded[0] - rounded[1], hint.decimals)
    if best - next_best < -SLIGHT:
        why = "Better, though not surely" if worth(view) is None else "It minds the match, too; most by the score"
        return [f"{why}: {short(second, view)}, {-less:.{hint.decimals}f} more."]
    if listed and (less >= 0 or second in hint.others_as_good):
        return []
    if less <= 0:
        alike = sum(other >= rounded[0] for other in rounded[1:])
        others = f"{capital(short(second, view))} comes" if alike == 1 else f"{alike} others come"
        return [f"{others} to about as much."]
    chance = ", which may be chance" if second in hint.others_as_good else ""
    return [f"Next best: {short(second, view)}, {less:.{hint.decimals}f} less{chance}."]


def _put_away(hint: Hint) -> Iterator[str]:
    """The card to put away, for who would rather do that than what comes first."""
    away = [action for action, _ in hint.expected if isinstance(action, PutAway)]
    if away and not isinstance(hint.action, PutAway):
        yield f"If it put a card away, it would be {away[0].card.symbol}."


def heading(view: View, hint: Hint, rows: Sequence[tuple[str, str]] | None = None) -> str:
    """What stands over the rows of a `table`, or over all there may be."""
    some = hint.others_as_good if rows is None else any(score.endswith(labels.AS_GOOD) for _, score in rows)
    marked = f" ({labels.AS_GOOD} not clearly worse)" if some else ""
    # Before the play scores are what novices make of it who never fold, with all cards that may be led first.
    text = labels.EXPECTED if view.points else labels.ROUGHLY
    return text.format(theirs=_theirs(view), marked=marked)


def _theirs(view: View) -> str:
    """Whose score one's own is less: before cards are played nobody has an opponent yet."""
    return labels.theirs(view.game, "theirs", "an opponent's" if view.points else "the others' average")


def table(view: View, hint: Hint, rows: int) -> list[tuple[str, str]]:
    """Choices, each with the score expected of it, in so many rows at most; the last tells how many are left out.

    The best that isn't about cards, such as to keep the hand, is there whatever it comes to: whether to do the one or
    the other is asked first. Nothing where there is too little room.
    """
    if len(hint.expected) < 2 or hint.alike or rows < hint.least:
        return []
    found = [
        (short(action, view), figures.expected(score, hint.decimals) + _mark(hint, action))
        for action, score in hint.expected
    ]
    if len(found) <= rows:
        return found
    plain = next((at for at, (action, _) in enumerate(hint.expected) if not _about_cards(action)), 0)
    shown = [*found[: rows - 1]] if plain < rows - 1 else [*found[: rows - 2], found[plain]]
    return [*shown, _left_out(found[len(shown) :])]


def _about_cards(action: Action) -> bool:
    """Whether it says which card or cards it is done with: there may be many such choices."""
    match action:
        case Play() | PutAway() | LeadTrader():
            return True
        case Discard(cards=cards) | Exchange(cards=cards):
            return bool(cards)
        case _:
            return False


def _mark(hint: Hint, action: Action) -> str:
    """What stands behind the score of a choice where some have a mark."""
    return (labels.AS_GOOD if action in hint.others_as_good else " ") if hint.others_as_good else ""


def _left_out(rows: Sequence[object]) -> tuple[str, str]:
    return labels.and_more(len(rows)), ""


def _does(view: View, action: Action, who: str) -> str:
    """What a player who is called `who` does on the view's seat."""
    assert view.seat is not None
    match action:
        case Play(card=card):
            return f"{does(who, 'lead' if not view.trick else 'play')} {card.symbol}."
        case Discard(cards=cards) | Exchange(cards=cards) if cards:
            return f"{does(who, 'put')} down {' '.join(card.symbol for card in cards)}."
        case PutAway(card=card):
            return f"{does(who, 'put')} {card.symbol} away."
        case _ if isinstance(action, Call):
            return f"{who} would say: {short(action, view)}."
        case _:
            return done(view, view.seat, action, (who,) * view.game.seats)


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def short(action: Action, view: View) -> str:
    """An action in a word or two, unlike any other's."""
    match action:
        case Play(card=card):
            return card.symbol
        case PutAway(card=card):
            return f"put away {card.symbol}"
        case LeadTrader(card=card, taken=taken):
            return f"lead {card.symbol} for {taken.symbol}"
        case Discard(cards=cards) | Exchange(cards=cards) if cards:
            return " ".join(card.symbol for card in cards)
        case Discard():
            return "keep the hand"
        case _:
            label = choice(action, view)[1]
            return label[0].lower() + label[1:]
