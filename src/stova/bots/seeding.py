"""The seed of a bot's choice at a table."""

from stova.engine.match import Match
from stova.engine.shuffle import KEY_BYTES, stream


def seed(match: Match) -> int:
    """By key, deal and turn, so that key and people's actions make a match again."""
    turn = len(match.past) << 20 | len(match.state.history)
    source = stream(match.key or bytes(KEY_BYTES), "bot", turn)
    return int.from_bytes(bytes(next(source) for _ in range(8)), "big")
