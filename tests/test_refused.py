"""What no public function takes is refused in a sentence, not met somewhere inside."""

import io
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import stova
from helpers import GAMES, KEY, first_lead
from stova import Card, RulesError, StovaError, playouts, records, review
from stova.bots import bot, judging
from stova.bots.forfeits import ProgramError
from stova.cards import CARDS, card_set, cards_in, parse_cards
from stova.engine.actions import Action, Cut, Discard, NameTrump, Play
from stova.engine.again import played_through
from stova.errors import BotError, IllegalAction, NotationError, RecordError, require_seconds, require_whole
from stova.research import plot, report
from stova.research.baseline import SampleAndSolve
from stova.solver import Limit, estimates
from stova.solver.cards import stakes_of
from stova.transcript import transcript
from stova.worlds import weights


class Index:
    """A whole number of another library."""

    def __index__(self) -> int:
        return 1


SJAVS: Any = stova.game("sjavs")
OTHER = first_lead("klaverjas").view(None)
TURN = first_lead("sjavs").view(first_lead("sjavs").to_act)
CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "game None": (lambda: stova.game(None), "the name of a game must be a str, not NoneType"),  # type: ignore[arg-type]
    "game list": (lambda: stova.game(["sjavs"]), "the name of a game must be a str, not list"),  # type: ignore[arg-type]
    "presets": (lambda: stova.presets(None), "the name of a game must be a str"),  # type: ignore[arg-type]
    "preset": (lambda: stova.game("sjavs", preset=1), "the name of a preset must be a str"),  # type: ignore[arg-type]
    "action None": (lambda: SJAVS.action(None), "the text of an action must be a str, not NoneType"),
    "action 5": (lambda: SJAVS.action(5), "the text of an action must be a str, not int"),
    "bot None": (lambda: bot(None), "the name of a bot must be a str, not NoneType"),  # type: ignore[arg-type]
    "number None": (lambda: SJAVS.deal(key=KEY, number=None), "a deal's number must be a whole number, 0 to"),
    "number text": (lambda: SJAVS.deal(key=KEY, number="1"), "a deal's number must be a whole number, .*, not '1'"),
    "number 1.0": (lambda: SJAVS.deal(key=KEY, number=1.0), "a deal's number must be a whole number"),
    "number 2**64": (lambda: SJAVS.deal(key=KEY, number=2**64), "a deal's number must be a whole number"),
    "hands None": (lambda: SJAVS.deal(hands=[None] * 4), "cards are a text such as .*, not None"),
    "hands 1234": (lambda: SJAVS.deal(hands=[1, 2, 3, 4]), "cards are a text such as .*, not 1"),
    "hands text": (lambda: SJAVS.deal(hands="QC 9C"), "the hands are one for each seat, .*, not 'QC 9C'"),
    "hands 5": (lambda: SJAVS.deal(hands=5), "the hands must be an Iterable, not int"),
    "no cards": (lambda: SJAVS.deal(hands=[[1, 2], [], [], []]), "a card given must be a Card, not int"),
    "talon 5": (lambda: SJAVS.deal(hands=[""] * 4, talon=5), "cards are a text such as .*, not 5"),
    "drawn": (
        lambda: stova.game("klaverjas", preset="amsterdam").deal(hands=[""] * 4, drawn=Card("QC")),  # type: ignore[arg-type]
        "cards are a text such as .*, not Card",
    ),
    "an index": (lambda: SJAVS.deal(key=KEY, number=Index()), r"a whole number, 0 to .*: int\(\) makes it one"),
    "played through": (lambda: list(played_through(None)), "played through must be a State, not NoneType"),  # type: ignore[arg-type]
    "key and hands": (lambda: SJAVS.deal(key=KEY, hands=[""] * 4), "made of a key or of given hands, not of both"),
    "players 1234": (lambda: SJAVS.match(key=KEY, players=[1, 2, 3, 4]), "a player's name must be a str, not int"),
    "players 4": (lambda: SJAVS.match(key=KEY, players=4), "the players' names must be a Sequence, not int"),
    "state": (lambda: estimates(first_lead("sjavs")), "the states to estimate must be an Iterable, not State"),  # type: ignore[arg-type]
    "states": (lambda: estimates(None), "the states to estimate must be an Iterable, not NoneType"),  # type: ignore[arg-type]
    "world": (
        lambda: weights(first_lead("sjavs"), seat=0, model=lambda view, action: 1),  # type: ignore[arg-type]
        "the worlds to weigh must be an Iterable, not State",
    ),
    "model": (lambda: weights([], seat=0, model=None), "a model is a function of a view and an action, not None"),  # type: ignore[arg-type]
    "view": (lambda: SJAVS.view(None, 0), "what is looked at must be a State, not NoneType"),
    "dump": (lambda: records.dump(None), "what is recorded must be a Match, not NoneType"),  # type: ignore[arg-type]
    "load": (lambda: records.load(None), "a record must be a str or bytes, not NoneType"),  # type: ignore[arg-type]
    "lines": (lambda: records.lines("x"), "lines are read from a file as open.*, not from 'x'"),  # type: ignore[arg-type]
    "read": (lambda: records.read(7), "records are read from a path, or a file as open.*, not from 7"),  # type: ignore[arg-type]
    "transcript": (lambda: transcript(None), "what is written out must be a Match, not NoneType"),  # type: ignore[arg-type]
    "cards": (lambda: parse_cards(None), "cards in writing must be a str, not NoneType"),  # type: ignore[arg-type]
    "card -1": (lambda: Card(-1), "a card's number must be a whole number, 0 to 51, not -1"),
    "card 52": (lambda: Card(52), "a card's number must be a whole number"),
    "card set 99": (lambda: card_set([99]), "cards are numbers from 0 to 51, not 99"),  # type: ignore[list-item]
    "card set -1": (lambda: card_set([-1]), r"a set is made of cards, as parse_cards gives them, not of \[-1\]"),  # type: ignore[list-item]
    "card set text": (lambda: card_set("QC"), "a set is made of cards, .*, not of 'QC'"),  # type: ignore[arg-type]
    "card set None": (lambda: card_set(None), "a set is made of cards, .*, not of None"),  # type: ignore[arg-type]
    "mask -1": (lambda: cards_in(-1), r"a set of cards is a bit mask below 2\*\*52, not -1"),
    "mask 2**60": (lambda: cards_in(1 << 60), "a set of cards is a bit mask below .*, not 1152921504606846976"),
    "mask None": (lambda: cards_in(None), "a set of cards is a bit mask below .*, not None"),  # type: ignore[arg-type]
    "mask text": (lambda: cards_in("x"), "a set of cards is a bit mask below .*, not 'x'"),  # type: ignore[arg-type]
    "tables None": (lambda: SJAVS.tables(None), "what card tables are told by must be a State, View or Ending"),
    "tables other": (lambda: SJAVS.tables(first_lead("klaverjas")), "must be of <Game sjavs, .*>, not of <Game klav"),
    "known None": (lambda: SJAVS.known(None), "what cards are told by must be a View, not NoneType"),
    "known state": (lambda: SJAVS.known(first_lead("sjavs")), "what cards are told by must be a View, not State"),
    "lacking state": (lambda: SJAVS.lacking(first_lead("sjavs")), "what cards are told by must be a View, not State"),
    "lacking other": (lambda: SJAVS.lacking(OTHER), "must be of <Game sjavs, .*>, not of <Game klaverjas"),
    "friends None": (lambda: judging.friends(None), "what friends are told by must be a View, not NoneType"),  # type: ignore[arg-type]
    "friends state": (lambda: judging.friends(first_lead("sjavs")), "must be a View, not State"),  # type: ignore[arg-type]
    "friends onlooker": (lambda: judging.friends(OTHER), "an onlooker plays with nobody"),
    "elsewhere": (lambda: judging.elsewhere(None), "what cards are told by must be a View, not NoneType"),  # type: ignore[arg-type]
    "seed None": (lambda: bot("club")(TURN, None), "the seed must be a whole number, 0 to .*, not None"),  # type: ignore[arg-type]
    "seed 1.5": (lambda: bot("expert")(TURN, 1.5), "the seed must be a whole number, 0 to .*, not 1.5"),  # type: ignore[arg-type]
    "seed -1": (lambda: bot("novice")(TURN, -1), "the seed must be a whole number, 0 to 18446744073709551615, not -1"),
    "no time for any": (lambda: bot("club", seconds=-5), "seconds a move are a number above 0, .*, not -5"),
    "no time": (lambda: SampleAndSolve(-1), "seconds a move are a number above 0"),
    "deals": (
        lambda: weights([first_lead("sjavs"), SJAVS.deal(key=KEY)], seat=0, model=lambda view, action: 1),
        "worlds must be of one deal at one turn",
    ),
    "bool option": (lambda: stova.game("sjavs", rubbers=True), "option rubbers can't be True; it can be"),
    "view other": (lambda: SJAVS.view(first_lead("klaverjas"), 0), "must be of <Game sjavs, .*>, not of <Game klav"),
    "sheet": (lambda: SJAVS.deal(key=KEY, sheet="hello"), "a sheet of sjavs must be a Ladder, not str"),
    "sheet other": (
        lambda: SJAVS.deal(key=KEY, sheet=stova.game("klaverjas").new_sheet(0)),
        "a sheet of sjavs must be a Ladder, not Columns",
    ),
    "required None": (lambda: SJAVS.require_cards(None), "the cards must be a Sequence, not NoneType"),
    "besides": (lambda: bot("q", besides=None), "the bots besides must be a Mapping, not NoneType"),  # type: ignore[arg-type]
    "stakes": (lambda: stakes_of(stova.game("klaverjas").deal(key=KEY)), "settled when cards are being played"),
    "dearest": (lambda: review.dearest(None), "the steps of a review must be an Iterable, not NoneType"),  # type: ignore[arg-type]
    "has points": (lambda: review.has_points(None), "what is reviewed must be a State, not NoneType"),  # type: ignore[arg-type]
    "csv head": (lambda: report.csv_head(None), "what a CSV is of must be a Game, not NoneType"),  # type: ignore[arg-type]
    "csv lines": (lambda: list(report.csv_lines(None)), "what a CSV is made of must be a Report, not NoneType"),  # type: ignore[arg-type]
    "picture": (lambda: plot.picture(None), "what is drawn must be a Report, not NoneType"),  # type: ignore[arg-type]
    "gone": (lambda: judging.gone(None), "what cards are told by must be a View, not NoneType"),  # type: ignore[arg-type]
    "masters": (lambda: judging.masters(None, (), 0), "what cards are compared by must be a CardTables, not NoneType"),  # type: ignore[arg-type]
    "length": (lambda: judging.length(TURN, "H"), "what would be trumps must be a Suit or NoneType, not str"),  # type: ignore[arg-type]
    "card 1.5": (lambda: Card(1.5), "a card's number must be a whole number"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_argument(name: str) -> None:
    call, said = CALLS[name]
    with pytest.raises(RulesError, match=said):
        call()


@pytest.mark.parametrize(
    "error",
    [
        RulesError("there is none"),
        IllegalAction("SJ-15", "You must play a trump."),
        RecordError("line 2", "that isn't so", rule="SJ-2"),
        NotationError("no card", column=3),
        BotError("it failed"),
        ProgramError("illegal", "answered …", "'x'", legal="pass"),
    ],
)
def test_errors_are_the_same_in_another_process(error: StovaError) -> None:
    """A pool sends what a worker raised by pickle, and breaks where that can't be made again."""
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.__dict__) == (type(error), str(error), error.__dict__)


