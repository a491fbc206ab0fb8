"""The course of a measurement as a picture: an SVG, which needs nothing to draw and any browser to see."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from stova.errors import RulesError, require_kind
from stova.research.report import Report
from stova.research.telling import names

WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 84, 150, 104, 66
"""The margins round the axes."""
LONGEST = 110
"""The characters there is room for in a line of text."""
MOST = 36
"""The characters of a bot's name."""
MOST_POINTS = 500
SETTLED = 0.04
"""The part of all deals before which the band, wide at first, may leave the picture."""
CHALK, INK, QUIET, GRID, SEA = "#f6f4ef", "#2c363d", "#6b757b", "#d9d5cb", "#2f6276"


@dataclass(frozen=True, kw_only=True)
class Point:
    """The mean of the first deals' differences, and twice its standard error."""

    deals: int
    mean: float
    twice: float


def course(differences: Sequence[float]) -> list[Point]:
    """The running mean after two deals and more; of many deals not every one."""
    step = max(1, len(differences) // MOST_POINTS)
    total = squares = 0.0
    points = []
    for count, value in enumerate(differences, start=1):
        total, squares = total + value, squares + value * value
        if count > 1 and (count % step == 0 or count == len(differences)):
            variance = max(0.0, (squares - total * total / count) / (count - 1))
            points.append(Point(deals=count, mean=total / count, twice=2 * math.sqrt(variance / count)))
    return points


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Where deals and differences stand in the picture. `low` and `high` are the ends of the upright axis."""

    deals: int
    low: float
    high: float

    def x(self, deals: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * deals / self.deals, 2)

    def y(self, value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 2)


def picture(report: Report) -> str:
    """The running mean of the score difference a deal, with a band of two standard errors to either side, as SVG.

    Raises RulesError for fewer than two deals, and for what is no report.
    """
    require_kind("what is drawn", report, Report)
    points = course(report.differences())
    if not points:
        raise RulesError("a course takes two deals or more")
    frame = _frame(points)
    return "\n".join([*_head(report), *_axes(frame), *_curve(points, frame), *_end(points[-1], frame), "</svg>", ""])


def _frame(points: Sequence[Point]) -> Frame:
    deals = points[-1].deals
    settled = [point for point in points if point.deals >= deals * SETTLED]
    low = min(0.0, *(point.mean - point.twice for point in settled))
    high = max(0.0, *(point.mean + point.twice for point in settled))
    room = (high - low) * 0.06 or 1.0
    return Frame(deals=deals, low=low - room, high=high + room)


def ticks(low: float, high: float) -> list[float]:
    """Five round numbers or so from low to high."""
    rough = (high - low) / 5
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * times for times in (1, 2, 2.5, 5, 10) if unit * times >= rough)
    return [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _head(report: Report) -> Iterator[str]:
    first, second = names(report.bots, MOST)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'font-family="Inter, Helvetica, Arial, sans-serif" font-size="14">'
    )
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{CHALK}"/>'
    yield _text(LEFT, 36, f"{first} against {second}", size=20)
    replays = len(report.rows) // len(report.deals)
    rules = report.rules if len(report.rules) <= LONGEST else report.rules[: LONGEST - 1] + "…"
    yield _text(LEFT, 58, rules, fill=QUIET)
    how = f"Each deal played {replays} times, seats changed. Score difference a deal, ± 2 standard errors."
    yield _text(LEFT, 78, how, fill=QUIET)


def _axes(frame: Frame) -> Iterator[str]:
    right = frame.x(frame.deals)
    for value in ticks(frame.low, frame.high):
        y = frame.y(value)
        yield f'<line x1="{LEFT}" x2="{right}" y1="{y}" y2="{y}" stroke="{QUIET if value == 0 else GRID}"/>'
        yield _text(LEFT - 12, y + 5, f"{value:+g}" if value else "0", anchor="end", fill=QUIET)
    for deals in filter(float.is_integer, ticks(0, frame.deals)):
        yield _text(frame.x(deals), HEIGHT - BOTTOM + 24, f"{deals:,.7g}", anchor="middle", fill=QUIET)
    yield _text((LEFT + right) / 2, HEIGHT - 16, "deals", anchor="middle", fill=QUIET)


def _curve(points: Sequence[Point], frame: Frame) -> Iterator[str]:
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    yield f'<clipPath id="axes"><rect x="{LEFT}" y="{TOP}" width="{width}" height="{height}"/></clipPath>'
    above = [(point.deals, point.mean + point.twice) for point in points]
    below = [(point.deals, point.mean - point.twice) for point in reversed(points)]
    yield f'<polygon clip-path="url(#axes)" points="{_path((*above, *below), frame)}" fill="{SEA}" opacity="0.18"/>'
    means = [(point.deals, point.mean) for point in points]
    yield (
        f'<polyline clip-path="url(#axes)" points="{_path(means, frame)}" fill="none" stroke="{SEA}" '
        'stroke-width="2.2" stroke-linejoin="round"/>'
    )


def _end(last: Point, frame: Frame) -> Iterator[str]:
    """The last mean, at the end of its line."""
    x, y = frame.x(last.deals), frame.y(last.mean)
    yield f'<circle cx="{x}" cy="{y}" r="4" fill="{SEA}"/>'
    yield _text(x + 12, y + 1, f"{last.mean:+z.2f}", size=17)
    yield _text(x + 12, y + 20, f"± {last.twice:.2f}", fill=QUIET)


def _path(points: Sequence[tuple[int, float]], frame: Frame) -> str:
    return " ".join(f"{frame.x(deals)},{frame.y(value)}" for deals, value in points)


def _text(x: float, y: float, text: str, *, anchor: str = "start", fill: str = INK, size: int = 14) -> str:
    place = f'x="{round(x, 2)}" y="{round(y, 2)}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}" font-size="{size}">{escape(text)}</text>'
