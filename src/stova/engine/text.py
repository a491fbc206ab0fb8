"""A deal as text for people who print it; not to be read back."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from stova.cards import Card, Suit, card_set, cards_in

if TYPE_CHECKING:
    from stova.engine.ending import Ending
    from stova.engine.state import State
    from stova.engine.view import View


def of_state(state: "State") -> str:
    """A deal with all hands, as it stands."""
    return "\n".join([*_lines(state, _hands(state)), *_result(state)])


def of_view(view: "View") -> str:
    """What a seat knows of a deal: its own hand, and of the others how many cards they have."""
    hands = [_held(view, view.hand) if seat == view.seat else _number(count) for seat, count in enumerate(view.counts)]
    may = [f"it may {', '.join(map(str, view.legal))}"] if view.legal else []
    return "\n".join([*_lines(view, hands), *may, *_result(view)])


def of_ending(ending: "Ending") -> str:
    """Cards left to play, as they lie."""
    return "\n".join([f"{ending.game.name}, {ending.game.preset}; an ending", *_standing(ending, _hands(ending))])


def _hands(deal: "State | Ending") -> list[str]:
    return [_held(deal, cards_in(hand)) for hand in deal.hands]


def _lines(deal: "State | View", hands: Sequence[str]) -> Iterator[str]:
    yield f"{deal.game.name}, {deal.game.preset}; seat {deal.dealer} deals"
    yield from _standing(deal, hands, said=[f"seat {seat} {call}" for seat, call in deal.calls])
    if isinstance(deal.own, tuple):
        yield from (f"seat {seat}'s: {_told(own)}" for seat, own in enumerate(deal.own))
    elif deal.own is not None:
        yield f"besides: {_told(deal.own)}"
    if deal.doing is not None:
        yield f"seat {deal.to_act} is to {deal.doing}"


def _standing(deal: "State | View | Ending", hands: Sequence[str], said: Sequence[str] = ()) -> Iterator[str]:
    """What was settled, who holds what, and the trick under way."""
    trump = [] if deal.trump is None else [f"trumps {deal.trump.symbol}"]
    declarer = [] if deal.declarer is None else [f"declarer seat {deal.declarer}"]
    if said or trump or declarer:
        yield ", ".join([*said, *trump, *declarer])
    width = max(map(len, hands), default=0)
    for seat, hand in enumerate(hands):
        taken = [_number(sum(trick.winner == seat for trick in deal.tricks), "trick")] if deal.tricks else []
        taken += [_number(deal.points[seat], "point")] if deal.tricks and any(deal.points) else []
        yield f"{'>' if seat == deal.to_act else ' '} seat {seat}  {hand:{width}}  {', '.join(taken)}".rstrip()
    if deal.trick:
        played = (f"seat {(deal.leader + at) % deal.game.seats} {card.symbol}" for at, card in enumerate(deal.trick))
        yield f"trick {len(deal.tricks) + 1}: {', '.join(played)}"


def _held(deal: "State | View | Ending", cards: Sequence[Card]) -> str:
    """A hand as people hold it."""
    groups = deal.game.tables(deal).as_held(card_set(cards))
    return "  ".join(" ".join(card.symbol for card in group) for group in groups)


def _told(value: Any) -> str:
    """What a game alone keeps, its fields by name, without those there is nothing of."""
    if isinstance(value, Struct):
        fields = ((name.replace("_", " "), getattr(value, name)) for name in value.__struct_fields__)
        return ", ".join(f"{name} {_told(field)}" for name, field in fields if field not in (None, ()))
    if isinstance(value, tuple):
        return (" / " if any(isinstance(item, tuple) for item in value) else " ").join(map(_told, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else value.symbol if isinstance(value, Card | Suit) else str(value)


def _number(count: int, what: str = "card") -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _result(deal: "State | View") -> Iterator[str]:
    """What a finished deal came to, by side."""
    if deal.to_act is None:
        result = deal.result
        assert result is not None
        yield f"{result.made}, {result.rule}: score {', '.join(map(str, result.score))}"
