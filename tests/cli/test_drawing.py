"""How hands are sorted, cards drawn, and deals told."""

import random

import pytest
from msgspec.structs import replace

import stova
from cli.at_table import SIGNS, begin, shortly_before
from stova.cards import RANKS, Card, Suit, parse_cards
from stova.cli.signs import ASCII, COLOUR, signs_for
from stova.cli.table import sheets
from stova.cli.table.canvas import Canvas
from stova.cli.table.choices import LETTERS, Choice, Choices, with_keys
from stova.cli.table.faces import SIZES, Size, draw_card, size_for
from stova.cli.table.hand import HAND_KEYS, sorted_hand
from stova.cli.table.laid import EVERYWHERE
from stova.cli.table.table import COMMANDS
from stova.cli.words import buttons, calls, people, story
from stova.engine.actions import Bid, BidContract, Call, Cut, Declare, Discard, Exchange, Hold, NameTrump, Pass, Play
from stova.engine.result import Result
from stova.engine.view import View
from stova.rules.ladder import Ladder, Line

HANDS = ("QC JD AH KH 7S 8D 9D AC", "QS JC 7H 8H 9S 10S 7D 7C", "JS JH 9H AS KS QD KD KC", "QH 10H 8S 10D AD 10C 9C 8C")


def view_of(trump: Suit | None) -> View:
    view = stova.game("sjavs").deal(hands=HANDS, dealer=3).view(0)
    return replace(view, trump=trump)


@pytest.mark.parametrize(
    ("trump", "wanted"),
    [
        (None, "QC JD | 7S | AH KH | AC | 9D 8D"),
        (Suit.HEARTS, "QC JD AH KH | 7S | 9D 8D | AC"),
        (Suit.CLUBS, "QC JD AC | AH KH | 7S | 9D 8D"),
    ],
)
def test_a_hand_is_sorted_as_people_hold_it(trump: Suit | None, wanted: str) -> None:
    view = view_of(trump)
    groups: list[list[str]] = []
    for place in sorted_hand(view, view.hand):
        if place.gap:
            groups.append([])
        groups[-1].append(str(place.card))
    assert " | ".join(" ".join(group) for group in groups) == wanted


def test_an_empty_hand() -> None:
    assert sorted_hand(view_of(None), ()) == ()


@pytest.mark.parametrize("signs", SIGNS.values(), ids=SIGNS)
@pytest.mark.parametrize("size", SIZES)
def test_every_card_is_told_by_its_face(size: Size, signs: object) -> None:
    assert isinstance(signs, type(COLOUR))
    faces = set()
    for card in stova.game("sjavs").pack:
        canvas = Canvas(size.width, size.height, signs)
        draw_card(canvas, 0, 0, size, card)
        assert canvas.lost == 0
        assert card.rank in "".join(canvas.rows())
        assert signs.suit(card.suit) in "".join(canvas.rows())
        faces.add(tuple(canvas.rows()))
    assert len(faces) == 32


@pytest.mark.parametrize("cards", range(1, 13))
def test_up_to_twelve_cards_fit_a_narrow_terminal(cards: int) -> None:
    assert size_for(78, 4, cards=cards).width * cards <= 78


@pytest.mark.parametrize(
    ("x", "y", "lost", "row"),
    [
        (3, 0, 1, "   ab"),
        (-1, 0, 1, "b c"),
        (-2, 0, 2, " c"),
        (1, 0, 0, " ab c"),
        (5, 0, 3, ""),
        (-4, 0, 3, ""),
        (-9, 0, 3, ""),
        (9, 0, 3, ""),
        (0, -1, 3, ""),
        (0, 1, 3, ""),
    ],
)
def test_what_goes_past_an_edge_is_left_out_and_noticed(x: int, y: int, lost: int, row: str) -> None:
    other = Canvas(4, 1, COLOUR)
    other.put(0, 0, "ab c")
    for pasted in (False, True):
        canvas = Canvas(5, 1, COLOUR)
        if pasted:
            canvas.paste(other, x, y)
        else:
            canvas.put(x, y, "ab c")
        assert canvas.lost == lost
        assert canvas.rows() == [row]


