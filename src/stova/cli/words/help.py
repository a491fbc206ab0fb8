"""What the help says: the keys as they are in this game, and the rules in short."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stova.cards import Card
from stova.cli.signs import Signs
from stova.cli.words.people import counted, either
from stova.engine.actions import Bid, BidContract, Discard, Exchange, PutAway, Roem
from stova.engine.game import Game
from stova.engine.result import Sheet
from stova.engine.tables import CardTables, Policy
from stova.engine.view import View
from stova.games.klaverjas import FOURS, RUNS, STUK
from stova.games.klorsjavs_auction import TOUTS, WITH_EXCHANGE, WORTH
from stova.games.styrivolt.chalk import Chalk
from stova.rules.columns import Columns
from stova.rules.ladder import Ladder, LadderRules
from stova.rules.lengths import LengthAuction

Keys = tuple[tuple[str, str], ...]

ALWAYS: Keys = (
    ("1 2 3 …", "play the card over it"),
    ("← → ↑ ↓", "point; Enter chooses"),
    ("i", "a hint"),
    ("w", "whom you play against"),
    ("l", "the last trick"),
    ("Tab, s", "the score sheet"),
    ("p", "what you put down"),
    ("r", "the full rules"),
    ("m", "wait after tricks, or not"),
    ("o", "a forced card plays itself"),
    ("t", "dark or light"),
    ("q", "leave; the match is kept"),
)
ROW = ("a b c …", "play the open card over it")


def keys(game: Game, *, colour: bool, row: bool) -> Keys:
    """The keys and what they do; `row` says whether open cards lie before you."""
    puts_down = any(isinstance(action, Discard | Exchange | PutAway) for action in game.actions)
    meant = {"t": colour, "p": puts_down}
    always = tuple(key for key in ALWAYS if meant.get(key[0], True))
    return (*always[:1], *((ROW,) if row else ()), *always[1:])


def moments(game: Game) -> Iterator[str]:
    """What the keys of a bid and of an exchange are."""
    kinds = {type(action) for action in game.actions}
    if kinds & {Bid, BidContract}:
        yield "Bidding: press the key in brackets on the button; p passes."
    if kinds & {Discard, Exchange}:
        yield f"With the {game.talon_name}: a key raises its card, Enter puts down what is raised."


def in_short(game: Game, view: View, sheet: Sheet, signs: Signs) -> Iterator[str]:
    """How the game goes, from its tables: what is trumps, what counts, what must be played, bid and won."""
    tables = game.tables(replace(view, trump=None))
    permanent = tables.ranked(tables.trumps)
    with_trumps = game.tables(replace(view, trump=game.pack[0].suit))
    yield game.summary
    if roles := _roles(tables, permanent, signs):
        yield f"In this deal, from the top: {', '.join(roles)}."
    elif permanent:
        top = " ".join(map(signs.card, permanent))
        yield f"Always trumps, from the top: {top}. Follow the suit led if you can."
    points = _worth(game.pack, tables.points)
    if points:
        suit = [card for card in game.pack if card.suit is game.pack[0].suit]
        other = [worth for worth in _worth(suit, with_trumps.points) if worth not in points]
        yield f"Card points: {', '.join(points)}; the others none." + (
            f" As trumps: {', '.join(other)}." if other else ""
        )
    yield from _playing(with_trumps, game.pack, permanent=bool(permanent))
    yield from _bidding(game)
    yield from filter(None, [_scores(game, sheet)])


def _roles(tables: CardTables, cards: Sequence[Card], signs: Signs) -> list[str]:
    """Cards by what they are called, those called the same together."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if tables.roles[card]:
            found.setdefault(tables.roles[card], []).append(signs.card(card))
    return [f"{' '.join(together)} {role}" for role, together in found.items()]


def _worth(cards: Sequence[Card], points: Sequence[int]) -> list[str]:
    """The ranks that count and what, dearest first."""
    worth = {card.rank: points[card] for card in cards if points[card]}
    return [f"{rank} {value}" for rank, value in sorted(worth.items(), key=lambda item: -item[1])]


