"""What a view tells of hidden cards where they are dealt, exchanged and played."""

from stova.cards import card_set
from stova.engine.actions import Discard, Exchange, FaceDown, Take
from stova.engine.state import State
from stova.engine.view import View, plays
from stova.engine.ways import DOWN, TALON, Walk, dealt_routes


def exchanged_and_played(view: View, sample: State) -> list[Walk]:
    """The one way a deal of hands, talon and tricks may have gone."""
    walk = Walk(view=view, routes=dealt_routes(sample))
    walk.know_hand_dealt()
    exchange(walk)
    play(walk)
    see_end(walk)
    return [walk]


def exchange(walk: Walk) -> None:
    """Goes along what was put down and taken."""
    for seat, action in walk.view.history:
        match action:
            case Take():
                _take(walk, seat, len(walk.routes))
            case Discard() | Exchange() if action.cards:
                walk.split(seat, DOWN, len(action.cards))
                _take(walk, seat, len(action.cards))
            case FaceDown():
                walk.down.append(walk.split(seat, DOWN, action.cards))
                _take(walk, seat, action.cards)


def _take(walk: Walk, seat: int, count: int) -> None:
    walk.move(walk.leading_to(TALON)[:count], seat)


def play(walk: Walk) -> None:
    """Goes along the plays: each shows a card, and may show what its seat didn't hold."""
    view = walk.view
    tables, pack = view.game.tables_of(view), card_set(view.game.pack)
    for _, seat, card, trick in plays(view):
        walk.see(card, seat)
        walk.bar(walk.leading_to(seat), tables.lacking(card, trick, pack))


def see_end(walk: Walk) -> None:
    """Goes on to what lies open at the end: discards, and what is left of the talon."""
    view = walk.view
    for card in view.discards or ():
        walk.see(card, DOWN)
    for index, card in zip(walk.leading_to(TALON), view.talon or (), strict=False):
        walk.settle(card, index)
