"""The oracle: Stýrivolt, written naively from the rule book and from nothing else.

It is the second implementation the real one is tested against, so it shares no code with it and has no tables: cards
are strings ("9H"), hands are lists, and what is legal is worked out afresh each time. Rule numbers (ST-13) are those
of `styrivolt.md`. A `Deal` is one deal from the cut (or from given hands) to its result. What beats what is in
`oracle_styrivolt_cards.py`, the sheet in `oracle_chalk.py`.

What is optional and secret (the stock, a trader) is offered among the plays at one's own turn, and playing a card
declines it; a question several seats could answer (ST-20, ST-29, ST-30) is put to every seat it could concern.

Readings taken where neither the rule book nor the house's list of readings decides:

- ST-15: a leader whose five could be traded for nothing but a lamb, and who may not lead a lamb, can't lead the five.
- ST-19: the taker's cards are compared with those the others hold, one that lies in the trick counted with its hand.
- ST-20: before a taking the five is asked for the pairs alone, not for a suit with one card exposed. All other seats
  are asked, even when nothing is left to trade for. What is left of a pair goes with the stock at the first taking, or
  at a later one if the stock itself lies there again (ST-21, changed back).
- ST-21: "the original hand" is the hand as put down: a stikkar traded into it stands in the way of keeping both. A
  trade made since the taking (a five for a lamb) stands when the taker changes back: the lamb goes with the pile.
- ST-22: a pile too small to play the deal out with (one card put away after keeping both) can't be taken.
- ST-29: the right of king and queen lapses with the first trick, so a first taking after it (`late_stock`) asks nobody
  about the laid stikkar. If only the lower of two of one suit is left, or the king
  has been seen in a trick or lies open, `queen_if_king_in_stock` asks nobody. A seat
  that trades its queen is asked again, as in ST-20.
- ST-30: the question ends when the five takes the bird. The king then lying in its place is an exposed card.
"""

from __future__ import annotations

from oracle_styrivolt_cards import (
    PACK,
    PERMANENT,
    TRICKS,
    Result,
    beats,
    best_to_expose,
    card_value,
    claimant,
    complete,
    four_ranks,
    is_stikkar,
    made,
    search_stock,
    side_tricks,
    winning_play,
)


