"""What a review says of what a player gave away."""

from math import inf

from msgspec.structs import replace

import stova.cards
from cli.test_costs import finished
from stova.bots.expert import Outlook
from stova.cli.words import costs
from stova.engine.actions import (
    Accept,
    Bid,
    BidContract,
    Cut,
    Declare,
    Discard,
    Exchange,
    Expose,
    Fold,
    Hold,
    Knock,
    LeadTrader,
    NameTrump,
    NoRoem,
    Pass,
    Play,
    Stay,
    Take,
    Trade,
)
from stova.review import EarlyStep, Step, Tally, Verdict, tally
from stova.solver.values import Bounds, exactly

EARLY = (Accept, Bid, BidContract, Declare, Discard, Exchange, Expose, Fold, Hold, NameTrump, Pass, Stay, Take)
"""What may be done before the first card, but for how the pack is cut."""


def verdict(cost: int, *best: Play) -> Verdict:
    return Verdict(came_to=exactly(0), could=exactly(cost), best=best)


def test_a_player_is_told_what_was_given_away() -> None:
    first, second = finished("sjavs").tricks[0].cards[:2]

    dear = Step(at=1, trick=4, seat=0, action=Play(first), points=verdict(11, Play(second)), score=verdict(0))
    other = Step(at=2, trick=5, seat=0, action=Play(first), points=verdict(3), score=verdict(0))
    quiet = Step(at=3, trick=6, seat=0, action=NoRoem(), points=verdict(0), score=verdict(20))
    assert costs.told("You", tally([], 0)) == "You gave nothing away."
    assert costs.told("You", tally([dear], 0)) == "You gave away 11 card points in 1 choice."
    assert costs.told("Left", tally([other, dear], 0)) == "Left gave away 14 card points in 2 choices."
    assert costs.told("You", tally([dear, quiet], 0)) == (
        "You gave away 11 card points and 20 in the score in 2 choices."
    )
    assert tally([dear, quiet], 1) == Tally(points=0, score=0, actions=0, unsure=0)
    wide = Verdict(came_to=Bounds(5, 9), could=Bounds(8, 12), best=(Play(second),))
    assert wide.cost == Bounds(0, 7)
    vague = replace(dear, points=wide)
    assert costs.told("You", tally([vague], 0)) == ("You gave nothing away as far as is known; of 1 choice it isn't.")
    assert costs.told("You", tally([vague, other], 0)) == "You gave away at least 3 card points in 1 choice."


def test_what_looked_better_from_its_seat_is_told_with_how_much() -> None:
    done, other = (Play(card) for card in finished("sjavs").tricks[0].cards[:2])
    for outlook, said in (
        (Outlook(best=done, score=0, gain=0, error=0), "~"),
        (Outlook(best=other, score=0, gain=3, error=2), "~"),
        (Outlook(best=other, score=0, gain=3, error=1), f"{other.card.symbol} +3.0"),
        (Outlook(best=other, score=0, gain=0.126, error=0.01), f"{other.card.symbol} +0.13"),
        (Outlook(best=Fold(), score=0, gain=12, error=1), "folding +12"),
        (Outlook(best=other, score=0, gain=12, error=inf), "?"),
        (None, "?"),
    ):
        nothing = verdict(0)
        step = Step(at=1, trick=4, seat=0, action=done, points=nothing, score=nothing, outlook=outlook)
        assert costs.seen_better(step) == said


def test_what_would_have_kept_is_told_as_far_as_it_is_known() -> None:
    """Where a limit was met one action may be known to keep the score and another the card points."""
    done, other, third = (Play(card) for card in finished("sjavs").tricks[0].cards[:3])
    a, b = other.card.symbol, third.card.symbol

    for lost, points, score, said in (
        ((11, 2), [other], [other], a),
        ((11, 2), [other], [third], f"{a} ({b})"),
        ((11, 2), [other], [], f"{a} (?)"),
        ((11, 2), [], [third], f"? ({b})"),
        ((11, 2), [], [], "?"),
        ((11, 0), [other], [third], a),
        ((0, 2), [other], [third], b),
    ):
        kept = verdict(lost[0], *points), verdict(lost[1], *score)
        step = Step(at=1, trick=4, seat=0, action=done, points=kept[0], score=kept[1])
        assert costs.kept_by(step) == said


