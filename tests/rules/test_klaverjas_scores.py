"""Klaverjas, rule by rule: roem, scores and the round."""

import random
from functools import cache
from typing import Any

import pytest

from helpers import KEY, refused, run, texts, tricks
from klaverjas_deals import BY_HEARTS, MIXED, SPREAD, SUITS, deal, game
from searched import bent, play_on, plays, search, why
from stova import Result, RulesError, State, Suit
from stova.games.klaverjas import revoked
from stova.rules.columns import Columns

BY_CLUBS = [BY_HEARTS[0], *(f"{others} {heart}" for heart, others in (trick.split(" ", 1) for trick in BY_HEARTS[1:]))]
"""And for the clubs."""


def side_of(result: Result) -> int:
    assert result.declarer is not None
    return result.declarer % 2


@cache
def ended(points: int, own: int, other: int) -> Result:
    """A deal found and played in which declarers have so many card points and so much roem, and the others so much."""
    chosen = game(trump_choice="pass_or_play", roem="automatic")

    def make(rng: random.Random) -> State:
        dealer, declarer, trump = rng.randrange(4), rng.randrange(4), rng.choice(list(Suit))
        seats = {declarer, (declarer + 2) % 4}
        state = bent(chosen, rng, seats, trump, strong=rng.random() < 0.5, dealer=dealer)
        while state.to_act != declarer:
            state = run(state, "pass")
        return play_on(run(state, f"trump {trump}"), rng, rng.choice([seats, set(), {0, 1, 2, 3}]))

    def wanted(state: State) -> bool:
        result = state.result
        side = side_of(result)
        return (result.points[side], result.own.roem[side], result.own.roem[1 - side]) == (points, own, other)

    return search(f"{points} {own} {other}", make, wanted).result


def sheet(dealer: int = 0, **options: Any) -> Columns:
    made = game(**options).new_sheet(dealer)
    assert isinstance(made, Columns)
    return made


def scored(*score: int) -> Result:
    return Result(declarer=0, points=(0, 0), tricks=(0, 0), score=score, made="won", rule="KJ-11")


ROEM = [
    ("7H 8H 9H AH", 20, 20),
    ("7H 8H 9H 10H", 50, 50),
    ("JH 8H 9H 10H", 50, 50),
    ("JH QH 9H 10H", 50, 50),
    ("JH QH KH 10H", 50, 70),
    ("JH QH KH AH", 50, 70),
    ("7H QH KH AH", 20, 40),
    ("7H QH KH 10H", 0, 20),
    ("7H 8H KH 10H", 0, 0),
    ("JH 8H 9H AH", 0, 0),
    ("7H QH 9H AH", 0, 0),
    ("JH QH 9H AH", 0, 0),
    ("JH 8H KH AH", 0, 0),
]
"""A trick, and its roem where hearts are plain and where they are trumps."""


def roem(state: State) -> int:
    """What lies to be declared in the trick just won."""
    waiting = 0 if state.own is None else state.own.waiting
    assert ("roem" in texts(state)) == (waiting > 0)
    return int(waiting)


@pytest.mark.parametrize(("trick", "plain", "trumps"), ROEM)
def test_kj_8_sequences_and_stuk(trick: str, plain: int, trumps: int) -> None:
    assert roem(tricks(deal(SPREAD, "trump C"), trick)) == plain
    assert roem(tricks(deal(SPREAD, "trump H"), trick)) == trumps


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [("10", 100), ("Q", 100), ("K", 100), ("A", 100), ("J", 200), ("7", 0), ("8", 0), ("9", 0)],
)
def test_kj_8_four_of_a_kind(ranks: str, worth: int) -> None:
    assert roem(tricks(deal(SUITS, "trump H"), " ".join(f"{ranks}{suit}" for suit in "HCSD"))) == worth


@pytest.mark.parametrize(("trump", "worth"), [("C", 20), ("H", 0), ("S", 0)])
def test_kj_8_stuk_is_of_trumps_alone(trump: str, worth: int) -> None:
    hands = [
        "7S 7H 8H 9H 10H JH QH KH",
        "QC 7C 8C 9C 7D 8D 9D 10D",
        "AS KS QS JS 10S 9S 8S AH",
        "KC 10C JC AC JD QD KD AD",
    ]
    state = tricks(deal(hands, f"trump {trump}"), "7S QC 8S KC")
    assert roem(state) == worth