class Deal:
    """One deal. Seats are 0.. clockwise; see the attributes set in `__init__` for what a test may look at."""

    def __init__(
        self,
        options: dict[str, object],
        dealer: int,
        *,
        pack: list[str] | None = None,
        hands: list[list[str]] | None = None,
        stock: list[str] | None = None,
    ) -> None:
        self.options = complete(options)
        self.dealer = dealer
        self.forehand = (dealer + 1) % 4
        self.pack = list(pack or [])
        self.hands: list[list[str]] = [[], [], [], []]
        self.dealt: list[list[str]] = [[], [], [], []]
        self.stock: list[str] = []  # what lies face down: the stock, top first, or a hand put down for it
        self.laid: list[str] = []  # stikkar laid face up by the cutter and unclaimed (ST-29), found first first
        self.laid_first: list[str] = []  # the same, claimed or not
        self.turned: list[str] = []  # by the dealer, choosing
        self.chosen: list[str] = []  # suits, in the order found
        self.exposed: dict[str, list[str]] = {}  # what lies open for a chosen suit, a traded five too
        self.fours: set[str] = set()  # ranks of which four have been together in a hand (ST-11)
        self.announced: set[str] = set()
        self.trick: list[tuple[int, str]] = []
        self.history: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[], [], [], []]  # cards taken in tricks
        self.trick_winners: list[int] = []
        self.takers: list[int] = []  # of the stock, in order
        self.stock_intact = True  # the stock itself lies there, never taken or changed back
        self.was_intact = True  # it lay there when it was last taken
        self.came: list[tuple[str, int]] = []  # what came with the cards taken, and its place among the exposed
        self.just_taken = False  # nothing but trades since the taking, in the same turn
        self.may_put_away = False
        self.question = ""  # stock, queen or bird
        self.asker = 0
        self.asked: list[int] = []  # the seats still to be asked
        self.passed_out = False
        self.phase = "cut"  # cut, choose, play, ask, take, go on, over
        self.to_act: int | None = (dealer - 1) % 4
        self._check_cards(pack, hands, stock)
        if hands is not None:
            self._take_hands(hands, stock or [])
        elif self.options["cut_for_stikkar"] == "no":
            self._deal()

    def _check_cards(self, pack: list[str] | None, hands: list[list[str]] | None, stock: list[str] | None) -> None:
        cards = list(pack or []) + [card for hand in hands or [] for card in hand] + list(stock or [])
        if sorted(cards) != sorted(PACK) or (hands is not None and [len(hand) for hand in hands] != [TRICKS] * 4):
            raise ValueError("not the 48 cards, each once, in a pack or in hands of nine and a stock")

    # -- the cut, the deal and the choosing of suits -------------------------------------------------------------

    def _cut(self, top: int) -> None:
        """Rule: ST-29."""
        self.pack = self.pack[top:] + self.pack[:top]
        looks = 1 if self.options["cut_for_stikkar"] == "bottom" else 4
        for card in self.pack[::-1][:looks]:
            if card in PERMANENT and len(self.laid) < self.options["cut_exposes"]:
                self.laid.append(card)
        self.laid_first = list(self.laid)
        self._deal()

    def _deal(self) -> None:
        """Rule: ST-1."""
        hands: list[list[str]] = [[], [], [], []]
        for _ in range(3):
            for turn in range(4):
                for _ in range(3):
                    hands[(self.forehand + turn) % 4].append(self.pack.pop(0))
        stock = [card for card in self.pack if card not in self.laid]
        self.pack = []
        self._take_hands(hands, stock)

    def _take_hands(self, hands: list[list[str]], stock: list[str]) -> None:
        self.hands = [list(hand) for hand in hands]
        self.dealt = [list(hand) for hand in hands]
        self.stock = list(stock)
        self._note_fours()
        self.turned, self.chosen = search_stock(stock)
        self.phase = "choose"
        self.to_act = self.dealer
        if len(self.chosen) < 2:
            self.passed_out = True
            self._end()

    def _expose(self, cards: list[str]) -> None:
        """Rule: ST-13, ST-14."""
        self.exposed[cards[0][1]] = cards
        self.stock = [card for card in self.stock if card not in cards]
        if len(self.exposed) == 2:
            self._turn_of(self.forehand)

    def _note_fours(self) -> None:
        """Rule: ST-11."""
        self.fours |= {rank for hand in self.hands for rank in four_ranks(hand)}

    # -- what is legal -------------------------------------------------------------------------------------------

    def legal(self) -> set[str]:
        """The actions of the seat to act; none when the deal is over."""
        if self.to_act is None:
            return set()
        if self.phase == "cut":
            return {f"cut {n}" for n in range(1, 48)}
        if self.phase == "choose":
            return {f"expose {cards}" for cards in best_to_expose(self.chosen[len(self.exposed)], self.turned)}
        if self.phase == "ask":
            return {"stay"} | {f"trade {trade}" for trade in self._answers(self.to_act)}
        if self.phase == "take":
            return {f"take {card}" for card in self.exposed[self._pairs()[0]]}
        if self.phase == "go on":
            return {"stop", "go on"}
        return self._turn(self.to_act)

    def _turn(self, seat: int) -> set[str]:
        """All a seat may do at its own turn in play."""
        trades = self._five_trades(seat, self.chosen) + self._laid_trades(seat) + self._bird_trade(seat)
        actions = {f"play {play}" for play in self._plays(seat)} | {f"trade {trade}" for trade in trades}
        if self._may_take(seat):
            actions.add("stock")
        if self.just_taken and not self._has_stikkar(self.hands[seat]) and not self._has_trader(self.stock):
            actions.add("back")  # ST-21
            if not self._has_stikkar(self.stock) and not self._has_trader(self.hands[seat]):
                actions.add("both")
        played = [player for player, _ in self.trick]
        others = [len(self.hands[other]) + (other in played) for other in range(4) if other != seat]
        if self.may_put_away and len(self.hands[seat]) > max(others):  # ST-19
            actions |= {f"put away {card}" for card in self.hands[seat]}
        return actions

    def _value(self, card: str) -> str:
        return card_value(card, self.chosen, self.fours)

    def _plays(self, seat: int) -> list[str]:
        """Rule: ST-16, and ST-15 for "5H for AH"."""
        hand = self.hands[seat]
        if not self.trick:
            return [play for card in hand for play in self._leads(seat, card)]
        winner, winning = winning_play(self.trick, self.chosen, self.fours)
        better = [card for card in hand if beats(self._value(card), self._value(winning))]
        if self.options["must_beat"] == "yes" and better and winner != (seat + 2) % 4:
            return better
        return hand

    def _leads(self, seat: int, card: str) -> list[str]:
        """Rule: ST-8, ST-15."""
        trades = [trade for trade in self._five_trades(seat, self.chosen) if trade.startswith(card)]
        if trades:
            return [trade for trade in trades if self._may_lead(seat, trade.split()[2])]
        return [card] if self._may_lead(seat, card) else []

    def _may_lead(self, seat: int, card: str) -> bool:
        """Rule: ST-8."""
        return self._value(card) != "7" or seat in self.trick_winners

    def _five_trades(self, seat: int, suits: list[str]) -> list[str]:
        """Rule: ST-15."""
        held = [suit for suit in suits if "5" + suit in self.hands[seat]]
        return [f"5{suit} for {card}" for suit in held for card in self.exposed[suit] if card[0] != "5"]

    def _laid_open(self) -> list[str]:
        """The laid stikkar that can still be claimed. Rule: ST-29."""
        return [] if self.trick_winners or self.takers else self.laid

    def _laid_trades(self, seat: int) -> list[str]:
        pairs = [(claimant(card, self.laid_first), card) for card in self._laid_open()]
        return [f"{king} for {card}" for king, card in pairs if king in self.hands[seat]]

    def _laid_for_queens(self) -> list[str]:
        kings = [card for card in self._laid_open() if claimant(card, self.laid_first)[0] == "K"]
        trick = [card for _, card in self.trick]
        seen = [card for cards in (*self.won, trick, *self.exposed.values()) for card in cards]
        return [card for card in kings if "K" + card[1] not in seen]

    def _bird_trade(self, seat: int) -> list[str]:
        """Rule: ST-30."""
        if self.options["king_takes_bird"] == "no" or len(self.trick_winners) < TRICKS - 1:
            return []
        there = "2H" in self.exposed.get("H", []) and "KH" in self.hands[seat]
        return ["KH for 2H"] if there else []

    def _pairs(self) -> list[str]:
        """The chosen suits for which both lamb and stikkar lie exposed. Rule: ST-20."""
        suits = [suit for suit in self.chosen if "7" + suit in self.exposed[suit]]
        return [suit for suit in suits if self._has_stikkar(self.exposed[suit])]

    def _answers(self, seat: int) -> list[str]:
        if self.question == "queen":
            return [f"Q{card[1]} for {card}" for card in self._laid_for_queens() if "Q" + card[1] in self.hands[seat]]
        if self.question == "bird":
            return [trade for trade in self._five_trades(seat, ["H"]) if trade == "5H for 2H"]
        return self._five_trades(seat, self._pairs()) + self._laid_trades(seat)

    def _has_stikkar(self, cards: list[str]) -> bool:
        return any(is_stikkar(card, self.chosen) for card in cards)

    def _has_trader(self, cards: list[str]) -> bool:
        """Whether there is a trader for a stikkar among the cards. Rule: ST-21."""
        return any("5" + suit in cards and self._has_stikkar(self.exposed[suit]) for suit in self.chosen)

    def _may_take(self, seat: int) -> bool:
        """Rule: ST-18, ST-22."""
        if self._has_stikkar(self.dealt[seat]) or seat in self.takers:
            return False
        if not self.takers:
            return not self.trick_winners or self.options["late_stock"] == "yes"
        return self.stock_intact or len(self.stock) >= TRICKS - len(self.trick_winners)

    # -- what happens --------------------------------------------------------------------------------------------

    def apply(self, text: str) -> None:
        """Raises ValueError if the action is not legal."""
        if self.to_act is None or text not in self.legal():
            raise ValueError(f"not legal: {text!r}")
        self.do(text)

    def do(self, text: str) -> None:
        """Does an action that is known to be legal."""
        assert self.to_act is not None
        seat = self.to_act
        self.history.append((seat, text))
        word, *rest = text.split()
        if word == "cut":
            self._cut(int(rest[0]))
        elif word == "expose":
            self._expose(rest)
        elif text == "stop":
            self._end()
        elif text == "go on":
            self._turn_of(seat)
        elif word == "stay":
            self._next_asked()
        elif word == "take":
            self._take_along(rest[0])
            self._take_next()
        elif word == "trade":
            self._trade_said(seat, rest[0], rest[2])
        elif word == "play":
            self._play(seat, rest)
        else:
            self._stock_action(seat, word, rest[-1] if rest else "")

    def _turn_of(self, seat: int) -> None:
        self.phase = "play"
        self.to_act = seat

    def _end(self) -> None:
        self.phase = "over"
        self.to_act = None

    def _ask(self, question: str, asker: int, seats: list[int]) -> None:
        self.question = question
        self.asker = asker
        self.asked = seats
        self.phase = "ask"
        self.to_act = seats[0]

    def _next_asked(self) -> None:
        self.asked.pop(0)
        if self.asked:
            self.to_act = self.asked[0]
        elif self.question == "stock":
            self._take_next()
        elif self.question == "queen":
            self._end_trick()
        else:
            self._trade(self.asker, "KH", "2H")
            self._turn_of(self.asker)

    def _trade_said(self, seat: int, given: str, got: str) -> None:
        """Rule: ST-15, ST-20, ST-29, ST-30."""
        if self.phase == "play" and given + got == "KH2H" and got not in self.laid:
            self._ask("bird", seat, [(seat + turn) % 4 for turn in (1, 2, 3)])
            return
        self._trade(seat, given, got)
        if self.phase == "ask" and self.question == "bird":
            self._turn_of(self.asker)

    def _trade(self, seat: int, given: str, got: str) -> None:
        self.hands[seat].remove(given)
        self.hands[seat].append(got)
        if got in self.laid:
            self.laid.remove(got)
            self.stock.append(given)
        else:
            place = self.exposed[got[1]]
            place[place.index(got)] = given
        self._note_fours()

    # -- the stock -----------------------------------------------------------------------------------------------

    def _stock_action(self, seat: int, word: str, card: str) -> None:
        self.just_taken = False
        if word == "stock":
            self._stock_called(seat)
        elif word == "back":
            self._change_back(seat)
        elif word == "both":
            self.hands[seat] += self.stock
            self.stock = []
            self._note_fours()
        else:  # put away
            self.hands[seat].remove(card)
            self.stock.append(card)
            self.may_put_away = False

    def _stock_called(self, seat: int) -> None:
        """Rule: ST-20, ST-29."""
        self.came = []
        self.asker = seat
        if self._laid_open() or self._pairs():
            self._ask("stock", seat, [(seat + turn) % 4 for turn in (1, 2, 3)])
        else:
            self._take_next()

    def _take_along(self, card: str) -> None:
        place = self.exposed[card[1]]
        self.came.append((card, place.index(card)))
        place.remove(card)

    def _take_next(self) -> None:
        """The taker says which of a pair to take, or has all. Rule: ST-20."""
        if self._pairs():
            self.phase = "take"
            self.to_act = self.asker
        else:
            self._take(self.asker)

    def _take(self, seat: int) -> None:
        """Rule: ST-19, ST-20, ST-29."""
        for suit in self.chosen if self.stock_intact else []:
            place = self.exposed[suit]
            if len(place) == 2 and "5" + suit in place:  # one of a pair was traded away
                self._take_along(next(card for card in place if card[0] != "5"))
        taken = self.stock + [card for card, _ in self.came] + self.laid
        self.hands[seat], self.stock = taken, self.hands[seat]
        self.laid = []
        self.takers.append(seat)
        self.was_intact = self.stock_intact
        self.stock_intact = False
        self.just_taken = self.may_put_away = True
        self._note_fours()
        self._turn_of(seat)

    def _change_back(self, seat: int) -> None:
        """Laid stikkar are not among the cards: with a stikkar taken there is no changing back. Rule: ST-21."""
        came = [card for card, _ in self.came]
        pile = [card for card in self.hands[seat] if card not in came]
        for card, index in reversed(self.came):
            self.exposed[card[1]].insert(index, card)
        self.hands[seat], self.stock = self.stock, pile
        self.stock_intact = self.was_intact
        self.may_put_away = False

    # -- play and result -----------------------------------------------------------------------------------------

    def _play(self, seat: int, words: list[str]) -> None:
        """Plays a card, or ["5H", "for", "AH"]: trades and leads. Rule: ST-11, ST-15, ST-16."""
        card = words[-1]
        if len(words) == 3:
            self._trade(seat, words[0], card)
        self.just_taken = self.may_put_away = False
        if self._value(card) != card_value(card, self.chosen, []):
            self.announced.add(card[0])
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < 4:
            self._turn_of((seat + 1) % 4)
        elif self.options["queen_if_king_in_stock"] == "yes" and self._laid_for_queens():
            self._ask("queen", seat, [(self.forehand + turn) % 4 for turn in range(4)])
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """Rule: ST-16, ST-17."""
        winner, _ = winning_play(self.trick, self.chosen, self.fours)
        self.won[winner] += [card for _, card in self.trick]
        self.trick_winners.append(winner)
        self.trick = []
        tricks = side_tricks(self.trick_winners)
        if max(tricks) < 5:
            self._turn_of(winner)
        elif min(tricks) == 0 and sum(tricks) < TRICKS:
            self.phase = "go on"
            self.to_act = winner
        else:
            self._end()

    def result(self) -> Result:
        """Raises ValueError while the deal is not over."""
        if self.to_act is not None:
            raise ValueError("the deal is not over")
        tricks = side_tricks(self.trick_winners)
        result: Result = {
            "passed_out": self.passed_out,
            "chosen": list(self.chosen),
            "tricks": [self.trick_winners.count(seat) for seat in range(4)],
            "winner": None if self.passed_out else tricks.index(max(tricks)),
            "made": None if self.passed_out else made(self.trick_winners),
        }
        if self.passed_out:
            result["redeal_by"] = "same"  # ST-12
        return result
