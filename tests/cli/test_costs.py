"""The page of what each card cost, at the table and as text."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from threading import Event

import pytest
from msgspec.structs import replace
from textual.containers import VerticalScroll

import stova
from cli.at_table import SIGNS, SIZE, Seat, begin, lively, seated, shortly_before
from helpers import KEY
from stova.bots.expert import Outlook
from stova.cards import Suit
from stova.cli.ledger import ledger
from stova.cli.signs import COLOUR
from stova.cli.sitting import Sitting
from stova.cli.table import costs as page
from stova.cli.table.costs import CostsPage
from stova.cli.words import costs, figures, labels
from stova.engine.actions import (
    BidContract,
    Fold,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    PutAway,
    Roem,
    Stop,
    TakeExposed,
    TakeStock,
)
from stova.engine.match import Match
from stova.engine.state import State
from stova.review import EarlyStep, Step, review, steps
from stova.solver import Limit
from stova.transcript import before_play, made_told, roem_in, taken_told

GAMES = tuple(stova.games())


def text_of(state: State, found: Iterator[Step] | tuple[Step, ...] = (), width: int = 76) -> list[str]:
    """The page of a deal as lines of text."""
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    return ["".join(text for text, _ in line) for line in ledger(state, players, COLOUR, found).lines(width)]


def after_a_deal(name: str) -> Sitting:
    """A sitting just before the result of the first deal in which cards were played."""
    return shortly_before(begin(name), lambda match: match.state.is_over and bool(match.state.tricks), steps=1)


def finished(name: str) -> State:
    return played(after_a_deal(name).match).state


def played(match: Match) -> Match:
    while not match.state.is_over:
        match = match.apply(lively(match))
    return match


async def shown(seat: Seat) -> CostsPage:
    """The page, filled, from the panel of a result."""
    await seat.until_panel("")
    await seat.press("c")
    await seat.wait(lambda: isinstance(seat.app.screen, CostsPage))
    found = seat.app.screen
    assert isinstance(found, CostsPage)
    await seat.wait(lambda: "Working" not in rows(found)[0], seconds=60)
    return found


def rows(found: CostsPage) -> list[str]:
    return [] if found.leaf.page is None else found.leaf.page.rows()


def in_trick(said: list[str], number: int) -> str:
    """A trick's row on a page; what would have been better in it stands below."""
    below = next((at for at, row in enumerate(said) if row.strip().startswith(costs.COSTS_AND_MISTAKES)), len(said))
    (row,) = (row for row in said[:below] if row.strip().startswith(f"{number} "))
    return row


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """The limit of the page's analysis, which spares the test the long ones."""
    limit = Limit(nodes=5000)
    monkeypatch.setattr(page, "steps", partial(steps, limit=limit))
    monkeypatch.setattr(page, "SIGHT", 0.02)
    return limit


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", GAMES)
async def test_the_page_has_every_card_with_what_it_cost(name: str, quick: Limit) -> None:
    async with seated(after_a_deal(name)) as seat:
        found = await shown(seat)
        state, said = seat.sitting.match.state, rows(found)
        for number, trick in enumerate(state.tricks, start=1):
            row = in_trick(said, number)
            assert all(card.symbol in row for card in trick.cards)
        for step in review(state, limit=quick):
            if step.cost[0] and isinstance(step.action, Play):
                row = in_trick(said, step.trick)
                assert f"{step.action.card.symbol} −{step.cost[0]}" in row.replace("*", "")  # noqa: RUF001
        assert found.leaf.canvas.lost == 0
        paper = found.query_one("#paper", VerticalScroll)
        assert found.leaf.region.width <= paper.scrollable_content_region.width
        await seat.press("escape")
        assert seat.panel is not None
        assert labels.COSTS in seat.text()
        await seat.press("escape")
        await seat.settle()
        assert len(seat.sitting.match.deals) > 1 or seat.sitting.match.is_over