def test_kj_8_a_sequence_needs_not_be_of_the_suit_led() -> None:
    hands = [SUITS[0], "7C 10C JC KC AC 7S 8S 9S", "8C QC 10S JS QS KS AS 7D", "9C 8D 9D 10D JD QD KD AD"]
    assert roem(tricks(deal(hands, "trump H"), "AH 7C 8C 9C")) == 20


def test_kj_8_only_within_one_trick() -> None:
    state = tricks(deal(SUITS, "trump H"), "QH 7C 7S 7D", "KH 8C 8S 8D", "AH 9C 9S 9D")
    assert (roem(state), state.own) == (0, None)


def test_kj_9_the_winner_declares_it_or_keeps_quiet() -> None:
    state = tricks(deal(SPREAD, "trump C"), "7H 8H 9H 10H")
    assert (state.to_act, texts(state)) == (3, {"roem", "no roem"})
    assert refused(state, "play AH") == "KJ-9"
    assert why(state, "play AH") == "It is time to declare roem or keep quiet."
    declared, quiet = run(state, "roem"), run(state, "no roem")
    assert (declared.own.counted, quiet.own.counted) == ((0, 50), (0, 0))
    assert (declared.to_act, quiet.to_act) == (3, 3)
    assert plays(declared) == plays(quiet)
    assert refused(declared, "roem") == "KJ-4"
    assert all(state.view(seat).own.waiting == 50 for seat in (0, 1, 2, 3, None))


def test_kj_9_automatic() -> None:
    state = tricks(deal(SPREAD, "trump C", roem="automatic"), "7H 8H 9H 10H")
    assert (state.own.counted, state.own.waiting, state.to_act) == ((0, 50), 0, 3)
    assert "roem" not in texts(state)


@pytest.mark.parametrize(("say", "score"), [("roem", (362, 0)), ("no roem", (262, 0))])
def test_kj_9_roem_in_the_last_trick(say: str, score: tuple[int, int]) -> None:
    first = ["7H 8C 8S 8D", *BY_HEARTS[1:6], "KH 7C 7S 7D"]
    state = tricks(deal(SUITS, "trump H"), *first, "AH AC AS AD")
    assert texts(state) == {"roem", "no roem"}
    result = run(state, say).result
    assert (result.score, result.own.roem) == (score, (score[0] - 162, 0))


@pytest.mark.parametrize("defenders_pit", [100, 0, 200])
def test_kj_10_all_tricks_for_the_declarers(defenders_pit: int) -> None:
    result = tricks(deal(SUITS, "trump H", defenders_pit=defenders_pit), *BY_HEARTS).result
    assert (result.points, result.tricks, result.own.pit) == ((162, 0), (8, 0), True)
    assert (result.score, result.own.roem, result.made, result.rule) == ((262, 0), (100, 0), "pit", "KJ-10")


@pytest.mark.parametrize("defenders_pit", [100, 0, 200])
def test_kj_10_all_tricks_for_the_others(defenders_pit: int) -> None:
    result = tricks(deal(SUITS, "trump C", defenders_pit=defenders_pit), *BY_CLUBS).result
    assert (result.points, result.tricks, result.own.pit) == ((0, 162), (0, 8), True)
    assert (result.score, result.own.roem) == ((0, 162 + defenders_pit), (0, defenders_pit))
    assert (result.made, result.rule) == ("nat", "KJ-11")


@pytest.mark.parametrize(
    ("points", "own", "other", "score", "nat"),
    [
        (82, 0, 0, (82, 80), False),
        (81, 0, 0, (0, 162), True),
        (78, 0, 0, (0, 162), True),
        (71, 20, 0, (0, 182), True),
        (72, 20, 0, (92, 90), False),
        (91, 0, 20, (0, 182), True),
        (92, 0, 20, (92, 90), False),
        (90, 0, 20, (0, 182), True),
        (79, 20, 20, (0, 202), True),
    ],
)
def test_kj_11_more_than_half_of_all_that_was_counted(
    points: int, own: int, other: int, score: tuple[int, int], nat: bool
) -> None:
    result = ended(points, own, other)
    side = side_of(result)
    assert (result.score[side], result.score[1 - side]) == score
    assert (result.made, result.rule) == ("nat" if nat else "won", "KJ-11")
    assert (result.points[side], sum(result.points)) == (points, 162)