def _bidding(game: Game) -> Iterator[str]:
    """What a bid is."""
    for phase in game.phases:
        if isinstance(phase, LengthAuction):
            better = f"; clubs beat a suit as long: “{phase.least}, better”"
            clubs = better if phase.equal_bid == "clubs" else ""
            yield (
                f"A bid is how many cards the longest suit has, the permanent trumps counted with it: "
                f"{phase.least} at least{clubs}."
            )
    contracts = [action.contract for action in game.actions if isinstance(action, BidContract)]
    if contracts:
        worth = either([str(WORTH[contract]) for contract in contracts], "and")
        yield f"A bid is a contract: {either(contracts)}, each above those before it, worth {worth} at least."
        touts, exchanging = ([own for own in contracts if own in those] for those in (TOUTS, WITH_EXCHANGE))
        cat = f"only in a {either(exchanging)} may the declarer take the {game.talon_name}"
        yield f"A {either(touts)} takes every trick, the others more than half the points; {cat}."


FORCED = {
    Policy.BEAT: "Any card may be played, but who can beat the winning one must, unless it is the partner's.",
    Policy.OVERTRUMP_OPPONENTS: (
        "Follow suit, else trump unless your partner holds the trick; a higher trump if you can."
    ),
    Policy.OVERTRUMP: "Follow suit, else trump, whoever holds the trick; a higher trump if you can.",
}
ROEM = (
    "Roem, in one trick: three in a row {}, four {}; king and queen of trumps {}; four tens, queens, kings or aces "
    "{}, jacks {}."
)
POWERS = (
    "From the bird down to the unfortunate they take what is weaker; a lamb, free card, king or queen of the chosen "
    "suits wins only when led, a lamb always then; but who has won no trick yet may lead no lamb."
)


def _playing(tables: CardTables, pack: Sequence[Card], *, permanent: bool) -> Iterator[str]:
    """What must be played and what beats what, but where permanent trumps say so. `tables` have some suit as trumps."""
    if any(tables.roles):
        yield FORCED.get(tables.policy, "Any card may be played.")
        yield POWERS
    elif not permanent:
        trumps, other = (
            " ".join(card.rank for card in tables.ranked(cards))
            for cards in (tables.trumps, tables.follow[next(card for card in pack if not tables.trumps >> card & 1)])
        )
        same = f"Every suit from the top: {trumps}."
        yield same if trumps == other else f"Trumps from the top: {trumps}. In other suits: {other}."
        yield FORCED.get(tables.policy, "Follow the suit led if you can, else play any card.")
    if tables.bonuses:
        yield ROEM.format(RUNS[3][1], RUNS[4][1], STUK, FOURS["A"], FOURS["J"])


def _at_most(rules: LadderRules) -> str:
    return "" if rules.max_deals is None else f", or {counted(rules.max_deals, 'deal')} at most"


def _scores(game: Game, sheet: Sheet) -> str:
    """What wins a deal, and what for."""
    match sheet:
        case Ladder(rules=rules):
            return (
                "The declarer's side needs 61 of the 120 points and scores 2, from 90 points 4, for all tricks 12 or "
                "more; with less than 60 the others score 4 or more. Clubs score more. "
                f"From {sheet.rules.start} down to 0{_at_most(rules)}."
            )
        case Chalk(until_crosses=crosses, until_deals=deals):
            ends = [] if crosses is None else [counted(crosses, "cross")]
            ends += [] if deals is None else [counted(deals, "deal")]
            end = f" The match ends with {either(ends)}." if ends else ""
            return f"Five of the nine tricks win a deal and erase strokes of chalk; the first five erase more.{end}"
        case Columns(rules=rules):
            end = "" if rules.deals is None else f" A match has {counted(rules.deals, 'deal')}."
            if rules.floor is not None:
                end = f" All begin with {rules.start} {rules.unit}; at {rules.floor} it ends, and who has least loses."
            kinds = {type(action) for action in game.actions}
            roem = ", roem included" if Roem in kinds else ""
            half = "" if BidContract in kinds else f"The declarer's side needs more than half the points{roem}."
            return f"{half}{end}".strip()
        case _:
            return ""
