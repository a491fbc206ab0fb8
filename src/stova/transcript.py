"""A match written out for people to read."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from textwrap import wrap
from typing import Any

from stova.cards import CARDS, Card, Suit, card_set
from stova.engine.actions import PLAYED, Action, BidContract, Play, Roem
from stova.engine.game import Game, nothing_covered
from stova.engine.match import Match
from stova.engine.options import changed, text_of
from stova.engine.result import Sheet, bonus_of
from stova.engine.stakes import Balance
from stova.engine.state import State, Trick
from stova.errors import require_kind

WIDTH = 74
"""The longest lines, in characters: they fit a page on the table in its smallest window."""
MINUS = "−"  # noqa: RUF001
TOGETHER = "\xa0"
"""A space at which no line ends."""
SYMBOLS = {str(thing): thing.symbol for thing in (*CARDS, *Suit)}


def transcript(match: Match) -> str:
    """The whole match as text: seats, hands, what was said, tricks, results and the score. Every hand is shown.

    Raises RulesError for what is no match.
    """
    require_kind("what is written out", match, Match)
    return "".join(f"{row}\n" for line in _match(match) for row in _wrapped(line))


def _wrapped(line: str) -> list[str]:
    rows = wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False) or [""]
    return [row.replace(TOGETHER, " ") for row in rows]


def _match(match: Match) -> Iterator[str]:
    game = match.game
    options = "".join(f", {name}={text_of(value)}" for name, value in changed(game.options, game.base).items())
    yield f"{game.title}: {game.name}, {game.preset}{options}"
    yield "Sides: " + " against ".join(players_of_sides(match.game, match.players))
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
            before, sheet = sheet, sheet.enter(state.result)
            yield from _score(match, state, before, sheet)
    if match.is_over:
        yield f"  {_outcome(players_of_sides(game, match.players), match.sheet)}"


def _outcome(sides: Sequence[str], sheet: Sheet) -> str:
    """Who lost where a match ends with that; else who won."""
    losers, winners = ([sides[side] for side in found] for found in (getattr(sheet, "losers", ()), sheet.winners))
    if len(winners) == len(sides):
        return "The match is a draw."
    if losers:
        return f"The match is lost by {' and '.join(losers)}."
    return f"The match goes to {' and '.join(winners)}."


def players_of_sides(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """The players of each side: `You and Partner`."""
    sides = game.sides
    return tuple(
        " and ".join(name for name, own in zip(players, sides, strict=True) if own == side)
        for side in sorted(set(sides))
    )


def before_play(state: State, players: Sequence[str]) -> str:
    """What was done in a deal before its first card was played: bids, trumps, exchanges."""
    return _said(state, players)[0]


def taken_told(state: State, players: Sequence[str]) -> Iterator[str]:
    """What each side took in a finished deal that counts, and with it roem; nothing of one that wasn't played."""
    result, sides = state.result, players_of_sides(state.game, players)
    if not state.tricks:
        return
    aside = [all_points - won for all_points, won in zip(result.points, state.game.by_side(state.points), strict=True)]
    yield "Took: " + ", ".join(_took(*own) for own in zip(sides, result.points, aside, result.tricks, strict=True))
    bonus = bonus_of(result)
    if bonus is not None and any(bonus.roem):
        yield _by_side("Roem, with pit" if bonus.pit else "Roem", sides, bonus.roem)


def made_told(state: State, players: Sequence[str], scored: Sequence[int] | None = None) -> str:
    """What a finished deal came to, by its rule: the score, or what is `scored` for it."""
    result, sides = state.result, players_of_sides(state.game, players)
    if result.redeal is not None:
        return f"{result.made.capitalize()}. {result.rule}"
    scores = zip(sides, scored or result.score, strict=True)
    told = ", ".join(f"{side} {_minus(f'{score:+}')}" for side, score in scores if score)
    return f"{_made(state).capitalize()}. {result.rule}: {told or 'nobody scores'}"


def _made(state: State) -> str:
    """What a deal came to, a tout by its contract. Rule: KA-6."""
    made, bid = state.result.made, state.bid
    return made.replace("tout", bid.contract) if isinstance(bid, BidContract) else made


def _draw(match: Match) -> Iterator[str]:
    assert match.draw is not None
    for cards in match.draw.rounds:
        drawn = ((match.players[seat], cards[player]) for seat, player in enumerate(match.draw.seating))
        yield "Drawn: " + ", ".join(f"{name} {card.symbol}" for name, card in drawn if card is not None)


def _deal(match: Match, state: State) -> Iterator[str]:
    width = max(map(len, (*match.players, match.game.talon_name)))
    lying = _lying(state)
    for name, cards in zip((*match.players, match.game.talon_name.capitalize()), state.dealt, strict=False):
        if cards:
            row = [pair for pair in lying if pair[0] in cards]
            held = tuple(card for card in cards if not any(card in pair for pair in row))
            yield f"  {name:{width}}  {_held(state, held)}{_row(row)}"
    said = _said(state, match.players)
    if said[0]:
        yield f"  {said[0]}"
    tricks = [_trick(match, trick) for trick in state.tricks]
    if state.trick:
        tricks.append(_played(match, state.leader, state.trick))
    for number, trick in enumerate(tricks, start=1):
        aside = f"  ({said[number]})" if said[number] else ""
        yield f"  {number:2}  {trick}{aside}"