async def test_the_page_in_a_window_made_tiny_breaks_nothing(quick: Limit) -> None:
    async with seated(after_a_deal("klaverjas")) as seat:
        found = await shown(seat)
        await seat.wait(lambda: rows(found)[0].strip() == costs.OPEN_HANDS, seconds=60)
        before = seat.text()
        for size in ((1, 1), (7, 30), (5, 2), (20, 6), SIZE):
            await seat.pilot.resize_terminal(*size)
            await seat.pilot.pause()
        assert seat.text() == before


@pytest.mark.one_in(2)
@pytest.mark.parametrize("signs", ["mono", "ascii"])
async def test_the_page_without_colour_and_in_plain_letters(signs: str) -> None:
    async with seated(after_a_deal("klaverjas"), signs=SIGNS[signs]) as seat:
        await shown(seat)
        assert seat.text().isascii() == (signs == "ascii")
        assert "each card cost" in seat.text()
        strips = seat.app.screen._compositor.render_strips()
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        if signs == "mono":
            assert all(style.color is None or style.color.is_default for style in styles)


async def test_the_end_of_a_match_has_the_page_and_left_goes_to_earlier_deals() -> None:
    at = shortly_before(begin("klorsjavs_auction", deals=3), lambda match: match.is_over, steps=1)
    async with seated(at) as seat:
        await seat.until_panel("match")
        seat.check()
        found = await shown(seat)
        assert "Deal 3: what" in seat.text()
        await seat.press("left")
        assert "Deal 2: what" in seat.text()
        await seat.press("left", "left")
        assert "Deal 1: what" in seat.text()
        await seat.wait(lambda: "Working" not in rows(found)[0])
        cards = [card.symbol for trick in seat.sitting.match.deals[0].tricks for card in trick.cards]
        assert all(any(card in row for row in rows(found)) for card in cards)
        await seat.press("right")
        assert "Deal 2: what" in seat.text()
        await seat.press("enter")
        await seat.until_panel("match")


async def test_the_page_scrolls(quick: Limit) -> None:
    async with seated(after_a_deal("sjavs2")) as seat:
        found = await shown(seat)
        paper = found.query_one("#paper", VerticalScroll)
        assert paper.max_scroll_y > 0
        await seat.press("end")
        await seat.wait(lambda: paper.scroll_y > 0)
        last = [row for row in rows(found) if row][-1]
        await seat.wait(lambda: last[-30:].strip() in seat.text())


async def test_the_page_fills_as_costs_come_and_can_be_put_away_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    one, stop = Event(), Event()

    def slowly(state: State, *, seconds: float) -> Iterator[Step]:
        for number, step in enumerate(steps(state, limit=Limit(nodes=1), seconds=seconds)):
            (one if number == 0 else stop).wait(20)
            yield step

    monkeypatch.setattr(page, "steps", slowly)
    async with seated(after_a_deal("sjavs")) as seat:
        await seat.until_panel("Deal")
        await seat.press("c")
        await seat.wait(lambda: "Working it out: 0 of" in seat.text())
        assert " …" in seat.text()
        one.set()
        await seat.wait(lambda: "Working it out: 1 of" in seat.text())
        await seat.press("escape")
        assert seat.panel is not None
        await seat.press("c")
        await seat.press("escape", "enter")
        await seat.wait(lambda: not seat.sitting.match.state.is_over)
        stop.set()


async def test_what_was_worked_out_is_kept_while_the_page_is_put_away(quick: Limit) -> None:
    async with seated(after_a_deal("klaverjas")) as seat:
        (before,) = (await shown(seat)).deals
        found = [*before.found]
        await seat.press("escape")
        (again,) = (await shown(seat)).deals
        assert (again, again.found[: len(found)]) == (before, found)


def passed_out() -> State:
    state = stova.game("klorsjavs_auction").deal(key=KEY)
    while not state.is_over:
        state = state.apply(Pass() if Pass() in state.legal_actions() else state.legal_actions()[0])
    return state


def early_text(state: State, found: Sequence[EarlyStep], *, looking: bool = False) -> list[str]:
    """The page of a deal of which all costs are known, with what is known of what came before the first card."""
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    shown = ledger(state, players, COLOUR, review(state), early=found, looking=looking)
    return ["".join(text for text, _ in line) for line in shown.lines(76)]