def test_what_is_beyond_the_solver_is_not_called_inexact() -> None:
    card = Play(finished("sjavs").tricks[0].cards[0])
    narrow, wide = (Verdict(came_to=Bounds(5, high), could=exactly(high), best=()) for high in (5, 9))
    beyond = Step(at=1, trick=4, seat=0, action=card, points=None, score=None)
    sure, vague = (replace(beyond, at=2, trick=5, score=score) for score in (narrow, wide))
    told = "Up to trick 4 there is too much that can happen for all of it to be worked out."
    assert [*costs.too_much([sure])] == []
    assert [*costs.too_much([beyond, sure])] == [told]
    assert [*costs.too_much([beyond, vague])] == [told]


def test_to_trade_a_card_and_to_lead_it_are_told_apart() -> None:
    five, four = stova.cards.parse_cards("5C 4C")
    told = [costs.named(action(card=five, taken=four)) for action in (Trade, LeadTrader)]
    assert told == ["trading ♣5 for ♣4", "leading ♣5 for ♣4"]


def test_everything_done_before_the_first_card_has_a_name_of_its_own() -> None:
    for game in stova.games().values():
        # Nowhere may cards be put down in two ways at once.
        early = {action for action in game.actions if isinstance(action, EARLY) and not isinstance(action, Discard)}
        assert len({costs.called(action) for action in early}) == len(early)
    five = stova.Card("5C"), stova.Card("6C")
    assert costs.called(Exchange(five)) == "putting down ♣5 ♣6"
    assert costs.called(Discard(())) == costs.called(Exchange(())) == "exchanging nothing"
    assert costs.called(Bid(length=5)) == "bidding 5"


def test_whatever_may_cost_something_has_a_name() -> None:
    for game in stova.games().values():
        assert all(costs.named(action) for action in game.actions if not isinstance(action, Cut | Knock))


def test_what_several_deals_came_to_is_added_up_by_player() -> None:
    card, better = finished("sjavs").tricks[0].cards[:2]
    worse = Outlook(best=Play(better), score=2, gain=2, error=0.1)
    fine = Outlook(best=Play(card), score=2, gain=0, error=0)

    def step(seat: int, points: int, score: int, outlook: Outlook | None) -> Step:
        best = (Play(better),)
        wide = Verdict(came_to=Bounds(5, 9), could=Bounds(8, 9), best=best)
        given = Verdict(came_to=exactly(0), could=exactly(points), best=best) if points >= 0 else wide
        lost = Verdict(came_to=exactly(0), could=exactly(score), best=best)
        return Step(at=1, trick=4, seat=seat, action=Play(card), points=given, score=lost, outlook=outlook)

    found = [step(0, 11, 4, worse), step(0, 7, 0, fine), step(0, 0, 0, None), step(1, -1, 2, worse)]
    looks = ((2, worse), (1, fine), (0, None))
    early = [EarlyStep(at=0, seat=seat, action=Pass(), outlook=outlook) for seat, outlook in looks]
    names = ("You", "A name that is long", "Right")
    assert [*costs.totals(names, found, early, looked=True)] == [
        "                             You  A name that    Right",
        "Score given away               4             2       0",
        "Card points given away        18            0+       0",
        "Choices in the play            3             1       0",
        "  that cost something          2            1+       0",
        "Seen to be mistakes            1             1       0",
        "Mistakes before the play      0+             0       1",
        costs.MORE,
    ]
    unknown = replace(found[-1], points=None, score=None, outlook=None)
    assert [*costs.totals(names, [unknown, step(2, 0, 4, None)], [], looked=True)] == [
        "                             You  A name that    Right",
        "Score given away               0            0+       4",
        "Choices in the play            0             1       1",
        "  that cost something          0            0+       1",
        "Seen to be mistakes            0            0+      0+",
        "Mistakes before the play       0             0       0",
        costs.MORE,
    ]
    assert [*costs.totals(names, [step(0, 0, 4, None)], [], looked=False)] == [
        "                             You  A name that    Right",
        "Score given away               4             0       0",
        "Choices in the play            1             0       0",
        "  that cost something          1             0       0",
    ]
    untold = step(2, 0, 4, Outlook(best=Play(better), score=2, gain=2, error=inf))
    (seen,) = (line for line in costs.totals(names, [untold], [], looked=True) if "Seen to be" in line)
    assert seen.split()[-3:] == ["0", "0", "0+"]
