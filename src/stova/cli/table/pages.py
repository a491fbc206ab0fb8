"""What the panels say: the draw, the last trick, a finished deal, the sheet, help."""

from collections.abc import Sequence
from itertools import chain
from textwrap import wrap

from stova.cards import Card
from stova.cli import own
from stova.cli.signs import Signs, Span
from stova.cli.table import sheets
from stova.cli.table.canvas import Canvas
from stova.cli.table.faces import Size, draw_card
from stova.cli.table.panel import Page
from stova.cli.words import help, hints, labels, people, story
from stova.cli.words.hints import Hint
from stova.cli.words.news import took
from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.result import Sheet
from stova.engine.seating import Draw
from stova.engine.state import Trick
from stova.engine.view import View

CARD = Size(7, 4)
STEP = 14
"""Columns from card to card in a row of them."""
FIGURE = 6
"""Columns for the figures of a hint, at least."""
TEXT = 60
"""The longest lines of text, in characters."""

Lines = list[list[Span]]


def written(lines: Lines, signs: Signs) -> Canvas:
    """Lines of text on a canvas just large enough."""
    width = max((sum(len(signs.text(text)) for text, _ in line) for line in lines), default=0)
    canvas = Canvas(max(1, width), max(1, len(lines)), signs)
    for y, line in enumerate(lines):
        canvas.line(0, y, line)
    return canvas


def told(sentences: story.Told, width: int) -> Lines:
    """Sentences wrapped to a width, each with the number of its rule after it."""
    lines: Lines = []
    for sentence, rule in sentences:
        lines += [[(row, "")] for row in wrap(f"{sentence} {rule}".strip(), width)]
        last = lines[-1][0][0]
        if rule:
            lines[-1] = [(last.removesuffix(rule), ""), (rule, "muted")]
    return lines


def text_page(sentences: story.Told, signs: Signs) -> Page:
    """A page of sentences."""
    return lambda width, height: written(told(sentences, min(width, TEXT)), signs)


