"""How a hint tells what is expected: figures that agree, each choice by a name of its own, none left out in silence."""

import re

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import SIGNS, lively
from cli.test_open_cards import TRADER, dealt, exposed
from match_ends import columns_at
from stova.bots.expert import Expert, Outlook
from stova.cards import Suit, parse_cards
from stova.cli.table import hinting, pages
from stova.cli.words import figures, hints
from stova.cli.words.hints import Hint
from stova.engine.actions import Action, Declare, Discard, Exchange, LeadTrader, NameTrump, Pass, Play, PutAway
from stova.engine.view import View

CARDS = parse_cards("7S 8S 9S 10S JS QS KS AS 7H 8H 9H 10H")


def asked(number: int) -> View:
    """A view of a player who may play any of so many cards."""
    view = stova.game("sjavs").match(key=bytes(32), dealer=1).state.view(0)
    return replace(view, to_act=0, legal=tuple(Play(card) for card in CARDS[:number]))


def advised(*scores: float) -> tuple[View, Hint]:
    view = asked(len(scores))
    expected = tuple(zip(view.legal, scores, strict=True))
    return view, Hint(action=view.legal[0], expected=expected)


def said(*scores: float, height: int = 30, width: int = 72, signs: str = "colour") -> str:
    view, hint = advised(*scores)
    return "\n".join(pages.HintPage(hint, view, SIGNS[signs])(width, height).rows())


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((1.14, 1.06, -4.0), "a score of +1.1, yours less theirs. ♠8 comes to about as much."),
        ((0.36, 0.375, -0.3), "a score of +0.36, yours less theirs. ♠8 comes to about as much."),
        ((0.99, 1.01, 1.0, 0.98, -2.0), "a score of +1.0, yours less theirs. 3 others come to about as much."),
        ((0.374, 0.38, 0.36), "All choices come to about the same: +0.4, yours less theirs."),
        ((1.16, 1.14, -4.0), "a score of +1.2, yours less theirs. Next best: ♠8, 0.1 less."),
        ((-1.04, -3.0, -4.06), "a score of −1.0, yours less theirs. Next best: ♠8, 2.0 less."),  # noqa: RUF001
        ((0.424, 0.375, -0.3), "a score of +0.42, yours less theirs. Next best: ♠8, 0.04 less."),
        ((-0.004, -0.006, -0.9), "a score of 0.00, yours less theirs. Next best: ♠8, 0.01 less."),
        ((19.96, 19.5, 18.4), "a score of +19.96, yours less theirs. Next best: ♠8, 0.46 less."),
        ((104.96, 104.5, 103.4), "a score of +105.0, yours less theirs. Next best: ♠8, 0.5 less."),
        ((2.045, 2.055, -1.0), "a score of +2.0, yours less theirs. ♠8 comes to about as much."),
        ((1.0, 1.52, -1.0), "yours less theirs. Better, though not surely: ♠8, 0.5 more."),
        ((-1.68, -1.7, -1.72), "All choices come to about the same: −1.7, yours less theirs."),  # noqa: RUF001
        ((0.01, -0.01, -0.02), "All choices come to about the same: 0.0, yours less theirs."),
    ],
)
def test_the_difference_is_that_of_the_figures_told(scores: tuple[float, ...], told: str) -> None:
    view, hint = advised(*scores)
    assert told in " ".join(sentence for sentence, _ in hints.told(view, hint))


def test_what_the_table_says_is_not_said_in_words_too() -> None:
    assert "It expects" not in said(2.0, 1.0, -1.0)
    assert "Next best" not in said(2.0, 1.0, -1.0)
    assert "♠8 comes to about as much." in said(0.36, 0.375, -0.3)
    view, hint = advised(0.36, 0.375, -0.3)
    marked = pages.HintPage(replace(hint, others_as_good=frozenset([Play(CARDS[1])])), view, SIGNS["colour"])(40, 30)
    assert "about as much" not in " ".join(marked.rows())
    assert "Better, though not surely: ♠8, 0.5 more." in said(1.0, 1.52, -1.0)
    assert "It expects a score of +2.0, yours less theirs. Next best: ♠8, 1.0 less." in " ".join(
        said(2.0, 1.0, -1.0, height=4).split()
    )


