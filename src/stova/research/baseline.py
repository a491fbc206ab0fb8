"""What card players by search are measured against: sample and solve, the plainest of them."""

from dataclasses import dataclass

from stova.bots.checks import require_choice
from stova.bots.club import club
from stova.bots.sampling import means, solved
from stova.bots.thinking import Thinker
from stova.engine.actions import Action, Play
from stova.engine.view import View
from stova.errors import NoMemory, RulesError


@dataclass(frozen=True)
class SampleAndSolve(Thinker):
    """Draws worlds, each equally likely, and plays the card that takes most card points on average when all see all.

    This is perfect information Monte Carlo (Levy 1989; Ginsberg 2001). The club player decides where anything but a
    card may be chosen, in games that don't go by card points, as Stýrivolt, and where there are too many deals to
    count in the time, or no time for a single one, none is found, or there is too little memory to search.
    """

    level = "sample-and-solve"

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`. Raises RulesError for who has nothing to choose, or no seed."""
        require_choice(view, seed)
        only_cards = all(isinstance(action, Play) for action in view.legal)
        if len(view.legal) == 1 or view.game.race is not None or not only_cards:
            return club(view, seed)
        end = self.end()
        try:
            drawn = self.drawn(view, seed)
        except RulesError:
            return club(view, seed)
        try:
            values = means(solved(drawn, end, goal="points"))
        except NoMemory:
            values = {}
        return max(values, key=values.__getitem__) if values else club(view, seed)