@pytest.mark.parametrize(
    ("kind", "holds"),
    [
        (Play, "9C"), (Play, 99), (Play, -1), (Play, []), (NameTrump, "H"), (Cut, "5"), (Discard, [Card("7C")]),
        (Discard, None), (Discard, (Card("8C"), Card("7C"))), (Discard, CARDS[:5]),
    ],
)  # fmt: skip
def test_actions_that_hold_what_they_cannot_are_refused(kind: Callable[[Any], Action], holds: Any) -> None:
    """Before any rule looks at that."""
    action = kind(holds)
    for name in GAMES:
        state, rng = stova.game(name).deal(key=KEY), random.Random(3)
        while not state.is_over:
            refused = state.refusal(action)
            assert refused is not None
            if "It is time to" not in refused.why:
                like = re.search(rf" an action of {name}; game\.action\('(.+)'\) makes one like it\.$", refused.why)
                assert like
                assert (refused.rule, str(refused)) == ("", refused.why), "no rule is broken by it"
                assert isinstance(state.game.action(like[1]), type(action))
            state = state.apply(rng.choice(state.legal_actions()))


def test_a_match_may_have_a_key_and_given_hands() -> None:
    """The hands are for one deal, the key for the draw and the others."""
    hands = [SJAVS.pack[8 * seat : 8 * seat + 8] for seat in range(4)]
    match = SJAVS.match(key=KEY, hands=hands)
    assert match.key is not None
    assert match.state.dealt[:4] == tuple(hands)
    line = records.dump(match)
    assert [records.dump(read) for read in records.read(io.BytesIO(line.encode()))] == [line]


@pytest.mark.parametrize("wrong", [True, False, 10**5000, -1, 1.0, "1", None], ids="abcdefg")
def test_whole_numbers(wrong: object) -> None:
    require_whole("it", 1, 0, 5)
    with pytest.raises(RulesError, match=r"it must be a whole number, 0 to 5, not .{1,40}$"):
        require_whole("it", wrong, 0, 5)


@pytest.mark.parametrize("wrong", [True, False, 10**400, -1, float("nan"), "1", None], ids="abcdefg")
def test_seconds(wrong: Any) -> None:
    for right in (0, 0.5, 10, float("inf")):
        require_seconds(right)
    with pytest.raises(RulesError, match=r"seconds must be a number, 0 or more, not .{1,40}$"):
        Limit(seconds=wrong)


def test_more_playouts_than_memory_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise MemoryError

    monkeypatch.setattr("stova.kernel.playouts", full)
    with pytest.raises(RulesError, match="there isn't memory enough here for 1073741824 play-outs: ask for fewer"):
        playouts.playouts(first_lead("sjavs"), 1 << 30, seed=1)
