"""Finds deals for every row of the score tables with the oracle: `tests/find_scores.py` writes golden/scores.json.

Deals are dealt and played at random, bent towards what is wanted, until one comes to it. A row is named by what the
declarers took: `alone` and `all` tricks, exact card points with some tricks but not all, or `none` of the tricks.
"""

import json
import random
from pathlib import Path
from typing import Any

from oracle import PACK, POINTS, SEATS, Deal, best_card, card_points, trump_cards

FILE = Path(__file__).parent / "golden" / "scores.json"
ROWS = ("alone", "all", "120", "90", "89", "61", "60", "59", "31", "30", "0", "none")
SIZES = {"sjavs": 8, "sjavs3": 10, "sjavs2": 16}


def strength(card: str, trump: str) -> int:
    trumps = trump_cards(trump)
    return 40 - trumps.index(card) if card in trumps else ["7", "8", "9", "10", "Q", "K", "A"].index(card[:-1])


def deal(game: str, trump: str, bent: int, rng: random.Random) -> Deal:
    """A deal in which seat 0 holds five trumps: if bent, it and its partner have the strong (1) or weak (-1) cards."""
    noise = rng.choice([0.0, 3.0, 10.0, 30.0])
    own = rng.sample(trump_cards(trump), 5) if bent >= 0 else trump_cards(trump)[-5:]
    rest = [card for card in PACK if card not in own]
    rest.sort(key=lambda card: bent * (strength(card, trump) + POINTS[card[:-1]]) + rng.gauss(0, noise))
    seats, size = SEATS[game], SIZES[game]
    hands = [own + [rest.pop() for _ in range(size - 5)]]
    partner = [rest.pop() for _ in range(size)] if rng.random() < 0.7 else []
    rng.shuffle(rest)
    hands += [[rest.pop() for _ in range(size)] for _ in range(seats - 1 - bool(partner))]
    hands[2:2] = [partner] if partner else []
    rng.shuffle(hands[0])
    return Deal(game, {"bidding": "optional"}, rng.randrange(seats), hands=hands[:seats], talon=rest)


def choose(deal: Deal, trump: str, bent: int, rng: random.Random) -> str:
    """A legal action: seat 0 alone bids; its side tries to win tricks (1) or to lose them (-1), others the reverse."""
    legal = sorted(deal.legal())
    if deal.phase == "auction":
        return "pass" if deal.to_act else legal[0]
    if deal.phase == "trump" and f"trump {trump}" in legal:
        return f"trump {trump}"
    if deal.phase != "play" or rng.random() < 0.1 or bent == 0:
        return rng.choice(legal)
    assert deal.to_act is not None
    wins = bent > 0 if deal._side(deal.to_act) == deal._side(0) else bent < 0
    table = [card for _, card in deal.trick]
    if card_points(table) == 0 and rng.random() < 0.3:
        wins = False

    def merit(action: str) -> tuple[bool, int, int]:
        card = action.split()[1]
        best = best_card([*table, card], deal.trump) == card
        return (best == wins, -POINTS[card[:-1]] * (not wins), strength(card, trump) * (1 if wins else -1))

    return max(legal, key=merit)


def row(deal: Deal) -> str:
    """The name of what the declarers took."""
    assert deal.declarer is not None
    result = deal.result()
    side = [seat for seat in range(deal.seats) if deal._side(seat) == deal._side(deal.declarer)]
    tricks = [result["tricks"][seat] for seat in side]
    if sum(tricks) == sum(result["tricks"]):
        return "alone" if max(tricks) == sum(tricks) and deal.game == "sjavs" else "all"
    return str(sum(result["points"][seat] for seat in side)) if any(tricks) else "none"


def attempt(game: str, clubs: bool, bent: int, rng: random.Random) -> tuple[str, dict[str, Any]] | None:
    trump = "C" if clubs else rng.choice("SHD")
    played = deal(game, trump, bent, rng)
    hands = [list(hand) for hand in played.hands]
    if game == "sjavs2":
        hands = [down + hand[8:] + hand[:8] for down, hand in zip(played.downcards, hands, strict=True)]
    talon = list(played.talon)
    while played.to_act is not None:
        played.apply(choose(played, trump, bent, rng))
    if played.declarer is None or (played.trump == "C") != clubs:
        return None
    found: dict[str, Any] = {
        "game": game,
        "row": row(played),
        "clubs": clubs,
        "dealer": played.dealer,
        "hands": [" ".join(hand) for hand in hands],
        "talon": " ".join(talon),
        "actions": [action for _, action in played.history],
        "declarer": played.declarer,
    }
    return found["row"], found


def search(game: str, clubs: bool, rng: random.Random) -> list[dict[str, Any]]:
    """A deal for each row."""
    wanted = set(ROWS) - ({"alone"} if game != "sjavs" else set())
    found: dict[str, dict[str, Any]] = {}
    while wanted - set(found):
        outcome = attempt(game, clubs, rng.choice([-1, -1, 0, 1, 1]), rng)
        if outcome is not None and outcome[0] in wanted:
            found.setdefault(*outcome)
    return [found[name] for name in ROWS if name in found]


def main() -> None:
    rng = random.Random("stova")
    deals = [deal for game in SEATS for clubs in (False, True) for deal in search(game, clubs, rng)]
    lines = ",\n".join(json.dumps(deal) for deal in deals)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
