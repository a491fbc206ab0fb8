"""The deals that the rules pages tell card by card: the engine plays them, and comes to what is written there."""

import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

import stova
from helpers import GAMES, refused, run
from stova import Result, State
from stova.games.sjavs2 import Row
from stova.games.styrivolt.chalk import Chalk
from stova.rulebook import rules_page

CARD = re.compile("[♣♠♥♦](?:10|[2-9JQKA])")


class Done(Struct, frozen=True):
    """What is done besides playing cards, by whom, and the words it is told in; after so many cards were played."""

    who: str
    words: str
    action: str
    after: int = 0


class Deal(Struct, frozen=True, kw_only=True):
    """What a page can't say in the engine's words, and what its deal comes to.

    `forbidden` is refused after so many cards, by a rule. `told` are the words for what `won` (card points), `score`
    and `standing` (strokes on the slate) say, each by side.
    """

    done: tuple[Done, ...]
    forbidden: tuple[tuple[int, str, str], ...] = ()
    told: tuple[str, ...]
    won: tuple[int, ...]
    score: tuple[int, ...]
    standing: tuple[int, ...]


DEALS = {
    "sjavs": Deal(
        done=(
            Done("right", '"5": diamonds', "bid 5"),
            Done("you", '"6"', "bid 6"),
            Done("left", "pass", "pass"),
            Done("partner", "pass", "pass"),
            Done("you", '"hearts"', "trump H"),
        ),
        forbidden=((5, "play AC", "SJ-15"),),
        told=("= 75 card points and the others 45", "your side scores 2", "24 on the sheet become 22"),
        won=(45, 75),
        score=(0, 2),
        standing=(24, 22),
    ),
    "sjavs3": Deal(
        done=(
            Done("right", '"5": spades', "bid 5"),
            Done("you", '"6"', "bid 6"),
            Done("left", "pass", "pass"),
            Done("you", '"hearts"', "trump H"),
            Done("you", "You put ♣10 ♣8 face down", "discard 8C 10C"),
        ),
        forbidden=((14, "play AH", "SJ-15"),),
        told=("= 62 card points, and the 10 you put down make 72", "you score 2", "24 on the sheet become 22"),
        won=(5, 72, 43),
        score=(0, 2, 0),
        standing=(24, 22, 24),
    ),
    "sjavs2": Deal(
        done=(
            Done("other", '"5": diamonds', "bid 5"),
            Done("you", '"7"', "bid 7"),
            Done("you", '"hearts"', "trump H"),
        ),
        told=("= 65 card points and the other 55", "you score 2", "24 on the sheet become 22"),
        won=(55, 65),
        score=(0, 2),
        standing=(24, 22),
    ),
    "klorsjavs": Deal(
        done=(
            Done("right", '"pass"', "pass"),
            Done("you", '"play"', "declare"),
            Done("you", "You put ♥5 ♦K face down", "exchange 5H KD"),
            Done("you", '"play"', "stay"),
        ),
        forbidden=((1, "play JH", "KL-10"),),
        told=("= 50 card points, and the 14 you put down make 64", "lose 4 øre each, and have 56 left", "your 60"),
        won=(32, 64, 24),
        score=(-4, 0, -4),
        standing=(56, 60, 56),
    ),
    "klorsjavs4": Deal(
        done=(
            Done("across", '"pass"', "pass"),
            Done("right", '"pass"', "pass"),
            Done("you", '"play"', "declare"),
            Done("you", "You put ♠5 ♥K face down", "exchange 5S KH"),
            Done("you", '"play"', "stay"),
        ),
        told=("= 54 card points, and the 14 you put down make 68", "lose 4 øre each, and have 56 left", "your 60"),
        won=(0, 36, 68, 10),
        score=(-4, -4, 0, -4),
        standing=(56, 56, 60, 56),
    ),
    "klorsjavs_auction": Deal(
        done=(
            Done("left", '"spil"', "bid spil"),
            Done("right", '"pass"', "pass"),
            Done("you", '"stryger"', "bid stryger"),
            Done("you", '"hearts"', "trump H"),
        ),
        told=(
            "= 58 card points",
            "in the cat make them 72",
            "pay you 4 each",
            "You have 8 on the sheet, and they \N{MINUS SIGN}4",
        ),
        won=(0, 48, 72),
        score=(-4, -4, 8),
        standing=(-4, -4, 8),
    ),
    "styrivolt": Deal(
        done=(
            Done("partner", "♦A is laid open", "expose AD"),
            Done("partner", "best found of diamonds, and ♣5", "expose 5C"),
            Done("you", "when right has led you take the stock", "stock", after=1),
            Done("you", "you trade ♦5 for ♦A at once", "trade 5D for AD", after=1),
            Done("you", "put ♠4 away", "put away 4S", after=1),
        ),
        told=("Your side has five tricks, an ordinary game", "rubs out one of its three strokes"),
        won=(0, 0),
        score=(0, 1),
        standing=(3, 2),
    ),
    "klaverjas": Deal(
        done=(
            Done("you", '"spades"', "trump S"),
            Done("partner", 'partner says "roem", 20', "roem", after=8),
            Done("right", 'right says "roem", 20', "roem", after=12),
        ),
        forbidden=((2, "play 7H", "KJ-5"), (19, "play 10D", "KJ-5"), (26, "play KH", "KJ-5")),
        told=("= 123 card points, the others 39", "With roem that makes 143 and 59", "and all 202 theirs"),
        won=(123, 39),
        score=(143, 59),
        standing=(143, 59),
    ),
}
games = pytest.mark.parametrize("name", GAMES)


