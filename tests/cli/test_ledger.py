"""The table of a deal's tricks: its marks, its colours, and what stands beneath a trick."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

import stova
from cli.test_costs import early_text, finished, in_trick, styrivolt_with, text_of
from helpers import GAMES, KEY
from stova.bots.expert import Outlook
from stova.cards import Suit
from stova.cli.ledger import Ledger, ledger
from stova.cli.signs import ASCII, COLOUR, Signs, Span
from stova.cli.words import costs, figures
from stova.engine.actions import PLAYED, NameTrump, NoRoem, Play, Roem, Stay, TakeExposed, TakeStock
from stova.engine.state import State
from stova.review import EarlyStep, Step, Verdict, choices, review, steps
from stova.solver import Limit
from stova.solver.values import exactly
from stova.transcript import roem_in


def spans_of(state: State, found: Iterable[Step] = (), signs: Signs = COLOUR) -> list[Span]:
    """The pieces of a deal's page."""
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    return [span for line in ledger(state, players, signs, found).lines(76) for span in line]


def test_roem_is_told_beneath_its_trick_with_what_it_is_worth() -> None:
    state = stova.game("klaverjas").deal(key=KEY, number=0)
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    worth = [roem_in(state, trick) for trick in state.tricks]
    assert {*worth} == {0, 20, 50}
    lines = text_of(state)
    for number, roem in enumerate(worth, start=1):
        (at,) = (at for at, line in enumerate(lines) if line.startswith(f" {number}  "))
        assert lines[at + 1].endswith(f"declaring the roem of {roem}") == bool(roem)


def test_who_lets_the_trades_be_is_not_told_of() -> None:
    state = styrivolt_with(TakeStock, TakeExposed)
    first = next(at for at, (_, action) in enumerate(state.history) if isinstance(action, PLAYED))
    assert Stay() in [action for _, action in state.history[first:]]
    assert costs.named(TakeStock()) in " ".join(text_of(state))
    assert costs.named(Stay()) not in " ".join(text_of(state))


def test_the_dearest_is_marked_once_all_is_known() -> None:
    state = finished("sjavs")
    *most, first = steps(state)
    assert any(any(step.cost) for step in most)
    assert (costs.DEAREST, "warn") not in spans_of(state, most)
    assert spans_of(state, [*most, first]).count((costs.DEAREST, "warn")) == 1


def test_what_alone_cost_something_is_not_the_dearest() -> None:
    state = finished("sjavs")
    known = review(state)
    dear = next(step for step in known if any(step.cost))
    alone = [dear, *(step for step in known if not any(step.cost))]
    free = next(step.score for step in known if not any(step.cost))
    alone += [replace(step, points=None, score=free) for step in known if any(step.cost) and step is not dear]
    page = as_given(state, alone)
    assert page.finished
    assert [step for step in page.found.values() if any(step.cost)] == [dear]
    assert page.dearest is None


def test_what_is_still_worked_out_takes_no_more_room_in_plain_letters() -> None:
    state = finished("sjavs")
    shown = [text for text, _ in spans_of(state, signs=ASCII)]
    assert shown.count(" .") == len(choices(state))
    assert all(len(ASCII.text(text)) == len(text) for text in shown)


def test_what_costs_card_points_alone_has_a_colour_of_its_own() -> None:
    state = finished("sjavs3")
    dear = [step for step in review(state) if step.cost[0]]
    assert {bool(step.cost[1]) for step in dear} == {False, True}
    colours = dict(spans_of(state, review(state)))
    for step in dear:
        assert colours[f" {figures.signed(-step.cost[0])}"] == ("warn" if step.cost[1] else "accent")


def test_what_came_before_the_first_card_is_looked_at_though_how_a_cost_looked_is_not_known() -> None:
    state = finished("klaverjas")
    early = [EarlyStep(at=0, seat=1, action=NameTrump(Suit.CLUBS), outlook=None)]
    before, after = (early_text(state, found, looking=True)[0] for found in ([], early))
    assert before.startswith("Looking at what cost something, or may have, from its seat: 0 of ")
    assert after == "Looking at what was done before the first card: 1 of 1."


