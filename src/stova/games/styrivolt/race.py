"""The card play of Stýrivolt as a race, for the kernel. Rules: ST-8, ST-11, ST-15 to ST-18, ST-22, ST-29, ST-30."""

from collections.abc import Iterator, Sequence

from stova.cards import Card, CardSet, Suit, card_set
from stova.engine.actions import Action, GoOn, LeadTrader, Play, Stop, Trade
from stova.engine.race import Pile, RacePoint, Swap
from stova.engine.state import State
from stova.engine.tables import CardTables
from stova.games.styrivolt.board import RANKED, TRADER, board_of, holds
from stova.games.styrivolt.powers import PACK, Power, card_tables, is_stikkar, power
from stova.games.styrivolt.stock import GIVEN, TRICKS, entitled
from stova.games.styrivolt.trading import BIRD, card_of, claimant


def race_tables(state: State, ranks: frozenset[str]) -> tuple[CardTables, CardSet]:
    """The tables of the deal when four of these ranks have been together, and its lambs. Rule: ST-8."""
    chosen, fours = board_of(state).chosen, tuple(sorted(ranks))
    lambs = card_set(card for card in PACK if power(card, chosen, fours) == Power.LAMB)
    return card_tables(chosen, fours, state.game.options.must_beat), lambs


def race_point(state: State) -> RacePoint | None:
    """The state as one of a race; None where it is no time to play, stop or go on."""
    legal = state.legal_actions()
    if not any(isinstance(action, Play | LeadTrader | Stop) for action in legal):
        return None
    board, winners = board_of(state), [trick.winner for trick in state.tricks]
    swaps = tuple(_swaps(state))
    to_be_had = card_set(swap.take for swap in swaps)
    return RacePoint(
        at_rest=all(_in_the_race(state, action) for action in legal),
        changes=frozenset(board.ranks),
        possible=_to_come(state, *(hand | to_be_had for hand in state.hands if to_be_had)),
        swaps=swaps,
        open=card_set(card for cards in board.exposed for card in cards),
        opened_alone=len(set(winners[:5])) == 1,
        decided=board.went_on == len(winners),
        pile=_pile(state),
        loose=frozenset(state.game.sides[seat] for seat in range(4) if _may_claim(state, seat)),
    )


def _to_come(state: State, *reaches: CardSet) -> dict[str, CardSet]:
    """The ranks of which four haven't been together yet and may be, by cards that may come into one hand."""
    ranks = board_of(state).ranks
    return {
        rank: four for rank, four in RANKED.items() if rank not in ranks and any(not four & ~reach for reach in reaches)
    }


def _in_the_race(state: State, action: Action) -> bool:
    if isinstance(action, Trade):
        return action.taken not in board_of(state).laid
    return isinstance(action, Play | LeadTrader | Stop | GoOn)


def _swaps(state: State) -> Iterator[Swap]:
    board = board_of(state)
    for suit, cards in zip(board.chosen, board.exposed, strict=True):
        for card in cards:
            if card.rank != TRADER:
                yield Swap(give=card_of(TRADER, suit), take=card)
            if state.game.options.king_takes_bird == "yes" and (card, suit) == (BIRD, Suit.HEARTS):
                king = card_of("K", suit)
                yield Swap(give=king, take=BIRD, from_trick=TRICKS - 1, claim=True)
                yield Swap(give=card_of(TRADER, suit), take=king)


def _pile(state: State) -> Pile | None:
    """What lies in the stock's place, and stikkar laid open, if anybody may yet take it. Rules: ST-18 to ST-22."""
    seats = frozenset(seat for seat in range(4) if _may_take(state, seat))
    if not seats or not state.talon:
        return None
    board = board_of(state)
    cards = card_set((*state.talon, *board.laid))
    going_round = cards | card_set(card for lying in board.exposed for card in lying)
    for seat in seats:
        going_round |= state.hands[seat]
    return Pile(
        cards=cards,
        seats=seats,
        lapses=state.game.options.late_stock == "no" and not board.takers,
        whole=board.stock_lies,
        pairs=tuple(_of_pair(lying) for lying in board.exposed),
        binding=card_set(card for card in PACK if is_stikkar(card, board.chosen)),
        possible=_to_come(state, going_round),
    )


def _of_pair(lying: Sequence[Card]) -> CardSet:
    """Those of two cards exposed that may go with the stock. Rule: ST-20."""
    return card_set(card for card in lying if card.rank not in GIVEN) if len(lying) == 2 else 0


def _may_take(state: State, seat: int) -> bool:
    """Whether the seat may take what lies in the stock's place, now or at a later turn."""
    board, late = board_of(state), state.game.options.late_stock == "yes"
    if not entitled(state, seat):
        return False
    if late or board.first_taken_in == 0:
        return True
    return not board.takers and not state.tricks and any(entitled(state, other) for other in _yet_to_play(state))


def _yet_to_play(state: State) -> tuple[int, ...]:
    return tuple((state.leader + place) % 4 for place in range(len(state.trick), 4))


def _may_claim(state: State, seat: int) -> bool:
    board = board_of(state)
    if state.tricks or board.takers:
        return False
    kings = [claimant(board.laid_first, card) for card in board.laid]
    queens = [card_of("Q", king.suit) for king in kings if state.game.options.queen_if_king_in_stock == "yes"]
    return any(holds(state, seat, card) for card in (*kings, *queens))
