"""Transcripts: against stored ones, and all that must be in them."""

import random
import re

import pytest

import stova
from helpers import GAMES, GOLDEN, KEY, SJAVS, random_game, random_match, step
from stova import Match
from stova.engine.actions import Pass
from stova.transcript import WIDTH, players_of_sides, transcript


def match_of(name: str) -> Match:
    """A match of two rubbers, or of a few deals where there are no rubbers; always the same."""
    rng = random.Random(name)
    preset = "wikipedia" if "wikipedia" in stova.presets(name) else stova.presets(name)[-1]
    match = stova.game(name, preset=preset, **({"rubbers": 2} if name in SJAVS else {})).match(key=KEY)
    while not match.is_over and (name in SJAVS or len(match.deals) < 5 or not match.state.is_over):
        legal = match.state.legal_actions()
        match = match.apply(rng.choice(legal)) if legal else match.next_deal()
    return match


@pytest.mark.parametrize("name", GAMES)
def test_a_stored_transcript(name: str) -> None:
    assert transcript(match_of(name)) == (GOLDEN / f"transcript-{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_written_in_one_way_and_long_lines_go_on_indented(name: str) -> None:
    title, *lines = transcript(match_of(name)).split("\n\n", 1)[1].splitlines()
    assert not re.search(r"\b(10|[2-9JQKA])[CSHD]\b| trump [CSHD]\b", "\n".join(lines))
    assert all(len(line) <= WIDTH for line in lines)
    assert all(line.startswith(("  ", "Deal ")) for line in [title, *lines] if line)


def test_a_name_stays_with_its_card() -> None:
    name = "Olavur a Heyggi-Nesi i Heygum"
    match = stova.game("klaverjas").match(key=KEY, players=[name, *"bcd"], dealer=0)
    while len(match.state.tricks) < 3:
        match = match.apply(match.state.legal_actions()[0])
    rows = [row for row in transcript(match).splitlines() if re.search(r"[♣♠♥♦]", row)]
    assert sum(bool(re.search(rf"{name} [♣♠♥♦]", row)) for row in rows) == 3


@pytest.mark.parametrize("first", ["accept", "pass"])
def test_trumps_that_nobody_named_are_told(first: str) -> None:
    """Who is first accepts the suit turned, or has to play it once all have passed."""
    match = stova.game("klaverjas", preset="amsterdam").match(key=KEY, players=list("abcd"), dealer=0)
    while match.state.trump is None:
        match = match.apply(match.game.action(first))
    assert re.search(rf"b: {first}\b.*, b with [♣♠♥♦] as trumps$", transcript(match), re.MULTILINE)


def test_names_of_sides() -> None:
    players = ["a", "b", "c", "d"]
    assert players_of_sides(stova.game("sjavs"), players) == ("a and c", "b and d")
    assert players_of_sides(stova.game("sjavs3"), players[:3]) == ("a", "b", "c")


def test_what_is_done_during_the_play_stands_beside_its_trick() -> None:
    unwrapped = re.sub(r"\n {4}(?=\S)", " ", re.sub(r"\n {4}(?=\()", "  ", transcript(match_of("klaverjas"))))
    lines = unwrapped.splitlines()
    assert all("roem" not in line for line in lines if "trump " in line)
    declared = [line for line in lines if re.search(r": roem \d+\)$", line)]
    assert declared
    for line in declared:
        winner = line.split("→ ")[1].split("  (")[0]
        assert re.search(rf"→ {winner}  \({winner}: roem [1-9]\d+\)$", line)


@pytest.mark.parametrize("roem", ["automatic", "declare"])
def test_roem_adds_up_to_what_counts(roem: str) -> None:
    rng, counted = random.Random(5), 0
    for _ in range(20):
        match = stova.game("klaverjas", roem=roem).match(key=rng.randbytes(32), players=list("abcd"), dealer=0)
        while not match.state.is_over:
            match = match.apply(rng.choice(match.state.legal_actions()))
        text = transcript(match)
        in_tricks = sum(map(int, re.findall(r"\(.*?roem (\d+)\)", text)))
        told = re.search(r"Roem(, with pit)?: (.*)", text)
        result = match.state.result
        if result.redeal is None:
            assert sum(result.own.roem) == in_tricks + 100 * result.own.pit
            assert (told is not None) == any(result.own.roem)
            counted += in_tricks
    assert counted


def test_all_of_a_match_is_in_it() -> None:
    rng = random.Random(9)
    for _ in range(60):
        match = random_match(random_game(rng), rng)
        for _ in range(rng.choice([0, 3, 30, 300])):
            match = match if match.is_over else step(match, rng)
        text = transcript(match)
        assert text.endswith("\n")
        assert match.key is not None
        assert f"Key: {match.key.hex()}\n" in text
        assert all(line == line.rstrip() for line in text.splitlines())
        assert not re.search(r"[A-Z][a-z]+\(|<|=\S*\(", text), "nothing is shown as Python writes it"
        for number, state in enumerate(match.deals, start=1):
            assert f"\nDeal {number}, dealt by {match.players[state.dealer]}\n" in text
            after = text.split(f"\nDeal {number}, dealt by")[1]
            assert all(card.symbol in after for card in state.game.pack if state.dealt)
            assert all(trick.cards[0].symbol in after for trick in state.tricks)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("klorsjavs", "The match is lost by Player 1."),
        ("klorsjavs4", "The match is lost by Player 4."),
        ("klorsjavs_auction", "The match goes to Player 2."),
        ("klaverjas", "The match goes to Player 2 and Player 3."),
    ],
)
def test_who_wins_or_loses_a_match_that_is_broken_off_is_said(name: str, told: str) -> None:
    match = match_of(name)
    assert "The match" not in transcript(match)
    assert "lose" not in transcript(match)
    match = match.next_deal()
    while not match.state.tricks:
        match = match.apply(match.state.legal_actions()[-1])
    assert not match.state.is_over
    assert transcript(match.break_off()).endswith(f"\n  {told}\n")


