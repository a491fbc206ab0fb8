"""The oracle: Klaverjas, written naively from the rule book and from nothing else.

It is the second implementation the real one is tested against, so it shares no code with it and has no tables: cards
are strings ("10H"), hands are lists, and what is legal is worked out afresh each time. Rule numbers (KJ-5) are those of
`klaverjas.md`. A `Deal` is one deal from the dealing (or from given hands) to its score; a `Sheet` is a round.

Readings taken where neither the rule book nor the house's list of readings decides:

- KJ-6 "undertrumping only with nothing but trumps in hand" is for a player who can't beat the trump in the trick
  (KJ-5: "a trump played must beat any trump in the trick"). Who has nothing but trumps, some of them higher, plays a
  higher one, even when the partner holds the trick.
- Under `rotterdam` all of this holds over the partner too: trump, a higher one if able, else a lower one.
- A player who has none of the trumps led plays any card (KJ-4).
- KJ-3 `turned`: all four seats are asked, forehand first; after four passes forehand has to play the suit, unasked.
- A trick is emptied as soon as it is complete, before the winner is asked for its roem; it is then `last_trick`.
- KJ-9: only the seat that won the trick is asked. Under `roem=declare` roem not declared counts nowhere, nat or not.
- KJ-10 needs no declaring. `pit` says that a side took all the tricks, even if that brings it nothing; what it brings
  is part of the result's `roem`. Points are those taken in play, of a nat deal too. `tricks` are by seat.
- KJ-12: with a time instead of a number of deals the round ends when `call_time` is called, between deals.
- KJ-13 concerns the kept sheet alone: the option is known here and does nothing.
- The deal passes to the left once a hand has been played (KJ-1), so a misdeal is dealt again by the same dealer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

SUITS = ["C", "S", "H", "D"]
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]  # KJ-8: the order of sequences
PACK = [rank + suit for suit in SUITS for rank in RANKS]  # KJ-1
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}  # KJ-2, high to low
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}  # KJ-2, high to low

# Every option with the values it can have, the default first. A value list of one stands for any number or None.
OPTIONS: dict[str, list[object]] = {
    "packets": [(3, 3, 2), (3, 2, 3)],
    "trump_choice": ["forced", "pass_or_play", "turned"],
    "ruff": ["amsterdam", "rotterdam"],
    "roem": ["declare", "automatic"],
    "defenders_pit": [100, 0, 200],
    "deals": [16, 12, 4, None],
    "minutes": [None],
    "revoke": ["162_and_100", "minus_100", "none"],
}

Result = dict[str, Any]


def complete(options: dict[str, object]) -> dict[str, Any]:
    """All options, the defaults filled in. Raises ValueError for an unknown name or value."""
    for name, value in options.items():
        if name not in OPTIONS or (len(OPTIONS[name]) > 1 and value not in OPTIONS[name]):
            raise ValueError(f"no such option: {name}={value!r}")
    return {name: values[0] for name, values in OPTIONS.items()} | options


def ranked(suit: str, trump: str | None) -> list[str]:
    """The cards of a suit, high to low. Rule: KJ-2."""
    return [rank + suit for rank in (TRUMP_POINTS if suit == trump else PLAIN_POINTS)]


def card_points(cards: Iterable[str], trump: str | None) -> int:
    """Rule: KJ-2."""
    return sum(TRUMP_POINTS[card[:-1]] if card[-1] == trump else PLAIN_POINTS[card[:-1]] for card in cards)


def best_card(cards: list[str], trump: str | None) -> str:
    """The card that wins a trick of these cards, the first led. Rule: KJ-7."""
    trumps = [card for card in ranked(str(trump), trump) if card in cards]
    of_suit = [card for card in ranked(cards[0][-1], trump) if card in cards]
    return (trumps + of_suit)[0]


def roem(cards: list[str], trump: str | None) -> int:
    """What the four cards of a trick are worth over and above their points. Rule: KJ-8."""
    total = 0
    for suit in SUITS:
        held = [rank for rank in RANKS if rank + suit in cards]
        if any(RANKS[start : start + 4] == held for start in range(5)):
            total += 50
        elif any(set(RANKS[start : start + 3]) <= set(held) for start in range(6)):
            total += 20
        if suit == trump and "K" in held and "Q" in held:
            total += 20
    for rank, value in {"10": 100, "Q": 100, "K": 100, "A": 100, "J": 200}.items():
        if all(rank + suit in cards for suit in SUITS):
            total += value
    return total


class Deal:
    """One deal. Seats are 0.. clockwise, sides seat % 2; `__init__` sets the attributes that a test may look at."""

    def __init__(
        self,
        game: str,
        options: dict[str, object],
        dealer: int,
        *,
        pack: list[str] | None = None,
        hands: list[list[str]] | None = None,
        talon: list[str] | None = None,
        turned: str | None = None,
    ) -> None:
        self.game = game
        self.options = complete(options)
        self.dealer = dealer
        self.forehand = (dealer + 1) % 4
        self.turned = turned  # the suit drawn, for `trump_choice=turned` alone
        self.talon: list[str] = []  # always empty, as are the discards
        self.discards: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.last_trick: list[tuple[int, str]] = []
        self.history: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[], [], [], []]  # cards taken in tricks
        self.tricks = [0, 0, 0, 0]
        self.roem = [0, 0]  # by side, as declared
        self.declarer: int | None = None
        self.trump: str | None = None
        self.passed_out = False
        self._check_cards(pack, hands, talon)
        self.hands = [list(hand) for hand in hands] if hands is not None else self._dealt(list(pack or []))
        self.phase = "trump"  # trump, play, roem, over
        self.to_act: int | None = self.forehand

    def _check_cards(self, pack: list[str] | None, hands: list[list[str]] | None, talon: list[str] | None) -> None:
        cards = list(pack or []) + [card for hand in hands or [] for card in hand]
        if talon or sorted(cards) != sorted(PACK) or (hands is not None and [len(hand) for hand in hands] != [8] * 4):
            raise ValueError("not the 32 cards, each once, in a pack or in hands of the right size")
        if self.options["trump_choice"] == "turned" and self.turned not in SUITS:
            raise ValueError("no suit drawn")

    def _dealt(self, pack: list[str]) -> list[list[str]]:
        """Rule: KJ-1."""
        hands: list[list[str]] = [[], [], [], []]
        for packet in self.options["packets"]:
            for turn in range(4):
                for _ in range(packet):
                    hands[(self.forehand + turn) % 4].append(pack.pop(0))
        return hands

    # -- what is legal -------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The actions of the seat to act; none when the deal is over."""
        if self.to_act is None:
            return set()
        if self.phase == "trump":
            return self._legal_choices()
        if self.phase == "roem":
            return {"roem", "no roem"}  # KJ-9
        return {f"play {card}" for card in self._legal_cards(self.to_act)}

    def _legal_choices(self) -> set[str]:
        """Rule: KJ-3."""
        if self.options["trump_choice"] == "turned":
            return {"accept", "pass"}
        suits = {f"trump {suit}" for suit in SUITS}
        return suits if self.options["trump_choice"] == "forced" else suits | {"pass"}

    def _legal_cards(self, seat: int) -> list[str]:
        """Rule: KJ-4 to KJ-6."""
        hand = self.hands[seat]
        if not self.trick:
            return hand
        table = [card for _, card in self.trick]
        follow = [card for card in hand if card[-1] == table[0][-1]]
        trumps = [card for card in hand if card[-1] == self.trump]
        plain = [card for card in hand if card[-1] != self.trump]
        better = [card for card in trumps if best_card([*table, card], self.trump) == card]
        if table[0][-1] == self.trump:
            return better or trumps or hand
        if follow:
            return follow
        if self.options["ruff"] == "rotterdam":
            return better or trumps or hand
        if self._holder() % 2 == seat % 2:
            return (plain + better) or hand
        return better or plain or hand

    def _holder(self) -> int:
        """The seat that holds the trick so far, or has won it."""
        best = best_card([card for _, card in self.trick], self.trump)
        return next(seat for seat, card in self.trick if card == best)

    # -- what happens --------------------------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        """Raises ValueError if the action is not legal."""
        if self.to_act is None or action not in self.legal():
            raise ValueError(f"not legal: {action!r}")
        self.do(action)

    def do(self, action: str) -> None:
        """Does an action that is known to be legal."""
        assert self.to_act is not None
        self.history.append((self.to_act, action))
        if self.phase == "trump":
            self._choose(self.to_act, action)
        elif self.phase == "roem":
            if action == "roem":
                self._count_roem(self.to_act)
            self._next_trick(self.to_act)
        else:
            self._play(self.to_act, action.split()[1])

    def _choose(self, seat: int, action: str) -> None:
        """Rule: KJ-3."""
        if action.startswith("trump"):
            self._declare(seat, action.split()[1])
        elif action == "accept":
            self._declare(seat, self.turned)
        elif seat != self.dealer:
            self.to_act = (seat + 1) % 4
        elif self.options["trump_choice"] == "turned":
            self._declare(self.forehand, self.turned)
        else:
            self.passed_out = True
            self._end()

    def _declare(self, seat: int, suit: str | None) -> None:
        self.declarer = seat
        self.trump = suit
        self.phase = "play"
        self.to_act = self.forehand

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.to_act = (seat + 1) % 4
        if len(self.trick) == 4:
            self._end_trick()

    def _end_trick(self) -> None:
        """Rule: KJ-7 to KJ-9."""
        winner = self._holder()
        cards = [card for _, card in self.trick]
        self.won[winner] += cards
        self.tricks[winner] += 1
        self.last_trick = self.trick
        self.trick = []
        if roem(cards, self.trump) == 0:
            self._next_trick(winner)
        elif self.options["roem"] == "automatic":
            self._count_roem(winner)
            self._next_trick(winner)
        else:
            self.phase = "roem"
            self.to_act = winner

    def _count_roem(self, seat: int) -> None:
        self.roem[seat % 2] += roem([card for _, card in self.last_trick], self.trump)

    def _next_trick(self, winner: int) -> None:
        self.phase = "play"
        self.to_act = winner
        if not any(self.hands):
            self._end()

    def _end(self) -> None:
        self.phase = "over"
        self.to_act = None

    # -- the score -----------------------------------------------------------------------------------------------

    def result(self) -> Result:
        """Raises ValueError while the deal is not over."""
        if self.to_act is not None:
            raise ValueError("the deal is not over")
        pit = [self.tricks[side] + self.tricks[side + 2] == 8 for side in range(2)]
        points = [card_points(self.won[side] + self.won[side + 2], self.trump) for side in range(2)]
        all_roem = list(self.roem)
        score = [0, 0]
        nat = False
        if self.declarer is not None:
            declarers = self.declarer % 2
            points[self._last_winner() % 2] += 10  # KJ-2
            for side in range(2):
                if pit[side]:
                    all_roem[side] += 100 if side == declarers else self.options["defenders_pit"]  # KJ-10
            score, nat = self._score(declarers, points, all_roem)
        return {
            "passed_out": self.passed_out,
            "redeal_by": "same" if self.passed_out else None,
            "declarer": self.declarer,
            "trump": self.trump,
            "points": points,
            "roem": all_roem,
            "tricks": list(self.tricks),
            "score": score,
            "nat": nat,
            "pit": any(pit),
        }

    def _last_winner(self) -> int:
        best = best_card([card for _, card in self.last_trick], self.trump)
        return next(seat for seat, card in self.last_trick if card == best)

    def _score(self, declarers: int, points: list[int], all_roem: list[int]) -> tuple[list[int], bool]:
        """The score by side, and whether the declarers are nat. Rule: KJ-11."""
        counted = [points[side] + all_roem[side] for side in range(2)]
        if counted[declarers] > counted[1 - declarers]:
            return counted, False
        return [0 if side == declarers else 162 + sum(all_roem) for side in range(2)], True


