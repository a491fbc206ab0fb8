"""What is asked of everybody: to undo, and claims."""

import random
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from msgspec.structs import replace

import stova
from server.room import FRIEND, OWNER, STRANGER, THIRD, Room, acts
from stova import State
from stova.server import claims, events
from stova.server.deciding import Refused, askable
from stova.server.messages import Act, Ask, Consent, Stand
from stova.server.scene import scene
from stova.server.seen import seen
from stova.server.table import Answered

YES, NO = Consent(answer="yes"), Consent(answer="no")
UNDO, CLAIM = Ask(about="undo"), Ask(about="claim")


@pytest.fixture
def rng() -> random.Random:
    return random.Random(2)


def acted(room: Room, person: str) -> State:
    """The state before a person did something, which is done."""
    seat = room.table.seat_of(person)
    assert seat is not None
    before = room.state
    room.do(person, Act(action=acts(room, seat)[0]))
    return before


def test_who_plays_with_bots_alone_undoes_at_once(rng: random.Random) -> None:
    room = Room().begin(OWNER).to_cards(rng, turn=0, tricks=1)
    before = acted(room, OWNER)
    room.play(rng, 2)  # bots' turns
    assert room.state.to_act != 0
    turn = room.table.turn
    happened = room.do(OWNER, UNDO)
    assert isinstance(happened[-1], events.Undone)
    assert room.state == before
    assert room.table.question is None
    assert room.table.turn > turn, "what was sent before the undoing is stale"


def test_undoing_twice_goes_back_two_of_ones_own_actions(rng: random.Random) -> None:
    room = Room().begin(OWNER).to_cards(rng, turn=0)
    first = acted(room, OWNER)
    while room.state.to_act != 0:
        room.play(rng)
    acted(room, OWNER)
    room.do(OWNER, UNDO, UNDO)
    assert room.state == first


def test_others_have_to_agree_to_undo(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=1)
    before = acted(room, FRIEND)
    after = room.state
    assert room.do(FRIEND, UNDO) == (events.Asked(about="undo", seat=1, keep=len(before.history)),)
    assert room.code(OWNER, CLAIM) == "asked"
    assert room.do(FRIEND, YES) == (), "who asks has agreed"
    assert room.do(OWNER, YES) == (events.Consented(seat=0),)
    assert room.do(OWNER, YES) == ()
    assert room.code(STRANGER, YES) == "seat"
    assert room.state is after
    assert room.do(THIRD, YES) == (events.Consented(seat=2), events.Undone(keep=len(before.history)))
    assert room.state == before
    assert room.table.answered == Answered(about="undo", seat=1, answer="granted")
    acted(room, FRIEND)
    assert room.table.answered is None, "who asked has gone on"


def test_one_no_is_enough(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=1)
    acted(room, FRIEND)
    after = room.state
    room.do(FRIEND, UNDO)
    room.do(OWNER, YES)
    assert room.do(THIRD, NO) == (events.Declined(seat=2),)
    assert room.table.question is None
    assert room.table.answered == Answered(about="undo", seat=1, answer="declined", by=2)
    assert room.state is after
    assert room.code(THIRD, NO) == "asked"


def test_who_asked_may_think_better_of_it(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND).to_cards(rng, turn=1)
    acted(room, FRIEND)
    room.do(FRIEND, UNDO)
    room.do(FRIEND, NO)
    assert (room.table.question, room.table.answered) == (None, None)


def test_who_asked_leaves_and_takes_the_question_along(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=1)
    acted(room, FRIEND)
    room.do(FRIEND, UNDO)
    room.do(THIRD, Stand())
    assert room.table.question is not None
    room.do(FRIEND, Stand())
    assert room.table.question is None


def test_a_question_lapses_when_the_deal_goes_on_and_all_are_told_by_whom(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND, THIRD).to_cards(rng, turn=1)
    acted(room, FRIEND)
    room.do(FRIEND, UNDO)
    passed_over = Answered(about="undo", seat=1, answer="passed over", by=room.state.to_act)
    while room.state.to_act != 1:
        room.play(rng)
        assert (room.table.question, room.table.answered) == (None, passed_over)
    acted(room, FRIEND)
    assert room.table.answered is None, "who asked has gone on"


