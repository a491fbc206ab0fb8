"""What came of a measurement, as a table and sentences."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stova.bots.forfeits import Forfeit
from stova.bots.naming import PREFIX
from stova.research.replay import MOST_REDEALS, Played

if TYPE_CHECKING:
    from stova.research.report import Estimate, Report, Standing

SHOWN = 18
"""Characters of a bot's name in the table."""
ORDINALS = ("first", "second")
"""What bots are called whose names are alike at the end."""
FEWEST = 10
"""Deals of which it is said how many standard errors apart bots are: of fewer these are known too badly."""
LUCK = 2.0
"""Differences of fewer standard errors are said to be luck perhaps."""
MOST_TOLD = 5
"""Kinds of forfeits told of."""


def told(report: "Report") -> Iterator[str]:
    """The table: a column a bot, and the difference with its standard error; then the forfeits."""
    both = (report.standing(0), report.standing(1))
    bots = names(report.bots)
    deals, replays = len(report.deals), len(report.rows) // len(report.deals)
    yield f"{report.rules}: {_deals(deals)}, each played {replays} times, seed {report.seed}"
    yield from (f"{bot}: {name}" for bot, name in zip(bots, report.bots, strict=True) if bot in ORDINALS)
    yield ""
    yield _line("", *bots, "difference")
    score = report.difference()
    yield _line("score a deal", *(f"{standing.score:.2f}" for standing in both), str(score))
    if report.has_points:
        points = str(report.difference("points"))
        yield _line("card points a deal", *(f"{standing.points:.2f}" for standing in both), points)
    yield _line("time a decision", *(_time(standing, standing.mean_seconds) for standing in both))
    yield _line("longest", *(_time(standing, standing.longest) for standing in both))
    yield _line("decisions", *(f"{standing.decisions:,}" for standing in both))
    yield _line("forfeits", *(f"{len(standing.forfeits):,}" for standing in both))
    yield ""
    # Where a novice played in every deal, the score says nothing of the bot.
    if all(standing.decisions and _lost(report, bot) < len(report.deals) for bot, standing in enumerate(both)):
        yield from verdict(bots, score, deals)
    yield from _unplayed(report)
    yield from stand_ins(report, bots)
    yield from forfeits([forfeit for standing in both for forfeit in standing.forfeits])


def names(bots: Sequence[str], most: int = SHOWN) -> Sequence[str]:
    """What two bots are called in so many characters: of long names the end, if that tells them apart."""
    short = [_short(bot.removeprefix(PREFIX), most) for bot in bots]
    return ORDINALS if short[0] == short[1] else short


def verdict(bots: Sequence[str], score: "Estimate", deals: int) -> Iterator[str]:
    """Who did better, and how sure that is."""
    if not score.mean:
        yield "Neither scores more."
        return
    better, worse = bots if score.mean > 0 else reversed(bots)
    by = f"{better} scores {abs(score.mean):.2f} a deal more than {worse}"
    if deals < FEWEST:
        yield f"{by}: too few deals to tell."
        return
    if not score.error:
        yield f"{by}, the same in every deal."
        return
    errors = abs(score.mean) / score.error
    yield f"{by}: {errors:.1f} standard errors."
    if errors < LUCK:
        yield "That may be luck: fewer than two standard errors often are."


def _lost(report: "Report", contestant: int) -> int:
    """In how many deals a bot forfeited a seat."""
    return sum(any(row.thoughts[contestant].forfeits for row in rows) for rows in report.deals)


def _unplayed(report: "Report") -> Iterator[str]:
    """In how many deals nobody would play."""

    def given_up(row: Played) -> bool:
        return row.redeals == MOST_REDEALS and not any((*row.score, *row.points))

    if given := sum(any(map(given_up, rows)) for rows in report.deals):
        of = f"{given:,} of {_deals(len(report.deals))}"
        yield f"{of} came to nothing: passed out {MOST_REDEALS + 1} times in a row, such a deal counts as it is."


def stand_ins(report: "Report", bots: Sequence[str]) -> Iterator[str]:
    """A sentence for each bot whose score isn't its own, since a novice made some of its decisions."""
    for contestant, bot in enumerate(bots):
        if lost := _lost(report, contestant):
            of = f"{lost:,} of {_deals(len(report.deals))}"
            much = "didn't play it all" if report.standing(contestant).decisions else "played nothing"
            yield f"{bot} {much} itself: in {of} a novice played on for it."


def forfeits(every: Sequence[Forfeit]) -> Iterator[str]:
    """The first forfeit of each kind in full, of so many kinds, and how many more there were."""
    kinds: dict[tuple[str, ...], list[Forfeit]] = {}
    for forfeit in every:
        asked = forfeit.asked if forfeit.decision else ""
        kinds.setdefault((forfeit.program, forfeit.why, asked), []).append(forfeit)
    by_kind = list(kinds.values())
    shown, others = by_kind[:MOST_TOLD], by_kind[MOST_TOLD:]
    for alike in shown:
        yield str(alike[0])
        if more := len(alike) - 1:
            yield f"  And so {'once' if more == 1 else f'{more:,} times'} more."
    if more := sum(map(len, others)):
        yield f"And {more:,} forfeit{'' if more == 1 else 's'} of other kinds."


def duration(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.2f} s"


def _time(standing: "Standing", seconds: float) -> str:
    """A time of its decisions, if it made any."""
    return duration(seconds) if standing.decisions else "-"


def _deals(number: int) -> str:
    return f"{number:,} deal{'' if number == 1 else 's'}"


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else "…" + name[1 - most :]


def _line(what: str, *cells: str) -> str:
    """A line of the table: a cell a bot, and one for the difference where there is one."""
    return f"{what:18} " + " ".join(f"{cell:>{width}}" for cell, width in zip(cells, (18, 18, 20), strict=False))
