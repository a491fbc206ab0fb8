"""The oracle: Klørsjavs for three, for four and with an auction, written naively from the rule book and nothing else.

It is the second implementation the real one is tested against, so it shares no code with it and has no tables: cards
are strings ("5H"), hands are lists, and what is legal is worked out afresh each time. Rule numbers (KL-7) are those of
`klorsjavs.md`. A `Deal` is one deal from the cut (or from given hands) to its score; a `Sheet` is a match.

Readings taken where neither the rule book nor the house's list of readings decides:

- Klørsjavs' trumps are "C" in every result, of a passed-out deal too; in the auction game None until they are named.
- Every seat gets its turn in the auction, though nothing beats a strøget tout (KA-3): it can only pass.
- KA-3 `duel`: holding is for the earlier of the two seats alone, and a seat that has answered a challenge may raise
  instead of holding. Two seats that have just had it out are done; the next seat then speaks for the first time.
- KA-3 `duel`: whoever passes is out for good, so a seat that passed at its first turn is never asked again.
- KL-9 `own_card`: a fold comes instead of the declarer's card to the first trick; what others have played stays on
  the table and is nobody's. Under both values a folded deal's points are the cat or the discards, for the declarer.
- KL-9 does not carry over to the auction game: KA-4 goes from naming trumps straight to play.
- "All 120" and "all the tricks" are the same thing here, because every card counts something.
- KA-7 moves only the winning row: a declarer loses double on 30 or less whichever value is chosen.
- `made` is whether the declarer won, "fold" for a folded deal, None for a passed-out one.
- A misdeal goes to the next dealer, as in the rest of the family (SJ-8); the Klørsjavs rules are silent.
- KL-13, KL-14: nobody is a winner or loser, and nobody is noted for 60, before the match is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

SEATS = {"klorsjavs": 3, "klorsjavs4": 4, "klorsjavs_auction": 3}
SUITS = ["C", "S", "H", "D"]
WENZELS = ["QC", "QS", "JC", "JS", "JH", "JD"]  # KL-2, high to low
POINTS = {"A": 11, "5": 10, "10": 10, "K": 4, "Q": 3, "J": 2}  # KL-4
BIDS = ["spil", "stryger", "tout", "strøget tout"]  # KA-2, low to high

# Every option of each game with the values it can have, the default first. A list of one stands for any number.
COMMON: dict[str, list[object]] = {"counter": [5, 10], "cat_first": ["no", "yes"]}
PLAIN: dict[str, list[object]] = COMMON | {
    "fold_until": ["lead", "own_card"],
    "no_trick": [16, 8],
    "port_penalty": ["yes", "no"],
}
AUCTION: dict[str, list[object]] = COMMON | {
    "wenzels": ["no", "yes"],
    "raise": ["single", "duel"],
    "double_at": [91, 90],
    "payment": ["each", "flat"],
    "deals": [12],
}
OPTIONS = {"klorsjavs": PLAIN, "klorsjavs4": PLAIN, "klorsjavs_auction": AUCTION}

Result = dict[str, Any]


def complete(game: str, options: dict[str, object]) -> dict[str, Any]:
    """All options, the defaults filled in. Raises ValueError for an unknown name or value."""
    known = OPTIONS[game]
    for name, value in options.items():
        if name not in known or (len(known[name]) > 1 and value not in known[name]):
            raise ValueError(f"no such option: {name}={value!r}")
    return {name: values[0] for name, values in known.items()} | options


def pack_of(game: str, counter: object = 5) -> list[str]:
    """The cards of the game, by suit and upwards in it. Rule: KL-1, KL-4, KL4-1, KA-1."""
    pack = [rank + suit for suit in SUITS for rank in [str(counter), "J", "Q", "K", "A"]]
    return [card for card in pack if game != "klorsjavs4" or card not in ("QH", "QD")]


def card_points(cards: Iterable[str]) -> int:
    return sum(POINTS[card[:-1]] for card in cards)


class Deal:
    """One deal. Seats are 0.. clockwise; see the attributes set in `__init__` for what a test may look at."""

    def __init__(
        self,
        game: str,
        options: dict[str, object],
        dealer: int,
        *,
        pack: list[str] | None = None,
        hands: list[list[str]] | None = None,
        talon: list[str] | None = None,
        turned: str | None = None,  # for Klaverjas alone
    ) -> None:
        self.game = game
        self.options = complete(game, options)
        self.dealer = dealer
        self.seats = SEATS[game]
        self.forehand = (dealer + 1) % self.seats
        self.whole_pack = pack_of(game, self.options["counter"])
        self.pack = list(pack or [])
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.talon: list[str] = []  # the cat, while it lies on the table
        self.discards: list[str] = []
        self.trick: list[tuple[int, str]] = []
        self.history: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[] for _ in range(self.seats)]  # cards taken in tricks
        self.tricks = [0] * self.seats
        self.bid: str | None = None  # the standing bid, in the end the declarer's
        self.declarer: int | None = None  # or who holds the standing bid
        self.spoke = dealer  # the last seat that has had its turn in the auction
        self.duel: tuple[int, int] | None = None  # the seats bidding against each other, the earlier one first
        self.trump: str | None = None if game == "klorsjavs_auction" else "C"
        self.folded = False
        self.passed_out = False
        self.phase = "cut"  # cut, auction, exchange, discard, trump, fold, play, over
        self.to_act: int | None = (dealer - 1) % self.seats  # KL-5
        self._check_cards(pack, hands, talon)
        if hands is not None:
            self._take_hands(hands, talon or [])

    def _check_cards(self, pack: list[str] | None, hands: list[list[str]] | None, talon: list[str] | None) -> None:
        cards = list(pack or []) + [card for hand in hands or [] for card in hand] + list(talon or [])
        sizes = [4] * 4 if self.game == "klorsjavs4" else [6] * 3
        if sorted(cards) != sorted(self.whole_pack) or (hands is not None and [len(hand) for hand in hands] != sizes):
            raise ValueError("not the cards of the game, each once, in a pack or in hands of the right size")

    # -- the cards -----------------------------------------------------------------------------------------------

    def permanent_trumps(self) -> list[str]:
        """Rule: KL-2, KA-1."""
        return WENZELS if self.options.get("wenzels", "yes") == "yes" else []

    def rest_of_suit(self, suit: str) -> list[str]:
        """A suit without the permanent trumps, high to low. Rule: KL-2, KL-3, KA-1."""
        cards = [card for card in self.whole_pack if card[-1] == suit and card not in self.permanent_trumps()]
        return cards[::-1]

    def trump_cards(self) -> list[str]:
        """All trumps, high to low."""
        return self.permanent_trumps() + self.rest_of_suit(str(self.trump))

    def suit_of(self, card: str) -> list[str]:
        """All cards of the suit that the card is of, high to low."""
        trumps = self.trump_cards()
        return trumps if card in trumps else self.rest_of_suit(card[-1])

    def best_card(self, cards: list[str]) -> str:
        """The card that wins a trick of these cards, the first led. Rule: KL-10."""
        ranked = self.trump_cards() + self.suit_of(cards[0])
        return next(card for card in ranked if card in cards)

    # -- what is legal -------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The actions of the seat to act; none when the deal is over."""
        if self.to_act is None:
            return set()
        hand = self.hands[self.to_act]
        if self.phase == "cut":
            return {"knock"} | {f"cut {n}" for n in range(1, len(self.whole_pack))}
        if self.phase == "auction":
            return self._legal_bids(self.to_act)
        if self.phase == "exchange":
            return {"leave"} | ({"take"} if self.options["cat_first"] == "yes" else self._pairs("exchange", hand))
        if self.phase == "discard":
            return self._pairs("discard", hand)
        if self.phase == "trump":
            return {f"trump {suit}" for suit in SUITS}
        if self.phase == "fold":
            return {"fold", "stay"}
        return {f"play {card}" for card in self._legal_cards(hand)} | ({"fold"} if self._may_fold() else set())

    def _legal_bids(self, seat: int) -> set[str]:
        """Rule: KL-6, KA-2, KA-3."""
        if self.game != "klorsjavs_auction":
            return {"declare", "pass"}
        higher = BIDS if self.bid is None else BIDS[BIDS.index(self.bid) + 1 :]
        earlier = self.duel is not None and seat == self.duel[0]
        return {"pass"} | {f"bid {bid}" for bid in higher} | ({"hold"} if earlier else set())

    def _pairs(self, word: str, hand: list[str]) -> set[str]:
        """Rule: KL-7."""
        return {f"{word} {one} {two}" for one, two in combinations(sorted(hand, key=self.whole_pack.index), 2)}

    def _legal_cards(self, hand: list[str]) -> list[str]:
        """Rule: KL-10."""
        follow = [card for card in hand if self.trick and card in self.suit_of(self.trick[0][1])]
        return follow or hand

    def _may_fold(self) -> bool:
        """Whether the declarer may fold instead of playing a card. Rule: KL-9."""
        first_trick = sum(self.tricks) == 0
        return self.options.get("fold_until") == "own_card" and self.to_act == self.declarer and first_trick

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
        if action == "fold":
            self.folded = True
            self._end()
        elif self.phase == "cut":
            self._cut(0 if action == "knock" else int(action.split()[1]))
        elif self.phase == "auction":
            self._call(self.to_act, action)
        elif self.phase in ("exchange", "discard"):
            self._exchange(self.hands[self.to_act], action.split())
        elif self.phase == "play":
            self._play(self.to_act, action.split()[1])
        else:
            self.trump = action.split()[1] if self.phase == "trump" else self.trump
            self._start_play()

    def _cut(self, top: int) -> None:
        """Rule: KL-5, KL4-1, KA-2."""
        pack = self.pack[top:] + self.pack[:top]
        packet = 2 if self.game == "klorsjavs4" else 3
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.pack = []
        self._deal_round(pack, hands, packet)
        talon = [pack.pop(0), pack.pop(0)]
        self._deal_round(pack, hands, packet)
        self._take_hands(hands, talon)

    def _deal_round(self, pack: list[str], hands: list[list[str]], packet: int) -> None:
        """A packet to each player, forehand first, off the top of the pack."""
        for turn in range(self.seats):
            for _ in range(packet):
                hands[(self.forehand + turn) % self.seats].append(pack.pop(0))

    def _take_hands(self, hands: list[list[str]], talon: list[str]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.talon = list(talon)
        self.phase = "auction"
        self.to_act = self.forehand

    def _call(self, seat: int, action: str) -> None:
        """Rule: KL-6, KA-3."""
        if action == "declare":
            self.declarer = seat
            self._after_auction()
        elif self.duel is not None:
            self._answer(self.duel, seat, action)
        else:
            self.spoke = seat
            if action == "pass":
                self._next_to_speak()
            else:
                self._first_bid(seat, action.removeprefix("bid "))

    def _first_bid(self, seat: int, bid: str) -> None:
        """A seat bids that has not spoken before. Rule: KA-3."""
        holder = self.declarer
        self.bid = bid
        self.declarer = seat
        if holder is None or self.options["raise"] == "single":
            self._next_to_speak()
        else:
            self.duel = (holder, seat)
            self.to_act = holder

    def _answer(self, duel: tuple[int, int], seat: int, action: str) -> None:
        """One of two seats that bid against each other speaks again. Rule: KA-3, `raise=duel`."""
        other = duel[1] if seat == duel[0] else duel[0]
        if action == "pass":
            self.declarer = other
            self.duel = None
            self._next_to_speak()
        else:
            self.bid = self.bid if action == "hold" else action.removeprefix("bid ")
            self.declarer = seat
            self.to_act = other

    def _next_to_speak(self) -> None:
        if self.spoke == self.dealer:  # the dealer speaks last
            self._after_auction()
        else:
            self.to_act = (self.spoke + 1) % self.seats

    def _after_auction(self) -> None:
        """Rule: KL-6, KL-7, KA-4."""
        if self.declarer is None:
            self.passed_out = True
            self._end()
        else:
            self.to_act = self.declarer
            self.phase = "exchange" if self.bid in (None, "spil", "tout") else "trump"

    def _exchange(self, hand: list[str], words: list[str]) -> None:
        """The cat is taken after (`exchange`) or before (`take`, then `discard`) two cards are put down. Rule: KL-7."""
        for card in words[1:]:
            hand.remove(card)
            self.discards.append(card)
        if words[0] in ("take", "exchange"):
            hand += self.talon
            self.talon = []
        if words[0] == "take":
            self.phase = "discard"
        elif self.game == "klorsjavs_auction":
            self.phase = "trump"
        elif self.options["fold_until"] == "lead":
            self.phase = "fold"
        else:
            self._start_play()

    def _start_play(self) -> None:
        """Rule: KL-10, KA-5."""
        self.phase = "play"
        self.to_act = self.declarer if self.bid in ("tout", "strøget tout") else self.forehand

    def _play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        self.to_act = (seat + 1) % self.seats
        if len(self.trick) == self.seats:
            self._end_trick()

    def _end_trick(self) -> None:
        """Rule: KL-10."""
        cards = [card for _, card in self.trick]
        winner = next(seat for seat, card in self.trick if card == self.best_card(cards))
        self.won[winner] += cards
        self.tricks[winner] += 1
        self.trick = []
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
        points = [card_points(cards) for cards in self.won]
        score = [0] * self.seats
        made: bool | str | None = None
        if self.declarer is not None:
            points[self.declarer] += card_points(self.discards + self.talon)  # KL-7, KA-4
            score, made = self._score(self.declarer, points[self.declarer])
        return {
            "passed_out": self.passed_out,
            "redeal_by": "same" if self.passed_out else None,
            "declarer": self.declarer,
            "trump": self.trump,
            "points": points,
            "tricks": list(self.tricks),
            "score": score,
            "made": made,
        }

    def _score(self, declarer: int, points: int) -> tuple[list[int], bool | str]:
        """The score by seat, and what became of the declarer."""
        if self.game == "klorsjavs_auction":
            return self._auction_score(declarer, points)
        each = self._opponents_lose(points)  # nothing if the declarer loses
        if each > 0 and not self.folded:
            return [0 if seat == declarer else -each for seat in range(self.seats)], True
        own = 8
        if not self.folded and self.tricks[declarer] == 0:
            own = self.options["no_trick"]  # KL-12
        return [-own if seat == declarer else 0 for seat in range(self.seats)], "fold" if self.folded else False

    def _opponents_lose(self, points: int) -> int:
        """What each opponent of a declarer with these points loses. Rule: KL-11, KL4-2."""
        four = self.game == "klorsjavs4"
        if points == (114 if four else 120):
            return 16
        if points >= (86 if four else 91):
            return 8
        if points >= (58 if four else 61):
            return 4
        return 0

    def _auction_score(self, declarer: int, points: int) -> tuple[list[int], bool]:
        """Rule: KA-6 to KA-8."""
        if self.bid in ("tout", "strøget tout"):
            won = self.tricks[declarer] == 6
            amount = 10 if self.bid == "tout" else 15
        else:
            won = points > 60
            amount = self._times(points, self.tricks[declarer]) * (1 if self.bid == "spil" else 4)
        if not won:
            amount = -amount
        own = 2 * amount if self.options["payment"] == "each" else amount
        return [own if seat == declarer else -amount for seat in range(3)], won

    def _times(self, points: int, tricks: int) -> int:
        """Whether spil or stryger is won or lost once, twice or three times over. Rule: KA-6, KA-7."""
        if points == 120 or tricks == 0:
            return 3
        if points >= self.options["double_at"] or points <= 30:
            return 2
        return 1


class Sheet:
    """The score sheet of a match. Rule: KL-13, KL-14, KA-9."""

    def __init__(self, game: str, options: dict[str, object], dealer: int) -> None:
        self.game = game
        self.options = complete(game, options)
        self.dealer = dealer  # who deals next
        start = 0 if game == "klorsjavs_auction" else 60
        self.columns = [[start] for _ in range(SEATS[game])]  # a column a seat: its totals
        self.over = False
        self.winners: list[int] = []
        self.losers: list[int] = []
        self.port: list[int] = []  # who has ended on 60

    def enter(self, result: Result | str) -> None:
        """Enters a deal's result, or "misdeal". Raises ValueError when the match is over."""
        if self.over:
            raise ValueError("the match is over")
        if isinstance(result, str):
            if result != "misdeal":
                raise ValueError(f"not a result: {result!r}")
            self._next_dealer()
        elif not result["passed_out"]:  # KL-6, KA-3: else the same dealer deals again
            for column, change in zip(self.columns, result["score"], strict=True):
                column.append(column[-1] + int(change))
            self._next_dealer()
            self._end_of_match([column[-1] for column in self.columns])

    def _next_dealer(self) -> None:
        self.dealer = (self.dealer + 1) % SEATS[self.game]

    def _end_of_match(self, totals: list[int]) -> None:
        """Rule: KL-13, KL-14, KA-9."""
        seats = range(len(totals))
        if self.game == "klorsjavs_auction":
            self.over = len(self.columns[0]) - 1 == self.options["deals"]
        else:
            self.over = min(totals) <= 0 and totals.count(min(totals)) == 1
        if not self.over:
            return
        self.winners = [seat for seat in seats if totals[seat] == max(totals)]
        if self.game != "klorsjavs_auction":
            self.losers = [totals.index(min(totals))]
            self.port = [seat for seat in seats if totals[seat] == 60 and self.options["port_penalty"] == "yes"]
