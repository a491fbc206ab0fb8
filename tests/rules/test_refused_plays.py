"""Why a card may not be played: the sentence agrees with what may be, in every game with tricks."""

import random
import re
from collections.abc import Iterator

import pytest

import stova
from helpers import random_options, refusal, some_action
from stova import State
from stova.cards import Card, card_set, cards_in
from stova.engine.actions import Play

KINDS = {
    "follow": r"You hold (?:an? \w+), (?P<own>.+): .* (?:led|too), so you must play an? \w+\.",
    "beat": r"A trump played here must beat (?P<winning>.+), and you can: (?P<own>.+) does\.",
    "beat all": r"You hold (?P<own>.+), which beats (?P<winning>.+), so you must beat it\.",
    "overruff": r"You can't follow and hold (?P<own>.+), which beats (?P<winning>.+), so you must beat it\.",
    "ruff": r"You can't follow and hold a trump, (?P<own>.+), so you must play a trump\.",
    "lower": r"You can't beat (?P<winning>.+), and a lower trump may be played only by who holds nothing else\.",
}
TOLD = {
    "sjavs": {"follow", "beat", "overruff", "ruff"},
    "sjavs3": {"follow", "beat", "overruff", "ruff"},
    "sjavs2": {"follow", "ruff"},
    "klorsjavs": {"follow"},
    "klorsjavs4": {"follow"},
    "klorsjavs_auction": {"follow"},
    "styrivolt": {"beat all"},
    "klaverjas": {"follow", "beat", "overruff", "ruff", "lower"},
}
"""The kinds that come up in each game, with one option or another."""


def plays(name: str, rng: random.Random) -> Iterator[State]:
    """States of deals by chance in which a card is due to a trick."""
    for _ in range(40):
        state = stova.game(name, **random_options(name, rng)).deal(key=rng.randbytes(32), dealer=0)
        while not state.is_over:
            if state.trick and Play in map(type, state.legal_actions()):
                yield state
            state = state.apply(some_action(state.legal_actions(), rng))


def said(state: State, card: Card) -> tuple[str, dict[str, Card]]:
    """The kind of sentence by which the card is refused, and the cards it names."""
    sentence, titles = refusal(state, f"play {card}").why, {card.title: card for card in state.game.pack}
    ((kind, match),) = ((kind, match) for kind, form in KINDS.items() if (match := re.fullmatch(form, sentence)))
    return kind, {role: titles[title] for role, title in match.groupdict().items()}


@pytest.mark.parametrize(("name", "kinds"), TOLD.items(), ids=TOLD)
def test_why_a_card_may_not_be_played(name: str, kinds: set[str]) -> None:
    found, rng = set(), random.Random(f"refused plays of {name}")
    for state in plays(name, rng):
        assert state.to_act is not None
        tables, winning = state.game.tables_of(state), state.trick[state.best]
        hand = state.hands[state.to_act]
        playable = card_set(action.card for action in state.legal_actions() if isinstance(action, Play))
        following, higher = tables.follow[state.trick[0]], tables.beaten_by[winning]
        for card in cards_in(hand & ~playable):
            kind, named = said(state, card)
            found.add(kind)
            assert named.get("winning", winning) == winning
            due = {
                "follow": hand & following,
                "beat": hand & tables.trumps & higher,
                "beat all": hand & higher,
                "overruff": hand & tables.trumps & higher,
                "ruff": hand & tables.trumps,
                "lower": hand & ~tables.trumps,
            }[kind]
            assert due & playable
            assert not due >> card & 1
            assert "own" not in named or (due & playable) >> named["own"] & 1
            if kind in ("overruff", "ruff", "lower"):
                assert not hand & following
            if kind in ("beat", "overruff", "ruff", "lower"):
                assert bool(tables.trumps >> card & 1) == (kind in ("beat", "lower"))
    assert found == kinds