def test_of_a_deal_without_card_play_what_was_said_is_told() -> None:
    state = passed_out()
    outlook = Outlook(best=BidContract("spil"), score=-2, gain=3.25, error=1)
    early = [EarlyStep(at=1, seat=2, action=Pass(), outlook=outlook)]
    said = " ".join(early_text(state, early))
    assert early_text(state, early)[0] == costs.NO_PLAY
    assert made_told(state, ["", "", ""]) in said
    better = "by what was in sight bidding spil was better, by 3.2 in the score on average."
    assert said.endswith(f"Player 2, passing: {better}")
    assert early_text(state, [], looking=True)[0] == "Looking at what was done before the first card: 0 of 3."
    assert early_text(state, early, looking=True)[0] == "Looking at what was done before the first card: 1 of 3."
    assert early_text(state, [])[-1] == made_told(state, ["", "", ""])
    assert " ".join(early_text(state, [replace(early[0], outlook=replace(outlook, error=2))])).endswith(
        costs.EARLY_WELL
    )


def test_what_was_not_clearly_worse_before_the_first_card_is_not_told() -> None:
    state = finished("klaverjas")
    doubtful = Outlook(best=NameTrump(Suit.HEARTS), score=1, gain=1, error=1)
    early = [EarlyStep(at=0, seat=1, action=NameTrump(Suit.CLUBS), outlook=doubtful)]
    unknown = [replace(early[0], outlook=None)]
    for found, looking, well in (
        (early, False, True),
        (early, True, False),
        (unknown, False, False),
        ([], False, False),
    ):
        said = " ".join(early_text(state, found, looking=looking))
        assert "naming" not in said
        assert (costs.EARLY_WELL in said) == well
    clear = replace(early[0], outlook=replace(doubtful, error=0.4))
    said = " ".join(early_text(state, [clear]))
    assert "Player 1, naming ♣: by what was in sight naming ♥ was better, by 1.0 in the score on average." in said
    assert costs.EARLY_WELL not in said


def test_what_could_not_be_told_is_not_called_well_done() -> None:
    """But what the expert would have done, too, is, in however few worlds that was seen."""
    state = finished("klaverjas")
    named, other = NameTrump(Suit.CLUBS), NameTrump(Suit.HEARTS)
    few = Outlook(best=other, score=1, gain=1, error=inf)
    for outlook, well in ((few, False), (None, False), (replace(few, best=named, gain=0), True)):
        said = " ".join(early_text(state, [EarlyStep(at=0, seat=1, action=named, outlook=outlook)]))
        assert (costs.EARLY_WELL in said, costs.EARLY_UNKNOWN in said) == (well, not well)


