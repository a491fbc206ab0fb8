"""What the tests share: random games, play in text form, and stored deals."""

import hashlib
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

import stova
from stova import Action, Game, IllegalAction, Match, State, Suit
from stova.cards import Card
from stova.engine.actions import Fold, Pass
from stova.engine.options import Choices, Value, allowed
from stova.engine.tables import CardTables
from stova.rules.ladder import Ladder

GAMES = tuple(stova.games())
SJAVS = tuple(name for name, game in stova.games().items() if isinstance(game.new_sheet(0), Ladder))
"""The games that are scored on the sheet of Sjavs."""
PRESETS = tuple((name, preset) for name in GAMES for preset in stova.presets(name))
GOLDEN = Path(__file__).parent / "golden"
RULES = tuple(
    rule
    for page in sorted((Path(__file__).parents[1] / "docs" / "rules").glob("*.md"))
    for rule in re.findall(r"^(?:\| )?\*\*([A-Z]+\d?-\d+)\*\*", page.read_text(encoding="utf-8"), re.MULTILINE)
)
"""The numbers of all rules, as they stand on the pages."""
KEY = "5a" * 32


def values(name: str) -> dict[str, tuple[Value, ...]]:
    """The values of every option of a game; some of those of an option that takes any number."""
    valid = allowed(type(stova.game(name).options))
    return {option: kind.values if isinstance(kind, Choices) else (1, 2, 3, None) for option, kind in valid.items()}


def random_options(name: str, rng: random.Random) -> dict[str, Any]:
    """About half of a game's options, each with a value by chance."""
    return {option: rng.choice(choices) for option, choices in values(name).items() if rng.random() < 0.5}


def option_sets(name: str) -> st.SearchStrategy[dict[str, Any]]:
    """Some of a game's options, each with any value."""
    return st.fixed_dictionaries(
        {}, optional={option: st.sampled_from(choices) for option, choices in values(name).items()}
    )


def random_game(rng: random.Random) -> Game:
    name = rng.choice(GAMES)
    return stova.game(name, **random_options(name, rng))


def random_match(game: Game, rng: random.Random) -> Match:
    """A match of the game with a key and a first dealer by chance, at its beginning."""
    return game.match(key=rng.randbytes(32), dealer=rng.randrange(game.seats))


def some_action(legal: Sequence[Action], rng: random.Random) -> Action:
    """A legal action by chance, half the time first its kind and then which: what is rare beside many plays is done.

    What cuts a deal short is seldom chosen.
    """
    if rng.random() < 0.5:
        return rng.choice(legal)
    kinds = list(dict.fromkeys(map(type, legal)))
    kind = rng.choice(kinds)
    if kind in (Pass, Fold):
        kind = rng.choice(kinds)
    return rng.choice([action for action in legal if type(action) is kind])


def step(match: Match, rng: random.Random) -> Match:
    """The match after a legal action or the next deal."""
    return match.next_deal() if match.state.is_over else match.apply(some_action(match.state.legal_actions(), rng))


def hand_size(name: str) -> int:
    """How many cards a seat is dealt."""
    state = stova.game(name).deal(key=KEY)
    return len((state if state.dealt else state.apply(state.legal_actions()[0])).dealt[0])


def random_hands(game: Game, rng: random.Random) -> tuple[list[list[Card]], list[Card]]:
    """Hands and a talon by chance."""
    cards, size = rng.sample(game.pack, len(game.pack)), hand_size(game.name)
    return [cards[seat * size : (seat + 1) * size] for seat in range(game.seats)], cards[size * game.seats :]


def texts(state: State) -> set[str]:
    """The legal actions as texts."""
    return {str(action) for action in state.legal_actions()}


def run(state: State, *actions: str) -> State:
    """The state after these actions."""
    for action in actions:
        state = state.apply(state.game.action(action))
    return state


def tricks(state: State, *played: str) -> State:
    """The state after these cards, a text a trick."""
    return run(state, *(f"play {card}" for trick in played for card in trick.split()))