def section(name: str) -> str:
    return rules_page(name).partition("## A deal, card by card\n")[2].partition("\n## ")[0]


def lines(name: str) -> Iterator[list[str]]:
    """The cells of the rows of its tables, without the heads."""
    for line in section(name).splitlines():
        if re.match(r"\| (\w)", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if cells[0] != "trick":
                yield cells


def players(name: str) -> dict[str, str]:
    """What is told of each player, by seat: whoever speaks first is the first."""
    return {cells[0]: " ".join(cells[1:]) for cells in lines(name) if not cells[0].isdigit()}


def prose(name: str) -> str:
    """All but the rows about players, in one line."""
    rows = [line for line in section(name).splitlines() if not re.match(r"\| [a-z]+ \|", line)]
    return " ".join(" ".join(rows).split())


def dealt(name: str) -> State:
    """The deal from the hands on the page; what lies beside them is named in a sentence."""
    game, there = stova.game(name), players(name)
    lie = re.search(rf"In the (?:talon|cat|stock) lie,?[a-z ,]*((?: ?{CARD.pattern})+)\.", prose(name))
    size = (len(game.pack) - (len(CARD.findall(lie[1])) if lie else 0)) // game.seats
    hands = [CARD.findall(row)[:size] for row in there.values()]
    return game.deal(hands=[" ".join(hand) for hand in hands], talon=lie[1] if lie else None, dealer=len(there) - 1)


def told_of(name: str, done: Done) -> str:
    return f"{players(name)[done.who]} {prose(name)}"


def went_on(name: str, state: State) -> State:
    """The deal once everything was done that is to be done before the next card, with all that is said of it true."""
    deal, seats = DEALS[name], list(players(name))
    cards = sum(len(trick.cards) for trick in state.tricks) + len(state.trick)
    for done in deal.done:
        if done.after == cards:
            assert state.to_act == seats.index(done.who), done
            assert done.words in told_of(name, done), done
            state = run(state, done.action)
    for after, action, rule in deal.forbidden:
        if after == cards:
            assert refused(state, action) == rule
    return state


def trick_played(name: str, state: State, text: str) -> State:
    """The deal a trick later, as a row tells it: who led, its cards, and in bold what took it."""
    seats, before = list(players(name)), len(state.tricks)
    for card in CARD.findall(text):
        state = run(went_on(name, state), f"play {card}")
    assert len(state.tricks) == before + 1
    trick = state.tricks[-1]
    best = trick.cards[(trick.winner - trick.leader) % len(seats)]
    assert text.startswith(f"{seats[trick.leader]} ")
    assert f"{seats[trick.winner]} **{best.symbol}**" in text
    assert text.count("**") == 2
    return state


def came_to(name: str, before: State, after: State) -> str:
    """What a row says that a trick came to: its card points, where cards have none both sides' tricks."""
    if any(after.game.tables(after).points):
        return str(sum(after.points) - sum(before.points))
    mine = after.game.sides[list(players(name)).index("you")]
    tricks = [sum(after.game.sides[trick.winner] == side for trick in after.tricks) for side in (mine, 1 - mine)]
    return "{}\N{EN DASH}{}".format(*tricks)


def played(name: str) -> Iterator[tuple[State, State, list[str]]]:
    """The deal before and after each trick, and the row that tells it."""
    state = dealt(name)
    for cells in lines(name):
        if cells[0].isdigit():
            before, state = state, trick_played(name, state, cells[1])
            yield before, state, cells


def result(name: str) -> Result:
    *_, (_, last, _) = played(name)
    assert last.result is not None
    return last.result


@games
def test_the_dealer_is_named(name: str) -> None:
    assert re.search(rf"\b{list(players(name))[-1]} ha(s|ve) dealt", prose(name), re.IGNORECASE)


@games
def test_every_trick_comes_to_what_is_told(name: str) -> None:
    for place, (before, after, (number, _, worth, _)) in enumerate(played(name), start=1):
        assert (int(number), worth) == (place, came_to(name, before, after))


@games
def test_all_that_is_done_and_refused_was_asked_about(name: str) -> None:
    *_, (_, last, _) = played(name)
    besides = [str(action) for _, action in last.history if not str(action).startswith("play ")]
    assert besides == [done.action for done in DEALS[name].done]
    assert all(after < sum(len(trick.cards) for trick in last.tricks) for after, _, _ in DEALS[name].forbidden)


@games
def test_the_deal_comes_to_what_is_told(name: str) -> None:
    deal, game, found = DEALS[name], stova.game(name), result(name)
    sheet = game.new_sheet(game.seats - 1).enter(found)
    assert found.score == deal.score
    assert found.points == deal.won
    assert getattr(sheet, "strokes" if isinstance(sheet, Chalk) else "standing") == deal.standing
    assert [words for words in deal.told if words not in prose(name)] == []


@games
def test_the_sum_is_of_your_tricks(name: str) -> None:
    sums = re.findall(r"(\d+(?: \+ \d+)+) = (\d+)", prose(name))
    game, you = stova.game(name), list(players(name)).index("you")
    mine = [
        int(worth)
        for _, after, (_, _, worth, _) in played(name)
        if worth.isdigit() and game.sides[after.tricks[-1].winner] == game.sides[you]
    ]
    assert sums == ([(" + ".join(map(str, mine)), str(sum(mine)))] if mine else [])


def test_what_is_turned_up_is_told() -> None:
    for before, after, (*_, note) in played("sjavs2"):
        for row, now in zip(before.own, after.own, strict=True):
            assert isinstance(row, Row)
            turned = {card.symbol for card in now.up if card} - {card.symbol for card in row.up if card}
            assert turned <= set(CARD.findall(note)), note