def test_who_asked_goes_on_and_lets_the_question_be(rng: random.Random) -> None:
    room = Room().begin(OWNER, FRIEND).to_cards(rng, turn=1, tricks=1)
    room.do(FRIEND, UNDO)
    acted(room, FRIEND)
    assert (room.table.question, room.table.answered) == (None, None)


def test_nothing_to_undo(rng: random.Random) -> None:
    room = Room().begin(OWNER)
    while room.state.to_act == 0 or any(seat == 0 for seat, _ in room.state.history):
        room.happen(events.Reopened(secret=rng.randbytes(32).hex()), events.Began())
    assert room.code(OWNER, UNDO) == "undo"
    room.over(rng)
    assert room.code(OWNER, UNDO) == "dealing"
    assert room.code(STRANGER, UNDO) == "seat"


@pytest.mark.parametrize("name", stova.games())
@pytest.mark.parametrize("seed", range(4))
def test_undoing_gives_the_very_state_there_was(name: str, seed: int) -> None:
    rng = random.Random(seed)
    room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER)
    states = {0: room.state}
    while not room.state.is_over:
        states[len(room.state.history)] = room.state
        room.play(rng)
        if rng.random() < 0.3 and not room.state.is_over and any(seat == 0 for seat, _ in room.state.history):
            _, undone = room.do(OWNER, UNDO)
            assert isinstance(undone, events.Undone)
            assert room.state == states[undone.keep]
            assert room.state.to_act == 0


def claimable(rng: random.Random, *people: str, proved: bool) -> Room:
    """A table at which seat 0 may claim the rest, and that can be proved or it can't."""
    while True:
        room = Room(secret=rng.randbytes(32).hex()).begin(*people).to_cards(rng, tricks=6)
        if (claims.proved(room.state, 0) is not None) is proved and claims.agreed(room.state, 0) is not None:
            room.do(OWNER, CLAIM)
            return room


def settle(room: Room) -> tuple[events.Any, ...]:
    happened = claims.settled(room.table)
    room.happen(*happened)
    return happened


def taken_by_side(room: Room, seat: int, since: int) -> bool:
    sides = room.table.game.sides
    return all(sides[trick.winner] == sides[seat] for trick in room.state.tricks[since:])


def test_a_claim_that_is_proved_is_granted_at_once(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, proved=True)
    done = len(room.state.tricks)
    settle(room)
    assert room.state.is_over
    assert taken_by_side(room, 0, done)
    assert room.table.question is None
    assert room.table.answered == Answered(about="claim", seat=0, answer="granted")
    room.happen(events.Dealt())
    assert room.table.answered is None


def test_bots_decline_what_is_not_proved(rng: random.Random) -> None:
    room = claimable(rng, OWNER, proved=False)
    before = room.state
    assert settle(room) == (events.Declined(seat=0, by="table"),)
    assert room.state is before
    assert room.table.answered == Answered(about="claim", seat=0, answer="declined", by=None)


def test_people_may_agree_to_what_is_not_proved(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, THIRD, proved=False)
    done = len(room.state.tricks)
    assert settle(room) == ()
    room.do(FRIEND, YES)
    assert settle(room) == (), "one hasn't answered yet"
    room.do(THIRD, YES)
    settle(room)
    assert room.state.is_over
    assert taken_by_side(room, 0, done)


def test_people_may_decline_a_claim(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, proved=False)
    room.do(FRIEND, NO)
    assert room.table.question is None
    assert not room.state.is_over


def test_nobody_is_left_to_agree_when_all_others_are_played_for(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, proved=False)
    room.happen(events.SteppedIn(seat=1))
    assert room.table.unanimous
    assert settle(room) == (events.Declined(seat=0, by="table"),)


def test_an_agreed_claim_nobody_can_make_good_is_declined(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, proved=False)
    room.do(FRIEND, YES)
    assert room.table.match is not None
    lost = next(state for state in _endings(rng) if claims.agreed(state, 0) is None)
    room.table = replace(room.table, match=replace(room.table.match, state=lost))
    assert settle(room) == (events.Declined(seat=0, by="table"),)
    assert room.table.answered == Answered(about="claim", seat=0, answer="declined", agreed=frozenset({1}))
    asking = scene(seen(room.table, OWNER, {}, "table")).asking
    assert asking is not None
    assert (asking.agreed, asking.by) == ((1,), None)