def first_lead(name: str, key: str = KEY) -> State:
    """A deal at its first lead."""
    state = stova.game(name).deal(key=key)
    while not state.points:
        state = state.apply(state.legal_actions()[0])
    return state


def finish(state: State, rng: random.Random) -> State:
    """The state at the end of the deal, the rest played by chance."""
    while not state.is_over:
        state = state.apply(rng.choice(state.legal_actions()))
    return state


def refused(state: State, action: str) -> str:
    """The rule by which an action is refused."""
    return refusal(state, action).rule


def refusal(state: State, action: str) -> IllegalAction:
    """With what an action is refused, once it is checked that it is, by a rule and in a whole sentence."""
    with pytest.raises(IllegalAction) as caught:
        run(state, action)
    error = caught.value
    assert error.rule in RULES
    assert re.fullmatch(r"[A-Z].*\.", error.why), error.why
    assert str(error) == f"{error.why} {error.rule}"
    return error


def names(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


def golden(name: str) -> Any:
    """What a file in `golden` holds."""
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def card_tables(name: str, trump: str | None) -> CardTables:
    """A game's card tables when this suit (`C`) is trumps; None: the permanent trumps alone."""
    game = stova.game(name)
    suit = next((suit for suit in Suit if str(suit) == trump), None)
    return game.tables(replace(game.deal(key=KEY), trump=suit))


def stored(name: str, row: str, *, clubs: bool, **options: Any) -> State:
    """The stored deal of a game in which declarers take what `row` says, played to its end. See `find_scores.py`."""
    (deal,) = (
        deal for deal in golden("scores.json") if (deal["game"], deal["row"], deal["clubs"]) == (name, row, clubs)
    )
    game = stova.game(name, bidding="optional", **options)
    return run(game.deal(hands=deal["hands"], talon=deal["talon"], dealer=deal["dealer"]), *deal["actions"])


def scores(name: str, row: str, **options: Any) -> tuple[int, int]:
    """What a row of the score table gives with simple trumps and with clubs: below nought when declarers lose it."""
    return _declarers_score(stored(name, row, clubs=False, **options)), _declarers_score(
        stored(name, row, clubs=True, **options)
    )


def _declarers_score(state: State) -> int:
    result, sides = state.result, state.game.sides
    assert result.declarer is not None
    side = sides[result.declarer]
    others = {score for other, score in enumerate(result.score) if other != side}
    assert len(others) == 1, "every opponent scores the same"
    assert not (result.score[side] and any(others)), "declarers or their opponents score"
    return result.score[side] - others.pop()


def middle(name: str, left: int, rng: random.Random) -> State:
    """A deal with options by chance, in which a card has been led to a trick and seats have at most so many left."""
    while True:
        state = stova.game(name, **random_options(name, rng)).deal(key=rng.randbytes(32))
        while not state.is_over:
            if state.tricks and len(state.trick) == 1 and max(map(int.bit_count, state.hands)) <= left:
                return state
            state = state.apply(some_action(state.legal_actions(), rng))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, for keys no longer than a block."""
    block = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in block) + inner).digest()


def stream_again(key: bytes, label: str, number: int, blocks: int = 20) -> list[int]:
    """The first bytes of a stream of `stova.engine.shuffle`, from its docstring."""
    prefix = label.encode() + number.to_bytes(8, "big")
    return [byte for i in range(blocks) for byte in hmac_sha256(key, prefix + i.to_bytes(4, "big"))]


def shuffled_again(pack: list[str], key: bytes, label: str, number: int) -> list[str]:
    """A pack shuffled as the docstring of `stova.engine.shuffle` says, with hashlib alone."""
    source = stream_again(key, label, number)
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        limit = i + 1
        while source[0] >= 256 - 256 % limit:
            source.pop(0)
        j = source.pop(0) % limit
        cards[i], cards[j] = cards[j], cards[i]
    return cards
