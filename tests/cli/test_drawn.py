"""Whatever is dealt and done, the terminal table can draw it and has words for it, with nothing cut off."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import stova
from cli.at_table import begin, lively
from helpers import GAMES, hand_size, random_options
from stova import Game, Match
from stova.cards import RANKS, Card
from stova.cli.signs import COLOUR
from stova.cli.sitting import Sitting
from stova.cli.storage import Manners, new_place
from stova.cli.table import board as board_module
from stova.cli.table import pages, turns
from stova.cli.table.board import Board, row_of
from stova.cli.table.canvas import Canvas
from stova.cli.table.choices import Choices
from stova.cli.table.drawing import Drawing
from stova.cli.table.facts import Facts
from stova.cli.table.hand import ROW_KEYS, Hand, sorted_hand
from stova.cli.table.lines import Prompt
from stova.cli.table.pack import Pack
from stova.cli.words import asking, hints, news, story
from stova.cli.words.hints import Hint
from stova.cli.words.people import seat_names, side_names
from stova.engine.view import View

ACTIONS = 150
"""How many actions of each match are drawn."""
PAGE = (70, 18)
"""Columns and rows of what a panel says, in the smallest window."""


def alike_together(game: Game, rng: random.Random) -> dict[str, Any]:
    """A deal in which cards of a rank lie together."""
    size = hand_size(game.name)
    first = rng.randrange(len(RANKS))
    cards = sorted(game.pack, key=lambda card: (RANKS.index(card.rank) - first) % len(RANKS))
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(game.seats)]
    drawn = {"drawn": rng.sample(game.pack, 1)} if game.draws else {}
    return {"hands": rng.sample(hands, len(hands)), "talon": cards[game.seats * size :] or None, **drawn}


def draw(drawing: Drawing, width: int, height: int) -> None:
    canvas = Canvas(width, height, COLOUR)
    drawing.canvas = canvas
    drawing.draw(canvas)
    assert canvas.lost == 0, (drawing, canvas.rows())


def draw_table(match: Match, view: View) -> None:
    board, facts = Board(COLOUR), Facts(COLOUR)
    for finished in {False, bool(view.tricks)}:
        board.show(view, match.players, finished=finished)
        draw(board, 52, 15)
    facts.show(view, match.sheet, match.players)
    draw(facts, 26, 15)


def draw_turn(match: Match, view: View) -> None:
    """The cards, and what is asked."""
    row, hand = Hand(COLOUR, id="row", keys=ROW_KEYS), Hand(COLOUR, id="hand")
    prompt, choices, pack = Prompt(COLOUR), Choices(COLOUR), Pack(COLOUR)
    lying = row_of(view, 0)
    row.show(lying)
    hand.show(sorted_hand(view, set(view.hand) - {place.card for place in lying}))
    barred = Sitting(match, Manners(), new_place(match)).barred()
    prompt.ask(asking.prompt(view, match.players, barred=barred), yours=bool(view.legal))
    if view.legal:
        parts = SimpleNamespace(row=row, hand=hand, prompt=prompt, choices=choices, pack=pack)
        turns.ask(view, parts, lambda action: None)
    for drawing, width, height in ((row, 52, 6), (hand, 80, 6), (prompt, 78, 2), (choices, 78, 3), (pack, 78, 5)):
        draw(drawing, width, height)


def say(match: Match, view: View, before: View | None) -> None:
    """What is told of it, when it happens and later, and what may be looked up."""
    if before is not None and len(before.history) < len(view.history):
        news.news(before, view, match.players)
        list(news.announcements(before, view, match.players))
    for action in view.legal:
        expected = tuple((other, float(number)) for number, other in enumerate(view.legal[:3]))
        hints.told(view, Hint(action=action, expected=expected))
    looked_up = [pages.sheet_page(match, COLOUR), pages.help_page(match.game, view, match.sheet, COLOUR, colour=True)]
    if view.tricks:
        looked_up.append(pages.trick_page(view.tricks[-1], view, match.players, COLOUR))
    if view.result is not None:
        looked_up.append(pages.deal_page(match, view, COLOUR))
    for page in looked_up:
        page(*PAGE)
    if match.is_over:
        story.match_told(match.sheet, side_names(match.game, match.players))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_every_moment_can_be_drawn(name: str, together: bool) -> None:
    for number in range(3 if together else 1):
        rng = random.Random(f"drawn {name} {number}")
        game = stova.game(name, **random_options(name, rng))
        given = alike_together(game, rng) if together else {}
        dealer = rng.randrange(game.seats)
        match = game.match(key=rng.randbytes(32), players=seat_names(game), dealer=dealer, **given)
        before = None
        for _ in range(ACTIONS // 3 if together else ACTIONS):
            view = match.state.view(0)
            draw_table(match, view)
            draw_turn(match, view)
            say(match, view, before)
            if match.is_over:
                break
            before = view
            match = match.next_deal() if match.state.is_over else match.apply(lively(match))


def test_who_led_is_said_and_the_card_that_wins_so_far_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: dict[Card, str] = {}
    monkeypatch.setattr(board_module, "draw_card", lambda canvas, x, y, size, card, look: drawn.update({card: look}))
    match = begin("klaverjas").match
    while not match.is_over and not match.state.is_over:
        state, view = match.state, match.state.view(0)
        if state.trick and state.to_act == 0:
            board = Board(COLOUR)
            board.show(view, match.players, finished=False)
            drawn.clear()
            draw(board, 52, 15)
            assert [card for card, look in drawn.items() if look == "chosen"] == [state.trick[state.best]]
            asked = asking.prompt(view, match.players)
            assert asked.startswith(f"{match.players[state.leader]} led "), asked
        match = match.apply(lively(match))