def over(above: Canvas, below: Canvas, signs: Signs) -> Canvas:
    """Two pages, one above the other, each in the middle."""
    width = max(above.width, below.width)
    canvas = Canvas(width, above.height + 1 + below.height, signs)
    canvas.paste(above, (width - above.width) // 2)
    canvas.paste(below, (width - below.width) // 2, above.height + 1)
    return canvas


def beside(left: Canvas, right: Canvas, signs: Signs) -> Canvas:
    """Two pages, one beside the other."""
    canvas = Canvas(left.width + 3 + right.width, max(left.height, right.height), signs)
    canvas.paste(left)
    canvas.paste(right, left.width + 3)
    return canvas


def row_of_cards(cards: Sequence[tuple[str, Card]], marked: int, signs: Signs, *, step: int = STEP) -> Canvas:
    """Cards with names beneath, one of them standing out."""
    canvas = Canvas(step * len(cards), CARD.height + 1, signs)
    for place, (name, card) in enumerate(cards):
        middle = step * place + step // 2
        draw_card(canvas, middle - CARD.width // 2, 0, CARD, card, "chosen" if place == marked else "face")
        canvas.centred(CARD.height, name, "turn" if place == marked else "", middle=middle)
    return canvas


def draw_page(draw: Draw, players: Sequence[str], game: Game, signs: Signs) -> Page:
    """Who drew what for the seats. Rule: SJ-6."""
    held, again = list(draw.rounds[0]), []
    for more in draw.rounds[1:]:
        again.append([None if card is None else held[player] for player, card in enumerate(more)])
        held = [held[player] if card is None else card for player, card in enumerate(more)]
    cards = [(players[seat], card) for seat, player in enumerate(draw.seating) if (card := held[player]) is not None]
    sentences: story.Told = [(labels.SET_ASIDE, "")] if again else []
    sentences += [(f"{', '.join(_named(aside, draw, players, signs))}.", "") for aside in again]
    sentences += [(sentence, "") for sentence in story.drawn(draw, players, partners=game.side_count < game.seats)]

    def page(width: int, height: int) -> Canvas:
        return over(row_of_cards(cards, draw.dealer, signs), written(told(sentences, min(width, TEXT)), signs), signs)

    return page


def _named(cards: Sequence[Card | None], draw: Draw, players: Sequence[str], signs: Signs) -> list[str]:
    """Cards by player as a list of names and cards, by seat."""
    drawn = ((players[seat], cards[player]) for seat, player in enumerate(draw.seating))
    return [f"{name} {signs.card(card)}" for name, card in drawn if card is not None]


def trick_page(trick: Trick, view: View, players: Sequence[str], signs: Signs) -> Page:
    """A finished trick, in the order it was played."""
    seats = [(trick.leader + place) % view.game.seats for place in range(len(trick.cards))]
    cards = [(players[seat], card) for seat, card in zip(seats, trick.cards, strict=True)]
    won = seats.index(trick.winner)
    sentence = trick_told(trick, view, players)
    return lambda width, height: over(row_of_cards(cards, won, signs), written([[(sentence, "")]], signs), signs)


def trick_told(trick: Trick, view: View, players: Sequence[str]) -> str:
    """Who took a trick, and what it was worth."""
    best = trick.cards[(trick.winner - trick.leader) % view.game.seats]
    last = trick is view.tricks[-1] and not any(view.counts)
    points = view.game.tables(view).points_of(trick.cards, last=last)
    return took(players[trick.winner], best.symbol, points, counts=view.game.tricks_needed(view) is None)


class HintPage:
    """What a strong player would do, and where it is known what each choice is expected to come to.

    What the table says isn't said in words, too. What words say of the next best gives way to it; where there is no
    room for one even so, words say the most of it.
    """

    def __init__(self, hint: Hint, view: View, signs: Signs) -> None:
        self.hint, self.view, self.signs = hint, view, signs
        self.whole = True
        """Whether every choice there is a score for was on it when it was last drawn."""

    def __call__(self, width: int, height: int) -> Canvas:
        hint, view = self.hint, self.view
        room = min(width, TEXT)
        most = told([(hints.heading(view, hint), "")], room)
        for brief in (False, True):
            text = told(hints.told(view, hint, listed=True, brief=brief), room)
            left = max(height - len(text) - 1 - len(most), 0)
            rows = hints.table(view, hint, 2 * left)
            if len(rows) > left and 2 * (sum(_widths(rows)) + 3) > room:
                rows = hints.table(view, hint, left)
            if rows:
                break
        self.whole = hint.alike or len([score for _, score in rows if score]) == len(hint.expected)
        if not rows:
            return written(told(hints.told(view, hint), room), self.signs)
        head = told([(hints.heading(view, hint, rows), "")], room)
        column, figures = _widths(rows)
        cells: Lines = [
            [(f"  {label:{column}}", ""), (f" {score:>{figures}}", "strong")] if score else [(f"  {label}", "")]
            for label, score in rows
        ]
        # In two columns, the second beginning where the first ends, if they don't fit in one.
        high = len(rows) if len(rows) <= left else -(-len(rows) // 2)
        table: Lines = [list(chain(*cells[at::high])) for at in range(high)]
        return written([*text, [], *head, *table], self.signs)


def _widths(rows: Sequence[tuple[str, str]]) -> tuple[int, int]:
    """The columns that the labels and the figures of a table take."""
    sizes = [(len(label), len(figure)) for label, figure in rows if figure]
    return max((label for label, _ in sizes), default=0), max([FIGURE, *(figure for _, figure in sizes)])


def down_page(cards: Sequence[Card], signs: Signs) -> Page:
    """Cards put down."""
    return lambda width, height: row_of_cards([("", card) for card in cards], -1, signs, step=CARD.width)


def sheet_page(match: Match, signs: Signs) -> Page:
    """The score sheet."""
    sides = people.side_names(match.game, match.players)
    return lambda width, height: sheets.page(match.sheet, sides, signs, height)


def deal_page(match: Match, view: View, signs: Signs, *, wrong: str = "") -> Page:
    """A finished deal in words, and the sheet with it entered; first what went wrong with keeping it."""
    sides = people.side_names(match.game, match.players)
    sentences = story.deal_told(match.sheet, view, match.players)
    if view.result is not None and view.result.redeal is None:
        sentences += story.sheet_told(match.sheet, sides)
    if wrong:
        sentences.insert(0, (wrong, ""))

    def page(width: int, height: int) -> Canvas:
        ladder = sheets.page(match.sheet, sides, signs, height)
        text = written(spaced(told_each(sentences, min(width - ladder.width - 3, TEXT)), height), signs)
        return beside(text, ladder, signs)

    return page


def told_each(sentences: story.Told, width: int) -> list[Lines]:
    return [told([sentence], width) for sentence in sentences]


def spaced(paragraphs: list[Lines], height: int) -> Lines:
    """Paragraphs with a free line between them, where there's room for it."""
    tight = [line for paragraph in paragraphs for line in paragraph]
    loose = [line for paragraph in paragraphs for line in [*paragraph, []]][:-1]
    return loose if len(loose) <= height else tight


def help_page(game: Game, view: View, sheet: Sheet, signs: Signs, *, colour: bool) -> Page:
    """The keys, and the rules in short."""
    rules = [(line, "") for line in (*help.moments(game), *help.in_short(game, view, sheet, signs))]
    keys = _two_columns(
        [(signs.text(key), does) for key, does in help.keys(game, colour=colour, row=bool(own.rows(view)))]
    )

    def page(width: int, height: int) -> Canvas:
        text = told(rules, min(width, 72))
        return written([*keys, *([[]] if len(keys) + len(text) < height else []), *text], signs)

    return page


def _two_columns(keys: Sequence[tuple[str, str]]) -> Lines:
    """Keys and what they do, in two columns."""
    half = (len(keys) + 1) // 2
    lines: Lines = [[(f"{key:10}", "key"), (f"{does:27}", "")] for key, does in keys[:half]]
    for line, (key, does) in zip(lines, keys[half:], strict=False):
        line += [(f"{key:8}", "key"), (does, "")]
    return lines
