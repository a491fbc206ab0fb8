"""What cards cost, told when the deal is over."""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from math import isfinite
from types import MappingProxyType

from stova.bots.expert import Outlook
from stova.cli.words import labels
from stova.cli.words.calls import bid_short
from stova.cli.words.people import counted
from stova.engine.actions import (
    Accept,
    Action,
    Back,
    Bid,
    BidContract,
    Both,
    Declare,
    Discard,
    Exchange,
    Expose,
    Fold,
    GoOn,
    Hold,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    PutAway,
    Roem,
    Stay,
    Stop,
    Take,
    TakeExposed,
    TakeStock,
    Trade,
)
from stova.review import EarlyStep, Step, Tally, may_have_given, tally

DEAREST = "!"
TOOK = "*"
NAME = 12
"""Characters shown of a player's name over a column."""
KEYS = "up, down: the page · left, right: other deals · Esc: back"
OPEN_HANDS = "Seen with all hands open: a card can be right and still cost."
EARLY_WELL = "Before the first card nothing was done that looked clearly worse than what an expert would have done."
EARLY_UNKNOWN = "How all looked that was done before the first card couldn't be told in the time there was."
NOT_EXACT = "? or +: not known exactly, it takes too long."
MORE = "+: or more; it takes too long to know all of it."
COSTS_AND_MISTAKES = "Costs and mistakes"
HANDS_OPEN = "better, hands open"
IN_SIGHT = "in sight"
SEEN = "In sight: what looked clearly better from its seat, and by how much of the score on average."
TURNED = "(turned the deal)"
TO_TURN = "To turn the deal: its side would have had more than an opponent, and came to less."
STROKES = "The score is in strokes; a monk's cross counts six."
LOOKING = "Looking at what cost something, or may have, from its seat"
UNKNOWN = "?"
NO_PLAY = "No cards were played in this deal."
BEYOND = "There is too much that can happen in this card play for it to be worked out."


NAMED: Mapping[type[Action], str] = MappingProxyType(
    {
        Accept: "playing",
        Back: "going back to the hand",
        Both: "keeping both hands",
        Declare: "playing",
        Fold: "folding",
        GoOn: "going on for all tricks",
        Hold: "holding the bid",
        NoRoem: "keeping quiet about the roem",
        Pass: "passing",
        Roem: "declaring the roem",
        Stay: "letting the trades be",
        Stop: "stopping there",
        Take: "taking what lies there",
        TakeStock: "taking what lies there",
    }
)
"""Actions without cards, as things."""


def title(deal: int, *, played: bool) -> str:
    return f"Deal {deal}: what each {'card' if played else 'choice'} cost"


def marks(led: str, *, marked: bool) -> str:
    """What the marks at the cards are; `led` stands before the card that led a trick.

    What nothing looked better than is told of where there is anything `marked` so.
    """
    looked = f", {labels.AS_GOOD} nothing looked clearly better from its seat" if marked else ""
    return f"{led} led, {TOOK} took the trick{looked}."


def legend(*, points: bool, theirs: str) -> str:
    """What the numbers beside the cards are.

    Without card `points` costs are of the score alone, one's own less `theirs`.
    """
    then = "if all play perfectly after it"
    what = (
        f"the card points it gave away, {then}. In brackets: the score, one's own less {theirs}. "
        f"{DEAREST} is the dearest by score, then by card points."
        if points
        else f"what it gave away of the score, one's own less {theirs}, {then}. {DEAREST} is the dearest."
    )
    return f"Beside a card: {what}"


def working(done: int, of: int) -> str:
    return f"Working it out: {done} of {counted(of, 'choice')}."


def looking(done: int, of: int) -> str:
    return f"{LOOKING}: {done} of {of}."


def early_looking(done: int, of: int) -> str:
    return f"Looking at what was done before the first card: {done} of {of}."


def too_much(found: Collection[Step]) -> Iterator[str]:
    """What could not be worked out, if anything."""
    beyond = [step.trick for step in found if step.score is None]
    if beyond:
        yield f"Up to trick {max(beyond)} there is too much that can happen for all of it to be worked out."


def totals(
    players: Sequence[str], found: Collection[Step], early: Collection[EarlyStep], *, looked: bool
) -> Iterator[str]:
    """What each player gave away in several deals, as a table; `looked` if it was looked at from the seats."""
    seats = range(len(players))
    tallies = [tally(found, seat) for seat in seats]
    score = {step.seat for step in found if step.score is None or not step.score.cost.exact}
    points = {step.seat for step in found if step.points is not None and not step.points.cost.exact}
    vague = score | points
    blind = {step.seat for step in found if may_have_given(step) and not looked_at(step)}
    rows: list[tuple[str, Sequence[int], Set[int]]] = [
        ("Score given away", [own.score for own in tallies], score),
        ("Card points given away", [own.points for own in tallies], points),
    ]
    rows = [row for row in rows if any(row[1]) or row[2]]
    rows.append(("Choices in the play", [sum(step.seat == seat for step in found) for seat in seats], set()))
    rows.append(("  that cost something", [own.actions for own in tallies], vague))
    if looked:
        unseen = {step.seat for step in early if not looked_at(step)}
        rows.append(("Seen to be mistakes", _mistakes(found, seats), blind))
        rows.append(("Mistakes before the play", _mistakes(early, seats), unseen))
    names = [name[:NAME] for name in players]
    yield _row("", names, names)
    for what, numbers, more in rows:
        yield _row(what, [f"{number}{'+' if seat in more else ''}" for seat, number in enumerate(numbers)], names)
    if any(more for _, _, more in rows):
        yield MORE


