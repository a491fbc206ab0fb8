"""What a score is worth to a match."""

import pytest
from msgspec.structs import replace

import stova
from helpers import KEY
from match_ends import columns_at, ladder_at
from stova import View
from stova.bots.prospects import Worth, worth
from stova.cards import Suit
from stova.engine.result import Sheet


def seen(sheet: Sheet | None, seat: int = 0, name: str = "sjavs") -> View:
    return stova.game(name).deal(key=KEY, sheet=sheet).view(seat)


def known(sheet: Sheet | None, seat: int = 0, name: str = "sjavs") -> Worth:
    found = worth(seen(sheet, seat, name))
    assert found is not None
    return found


def test_near_its_end_a_rubber_is_all_that_counts() -> None:
    mine, theirs = known(ladder_at((2, 10))), known(ladder_at((2, 10)), seat=1)
    assert mine(2) == mine(4) == mine(24) == 100
    assert mine(-16) == mine(-24) == 0
    assert mine(-8) == 50 < mine(-4) < 100
    for score in (-16, -4, -2, 2, 4, 8):
        assert theirs(-score) == pytest.approx(100 - mine(score))


def test_ties_before_count() -> None:
    waiting = replace(ladder_at((4, 4)), ties=1)
    assert known(waiting)(2) == 100 > known(ladder_at((4, 4)))(2)


def test_ties_before_count_by_who_named_what() -> None:
    """Rule: SJ-25."""
    waiting = replace(ladder_at((8, 2), tie="plus2_clubs4"), ties=1)
    view = stova.game("sjavs", tie="plus2_clubs4").deal(key=KEY, sheet=waiting).view(0)
    plain, clubs = worth(view), worth(replace(view, trump=Suit.CLUBS))
    assert clubs is not None
    assert clubs(4) == 100 > (50 if plain is None else plain(4))
    waiting = replace(ladder_at((8, 8), tie="suduroy"), ties=1)
    view = stova.game("sjavs", tie="suduroy").deal(key=KEY, sheet=waiting).view(0)
    theirs, own = worth(replace(view, declarer=1)), worth(replace(view, declarer=0))
    assert theirs is not None
    assert own is not None
    assert own(-4) == 0 < theirs(-4)


def test_it_never_falls() -> None:
    for standing in ((2, 2), (4, 10), (8, 6), (12, 2)):
        found = known(ladder_at(standing))
        values = [found(score) for score in range(-24, 25)]
        assert values == sorted(values)


def test_the_last_deal_of_so_many() -> None:
    found = known(columns_at((1000, 1080), left=1), name="klaverjas")
    assert [found(score) for score in (-162, 60, 79.6, 80, 80.6, 82)] == [0, 0, 50, 50, 100, 100]


@pytest.mark.parametrize("name", ["sjavs", "klaverjas"])
def test_where_the_score_says_as_much(name: str) -> None:
    game = stova.game(name)
    assert worth(seen(None, name=name)) is None
    assert worth(seen(game.new_sheet(0), name=name)) is None
    sheet = ladder_at((2, 2)) if name == "sjavs" else columns_at((1000, 1080), left=1)
    onlooker = game.deal(key=KEY, sheet=sheet).view(None)
    assert worth(onlooker) is None


@pytest.mark.parametrize("standing", [(12, 8), (8, 12), (18, 2), (20, 2)])
def test_where_the_rubber_is_not_just_the_score(standing: tuple[int, int]) -> None:
    """To lose much may be no worse than to lose little, or to win it no better."""
    assert worth(seen(ladder_at(standing))) is not None


@pytest.mark.parametrize("standing", [(24, 20), (20, 20), (16, 12), (12, 16), (10, 10)])
def test_far_from_its_end_a_rubber_is_played_for_the_score(standing: tuple[int, int]) -> None:
    """A vol would end some of these, but one comes seldom."""
    assert worth(seen(ladder_at(standing))) is None


def test_a_usual_loss_may_be_greater_than_any_usual_win() -> None:
    """A declarer of Klaverjas often loses 227, and seldom wins more than 145."""
    assert worth(seen(columns_at((1300, 1000), left=5), name="klaverjas")) is not None


def test_where_only_a_double_victory_brings_a_cross_nobody_can_tell() -> None:
    game = stova.game("sjavs", cross="double_only")
    assert worth(game.deal(key=KEY, sheet=ladder_at((2, 10))).view(0)) is None


def test_a_match_as_good_as_won() -> None:
    assert worth(seen(columns_at((2000, 1000), left=2), name="klaverjas")) is None


def test_games_that_cannot_tell() -> None:
    for name in ("klorsjavs", "styrivolt"):
        assert worth(seen(stova.game(name).new_sheet(0), name=name)) is None