def _lying(state: State) -> tuple[tuple[Card, Card], ...]:
    """The cards dealt to the table open, each with the card it covered."""
    if state.game.covers is nothing_covered or not state.dealt:
        return ()
    return state.game.covers(state.game.deal(hands=state.dealt[: state.game.seats], dealer=state.dealer))


def _row(pairs: Sequence[tuple[Card, Card]]) -> str:
    if not pairs:
        return ""
    above, below = zip(*pairs, strict=True)
    return f"; open {_cards(above)} on {_cards(below)}"


def _said(state: State, players: Sequence[str]) -> dict[int, str]:
    """What was done besides playing cards, by the trick in which or after which it was done; 0 is before the first."""
    done: dict[int, list[str]] = defaultdict(list)
    worth = {number: roem_in(state, trick) for number, trick in enumerate(state.tricks, start=1)}
    played = 0
    for seat, action in state.history:
        if isinstance(action, PLAYED):
            played += 1
        if not isinstance(action, Play):
            trick = -(-played // state.game.seats)
            points = f" {worth[trick]}" if isinstance(action, Roem) else ""
            done[trick].append(f"{players[seat]}: {_written(action)}{points}".replace(" ", TOGETHER))
    stakes = state.game.stakes(state) if state.game.stakes and any(worth.values()) else None
    if isinstance(stakes, Balance) and not stakes.declared:
        for trick, counted in worth.items():
            done[trick] += [f"roem{TOGETHER}{counted}"] if counted else []
    if state.drawn is not None and state.declarer is not None:
        done[0].append(f"{players[state.declarer]} with {state.drawn.suit.symbol} as trumps")
    return defaultdict(str, {trick: ", ".join(actions) for trick, actions in done.items()})


def roem_in(state: State, trick: Trick) -> int:
    """What the roem in a trick of a deal is worth. Rule: KJ-8."""
    return state.game.tables(state).bonus(card_set(trick.cards))


def _written(action: Action) -> str:
    """An action, its cards and suits written as all cards are here."""
    return " ".join(SYMBOLS.get(word, word) for word in str(action).split())


def _held(state: State, cards: tuple[Card, ...]) -> str:
    """A hand as people hold it."""
    return _cards(chain.from_iterable(state.game.tables(state).as_held(card_set(cards))))


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in cards)


def _trick(match: Match, trick: Trick) -> str:
    return f"{_played(match, trick.leader, trick.cards)}  → {match.players[trick.winner]}"


def _played(match: Match, leader: int, cards: tuple[Card, ...]) -> str:
    names = [match.players[(leader + place) % match.game.seats] for place in range(len(cards))]
    both = (f"{name} {card.symbol}" for name, card in zip(names, cards, strict=True))
    return "  ".join(each.replace(" ", TOGETHER) for each in both)


def _score(match: Match, state: State, before: Sheet, after: Sheet) -> Iterator[str]:
    result, sides = state.result, players_of_sides(match.game, match.players)
    if result.redeal is not None:
        yield f"  {made_told(state, match.players)}"
        return
    yield from (f"  {line}" for line in taken_told(state, match.players))
    scored = getattr(after.lines[-1], "scored", result.score)
    tie = "" if scored == result.score else ", with what the tie before adds"
    yield f"  {made_told(state, match.players, scored)}{tie}"
    yield f"  {_standing(sides, before.summary(), after.summary())}"


def _took(side: str, points: int, aside: int, tricks: int) -> str:
    """What a side took; some of its points may lie `aside`, in no trick."""
    number = f"{tricks} trick{'' if tricks == 1 else 's'}"
    if not points:
        return f"{side} {number}"
    return f"{side} {points} card points{f', {aside} of them lying aside,' if aside > 0 else ''} in {number}"


def _standing(sides: Sequence[str], before: dict[str, Any], after: dict[str, Any]) -> str:
    """What the sheet says now, and what it didn't before: strokes, rubbers, crosses."""
    told = [_by_side("Standing", sides, after["standing"])] if "standing" in after else []
    if "strokes" in after:
        told.append(_by_side("Strokes left", sides, after["strokes"]))
    for winners in after.get("rubbers", ())[len(before.get("rubbers", ())) :]:
        names = " and ".join(sides[side] for side in winners)
        told.append(f"The rubber goes to {names}." if names else "The rubber is drawn.")
    if after.get("crosses") != before.get("crosses"):
        told.append(_by_side("Crosses", sides, [getattr(own, "count", own) for own in after["crosses"]]))
    return " ".join(told)


def _by_side(what: str, sides: Sequence[str], values: Iterable[object]) -> str:
    return f"{what}: {', '.join(f'{side} {_minus(str(value))}' for side, value in zip(sides, values, strict=True))}."


def _minus(number: str) -> str:
    return number.replace("-", MINUS)
