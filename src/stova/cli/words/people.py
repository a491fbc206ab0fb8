"""What players and sides are called, and how sentences about them agree."""

from collections.abc import Sequence

from stova.engine.game import Game

YOU = "You"
SEATS = {
    2: (YOU, "Opponent"),
    3: (YOU, "Left", "Right"),
    4: (YOU, "Left", "Across", "Right"),
}
"""What the seats are called, from yours clockwise, by the number of seats."""
PARTNER = "Partner"
PLURAL = frozenset({YOU, "We", "They"})
"""Those of whom one says `take`, not `takes`."""


def seat_names(game: Game) -> tuple[str, ...]:
    """What the players are called, by seat; yours is the first."""
    names, sides = SEATS[game.seats], game.sides
    return tuple(
        PARTNER if seat and side == sides[0] else name
        for seat, (name, side) in enumerate(zip(names, sides, strict=True))
    )


def side_names(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """The heads of a sheet's columns: We and They, or the players where each plays for itself."""
    if game.side_count == game.seats:
        return tuple(players)
    return tuple("We" if side == game.sides[0] else "They" for side in range(game.side_count))


def does(who: str, verb: str) -> str:
    """`Left leads`, but `You lead`."""
    ending = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
    return f"{who} {verb}" if who.capitalize() in PLURAL else f"{who} {verb}{ending}"


def within(who: str) -> str:
    """A player or side inside a sentence."""
    return who.lower() if who in PLURAL else who


def whose(who: str) -> str:
    """`Left's`, but `Your`."""
    return "Your" if who == YOU else f"{who}'s"


def article(thing: str) -> str:
    """`a bird`, `an eight`."""
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def counted(number: int, thing: str) -> str:
    """`1 trick`, `no tricks`, `14 tricks`, `2 crosses`."""
    many = "es" if thing.endswith("s") else "s"
    return f"{number or 'no'} {thing}{'' if number == 1 else many}"


def either(words: Sequence[str], joint: str = "or") -> str:
    """`a`, `a or b`, `a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"