def test_what_looked_as_good_as_any_is_marked() -> None:
    state = finished("sjavs")
    step = next(step for step in review(state) if any(step.cost))
    assert isinstance(step.action, Play)
    best = Play(state.tricks[0].cards[0])
    for outlook, mark in (
        (Outlook(best=best, score=0, gain=0, error=0), "~"),
        (Outlook(best=best, score=0, gain=1, error=0), ""),
    ):
        said = text_of(state, (*review(state), replace(step, outlook=outlook)))
        row = in_trick(said, step.trick)
        after = row.split(step.action.card.symbol)[1].removeprefix("*")
        assert after.split()[0].strip("!").endswith(mark or "0123456789"[abs(step.cost[0]) % 10])
        looked = ", ~ nothing looked clearly better from its seat" if mark else ""
        assert said[1] == f"▸ led, * took the trick{looked}."


def test_while_more_is_looked_at_the_page_says_so() -> None:
    state = finished("sjavs")
    known = review(state)
    dear = [step for step in known if any(step.cost)]
    assert len(dear) > 1
    looked = replace(dear[0], outlook=Outlook(best=dear[0].action, score=0, gain=0, error=0))
    players = [f"Player {seat}" for seat in range(4)]
    for found, done in ((known, 0), ((*known, looked), 1)):
        shown = ledger(state, players, COLOUR, found, looking=True)
        said = ["".join(text for text, _ in line) for line in shown.lines(76)]
        assert said[0] == f"Looking at what cost something, or may have, from its seat: {done} of {len(dear)}."
        assert sum(line.count("…") for line in said) == 2 * (len(dear) - done)
    assert text_of(state, known)[0] == costs.OPEN_HANDS
    assert not any("…" in line for line in text_of(state, known))
    vague = review(state, limit=Limit(nodes=0))
    shown = ledger(state, players, COLOUR, vague, looking=True)
    said = ["".join(text for text, _ in line) for line in shown.lines(76)]
    assert not any(any(step.cost) for step in vague)
    assert said[0] == f"Looking at what cost something, or may have, from its seat: 0 of {len(vague)}."
    assert sum(line.count("…") for line in said) == len(vague)


def test_what_the_solver_declines_has_a_question_mark_and_nothing_more_where_it_declines_all() -> None:
    state = finished("sjavs")
    known = review(state)
    declined = [replace(step, points=None, score=None) for step in known]
    mixed = text_of(state, (declined[0], *known[1:]))
    assert in_trick(mixed, known[0].trick).count("?") == 1
    players = [f"Player {seat}" for seat in range(4)]
    said = [
        "".join(text for text, _ in line) for line in ledger(state, players, COLOUR, declined, looking=True).lines(76)
    ]
    assert said[0] != costs.OPEN_HANDS
    assert not any("…" in line for line in said)


def test_what_looked_dear_is_told_though_it_is_not_known_whether_it_was() -> None:
    state = finished("sjavs")
    first, second, *others = review(state, limit=Limit(nodes=0))
    best = next(action for action in map(Play, state.dealt[first.seat]) if action != first.action)
    wrong, right = (Outlook(best=best, score=0, gain=gain, error=0) for gain in (1.5, 0.0))
    said = better(state, [replace(first, outlook=wrong), replace(second, outlook=right), *others])
    assert [" ".join(row.split()) for row in said[1:]] == [
        f"{first.trick} Player {first.seat} {costs.named(first.action)} ? {best.card.symbol} +1.5"
    ]


@pytest.mark.parametrize(("width", "apart"), [(66, 2), (62, 1), (59, 1)])
def test_columns_stand_closer_where_there_is_no_room(width: int, apart: int) -> None:
    names = [f"Sigmundur_{place}th, of whom more" for place in range(4)]
    shown = ledger(finished("klaverjas"), names, COLOUR).lines(width)
    said = ["".join(text for text, _ in line).rstrip() for line in shown]
    (head,) = (line for line in said if all(f" {name[:12]}" in line for name in names) and "Took" not in line)
    assert head.split(names[0][:12])[1].startswith(f"{'':{apart}} {names[1][:12]}")
    assert max(map(len, said)) <= width


