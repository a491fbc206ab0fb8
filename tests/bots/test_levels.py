"""The levels: named, legal, a function of the view and the seed alone, and each better than the one below it."""

import random
from statistics import mean, stdev
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY, PRESETS, finish, first_lead, random_match, random_options
from many_decisions import check_deal
from stova import Game, RulesError
from stova.bots import BOTS, LEVELS, Bot, bot, bots
from stova.bots.expert import Expert
from stova.bots.novice import novice
from stova.bots.program import Program
from stova.research.arena import MEASURES


def test_levels_by_name() -> None:
    assert bots()[:2] == ("beginner", "club")
    assert bot("club") is LEVELS["club"]


def test_the_novice_is_there_but_not_offered() -> None:
    assert "novice" not in bots()
    assert bot("novice") is novice


def test_an_unknown_bot() -> None:
    with pytest.raises(RulesError, match="no bot 'fool'; there are beginner, club, expert"):
        bot("fool")


@pytest.mark.parametrize(
    "asked",
    [*map(bot, ("beginner", "club", "expert:0.01")), *MEASURES.values(), Program(["cat"]), Expert().outlooks],
    ids=["beginner", "club", "expert", *MEASURES, "program", "outlooks"],
)
@pytest.mark.parametrize("name", ["sjavs", "styrivolt", "klaverjas"])
def test_who_has_nothing_to_choose_is_not_asked(name: str, asked: Any) -> None:
    """Before the first lead, in the card play, and when the deal is over."""
    rng, begun = random.Random(name), stova.game(name).deal(key=KEY)
    led = first_lead(name)
    for state in (begun, led, finish(led, rng)):
        for seat in {*range(state.game.seats), None} - {state.to_act if not state.is_over else -1}:
            with pytest.raises(RulesError, match="a bot is asked when it is its seat's turn"):
                asked(state.view(seat), 1)
        with pytest.raises(RulesError, match="what a bot chooses by must be a View, not State"):
            asked(state, 1)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("level", ["novice", "beginner", "club"])
@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_always_legal_and_always_the_same(level: str, name: str, preset: str) -> None:
    rng = random.Random(level + name + preset)
    decisions, wanted = 0, 60 if level == "club" else 400
    while decisions < wanted:
        options = random_options(name, rng) if rng.random() < 0.5 else {}
        match = random_match(stova.game(name, preset=preset, **options), rng)
        decisions += len(list(check_deal(match.state, BOTS[level], rng)))


def score(game: Game, number: int, players: tuple[Bot, ...]) -> tuple[int, ...]:
    """The score by side of one deal, `players` by side."""
    state = game.deal(key=KEY, number=number, dealer=number % game.seats)
    while not state.is_over:
        assert state.to_act is not None
        player = players[game.sides[state.to_act]]
        state = state.apply(player(state.view(state.to_act), 1000 * number + len(state.history)))
    return state.result.score


def margins(game: Game, better: Bot, worse: Bot, deals: int) -> list[float]:
    """By how much one player beats others in each deal, on the average of all sides it can have."""
    sides = len(set(game.sides))
    found = []
    for number in range(deals):
        margin = 0.0
        for own in range(sides):
            scored = score(game, number, tuple(better if side == own else worse for side in range(sides)))
            margin += scored[own] - (sum(scored) - scored[own]) / (sides - 1)
        found.append(margin / sides)
    return found


def errors(found: list[float]) -> float:
    """How many standard errors the mean is above nought."""
    return float(mean(found) / (stdev(found) / len(found) ** 0.5))


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("level", "deals"), [("novice", 100), ("beginner", 150)])
@pytest.mark.parametrize("name", GAMES)
def test_novice_and_beginner_beat_chance(name: str, level: str, deals: int) -> None:
    assert errors(margins(stova.game(name), bot(level), MEASURES["random"], deals)) > 5


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
def test_a_club_player_beats_a_beginner(name: str) -> None:
    """Few deals, so that it is quick; the arena plays as many as it takes."""
    assert errors(margins(stova.game(name), bot("club"), bot("beginner"), 24)) > 1.5