def _endings(rng: random.Random) -> Iterator[State]:
    while True:
        yield Room(secret=rng.randbytes(32).hex()).begin(OWNER, FRIEND).to_cards(rng, tricks=6).state


@pytest.mark.parametrize("name", stova.games())
def test_what_may_be_asked_is_what_is_not_refused(name: str, rng: random.Random) -> None:
    room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER, FRIEND)
    for _ in range(60):
        for seat, person in enumerate((OWNER, FRIEND)):
            for ask in (UNDO, CLAIM):
                again = Room(name)
                again.table = room.table
                with nullcontext() if ask.about in askable(room.table, seat) else pytest.raises(Refused):
                    again.do(person, ask)
                if again.table.question is not None:
                    assert not askable(again.table, seat)
        room.play(rng)
    room.happen(events.SteppedIn(seat=1))
    assert not askable(room.table, 1)


def forced(state: State, side: frozenset[int], since: int) -> bool:
    """Whether a side can keep the others from all tricks, by trying everything; it may not end the deal itself."""
    if any(trick.winner not in side for trick in state.tricks[since:]):
        return False
    if state.is_over:
        return True
    after = [state.apply(action) for action in state.legal_actions()]
    if state.to_act not in side:
        return all(forced(other, side, since) for other in after)
    given_up = [other.is_over and any(other.hands) and len(other.tricks) == len(state.tricks) for other in after]
    return any(forced(other, side, since) for other, gone in zip(after, given_up, strict=True) if not gone)


@pytest.mark.parametrize("name", stova.games())
def test_what_is_proved_is_what_nobody_can_prevent(name: str) -> None:
    """At any point of the last tricks, for every side that is a party of the deal."""
    rng, compared, held = random.Random(11), 0, 0
    while compared < 120:
        room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER)
        while not room.state.is_over:
            state = room.state
            if state.points and sum(hand.bit_count() for hand in state.hands) <= 3 * room.table.game.seats:
                compared += 1
                for seat in range(room.table.game.seats):
                    held += agrees(state, seat)
            room.play(rng)
    assert held > 20


def agrees(state: State, seat: int) -> int:
    """Compares a proof with trying everything; whether there is one."""
    sides = state.game.sides
    side = frozenset(other for other, own in enumerate(sides) if own == sides[seat])
    line = claims.proved(state, seat)
    if line is None:
        alone_against_two = len(side) == 1 and state.game.seats > 2 and seat != state.declarer
        assert alone_against_two or not forced(state, side, len(state.tricks))
        return 0
    since = len(state.tricks)
    for action in line:
        state = state.apply(action)
    assert state.is_over
    assert all(trick.winner in side for trick in state.tricks[since:])
    return 1


def test_nothing_is_proved_when_nobody_waits_any_more(rng: random.Random) -> None:
    room = claimable(rng, OWNER, FRIEND, proved=True)
    assert claims.settled(room.table, wanted=lambda: False) == ()
    room.do(FRIEND, YES)
    assert claims.settled(room.table, wanted=lambda: False) == (events.Declined(seat=0, by="table"),)


def test_claims_before_and_after_the_tricks(rng: random.Random) -> None:
    room = Room().begin(OWNER)
    assert room.code(OWNER, CLAIM) == "claim"
    room.over(rng)
    assert room.code(OWNER, CLAIM) == "dealing"


@pytest.mark.parametrize("name", stova.games())
def test_claims_in_every_game(name: str) -> None:
    """Whatever a claim comes to is legal, and the deal is over or goes on."""
    rng = random.Random(3)
    for _ in range(3):
        room = Room(name, secret=rng.randbytes(32).hex()).begin(OWNER)
        size = max(hand.bit_count() for hand in room.state.hands or (0,)) or 8
        while not room.state.is_over and not (room.state.points and len(room.state.tricks) >= size - 2):
            room.play(rng)
        if room.state.is_over:
            continue
        room.do(OWNER, CLAIM)
        happened = settle(room)
        assert room.state.is_over or happened == (events.Declined(seat=0, by="table"),)