async def test_what_looked_better_before_the_first_card_is_on_the_page(
    quick: Limit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes last."""
    seen = list[str]()

    def costly(state: State, *, seconds: float) -> Iterator[Step]:
        yield from steps(state, limit=Limit(nodes=1), seconds=seconds)
        seen.append("costs")

    def early(state: State, *, seconds: float) -> Iterator[EarlyStep]:
        seen.append("calls")
        outlook = Outlook(best=NameTrump(Suit.HEARTS), score=1, gain=21.04, error=1)
        yield EarlyStep(at=0, seat=0, action=NameTrump(Suit.CLUBS), outlook=outlook)

    monkeypatch.setattr(page, "steps", costly)
    monkeypatch.setattr(page, "early_steps", early)
    async with seated(after_a_deal("klaverjas")) as seat:
        found = await shown(seat)
        better = "You, naming ♣: by what was in sight naming ♥ was better, by 21 in the score on average."
        await seat.wait(lambda: better in " ".join(" ".join(rows(found)).split()), seconds=60)
        assert seen == ["costs", "calls"]


def test_where_nothing_is_chosen_before_the_first_card_nothing_is_told_of_it() -> None:
    assert costs.EARLY_WELL not in " ".join(early_text(finished("styrivolt"), []))
    state = finished("klaverjas")
    dear = [replace(step, outlook=Outlook(best=step.action, score=0, gain=0, error=0)) for step in review(state)]
    for early, done in (([], 0), ([EarlyStep(at=0, seat=1, action=Pass(), outlook=None)], 1)):
        shown = ledger(state, ["A", "B", "C", "D"], COLOUR, dear, early=early, looking=True).lines(76)
        assert shown[0][0][0] == f"Looking at what was done before the first card: {done} of 1."


def given_up(number: int) -> State:
    """A deal in which the declarer folds instead of playing its first card."""
    state, rng = stova.game("klorsjavs", fold_until="own_card").deal(key=KEY, number=number), random.Random(number)
    while not state.is_over:
        legal = state.legal_actions()
        state = state.apply(Fold() if Fold() in legal else rng.choice(legal))
    return state if state.history[-1][1] == Fold() else given_up(number + 100)


@pytest.mark.parametrize(("number", "cost"), [(0, 12), (1, 0), (9, 16), (10, 0)])
def test_a_fold_has_its_cost(number: int, cost: int) -> None:
    """Of the score alone: nobody's card points are counted then. Rule: KL-9."""
    state = given_up(number)
    *_, fold = review(state)
    shown = text_of(state, (*review(state),))
    assert (fold.action, fold.trick, fold.exact) == (Fold(), 1, True)
    assert fold.cost == (0, cost)
    told = [line.strip().removesuffix("!") for line in shown if "folding:" in line]
    assert told == ([f"Player {fold.seat}, folding: ({figures.signed(-cost)})"] if cost else [])
    for card in state.trick:
        assert any(card.symbol in line for line in shown)


@pytest.mark.parametrize("name", GAMES)
def test_cards_stand_beneath_who_played_them(name: str) -> None:
    state = finished(name)
    lines = text_of(state, ())
    lines = lines[next(at for at, line in enumerate(lines) if "Player 0  " in line) :]
    head, *lines = lines[: lines.index("")]
    starts = [head.index(f"Player {seat}") - 1 for seat in range(state.game.seats)] + [len(head) + 20]
    for number, trick in enumerate(state.tricks, start=1):
        (row,) = (line for line in lines if line.strip().startswith(f"{number} "))
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % state.game.seats
            cell = row[starts[seat] : starts[seat + 1]]
            assert cell[1:].startswith(f"{card.symbol}{costs.TOOK if seat == trick.winner else ' '}")
            assert (cell[0] == COLOUR.turn) == (place == 0)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_says_what_was_played_and_what_came_of_it(name: str) -> None:
    state = finished(name)
    players = [f"Player {seat}" for seat in range(state.game.seats)]
    said = " ".join(" ".join(text_of(state, ())).split())
    assert before_play(state, players).replace("\xa0", " ") in said
    assert made_told(state, players) in said
    assert f"{state.result.rule}" in said
    assert all(line.replace("\xa0", " ") in said for line in taken_told(state, players))


def test_while_little_is_known_the_page_says_so() -> None:
    state = finished("sjavs")
    known = list(steps(state))
    assert text_of(state, ())[0] == f"Working it out: 0 of {len(known)} choices."
    assert sum(line.count(" …") for line in text_of(state, ())) == len(known)
    half = text_of(state, iter(known[:5]))
    assert half[0] == f"Working it out: 5 of {len(known)} choices."
    assert not any("away" in line and line.startswith("Player") for line in half)
    assert text_of(state, iter(known))[0] == costs.OPEN_HANDS


def test_what_is_not_known_exactly_is_marked() -> None:
    state = finished("sjavs")
    vague = text_of(state, steps(state, limit=Limit(nodes=0)))
    assert any(" ?" in line for line in vague)
    assert costs.NOT_EXACT in " ".join(vague)
    sure = text_of(state, steps(state))
    assert not any("?" in line for line in sure)


def test_what_was_done_besides_is_marked_where_it_is_not_known_exactly() -> None:
    """Else a sentence says `as far as is known` where nothing on the page is marked."""
    state = styrivolt_with(TakeStock, TakeExposed)
    vague = [step for step in steps(state, limit=Limit(nodes=0)) if not step.exact]
    lines = text_of(state, steps(state, limit=Limit(nodes=0)))
    assert {TakeStock, TakeExposed} <= {type(step.action) for step in vague}
    for step in vague:
        if not isinstance(step.action, Play | LeadTrader):
            assert step.trick >= 1
            (told,) = (line for line in lines if f"Player {step.seat}, {costs.named(step.action)}:" in line)
            assert "?" in told or "+" in told
    sure = [step for step in review(state, limit=Limit(nodes=2_000)) if step.exact and not any(step.cost)]
    quiet = [step for step in sure if not isinstance(step.action, Play | LeadTrader)]
    shown = text_of(state, tuple(quiet))
    for step in quiet:
        assert f"Player {step.seat}, {costs.named(step.action)}:" not in " ".join(shown)


def test_what_changed_hands_stands_beneath_its_trick_though_it_cost_nothing() -> None:
    state = styrivolt_with(TakeStock, PutAway)
    lines = [line.strip() for line in text_of(state)]
    first = next(at for at, line in enumerate(lines) if line.startswith("1 "))
    second = next(at for at, line in enumerate(lines) if line.startswith("2 "))
    (taker,) = {seat for seat, action in state.history if isinstance(action, PutAway)}
    (away,) = (action for _, action in state.history if isinstance(action, PutAway))
    told = [f"Player {taker}, {costs.named(TakeStock())}", f"Player {taker}, {costs.named(away)}"]
    assert [line for line in lines[first:second] if line in told] == told


def test_what_was_kept_quiet_about_is_not_told_where_it_cost_nothing() -> None:
    state = stova.game("klaverjas").deal(key=KEY, number=3)
    while not state.is_over:
        state = state.apply(state.legal_actions()[-1])
    assert not any(costs.named(NoRoem()) in line for line in text_of(state))
    worth = [roem for trick in state.tricks if (roem := roem_in(state, trick))]
    declared = sum(isinstance(action, Roem) for _, action in state.history)
    told = [line for line in text_of(state) if costs.named(Roem()) in line]
    assert len(told) == declared
    assert all(line.endswith(tuple(f"declaring the roem of {roem}" for roem in worth)) for line in told)


def test_stopping_and_going_on_cost_of_the_score_alone() -> None:
    """Tricks beyond five count only where all nine come. Rule: ST-17."""
    state = styrivolt_with(Stop)
    found = review(state, limit=Limit(nodes=2_000))
    assert all(step.points is None for step in found)
    (stop,) = (step for step in found if isinstance(step.action, Stop))
    assert stop.exact
    lines = text_of(state, found)
    assert not any("(" in line or "card points" in line for line in lines if "Player" not in line or ":" not in line)
    (told,) = (line for line in lines if costs.besides(f"Player {stop.seat}", stop.action, roem=0) in line)
    assert told.endswith(f": −{stop.cost[1]}" if stop.cost[1] else "there")  # noqa: RUF001


def styrivolt_with(*kinds: type) -> State:
    """A deal in which somebody did such things, wherever they could in the card play."""
    for number in range(500):
        state, rng = stova.game("styrivolt").deal(key=KEY, number=number), random.Random(number)
        while not state.is_over:
            wanted = [action for action in state.legal_actions() if isinstance(action, kinds)]
            state = state.apply(rng.choice(wanted or state.legal_actions()))
        if set(kinds) <= {type(action) for _, action in state.history}:
            return state
    raise AssertionError("no such deal")


def test_positions_beyond_the_solver_are_told_by_trick() -> None:
    state = finished("sjavs")
    known = review(state)
    early = tuple(replace(step, points=None, score=None) if step.trick <= 3 else step for step in known)
    said = " ".join(text_of(state, early))
    assert "Up to trick 3 there is too much that can happen" in said
    assert "gave" in said
    none = text_of(state, tuple(replace(step, points=None, score=None) for step in known))
    assert none[0] == costs.BEYOND
    assert not any("?" in line or "gave" in line for line in none)


@pytest.mark.usefixtures("excused", "quick")
async def test_how_costs_looked_is_on_the_page() -> None:
    async with seated(after_a_deal("klaverjas")) as seat:
        found = await shown(seat)
        await seat.wait(lambda: rows(found)[0].strip() == costs.OPEN_HANDS, seconds=60)
        said = " ".join(rows(found))
        assert costs.SEEN in " ".join(said.split())
        assert "…" not in said