def test_ascii_has_nothing_else() -> None:
    assert ASCII.text("Klørsjavs – “Stýrivolt” … →") == 'Klorsjavs - "Styrivolt" ... >'  # noqa: RUF001
    assert signs_for(ascii_only=True, colour=True) is ASCII


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ([Pass(), Bid(5)], "5"),
        ([Bid(5), Bid(5, Suit.CLUBS)], "5, better"),
        ([Bid(5), Bid(6, Suit.CLUBS)], "6, clubs"),
        ([Bid(5, Suit.CLUBS)], "5, clubs"),
        ([Bid(5, Suit.HEARTS), Bid(5, Suit.CLUBS)], "5, clubs"),
        ([BidContract("spil"), BidContract("strøget tout")], "strøget tout"),
        ([BidContract("spil"), Hold()], "hold"),
        ([Pass(), Declare()], "play"),
        ([NameTrump(Suit.HEARTS)], "hearts"),
        ([Bid(5), Pass()], "pass"),
    ],
)
def test_calls_as_they_are_said(called: list[Call], said: str) -> None:
    assert calls.call_text(list(enumerate(called)), len(called) - 1) == said


def test_sentences_agree() -> None:
    assert people.does("Left", "pass") == "Left passes"
    assert people.does("You", "pass") == "You pass"
    assert people.does("They", "win") == "They win"
    assert people.either(["a", "b", "c"], "and") == "a, b and c"
    assert people.counted(1, "trick") == "1 trick"
    assert people.counted(2, "cross") == "2 crosses"
    assert people.article("eight") == "an eight"
    assert people.counted(0, "trick") == "no tricks"


def test_naming_trumps_has_a_key_a_suit() -> None:
    keys = [buttons.choice(NameTrump(suit), view_of(None))[0] for suit in Suit]
    assert keys == ["c", "s", "h", "d"]


def test_no_card_on_a_button_takes_the_key_to_leave() -> None:
    keys = [buttons.rank_key(Card(f"{rank}S")) for rank in RANKS]
    assert len({*keys}) == len(RANKS)
    assert not {*keys} & EVERYWHERE.keys()


@pytest.mark.parametrize("name", stova.games())
def test_every_deal_of_a_match_is_told(name: str) -> None:
    at = shortly_before(begin(name), lambda match: match.is_over, steps=0)
    players = at.match.players
    for state in at.match.deals:
        told = story.deal_told(at.match.sheet, state.view(0), players)
        assert all(sentence.endswith((".", '".')) and not sentence[0].islower() for sentence, _ in told)
        assert told[-1][1] == state.result.rule
    assert "match" in story.match_told(at.match.sheet, people.side_names(at.match.game, players))


def ladder(**options: object) -> Ladder:
    sheet = stova.game("sjavs", "standard", **options).new_sheet(0)
    assert isinstance(sheet, Ladder)
    return sheet


def result(we: int, they: int, made: str = "won", trump: Suit = Suit.HEARTS) -> Result:
    return Result(declarer=0, trump=trump, points=(60, 60), tricks=(4, 4), score=(we, they), made=made, rule="SJ-18")


def told(sheet: Ladder) -> str:
    return " ".join(" ".join(sentence) for sentence in story.sheet_told(sheet, ("We", "They")))


def test_what_a_tie_adds_is_told() -> None:
    sheet = ladder().enter(result(0, 0, "tie")).enter(result(4, 0))
    assert told(sheet) == "A tie before adds 2: 6 in all. SJ-25"


def test_rubbers_are_told() -> None:
    whole = result(24, 0, "solo vol")
    assert "two crosses" in told(ladder().enter(whole))
    assert told(ladder(double_victory="no").enter(whole)) == "We win the rubber: a cross. SJ-27"
    even = ladder().enter(result(0, 4)).enter(whole)
    assert told(even) == "We win the rubber: a cross. SJ-27"
    assert "without a cross" in told(ladder(cross="double_only").enter(result(0, 4)).enter(whole))
    drawn = ladder(max_deals=6)
    for _ in range(6):
        drawn = drawn.enter(result(0, 0, "tie"))
    assert told(drawn) == "The rubber ends with nobody ahead: a draw. SJ-28"


def test_a_rubber_that_ends_with_its_deals_says_so() -> None:
    sheet = ladder(max_deals=6)
    for scores in ((0, 2), (2, 0), (2, 0), (0, 4), (0, 2)):
        sheet = sheet.enter(result(*scores))
    assert told(sheet) == ""
    why = "After 6 deals nobody is at nought: they stand lower, at 16. SJ-28"
    assert told(sheet.enter(result(2, 0))) == f"{why} They win the rubber: a cross. SJ-27"
    assert told(sheet.enter(result(0, 16))) == "They win the rubber: a cross. SJ-27"
    shared = stova.game("sjavs3", max_deals=6).new_sheet(0)
    for _ in range(6):
        shared = shared.enter(replace(result(2, 2), score=(2, 2, 0)))
    said = " ".join(" ".join(sentence) for sentence in story.sheet_told(shared, ("You", "Left", "Right")))
    assert said.startswith("After 6 deals nobody is at nought: you and Left stand lowest, at 12. SJ-28 ")


