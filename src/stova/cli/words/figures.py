"""How numbers are written."""

from math import floor

from stova.transcript import MINUS


def signed(number: int) -> str:
    """A whole number with a proper minus."""
    return str(number).replace("-", MINUS)


def expected(score: float, decimals: int) -> str:
    """An expected score: `+1.5`, or with a proper minus; nought has no sign."""
    rounded = round(score, decimals)
    text = f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}"
    return text.replace("-", MINUS)


def percent(share: float) -> str:
    """A share in whole percents, rounded down, so that what is less than enough never looks like it: `41%`."""
    return f"{floor(100 * share + 1e-9)}%"