class Sheet:
    """The score sheet of a round. Rule: KJ-1, KJ-12."""

    def __init__(self, game: str, options: dict[str, object], dealer: int) -> None:
        self.game = game
        self.options = complete(options)
        self.dealer = dealer  # who deals next
        self.columns = [[0], [0]]  # a column a side: its totals
        self.over = False
        self.winners: list[int] = []

    def enter(self, result: Result | str) -> None:
        """Enters a deal's result, or "misdeal". Raises ValueError when the round is over."""
        if self.over:
            raise ValueError("the round is over")
        if isinstance(result, str):
            if result != "misdeal":
                raise ValueError(f"not a result: {result!r}")
        elif not result["passed_out"]:  # KJ-3: else the same dealer deals again
            for column, scored in zip(self.columns, result["score"], strict=True):
                column.append(column[-1] + int(scored))
            self.dealer = (self.dealer + 1) % 4
            if len(self.columns[0]) - 1 == self.options["deals"]:
                self.call_time()

    def call_time(self) -> None:
        """Ends the round after the deals entered so far. Raises ValueError when it is over already."""
        if self.over:
            raise ValueError("the round is over")
        totals = [column[-1] for column in self.columns]
        self.over = True
        self.winners = [side for side in range(2) if totals[side] == max(totals)]