def better(state: State, found: Iterable[Step], width: int = 76, *, looking: bool = False) -> list[str]:
    """What is said of what would have been better, up to the next empty line."""
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    lines = ledger(state, players, COLOUR, found, looking=looking).lines(width)
    said = ["".join(text for text, _ in line) for line in lines]
    at = next((at for at, line in enumerate(said) if line.startswith(costs.COSTS_AND_MISTAKES)), len(said))
    return said[at : said.index("", at)] if at < len(said) else []


@pytest.mark.parametrize(("name", "turned"), [("sjavs3", True), ("klaverjas", False)])
def test_of_each_choice_that_cost_something_it_is_said_what_was_better(name: str, turned: bool) -> None:
    state = finished(name)
    known = review(state)
    dear = [step for step in known if any(step.cost)]
    head, *told = better(state, known)
    assert head.split() == [*costs.COSTS_AND_MISTAKES.split(), *costs.HANDS_OPEN.split()]
    for step, row in zip(dear, told, strict=True):
        done = f"{step.trick:2}  Player {step.seat}  {costs.named(step.action)} "
        assert row.startswith(done)
        assert row.removeprefix(done).strip().startswith(costs.kept_by(step))
        assert row.endswith(costs.TURNED) == step.turned
    assert any(step.turned for step in dear) == turned
    assert (costs.TO_TURN in " ".join(" ".join(text_of(state, known)).split())) == turned
    assert not better(state, [step for step in known if not any(step.cost)])


def test_what_was_better_by_what_was_in_sight_stands_beside_it() -> None:
    state = finished("sjavs3")
    known = review(state)
    first, second, *others = [step for step in known if any(step.cost)]
    worse = Outlook(best=Play(state.tricks[0].cards[0]), score=0, gain=2.5, error=0.1)
    fine = Outlook(best=first.action, score=0, gain=0, error=0)
    looked = (*known, replace(first, outlook=worse), replace(second, outlook=fine))
    head, *told = better(state, looked, looking=True)
    place = head.index(costs.IN_SIGHT)
    seen = [row[place:].removesuffix(costs.TURNED).rstrip() for row in told]
    assert seen == [f"{state.tricks[0].cards[0].symbol} +2.5", "~", *["…"] * len(others)]
    legend = " ".join(" ".join(text for text, _ in line) for line in ledger(state, "ABC", COLOUR, looked).lines(76))
    assert costs.SEEN in legend


def test_what_is_too_long_for_a_column_leaves_the_others_as_they_are() -> None:
    """To keep quiet about roem takes more room than any card."""
    state = finished("klaverjas")
    known = review(state)
    dear = [step for step in known if any(step.cost)]
    assert len(dear) > 2
    worse = Outlook(best=Roem(), score=0, gain=20, error=0.1)
    quiet = replace(dear[1], action=NoRoem(), outlook=worse)
    shown = as_given(state, (*known, quiet))
    head, *told = ["".join(text for text, _ in line) for line in shown._better(74)][1:]
    place = head.index(costs.HANDS_OPEN)
    assert all(len(row) <= 74 for row in told)
    said = " ".join(" ".join(told).split())
    assert f"keeping quiet about the roem; {costs.HANDS_OPEN}: " in said
    assert f"; {costs.IN_SIGHT}: declaring the roem +20" in said
    kept = [row[place:].split()[0] for row in told if row[place - 2 : place] == "  "]
    assert kept == [costs.kept_by(step) for step in dear if step.at != quiet.at]


