"""How numbers are written."""

from stova.transcript import MINUS


def signed(number: int) -> str:
    """A whole number with a proper minus."""
    return str(number).replace("-", MINUS)


def expected(score: float, decimals: int) -> str:
    """An expected score: `+1.5`, or with a proper minus; nought has no sign."""
    rounded = round(score, decimals)
    text = f"{rounded:+.{decimals}f}" if rounded else f"{0:.{decimals}f}"
    return text.replace("-", MINUS)