def test_what_is_not_clearly_worse_is_marked() -> None:
    view, hint = advised(100.5, 98.5, -1.0, -120.25)
    marked = replace(hint, others_as_good=frozenset([Play(CARDS[1]), Play(CARDS[2])]))
    page = pages.HintPage(marked, view, SIGNS["colour"])(40, 30).rows()
    assert "(~ not clearly worse):" in " ".join(" ".join(page).split())
    assert [line.rstrip() for line in page[-4:]] == [
        "  ♠7  +100.5",
        "  ♠8   +98.5~",
        "  ♠9    −1.0~",  # noqa: RUF001
        "  ♠10 −120.2",  # noqa: RUF001
    ]
    assert "~" not in said(100.5, 98.5, -1.0, -120.25)
    last = replace(hint, others_as_good=frozenset([Play(CARDS[3])]))
    for size, shown in (((40, 30), True), ((25, 9), False)):
        page = pages.HintPage(last, view, SIGNS["colour"])(*size).rows()
        assert any("+98.5" in line for line in page)
        assert any("~" in line for line in page) == shown
    words = " ".join(sentence for sentence, _ in hints.told(view, marked))
    assert "Next best: ♠8, 2.0 less, which may be chance." in words
    view, hint = advised(1.0, 1.52, -1.0)
    assert "chance" not in hints.told(view, replace(hint, others_as_good=frozenset([Play(CARDS[1])])))[1][0]


def test_the_table_comes_before_what_is_said_of_the_next_best() -> None:
    narrow = said(1.0, 1.52, -1.0, width=26, height=8)
    assert "+1.5" in narrow
    assert "−1.0" in narrow  # noqa: RUF001
    assert "Better, though" not in narrow
    assert "Better, though" in said(1.0, 1.52, -1.0, width=26, height=12)
    assert "Better, though" in said(1.0, 1.52, -1.0, width=26, height=5)


def test_whether_to_put_cards_down_at_all_is_always_told() -> None:
    view, keep = asked(12), (Discard(()), -3.0)
    expected = tuple((Discard((card,)), 1.0 - number) for number, card in enumerate(CARDS[:4]))
    for at in range(5):
        hint = Hint(action=(*expected[:at], keep)[0][0], expected=(*expected[:at], keep, *expected[at:]))
        rows = [label for label, _ in hints.table(view, hint, 3)]
        assert "keep the hand" in rows
        assert rows[0] == hints.short(hint.action, view)
        assert rows[2] == "i: 3 more"
    assert hints.table(view, hint, 4)[1:] == [("♠8", "0.0"), ("keep the hand", "−3.0"), ("i: 2 more", "")]  # noqa: RUF001


def test_choices_that_are_alike_are_not_listed() -> None:
    assert said(1.0, 0.99, 0.98).count("1.0") == 1
    assert "Expected score" not in said(1.0, 0.99, 0.98)


def test_every_figure_has_the_same_minus_and_nought_none() -> None:
    page = said(0.0, -0.04, -3.0, -4.0)
    assert "-" not in page
    assert len(re.findall(r"^  ♠.* 0\.0$", page, re.M)) == 2
    assert "−3.0" in page  # noqa: RUF001
    assert "-3.0" in said(0.0, -0.04, -3.0, -4.0, signs="ascii")
    assert figures.signed(-12) == "−12"  # noqa: RUF001


def test_as_many_choices_as_there_is_room_for_and_how_many_more() -> None:
    scores = [5.0 - number for number in range(12)]
    assert all(card.symbol in said(*scores) for card in CARDS)
    assert "more" not in said(*scores)
    for height in (10, 12, 14):
        page = said(*scores, height=height).splitlines()
        assert len(page) == 9
        symbols = [card.symbol for card in CARDS]
        assert [line.split()[::2] for line in page[3:]] == [[symbols[row], symbols[row + 6]] for row in range(6)]
    for height in (6, 7, 8):
        page = said(*scores, height=height).splitlines()
        assert len(page) == height
        assert page[-1].endswith(f"i: {13 - 2 * (height - 3)} more")
        assert len(page[-1].rstrip()) <= max(len(line.rstrip()) for line in page[3:-1])


def test_choices_stand_in_one_column_where_two_are_too_wide() -> None:
    page = said(*[5.0 - number for number in range(12)], height=14, width=21).splitlines()
    assert [len(line.split()) for line in page[-3:-1]] == [2, 2]


