"""The card play of Stýrivolt as a race, for the kernel. Rules: ST-8, ST-11, ST-15 to ST-18, ST-22, ST-29, ST-30."""

from collections.abc import Iterator

from stova.cards import CardSet, Suit, card_set
from stova.engine.actions import Action, GoOn, LeadTrader, Play, Stop, Trade
from stova.engine.race import RacePoint, Swap
from stova.engine.state import State
from stova.engine.tables import CardTables
from stova.games.styrivolt.board import RANKED, TRADER, board_of, holds
from stova.games.styrivolt.powers import PACK, Power, card_tables, power
from stova.games.styrivolt.stock import TRICKS, entitled
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
    lying = card_set(card for cards in board.exposed for card in cards)
    return RacePoint(
        at_rest=all(_in_the_race(state, action) for action in legal),
        changes=frozenset(board.ranks),
        possible={
            rank: four
            for rank, four in RANKED.items()
            if rank not in board.ranks and four & lying and any(not four & ~(hand | lying) for hand in state.hands)
        },
        swaps=tuple(_swaps(state)),
        open=lying,
        opened_alone=len(set(winners[:5])) == 1,
        decided=board.went_on == len(winners),
        loose=frozenset(state.game.sides[seat] for seat in range(4) if _may_more(state, seat)),
    )


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
                yield Swap(give=card_of("K", suit), take=BIRD, from_trick=TRICKS - 1, claim=True)


def _may_more(state: State, seat: int) -> bool:
    """Whether the seat may yet take what lies in the stock's place, or claim a stikkar laid open."""
    return _may_take(state, seat) or _may_claim(state, seat)


def _may_take(state: State, seat: int) -> bool:
    board, late = board_of(state), state.game.options.late_stock == "yes"
    if not late and (board.first_taken_in if board.takers else state.tricks):
        return False
    if not entitled(state, seat):
        return False
    return late or bool(board.takers) or any(entitled(state, other) for other in _yet_to_play(state))


def _yet_to_play(state: State) -> tuple[int, ...]:
    return tuple((state.leader + place) % 4 for place in range(len(state.trick), 4))


def _may_claim(state: State, seat: int) -> bool:
    board = board_of(state)
    if state.tricks or board.takers:
        return False
    kings = [claimant(board.laid_first, card) for card in board.laid]
    queens = [card_of("Q", king.suit) for king in kings if state.game.options.queen_if_king_in_stock == "yes"]
    return any(holds(state, seat, card) for card in (*kings, *queens))
