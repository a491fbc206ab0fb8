"""Going along where the stock is taken, and what was put down for it. Rules: ST-18 to ST-22."""

from stova.cards import CardSet, card_set
from stova.engine.actions import Action, Back, Both, FaceDown, PutAway, Stay, TakeExposed, TakeStock, Trade
from stova.engine.ways import TALON, Walk
from stova.games.styrivolt.hidden.along import Along
from stova.games.styrivolt.stock import left_over, traders_for_stikkar


def take(deal: Along, seat: int, action: Action | FaceDown) -> None:
    """Goes along what was done about the stock."""
    match action:
        case TakeStock():
            _dealt_no_stikkar(deal, seat)
            deal.taker, deal.along = seat, []
        case TakeExposed():
            deal.along.append(action.card)
        case Back():
            _back(deal, seat)
        case Both():
            _both(deal, seat)
        case PutAway():
            _put_away(deal.walk, seat, 1 << action.card)
        case FaceDown():
            deal.walk.down.append(deal.walk.split(seat, TALON, 1))


def _dealt_no_stikkar(deal: Along, seat: int) -> None:
    for index, route in enumerate(deal.walk.routes):
        if route.origin == seat:
            deal.walk.never[index] |= deal.stikkar


def _put_away(walk: Walk, seat: int, card: CardSet) -> None:
    went = walk.split(seat, TALON, 1)
    walk.bar(went, ~card)
    walk.bar(walk.leading_to(seat), card)


def carry_out_before(deal: Along, seat: int, action: Action | FaceDown) -> None:
    """What had to wait for answers has happened once something else is done."""
    answer = isinstance(action, Stay | Trade) and seat != deal.taker
    if not answer and not (isinstance(action, TakeExposed) and seat == deal.taker):
        carry_out(deal)


def carry_out(deal: Along) -> None:
    """The hand of who is taking, if anyone, goes down in the stock's place, and what lay there is the hand."""
    walk, seat = deal.walk, deal.taker
    if seat is None:
        return
    hand, deal.came = walk.leading_to(seat), walk.leading_to(TALON)
    deal.traders = traders_for_stikkar(deal.board)
    if deal.stock_lies:
        deal.along += left_over(deal.board)
    walk.move(hand, TALON)
    walk.move(deal.came, seat)
    for card in deal.along:
        walk.hide(card, seat)
    deal.exposed = [tuple(card for card in cards if card not in deal.along) for cards in deal.exposed]
    deal.laid = tuple(card for card in deal.laid if card not in deal.along)
    deal.taker, deal.of_stock, deal.stock_lies = None, deal.stock_lies, False
    walk.note_hand(seat)


def _put_down(walk: Walk) -> CardSet:
    """The pile the viewer put down when it changed back."""
    view = walk.view
    away = {action.card for seat, action in view.history if seat == view.seat and isinstance(action, PutAway)}
    return card_set(card for card in view.own.put_down if card not in away)


def _back(deal: Along, seat: int) -> None:
    """The hand put down is the hand again, and what came for it lies where it lay: neither had a stikkar to be had."""
    walk = deal.walk
    hand = walk.leading_to(TALON)
    walk.bar(deal.came, deal.stikkar)
    walk.bar(hand, deal.traders)
    _lay_back(deal, seat)
    pile = [index for index in walk.leading_to(seat) if not _left(walk, index)]
    if walk.view.seat == seat:
        walk.bar(pile, ~_put_down(walk))
    walk.move(pile, TALON)
    walk.move(hand, seat)
    deal.stock_lies = deal.of_stock
    walk.note_hand(seat)


def _lay_back(deal: Along, seat: int) -> None:
    """What lay open and came along lies open again, a lamb before its stikkar."""
    for card in deal.along:
        deal.walk.see(card, seat)
        place = deal.search.chosen.index(card.suit)
        deal.exposed[place] = tuple(sorted((*deal.exposed[place], card), key=lambda own: own.rank != "7"))


def _left(walk: Walk, index: int) -> bool:
    """Whether the card that went this way has been seen since."""
    token = walk.routes[index].token
    return token is not None and token in walk.ways


def _both(deal: Along, seat: int) -> None:
    """The hand put down is taken too: neither had a stikkar, or a trader for one."""
    walk = deal.walk
    down = walk.leading_to(TALON)
    walk.bar(deal.came, deal.stikkar | traders_for_stikkar(deal.board))
    walk.bar(down, deal.stikkar | deal.traders)
    walk.move(down, seat)
    walk.note_hand(seat)
