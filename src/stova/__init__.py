"""Stova: Sjavs, Stýrivolt and Klaverjas. `stova.games()` lists the games, `stova.game(name)` makes one.

>>> import stova
>>> state = stova.game("sjavs").deal(key="00" * 32)
>>> state = state.apply(state.legal_actions()[0])
"""

from stova.cards import Card, Suit
from stova.engine.actions import Action
from stova.engine.ending import Ending
from stova.engine.game import Game
from stova.engine.match import Match
from stova.engine.result import Result
from stova.engine.state import State
from stova.engine.view import View
from stova.errors import BotError, IllegalAction, NoMemory, NotationError, RecordError, RulesError, StovaError
from stova.games import game, games, presets

__all__ = [
    "Action",
    "BotError",
    "Card",
    "Ending",
    "Game",
    "IllegalAction",
    "Match",
    "NoMemory",
    "NotationError",
    "RecordError",
    "Result",
    "RulesError",
    "State",
    "StovaError",
    "Suit",
    "View",
    "game",
    "games",
    "presets",
]