def test_the_ladder_runs_down_from_its_start() -> None:
    sheet = ladder().enter(result(4, 0)).enter(result(0, 8, "javn", Suit.CLUBS))
    rows = sheets.page(sheet, ("We", "They"), COLOUR, 16).rows()
    assert [row.split("│")[0].split()[-1] for row in rows[2:5]] == ["24", "20", "20"]
    assert [row.split("│")[1].split()[0] for row in rows[2:5]] == ["24", "24", "16"]
    assert "♥ won" in rows[3]
    assert "♣ javn" in rows[4]


def test_crosses_are_drawn() -> None:
    sheet = ladder(rubbers=None).enter(result(24, 0, "solo vol"))
    assert "✕✕" in sheets.page(sheet, ("We", "They"), COLOUR, 16).rows()[-1]


def test_a_played_hand_nobody_bid_on_is_told() -> None:
    state = stova.game("sjavs", all_pass="play", bidding="optional").deal(hands=HANDS, dealer=3)
    for _ in range(4):
        state = state.apply(Pass())
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    sentences = story.deal_told(ladder(), state.view(0), people.seat_names(state.game))
    assert sentences[0][0] == "Nobody bid; the hand was played."


def test_cards_in_a_line_of_text() -> None:
    (card,) = parse_cards("QC")
    assert isinstance(card, Card)
    assert COLOUR.card(card) == "♣Q"
    assert ASCII.card(card) == "QC"


def test_buttons_too_many_for_a_row_stand_in_two() -> None:
    buttons_shown = Choices(COLOUR)
    buttons_shown.choices = tuple(Choice(str(key), "Trade ♣5 for ♣A", key) for key in range(5))
    canvas = Canvas(78, 2, COLOUR)
    buttons_shown.draw(canvas)
    assert canvas.lost == 0
    assert [row.count("Trade") for row in canvas.rows()] == [3, 2]
    assert canvas.at(canvas.rows()[1].index("Trade"), 1) == buttons_shown.choices[3]


def test_buttons_with_one_key_get_others() -> None:
    same = [Choice("e", "Trade", 1), Choice("k", "Take", 2), Choice("e", "Trade", 3)]
    assert [choice.key for choice in with_keys(same, LETTERS)] == ["e", "k", "g"]
    assert [choice.key for choice in with_keys(same)] == ["1", "2", "3"]
    assert not set(LETTERS) & (set(HAND_KEYS) | COMMANDS)


def test_a_shared_rubber_and_crosses_are_told_as_the_sheet_has_them() -> None:
    sheet = stova.game("sjavs3").new_sheet(0)
    assert isinstance(sheet, Ladder)
    line = Line(rubber=0, dealer=0, result=result(4, 0), scored=(4, 4, 0), standing=(0, 0, 8))
    names = ("You", "Left", "Right")
    for awards, said in (((1, 1, 0), "a cross each"), ((0, 0, 0), "without a cross"), ((2, 2, 0), "two crosses each")):
        shared = replace(sheet, lines=(line,), rubbers=((0, 1),), awards=(awards,))
        ((sentence, rule),) = story.sheet_told(shared, names)
        assert sentence.startswith("You and Left share the rubber")
        assert sentence.endswith(f"{said}.")
        assert rule == "SJ-27"


@pytest.mark.parametrize("name", stova.games())
def test_no_button_has_the_key_of_a_habit_of_the_table(name: str) -> None:
    """Pressed once too often it would change that for good."""
    rng, seen = random.Random(name), set[type]()
    for _ in range(12):
        state = stova.game(name, rng.choice(stova.presets(name))).deal(key=rng.randbytes(32))
        while not state.is_over:
            assert state.to_act is not None
            view, legal = state.view(state.to_act), state.legal_actions()
            for action in legal:
                if not isinstance(action, Play | Cut | Discard | Exchange):
                    assert buttons.choice(action, view)[0] not in ("m", "o", "t", "w")
                    seen.add(type(action))
            state = state.apply(rng.choice(legal))
    assert seen
