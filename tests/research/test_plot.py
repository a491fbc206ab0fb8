"""The picture of how a measurement went."""

from xml.etree import ElementTree

import stova
from stova.research import plot
from stova.research.arena import play
from stova.research.plot import course, picture


def test_more_lies_higher_and_later_further_to_the_right() -> None:
    frame = plot.Frame(deals=10, low=-1.0, high=3.0)
    assert (frame.y(3.0), frame.y(-1.0)) == (plot.TOP, plot.HEIGHT - plot.BOTTOM)
    assert (frame.x(0), frame.x(10)) == (plot.LEFT, plot.WIDTH - plot.RIGHT)


def test_the_band_is_two_standard_errors_to_either_side_and_the_last_are_told() -> None:
    report = play(stova.game("klaverjas"), bots=("novice", "random"), deals=6)
    points, root = course(report.differences()), ElementTree.fromstring(picture(report))
    frame = plot._frame(points)
    (band,) = (part for part in root if part.tag.endswith("polygon"))
    places = [tuple(map(float, place.split(","))) for place in band.attrib["points"].split()]
    assert places == [
        *((frame.x(point.deals), frame.y(point.mean + point.twice)) for point in points),
        *((frame.x(point.deals), frame.y(point.mean - point.twice)) for point in reversed(points)),
    ]
    told = [part.text for part in root if part.tag.endswith("text")]
    last = report.difference()
    assert told[-2:] == [f"{last.mean:+.2f}", f"± {2 * last.error:.2f}"]
    assert any("Each deal played 2 times" in str(text) for text in told)
