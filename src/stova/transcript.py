"""A match written out for people to read."""

from collections.abc import Iterable, Iterator

from stova.cards import Card, card_set
from stova.engine.actions import Play
from stova.engine.match import Match
from stova.engine.options import changed, text_of
from stova.engine.state import State, Trick


def transcript(match: Match) -> str:
    """The whole match as text: seats, hands, what was said, tricks, results and the score. Every hand is shown."""
    return "\n".join(_match(match)) + "\n"


def _match(match: Match) -> Iterator[str]:
    game = match.game
    options = "".join(f", {name}={text_of(value)}" for name, value in changed(game.options, game.base).items())
    yield f"{game.title}: {game.name}, {game.preset}{options}"
    yield "Sides: " + " against ".join(side_names(match))
    if match.key is not None:
        yield f"Key: {match.key.hex()}"
    if match.draw is not None:
        yield from _draw(match)
    sheet = match.game.new_sheet(match.deals[0].dealer)
    for number, state in enumerate(match.deals):
        yield ""
        yield f"Deal {number + 1}, dealt by {match.players[state.dealer]}"
        yield from _deal(match, state)
        if state.is_over:
            sheet = sheet.enter(state.result)
            yield from _score(match, state, sheet.summary())


def side_names(match: Match) -> tuple[str, ...]:
    """The players of each side: `You and Partner`."""
    sides = match.game.sides
    return tuple(
        " and ".join(name for name, own in zip(match.players, sides, strict=True) if own == side)
        for side in sorted(set(sides))
    )


def _draw(match: Match) -> Iterator[str]:
    assert match.draw is not None
    for cards in match.draw.rounds:
        drawn = ((match.players[seat], cards[player]) for seat, player in enumerate(match.draw.seating))
        yield "Drawn: " + ", ".join(f"{name} {card.symbol}" for name, card in drawn if card is not None)


def _deal(match: Match, state: State) -> Iterator[str]:
    width = max(map(len, (*match.players, "Talon")))
    for name, cards in zip((*match.players, "Talon"), state.dealt, strict=False):
        if cards:
            yield f"  {name:{width}}  {_cards(_sorted(state, cards))}"
    said = [(seat, action) for seat, action in state.history if not isinstance(action, Play)]
    if said:
        yield "  " + ", ".join(f"{match.players[seat]}: {action}" for seat, action in said)
    for number, trick in enumerate(state.tricks, start=1):
        yield f"  {number:2}  {_trick(match, trick)}"
    if state.trick:
        yield f"  {len(state.tricks) + 1:2}  {_played(match, state.leader, state.trick)}"


def _sorted(state: State, cards: tuple[Card, ...]) -> Iterable[Card]:
    """A hand as a player sorts it: trumps, then suits, each from the top down."""
    if not state.tricks and state.trump is None:
        return sorted(cards)
    tables = state.game.tables(state)
    trumps = tables.ranked(card_set(cards) & tables.trumps)
    rest = sorted((card for card in cards if card not in trumps), key=lambda card: (card.suit, -tables.order[card]))
    return (*trumps, *rest)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in cards)


def _trick(match: Match, trick: Trick) -> str:
    return f"{_played(match, trick.leader, trick.cards)}  → {match.players[trick.winner]}"


def _played(match: Match, leader: int, cards: tuple[Card, ...]) -> str:
    names = [match.players[(leader + place) % match.game.seats] for place in range(len(cards))]
    return "  ".join(f"{name} {card.symbol}" for name, card in zip(names, cards, strict=True))


def _score(match: Match, state: State, summary: dict[str, object]) -> Iterator[str]:
    result = state.result
    sides = side_names(match)
    if result.redeal is None:
        took = (
            f"{side} {points} in {tricks}"
            for side, points, tricks in zip(sides, result.points, result.tricks, strict=True)
        )
        yield f"  Card points and tricks: {', '.join(took)}"
    scored = ", ".join(f"{side} {score}" for side, score in zip(sides, result.score, strict=True) if score)
    yield f"  {result.made.capitalize()} ({result.rule}): {scored or 'nobody scores'}"
    yield "  " + "; ".join(f"{name} {value}" for name, value in summary.items() if name != "over" and value)