def test_a_rubber_each_is_a_draw() -> None:
    match = match_of("sjavs")
    assert match.sheet.winners == (0, 1)
    assert transcript(match).endswith("The match is a draw.\n")


def test_of_a_card_drawn_in_an_auction_nobody_is_told_to_have_made_it_trumps() -> None:
    match = stova.game("klaverjas", preset="amsterdam").match(key=KEY, dealer=0)
    assert match.state.drawn is not None
    assert "as trumps" not in transcript(match)


def test_a_deal_that_the_next_dealer_deals_anew_is_over() -> None:
    """Rule: SJ-13."""
    game, rng = stova.game("sjavs", all_pass="next_dealer"), random.Random(1)
    match = game.match(key=KEY)
    while not match.state.is_over or match.state.result.redeal != "next":
        match = game.match(key=rng.randbytes(32))
        while not match.state.is_over and not match.state.points:
            legal = match.state.legal_actions()
            match = match.apply(Pass() if Pass() in legal else legal[0])
    result = match.state.result
    assert transcript(match).splitlines()[-1].strip() == f"{result.made.capitalize()}. {result.rule}"


def test_cards_of_a_trick_under_way_stand_beside_who_played_them() -> None:
    match = stova.game("klaverjas").match(key=KEY, players=list("abcd"), dealer=2)
    while len(match.state.trick) != 2:
        match = match.apply(match.state.legal_actions()[0])
    assert re.match(r"   1  d [♣♠♥♦]\S+  a [♣♠♥♦]\S+$", transcript(match).splitlines()[-1])


def test_a_rubber_that_is_drawn() -> None:
    """After so many deals whoever has most wins it, and here nobody has."""
    rng, match = random.Random(27), stova.game("sjavs", max_deals=6).match(key=bytes([27]) * 32)
    while not match.is_over:
        match = step(match, rng)
    assert match.sheet.summary()["rubbers"] == ((),)
    assert "The rubber is drawn." in " ".join(transcript(match).split())