def looked_at(step: Step | EarlyStep) -> bool:
    """Whether it is known how it looked, or that the expert would have done the same."""
    outlook = step.outlook
    return outlook is not None and (outlook.best == step.action or isfinite(outlook.error))


def _mistakes(steps: Collection[Step | EarlyStep], seats: Sequence[int]) -> list[int]:
    """How many steps of each seat looked clearly worse than something else from there."""
    worse = [step.seat for step in steps if step.outlook is not None and step.outlook.clear]
    return [worse.count(seat) for seat in seats]


def _row(what: str, cells: Sequence[str], names: Sequence[str]) -> str:
    return f"{what:24}" + "".join(f"  {cell:>{max(len(name), 6)}}" for cell, name in zip(cells, names, strict=True))


def told(who: str, own: Tally) -> str:
    """What a player gave away; of how many choices that isn't known is told where nothing else is."""
    if not own.actions:
        but = f" as far as is known; of {counted(own.unsure, 'choice')} it isn't" if own.unsure else ""
        return f"{who} gave nothing away{but}."
    least = "" if own.exact else "at least "
    return f"{who} gave away {least}{amount(own.points, own.score)} in {counted(own.actions, 'choice')}."


def kept_by(step: Step) -> str:
    """What would have kept what a step cost; where it isn't known whether it cost anything, that isn't either.

    Where that is one action for card points and another for the score, that for the score is in brackets, as costs are.
    """
    if not any(step.cost):
        return UNKNOWN
    pairs = zip(step.better, step.cost, strict=True)
    known = [UNKNOWN if action is None else named(action) for action, cost in pairs if cost]
    first, *for_score = dict.fromkeys(known)
    return " ".join([first, *(f"({other})" for other in for_score)])


def seen_better(step: Step) -> str:
    """What looked clearly better from its seat, and by how much; marks where nothing did, and where it isn't known."""
    outlook = step.outlook
    if outlook is None or not looked_at(step):
        return UNKNOWN
    return f"{named(outlook.best)} +{_gain(outlook)}" if outlook.clear else labels.AS_GOOD


def early(who: str, step: EarlyStep) -> str:
    """What looked better to a player than what was done before the first card; nothing where nothing clearly did."""
    outlook = step.outlook
    if outlook is None or not outlook.clear:
        return ""
    better = f"by what was in sight {called(outlook.best)} was better, by {_gain(outlook)} in the score on average"
    return f"{who}, {called(step.action)}: {better}."


def _gain(outlook: Outlook) -> str:
    """How much better it looked, in two figures or a whole number: the worlds looked at don't tell more."""
    return f"{outlook.gain:.{2 if outlook.gain < 0.995 else 1 if outlook.gain < 9.95 else 0}f}"


def amount(points: int, score: int) -> str:
    """`14 card points and 4 in the score`."""
    told = [counted(points, "card point")] if points else []
    return " and ".join([*told, f"{score} in the score"] if score else told)


def named(action: Action) -> str:
    """An action as a thing: a card, `naming ♠` or `going on`."""
    match action:
        case Play(card=card):
            return card.symbol
        case Trade(card=card, taken=taken):
            return f"trading {card.symbol} for {taken.symbol}"
        case LeadTrader(card=card, taken=taken):
            return f"leading {card.symbol} for {taken.symbol}"
        case PutAway(card=card):
            return f"putting {card.symbol} away"
        case TakeExposed(card=card):
            return f"taking {card.symbol} along with the stock"
        case Bid():
            return f"bidding {bid_short(action)}"
        case BidContract(contract=contract):
            return f"bidding {contract}"
        case NameTrump(suit=suit):
            return f"naming {suit.symbol}"
        case Discard(cards=cards) | Exchange(cards=cards):
            return f"putting down {' '.join(card.symbol for card in cards)}" if cards else "exchanging nothing"
        case Expose(cards=cards):
            return f"showing {' '.join(card.symbol for card in cards)}"
        case _:
            return NAMED[type(action)]


def called(action: Action) -> str:
    """What is done before the first card as a thing: to let the trades be is to play on there."""
    return "playing on" if action == Stay() else named(action)


def besides(player: str, action: Action, *, roem: int) -> str:
    """Something done besides playing cards, and what `roem` it is about is worth, if it is."""
    return f"{player}, {named(action)}{f' of {roem}' if roem else ''}"