@pytest.mark.parametrize("name", stova.games())
def test_no_two_choices_are_called_the_same(name: str) -> None:
    match = stova.game(name).match(key=bytes([5]) * 32, dealer=0)
    for _ in range(200):
        if match.is_over:
            break
        if match.state.is_over:
            match = match.next_deal()
            continue
        assert match.state.to_act is not None
        view = match.state.view(match.state.to_act)
        if not any(isinstance(action, Discard | Exchange) for action in view.legal):
            names = [hints.short(action, view) for action in view.legal]
            assert len(set(names)) == len(names), names
        match = match.apply(lively(match))


def test_a_card_put_away_is_not_called_like_the_card_played() -> None:
    view = exposed(dealt(TRADER)).view()
    (card,) = parse_cards("3S")
    assert hints.short(Play(card), view) == "♠3"
    assert hints.short(PutAway(card), view) == "put away ♠3"
    lamb, trader = parse_cards("7D 5D")
    assert hints.short(LeadTrader(trader, lamb), view) == "lead ♦5 for ♦7"
    assert hints.short(Discard(()), view) == "keep the hand"


def test_who_would_rather_put_a_card_away_is_told_which() -> None:
    view, (three, four, five) = asked(3), parse_cards("3S 4S 5S")
    expected = ((Play(three), 0.9), (PutAway(five), 0.3), (PutAway(four), 0.1))
    hint = Hint(action=Play(three), expected=expected)
    assert "If it put a card away, it would be ♠5." in dict(hints.told(view, hint))
    away = replace(hint, action=PutAway(five), expected=(expected[1], expected[0], expected[2]))
    assert not any("put a card away" in sentence for sentence, _ in hints.told(view, away))


def test_what_is_expected_of_calls() -> None:
    """They are told as cards are; what is more on average, but not surely, isn't said. The others are many at first."""
    game = stova.game("klorsjavs")
    view = replace(game.deal(key=bytes(32)).view(0), to_act=0, legal=(Declare(), Pass()))
    expected = ((Declare(), 4.5), (Pass(), -2.5))
    hint = Hint(action=Declare(), expected=expected)
    rows = pages.HintPage(hint, view, SIGNS["colour"])(72, 30).rows()
    said = "The expert player would say: play. Rough score, yours less the others' average: play +4.5 pass"
    assert " ".join(" ".join(rows).split()) == f"{said} {figures.expected(-2.5, 1)}"
    doubtful = Hint(action=Pass(), expected=expected[::-1], others_as_good=frozenset([Declare()]))
    told = " ".join(sentence for sentence, _ in hints.told(view, doubtful))
    assert "Better, though not surely: play, 7.0 more." in told
    assert "the match" not in told


@pytest.mark.parametrize(
    ("left", "why"), [(16, "Better, though not surely"), (1, "It minds the match, too; most by the score")]
)
def test_why_what_comes_to_more_by_the_score_is_not_done(left: int, why: str) -> None:
    game = stova.game("klaverjas")
    view = game.deal(key=bytes(32), sheet=columns_at((500, 580), left=left)).view(0)
    view = replace(view, to_act=0, legal=tuple(map(NameTrump, Suit)))
    expected = ((NameTrump(Suit.SPADES), 4.0), (NameTrump(Suit.HEARTS), 9.0))
    for others in (frozenset[Action](), frozenset[Action]([NameTrump(Suit.HEARTS)])):
        hint = Hint(action=expected[0][0], expected=expected, others_as_good=others)
        told = " ".join(sentence for sentence, _ in hints.told(view, hint))
        assert f"{why}: hearts, 5.0 more." in told


def test_a_hint_is_what_the_expert_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """That needn't be what comes to most."""
    view = replace(stova.game("klorsjavs").deal(key=bytes(32)).view(0), to_act=0, legal=(Declare(), Pass()))
    found = {
        Pass(): Outlook(best=Pass(), score=-1.0, gain=0.0, error=0.0),
        Declare(): Outlook(best=Pass(), score=1.0, gain=-2.0, error=2.0),
    }
    monkeypatch.setattr(Expert, "outlooks", lambda self, view, seed: found)
    hint = hinting.hint(view, 1)
    assert (hint.action, hint.expected) == (Pass(), ((Pass(), -1.0), (Declare(), 1.0)))
    assert hint.others_as_good == {Declare()}