def test_what_was_better_is_in_sentences_where_there_is_no_room_for_columns() -> None:
    state = finished("sjavs3")
    known = review(state)
    told = better(state, known, 24)
    assert max(map(len, told)) <= 24
    dear = [step for step in known if any(step.cost)]
    said = " ".join(" ".join(told).split())
    for step in dear:
        done = f"{step.trick} Player {step.seat} {costs.named(step.action)}"
        assert any(f"{done}{between} {costs.kept_by(step)}" in said for between in ("", f"; {costs.HANDS_OPEN}:"))


def test_that_marks_are_inexact_is_explained_once() -> None:
    state = finished("sjavs")
    vague = ledger(state, "ABCD", COLOUR, steps(state, limit=Limit(nodes=0)))
    assert costs.NOT_EXACT in vague.legends
    again = vague.lines(74, explained=vague.legends)
    assert costs.NOT_EXACT not in " ".join(part for line in again for part, _ in line)
    assert costs.NOT_EXACT not in ledger(state, "ABCD", COLOUR, review(state)).legends


def test_columns_stay_where_they_are_though_a_number_takes_all_the_room() -> None:
    """At 80 columns the page has 74."""
    state = finished("sjavs")
    known = review(state)
    step = next(step for step in known if step.action == Play(state.tricks[1].cards[1]))
    lost = Verdict(came_to=exactly(0), could=exactly(24), best=())
    outlook = Outlook(best=step.action, score=0, gain=0, error=0)
    long = (*known, replace(step, points=lost, score=lost, outlook=outlook))
    heads, rows = [], list[str]()
    for found in ((), long):
        rows = ["".join(text for text, _ in line) for line in as_given(state, found).lines(74)]
        heads.append(next(row for row in rows if "Player 3" in row))
    assert heads[0] == heads[1]
    assert any(" −24 (−24)~" in row for row in rows)  # noqa: RUF001


def as_given(state: State, found: Iterable[Step]) -> Ledger:
    """The page of these steps, though they settle each other."""
    return Ledger(
        state=state,
        players=[f"Player {seat}" for seat in range(state.game.seats)],
        found={step.at: step for step in found},
        early=(),
        asked=frozenset(len(before.history) for before in choices(state)),
        looking=False,
        signs=COLOUR,
    )


def test_what_is_explained_already_is_left_out() -> None:
    state = finished("klaverjas")
    known = review(state)
    none = [replace(step, score=None, points=None) for step in known][:-1]
    first = next(step for step in known if any(step.cost))
    looked = (*known, replace(first, outlook=Outlook(best=first.action, score=0, gain=0, error=0)))
    players = "ABCD"
    legends = [ledger(state, players, COLOUR, found).legends for found in (none, known, looked)]
    assert [len(legend) for legend in legends] == [0, 1, 2]
    shown = ledger(state, players, COLOUR, looked).lines(74, explained=legends[1])
    text = " ".join(" ".join(part for part, _ in line) for line in shown)
    assert costs.SEEN in text
    assert "Beside a card" not in text


def test_columns_stay_where_they_are_while_numbers_come() -> None:
    state = finished("sjavs3")
    known = review(state)
    places = set()
    for found in ((), known[4:], known):
        said = text_of(state, found)
        at = next(at for at, line in enumerate(said) if line.split()[:4:2] == ["Player", "Player"])
        head, *rows = said[at : at + 1 + len(state.tricks)]
        starts = [head.index(f"Player {seat}") for seat in range(3)]
        places.add(tuple(starts))
        for trick, row in zip(state.tricks, rows, strict=True):
            own = [row.index(card.symbol) for card in trick.cards]
            assert sorted(own) == starts
    assert len(places) == 1


@pytest.mark.parametrize("name", GAMES)
def test_what_the_score_counts_is_said_where_it_is_not_what_the_sheet_gets(name: str) -> None:
    """Rule: ST-24."""
    state = finished(name)
    lines = ledger(state, "ABCD"[: state.game.seats], COLOUR).lines(76)
    text = " ".join(text for line in lines for text, _ in (*line, (" ", "")))
    assert (costs.STROKES in " ".join(text.split())) == (name == "styrivolt")
