"""Records: what is written replays to the same."""

import io
import json
import random
from itertools import pairwise

import pytest

import stova
from helpers import GAMES, KEY, PRESETS, hand_size, names, random_hands, random_options, some_action, step
from recorded import begun, closed, drawing, played
from stova import Match
from stova.errors import RecordError
from stova.records import dump, load, parse, read, steps


def made_up(name: str, rng: random.Random, preset: str | None = None) -> Match:
    """A match with preset, options, draw or dealer, key and given hands by chance; at any point, or closed."""
    game = stova.game(name, preset=preset or rng.choice(stova.presets(name)), **random_options(name, rng))
    dealer = rng.randrange(game.seats) if rng.random() < 0.5 or game.first_dealer == "given" else None
    match = game.match(key=rng.randbytes(32), dealer=dealer, players=[f"§{seat}" for seat in range(game.seats)])
    match = played(match, rng, rng.choice([0, 1, 10, 100, 500]))
    if match.state.is_over and not match.is_over:
        match = played(next_given(match, rng), rng, rng.choice([0, 5, 100, 500]))
    return match.close() if match.state.is_over and rng.random() < 0.5 else match


def next_given(match: Match, rng: random.Random) -> Match:
    """The match with its next deal from hands by chance, and a drawn card where there is one."""
    hands, talon = random_hands(match.game, rng)
    drawn = [rng.choice(match.game.pack)] if match.game.draws else None
    return match.next_deal(hands=hands, talon=talon, drawn=drawn)


def whole(name: str, preset: str) -> Match:
    """A whole match; one that goes on too long is closed."""
    rng = random.Random(name + preset)
    match = stova.game(name, preset=preset).match(key=rng.randbytes(32))
    while not match.is_over and len(match.deals) < 60:
        match = step(match, rng)
    while not match.state.is_over:
        match = match.apply(some_action(match.state.legal_actions(), rng))
    return match if match.is_over else match.close()


def replays(match: Match) -> None:
    """The record of a match replays to the same match, and that to the same bytes."""
    line = dump(match)
    again = load(line)
    assert dump(again) == line
    assert again == match
    assert load(line.encode()) == match
    assert "\n" not in line


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_whole_match_replays_to_the_same(name: str, preset: str) -> None:
    match = whole(name, preset)
    assert match.is_over
    replays(match)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_is_written_replays_to_the_same(name: str, preset: str) -> None:
    for seed in range(10):
        replays(made_up(name, random.Random(f"{name} {preset} {seed}"), preset))


@pytest.mark.parametrize("name", GAMES)
def test_hands_given_and_no_key(name: str) -> None:
    game = stova.game(name)
    size = hand_size(name)
    hands = [names(game.pack[seat * size : (seat + 1) * size]) for seat in range(game.seats)]
    match = begun(game.match(hands=hands, dealer=0))
    record = json.loads(dump(match))
    assert "key" not in record
    assert record["deals"][0]["hands"] == hands
    assert load(dump(match)) == match


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_was_closed(name: str) -> None:
    match = closed(name)
    record = json.loads(dump(match))
    assert record["closed"] is True
    assert record["result"]["over"] is True
    assert record["result"]["winners"]
    assert load(dump(match)) == match
    before, after = list(steps(parse(dump(match))))[-2:]
    assert (before.is_over, after) == (False, match)
    assert before.close() == match


def test_a_drawn_card() -> None:
    match = drawing()
    assert json.loads(dump(match))["deals"][0]["drawn"] == "10H"
    replays(match)
    dealt = stova.game("klaverjas", trump_choice="turned").match(key=KEY)
    assert "drawn" not in json.loads(dump(dealt))["deals"][0], "the key says which"
    later = dealt
    while not later.state.is_over:
        later = later.apply(later.state.legal_actions()[0])
    hands, _ = random_hands(dealt.game, random.Random(1))
    replays(later.next_deal(hands=hands, drawn="10H"))


def test_a_record_holds_what_was_done() -> None:
    game = stova.game("sjavs3", tie="double")
    match = game.match(key=KEY, players=["a", "b", "c"], dealer=1).apply(game.action("cut 7"))
    assert json.loads(dump(match)) == {
        "stova": 1,
        "game": "sjavs3",
        "preset": "standard",
        "options": {"tie": "double"},
        "players": ["a", "b", "c"],
        "key": KEY,
        "deals": [{"dealer": 1, "actions": ["cut 7"]}],
        "result": {"standing": [24, 24, 24], "crosses": [0, 0, 0], "rubbers": [], "over": False, "winners": []},
    }


def test_every_step_is_given() -> None:
    match = made_up("sjavs", random.Random(12))
    found = list(steps(parse(dump(match))))
    assert len(found) == sum(1 + len(state.history) for state in match.deals)
    assert found[-1] == match
    assert all(before != after for before, after in pairwise(found))


def test_files_of_records() -> None:
    matches = [made_up(name, random.Random(name)) for name in GAMES]
    lines = [dump(match).encode() for match in matches]
    text = b"\n" + b"\n\n".join(lines) + b"\r\n \n"
    assert list(read(io.BytesIO(text))) == matches
    assert list(read(io.BytesIO(b"\n".join(lines)))) == matches
    assert list(read(io.BytesIO(b""))) == []


def test_files_say_the_line() -> None:
    line = dump(stova.game("sjavs").match(key=KEY)).encode()
    with pytest.raises(RecordError) as caught:
        list(read(io.BytesIO(line + b"\n\n" + line.replace(b"5a", b"5b", 1) + b"\nodd\n")))
    assert caught.value.where == "line 3"
    assert "the seating should be" in caught.value.why
    with pytest.raises(RecordError) as caught:
        list(read(io.BytesIO(line + b"\n" + line.replace(b'"dealer":', b'"dealer":9'))))
    assert caught.value.where.startswith("line 2")
