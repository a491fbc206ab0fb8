"""Which way of asking a turn needs, by the kinds of action there are."""

from stova.cli.table.asking import Asker, ChoiceAsker, CutAsker, Offer, Widgets
from stova.cli.table.exchanging import ExchangeAsker
from stova.cli.table.playing import PlayAsker
from stova.engine.actions import Cut, Discard, Exchange, LeadTrader, Play, Take
from stova.engine.view import View


def ask(view: View, widgets: Widgets, offer: Offer) -> Asker:
    """Begin to ask for what the view's seat is to do."""
    kinds = {type(action) for action in view.legal}
    if kinds & {Play, LeadTrader}:
        return PlayAsker(view, widgets, offer)
    if kinds & {Discard, Exchange} and Take not in kinds:
        return ExchangeAsker(view, widgets, offer)
    if Cut in kinds:
        return CutAsker(view, widgets, offer)
    return ChoiceAsker(view, widgets, offer)
