"""The pages that tell how games are played: every rule that is cited is there, and every option, as the game has it."""

import ast
import dataclasses
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import stova
from helpers import GAMES, random_match, random_options, some_action
from stova import Game
from stova.engine.options import AtLeast, allowed, changed, text_of
from stova.errors import RulesError
from stova.rulebook import rules_page
from stova.server.how import Block, Part, Words, how

SOURCE = Path(stova.__file__).parent
CARD = re.compile("[♣♠♥♦](?:10|[2-9JQKA])")
RULE = re.compile(r"(SJ[23]?|KL4?|KA|ST|KJ|EV)-\d+")
"""What is meant as the number of a rule, be there one or not."""
games = pytest.mark.parametrize("name", GAMES)


def parts(name: str) -> list[Part]:
    return [part for section in how(name).sections for part in section.parts]


def numbers(name: str) -> list[str]:
    """The rules on a game's page."""
    return [part.rule for part in parts(name) if part.rule]


def words(blocks: list[Block]) -> list[Words]:
    return [word for block in blocks for row in block.rows for cell in row for word in cell]


def all_words(name: str) -> list[Words]:
    return [*words(how(name).like), *(word for part in parts(name) for word in words(part.blocks))]


@cache
def cited() -> frozenset[str]:
    """The numbers of rules that stand as such in the source: what refusals, results and options name."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in SOURCE.rglob("*.py")]
    texts = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return frozenset(text for text in texts if isinstance(text, str) and RULE.fullmatch(text))


def named(thing: object) -> Iterator[str]:
    """The rules that a phase or what it is made of names."""
    if isinstance(thing, str) and RULE.fullmatch(thing):
        yield thing
    elif isinstance(thing, tuple):
        yield from (rule for part in thing for rule in named(part))
    elif dataclasses.is_dataclass(thing):
        yield from (rule for field in dataclasses.fields(thing) for rule in named(getattr(thing, field.name)))


def family(rule: str) -> str:
    return rule.partition("-")[0]


def test_every_rule_cited_anywhere_is_on_a_page() -> None:
    assert len(cited()) > 60
    assert cited() - {rule for name in GAMES for rule in numbers(name)} == set()


@games
def test_a_page_has_all_rules_cited_of_those_it_has_some_of(name: str) -> None:
    families = {family(rule) for rule in numbers(name)}
    assert {rule for rule in cited() if family(rule) in families} - set(numbers(name)) == set()


@games
def test_a_page_has_the_rules_of_its_phases_and_options(name: str) -> None:
    rng = random.Random(name)
    found = set()
    for _ in range(30):
        game = stova.game(name, **random_options(name, rng))
        found |= {rule for phase in game.phases for rule in [phase.rule, *named(phase)]}
    found |= {field.metadata["rule"] for field in dataclasses.fields(stova.game(name).options)}
    assert len(found) > 5
    assert found - set(numbers(name)) == set()


@games
def test_whatever_is_refused_in_play_has_its_rule_there(name: str) -> None:
    rng = random.Random(name)
    there, found = set(numbers(name)), set()
    for _ in range(3):
        match = random_match(stova.game(name, **random_options(name, rng)), rng)
        state = match.state
        while not state.is_over:
            refusals = [state.refusal(action) for action in rng.sample(match.game.actions, 20)]
            found |= {refusal.rule for refusal in refusals if refusal is not None}
            state = state.apply(some_action(state.legal_actions(), rng))
        found.add(state.result.rule)
    assert len(found) > 1
    assert found - there == set()


@games
def test_numbers_are_there_once(name: str) -> None:
    assert len(numbers(name)) == len(set(numbers(name)))
    assert [word.name for word in all_words(name) if word.kind == "rule" and word.name not in numbers(name)] == []


@games
def test_options_are_as_the_game_has_them(name: str) -> None:
    """Each is told with the values it may have, and where its rule is; the usual value comes first."""
    told: dict[str, list[str]] = {}
    at: dict[str, set[str]] = {}
    for part in parts(name):
        for word in words(part.blocks):
            if word.kind == "option":
                told[word.name] = told.get(word.name) or word.values
                at.setdefault(word.name, set()).add(part.rule)
    standard = stova.game(name).options
    for field, (option, choices) in zip(dataclasses.fields(standard), allowed(type(standard)).items(), strict=True):
        assert field.metadata["rule"] in at[option], option
        assert told[option][0] == text_of(getattr(standard, field.name)), option
        if not isinstance(choices, AtLeast):
            assert set(told[option]) == set(map(text_of, choices)), option


@games
def test_values_are_of_options_that_have_them(name: str) -> None:
    valid = {option: choices for game in GAMES for option, choices in allowed(type(stova.game(game).options)).items()}
    for word in all_words(name):
        if word.kind in ("value", "setting"):
            choices = valid[word.name]
            assert word.values[0] in map(text_of, choices) or isinstance(choices, AtLeast), word


@games
def test_presets_are_as_the_game_has_them(name: str) -> None:
    (table,) = (
        block
        for section in how(name).sections
        if section.title[0].text == "Ways of playing"
        for part in section.parts
        for block in part.blocks
    )
    told = {row[0][0].name: {word.text for word in row[1] if word.kind == "setting"} for row in table.rows[1:]}
    assert told == {preset: changes(stova.game(name, preset)) for preset in stova.presets(name)}


def changes(game: Game) -> set[str]:
    """What a preset changes, as a page writes it."""
    standard: Any = stova.game(game.name).options
    return {f"{option}={text_of(value)}" for option, value in changed(game.options, standard).items()}


@games
def test_the_order_of_the_cards_is_shown_in_cards_of_the_pack(name: str) -> None:
    shown = [block for part in parts(name) for block in part.blocks if block.kind == "cards"]
    assert shown
    pack = {card.symbol for card in stova.game(name).pack}
    for block in shown:
        text = "".join(word.text for word in block.rows[0][0])
        assert set(text.split()) <= pack
        assert CARD.sub("", text).strip() == ""


@games
def test_a_newcomer_is_told_first(name: str) -> None:
    page = how(name)
    titles = ["".join(word.text for word in section.title) for section in page.sections]
    assert page.like
    assert titles.index("How a deal goes") < titles.index("How the cards rank") < titles.index("The rules by number")


@games
def test_all_that_is_written_is_told(name: str) -> None:
    """Word for word and card for card, but for the numbers of rules and steps."""
    page = how(name)
    told = [word.text for word in words(page.like)]
    for section in page.sections:
        told += [
            word.text for part in [section.title, *(words(part.blocks) for part in section.parts)] for word in part
        ]
    assert re.findall(r"\w+|[♣♠♥♦]", " ".join(told)) == plain(rules_page(name))


def plain(markdown: str) -> list[str]:
    markdown = re.sub(r"\A# .*|^\*\*[A-Z]+\d?-\d+\*\*|^\d+\. |\]\(\S+\)", "", markdown, flags=re.MULTILINE)
    return re.findall(r"\w+|[♣♠♥♦]", markdown)


def test_there_is_no_page_of_no_game() -> None:
    with pytest.raises(RulesError):
        how("poker")