def test_kj_11_a_deal_counted_by_hand() -> None:
    state = tricks(deal(MIXED, "trump C"), "JC 8C 10C 7D", "9C KC 7C 8D", "AC QC 9S 9D", "AS JS 8S 7S")
    assert state.points == (30 + 18 + 14 + 13, 0, 0, 0)
    state = tricks(state, "10S QS JH JD", "AH 8H KH 9H", "10H 7H QH QD", "AD KS 10D KD")
    assert (state.result.points, state.result.score) == ((162, 0), (262, 0))


@pytest.mark.parametrize("deals", [16, 12, 4])
def test_kj_12_a_round_is_a_number_of_deals(deals: int) -> None:
    columns = sheet(dealer=3, deals=deals)
    assert columns.standing == (0, 0)
    for _ in range(deals):
        assert (columns.is_over, columns.winners) == (False, ())
        columns = columns.enter(scored(100, 62))
    assert (columns.is_over, columns.winners, columns.standing) == (True, (0,), (100 * deals, 62 * deals))
    assert columns.dealer == (3 + deals) % 4


def test_kj_12_or_a_time_after_which_the_deal_in_hand_is_finished() -> None:
    match = game(deals=None, minutes=45).match(key=KEY, dealer=0)
    with pytest.raises(RulesError, match="finished first"):
        match.close()
    rng = random.Random(12)
    while len(match.past) < 17:
        match = match.next_deal() if match.state.is_over else match.apply(rng.choice(match.state.legal_actions()))
    while not match.state.is_over:
        match = match.apply(rng.choice(match.state.legal_actions()))
    assert not match.is_over
    closed = match.close()
    standing = closed.sheet.summary()["standing"]
    assert isinstance(standing, tuple)
    assert (closed.is_over, closed.sheet.winners) == (True, (standing.index(max(standing)),))


def test_kj_12_equal_totals_share_the_round() -> None:
    columns = sheet(deals=4)
    for score in ((82, 80), (0, 162), (100, 62), (142, 20)):
        columns = columns.enter(scored(*score))
    assert (columns.standing, columns.winners) == ((324, 324), (0, 1))


def test_kj_12_numbers_a_round_may_have() -> None:
    for wrong in (0, 5, "many"):
        with pytest.raises(RulesError, match="16, 12, 4, none"):
            game(deals=wrong)
    with pytest.raises(RulesError, match="from 1 to a million, none"):
        game(minutes=0)


@pytest.mark.parametrize("revoke", ["162_and_100", "minus_100", "none"])
def test_kj_13_nobody_can_revoke_on_a_screen(revoke: str) -> None:
    rng = random.Random(13)
    state = game(revoke=revoke).deal(key=KEY)
    other = game().deal(key=KEY)
    while not state.is_over:
        legal = state.legal_actions()
        assert [state.refusal(action) is None for action in state.game.actions] == [
            action in legal for action in state.game.actions
        ]
        action = rng.choice(legal)
        state, other = state.apply(action), other.apply(action)
    assert state.result == other.result


@pytest.mark.parametrize(("revoke", "standing"), [("162_and_100", (0, 262)), ("minus_100", (-100, 0)), ("none", None)])
def test_kj_13_a_revoke_on_a_kept_sheet(revoke: str, standing: tuple[int, int] | None) -> None:
    chosen = game(revoke=revoke)
    entered = [revoked(chosen.options, side) for side in (0, 1)]
    if standing is None:
        assert entered == [None, None]
        return
    for side, result in enumerate(entered):
        assert result is not None
        sheet = chosen.new_sheet(0).enter(result)
        assert isinstance(sheet, Columns)
        assert sheet.standing == (standing if side == 0 else standing[::-1])


def test_a_misdeal_goes_to_the_next_dealer() -> None:
    assert (sheet(dealer=3).misdeal().dealer, sheet(dealer=3).misdeal().lines) == (0, ())
