"""Fixed words: labels, titles, buttons, notices."""

from collections.abc import Collection

from stova.bots.naming import is_program
from stova.cli.words.people import counted, does
from stova.engine.game import Game

TRUMPS = "Trumps"
DECLARER = "Declarer"
BEST_BID = "Best bid"
CONTRACT = "Contract"
NEEDS = "Needs"
OUT_OF = "{number} of {all}"
PUT_DOWN = "Put down"
POINTS = "Points"
TRICKS = "Tricks"
TO_GO = "To go"
CROSSES = "Crosses"
STROKES = "Strokes"
ROEM = "Roem"
NAT = "nat"
TOTAL = "Total"
NOT_CHOSEN = "No suits chosen yet"
NOT_SHOWN = "No card shown yet"
LAID_OPEN = "Laid open"
TAKEN_BY = "Taken by"
HAS_STOCK = "has {stock}"
TOOK_HAND = "took hand"
DEALER_TAG = "dealer"
DECLARER_TAG = "declarer"
STAND_IN_TAG = "novice"
ESCAPE = "Esc"

BACK = "Back to the table"
ON = "Go on"
SEATS_DRAWN = "The draw for seats"
SET_ASIDE = "These were equal and set aside, and who had them drew again:"
NEXT_DEAL = "Next deal"
AGAIN = "Play another"
TRANSCRIPT = "Read it over"
HELP = "Help"
SHEET = "Score sheet"
LAST_TRICK = "The last trick"
CUT = "Cut here"
PAGE_KEYS = "arrows: up and down · Esc: back"
LEAVE_TITLE = "Leave the table?"
LEAVE_YES = "Leave"
LEAVE_NO = "Stay"

KEPT = "The match is kept. `stova resume` goes on with it."
NONE_FINISHED = "No match is finished yet. `stova resume` goes on with the one you played last."
NONE_PLAYED = "No match is finished yet. `stova play` begins one; say which FILE to read others' records."
NONE_KEPT = "No unfinished match is kept. `stova play` begins one."
LEAVE = "The match is kept as it is; `stova resume` goes on with it."
LEAVE_UNTOUCHED = "You have done nothing in this match yet, so it isn't kept."
UNTOUCHED = "You did nothing in this match, so it isn't kept."
LEAVE_OVER = "The match is over, and its record is kept."
PLAYED_ELSEWHERE = "{name} is being played in another window. `stova resume --list` shows all matches you left."
IN_PLAY = "in play"
NO_SUCH_MATCH = "No unfinished match is {name!r}: say a number or a name that `stova resume --list` shows."
BOTS_GONE = "{why}. `stova resume --bots LEVEL` goes on against others."
HINT = "A hint"
LOOKING = "Looking for a hint …"
NO_HINT = "One cut is as good as another."
NOT_YOUR_TURN = "A hint is for your own turn."
AS_GOOD = "~"
ALL_ALIKE = "All choices come to about the same: {score}."
EXPECTED = "Expected score, yours less {theirs}{marked}:"
ROUGHLY = "Rough score, yours less {theirs}{marked}:"
OPPONENTS = "Whom do you play against? So far it was {before}."
LEVELS = "A beginner makes mistakes, a club player few; an expert thinks for up to a second."
OTHER_BOTS = "Other bots"
GO_BACK = "Back"
COSTS = "What each card cost"
CALLS = "What each choice cost"
NO_TRICK = "No trick has been taken in this deal yet."
PUT_DOWN_TITLE = "What you put down"
NOTHING_DOWN = "You have put nothing down that you may look at."
DOWN_HIDDEN = "What you put down may be looked at until the first card is led, not after it."
FACE_DOWN = "{number} face down"
SUIT_TURNED = "turned"
CUT_SHORT = "Ended early, after {played:,} of {deals:,} deals."
KEPT_RECORD = "The record is in {path}.\n`stova review` shows what each card cost."
NOT_KEPT = "The match is not kept as it stands: {why}"
NOT_KEPT_SHORT = "Not kept!"
ENTER = "Enter or a click goes on."
NO_TERMINAL = "The table needs a terminal to be shown on, for its input, output and errors."
BROKE_OFF = "The table broke off. The match is kept; `stova resume` goes on with it."
TOO_SMALL = "The table needs a window of 80 by 24 characters; this one has {width} by {height}. Leave: q."
RUBBER_OF = "Rubber {number} of {of}."
AT_MOST = "{left} to go at most."
TO_COME = "{left} to go."
PLAYED_TO = "Played to {to}."
TIE_WAITS = "A tie waits: the next score is raised."
WAITS = "After a trick: wait for a key."
GOES_ON = "After a trick: go on by itself."
FORCED_WAITS = "From now on a forced card waits for you."
FORCED_PLAYS = "From now on a forced card plays itself."

FOOT_BACK = ("escape", "Esc", "back")
"""At the foot while something lies on the table to be read."""
FOOT = (
    ("l", "l", "last trick"),
    ("tab", "Tab", "sheet"),
    ("r", "r", "rules"),
    ("t", "t", "dark/light"),
    ("?", "?", "help"),
    ("q", "q", "leave"),
    ("i", "i", "hint"),
)
"""The keys at the foot of the table: the key, how it is written, what it does.

The hint comes and goes with the turn; nothing stands after it that would move."""


def theirs(game: Game, of_two: str, of_many: str = "an opponent's") -> str:
    """Whose score one's own is compared with: that `of_two` sides, or `of_many`."""
    return of_two if game.side_count == 2 else of_many


def by_the_clock(bots: Collection[str]) -> str:
    """That a measurement of bots that think for a time isn't the same again."""
    those = " and ".join(dict.fromkeys(bots))
    goes = "goes" if len(set(bots)) == 1 else "go"
    return f"{those} {goes} by the clock:\nthe same seed may come to something else. By worlds (`:50w`) it doesn't."


def turned(who: str, number: int, stock: str) -> str:
    """Who turned cards to find suits."""
    return f"{who} turned {counted(number, 'card')} of the {stock}"


def thinks(who: str) -> str:
    """While a bot takes its time."""
    return f"{does(who, 'think')} …"


def deal_title(number: int) -> str:
    return f"Deal {number}"


def about(deal: int, dealer: str, note: str) -> str:
    """What the head of the table says after the game's title."""
    return f"Deal {deal}. {does(dealer, 'deal')}. {note}".strip()


def bots_told(bots: str) -> str:
    """A level, or that it is a program: its command may be long."""
    return "a program" if is_program(bots) else bots


def halves(above: int, beneath: int) -> str:
    """Where the pack will be cut."""
    return f"{above} off the top, {beneath} beneath"


def not_so_many(number: int, sizes: Collection[int]) -> str:
    """When a number of cards is to be put down that can't be."""
    return f"You put down {counted(max(sizes), 'card')}{' or none' if 0 in sizes else ''}, not {number}."


def at_most(number: int) -> str:
    """When one card too many is chosen to be put down."""
    return f"You put down at most {number}. Take one back first."


def and_more(number: int) -> str:
    """The choices a hint has no room for."""
    return f"i: {number} more"


def declared(mark: str) -> str:
    """What the mark of a declarer on a sheet is for."""
    return f"{mark} declared"


def earlier_deals(number: int) -> str:
    """The deals a sheet has no room for."""
    return f"{number} before"
