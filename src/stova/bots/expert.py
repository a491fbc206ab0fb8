"""An expert: thinks through as many deals that fit as its time allows, for the score."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from msgspec import Struct

from stova.bots.checks import require_choice
from stova.bots.club import club
from stova.bots.club.playing import choose
from stova.bots.inferring import hand_rate
from stova.bots.prospects import Worth, worth
from stova.bots.sampling import GRAIN, Drawn, Rows, estimated, gained, means, played_on, solved, valued
from stova.bots.thinking import Thinker
from stova.cards import Card
from stova.engine.actions import Action, Play
from stova.engine.view import View
from stova.errors import NoMemory, RulesError, shown

ESTIMATED = 0.3
"""The share of the time that goes to estimates; perfect play takes the rest."""
NEARLY = 0.02
"""Score too small to decide between cards."""
SLIGHT = 0.05
"""Score too small to call one action better than another, or to tell of."""
SURE = 1.0
"""How many standard errors speak for the match against the score."""
CLEAR = 2.0
"""How many speak for another call or exchange than the club player's, or another kind of action: to fold, or to keep
quiet."""

Kinds = tuple[Rows, ...]
"""Estimates, values under perfect play, or both; or what novices made of calls and exchanges."""


class Outlook(Struct, frozen=True, kw_only=True):
    """How an action looks by what its seat can see: the score it comes to, and how much more the best does.

    The best is what the expert would do. That may come to less: of cards that come to nearly the same the first needn't
    be played, nor where the match decides, and what is of another kind than usual has to be clearly better.
    """

    best: Action
    score: float
    """The score of the seat's party less that of an opponent, on average; before cards are played, of its side less the
    others'."""
    gain: float
    error: float
    """The standard error of `gain`, infinite where too few worlds were found."""

    @property
    def clear(self) -> bool:
        """Whether the best is clearly better."""
        return _clear(self.gain, self.error)


@dataclass(frozen=True)
class Expert(Thinker):
    """A bot that thinks for `seconds` on one core, or about so many `worlds`, on all there is to decide but how to cut.

    It draws worlds from its view. What a card comes to is the mean of what it is estimated at, which allows for
    mistakes, and the mean of what it is worth when all play perfectly, both in score. Where something else than a card
    may be chosen, such as to keep quiet about roem or to fold, perfect play alone says what to do; in a race to a
    number of tricks estimates alone. Towards the end of a match it prefers what surely wins that more often. What it
    says and puts down before the first card it tries by having novices go on from it.
    """

    level = "expert"

    def __call__(self, view: View, seed: int) -> Action:
        """One of `view.legal`. Raises RulesError for who has nothing to choose, or no seed."""
        require_choice(view, seed)
        return view.legal[0] if len(view.legal) == 1 else self._thought(view, seed)[1]

    def outlooks(self, view: View, seed: int) -> dict[Action, Outlook]:
        """How each action looks: what it would do first, the others from best to worst. Nothing without any world.

        Of cards that come to nearly the same it plays the one that brings most card points in a club player's eyes, in
        a race the weakest; towards the end of a match perhaps one that comes to less but wins it more often. It does as
        the club player without any world; and before the first card, or instead of something of another kind, unless
        ten worlds or more show something clearly better. Raises RulesError for who has nothing to choose, or no seed.
        """
        require_choice(view, seed)
        return self._outlooks(view, seed, ())

    def outlook(self, view: View, action: Action, seed: int) -> Outlook | None:
        """How one action looks; None where no world is found in time.

        Raises RulesError as `outlooks` does, and for what may not be done.
        """
        require_choice(view, seed)
        if action not in view.legal:
            raise RulesError(f"{shown(str(action))} may not be done by who has this view")
        return self._outlooks(view, seed, (action,)).get(action)

    def _outlooks(self, view: View, seed: int, asked: Collection[Action]) -> dict[Action, Outlook]:
        """All of them; of those `asked` about in every world."""
        kinds, best = self._thought(view, seed, asked)
        values = means(*kinds)
        found = {}
        for action in sorted(values, key=lambda action: (action != best, -values[action], view.game.numbers[action])):
            gain, error = gained(best, action, kinds)
            found[action] = Outlook(best=best, score=values[action], gain=gain, error=error)
        return found

    def _thought(self, view: View, seed: int, asked: Collection[Action] = ()) -> tuple[Kinds, Action]:
        """What actions come to in worlds, and what to do by that; of those `asked` about in every world."""
        end = self.end()
        try:
            drawn = self.drawn(view, seed, rate=hand_rate(view))
        except RulesError:
            return (), club(view, seed)
        try:
            if not view.points:
                return _before_play(view, seed, drawn, end, asked)
            if view.game.race is not None:
                guessed = estimated(drawn, end)
                return (guessed,), _best(view, means(guessed), partial(_weakest, view)) or club(view, seed)
            return self._card_play(view, seed, drawn, end)
        except NoMemory:
            return (), club(view, seed)

    def _card_play(self, view: View, seed: int, drawn: Drawn, end: float) -> tuple[Kinds, Action]:
        """What actions come to in card play by tables, and what to do.

        By estimates in many worlds and the solver in fewer; where not all are cards, as at a fold, by the solver alone.
        """
        match = worth(view)
        # Of a last deal it is a step that counts, which a grain would blur.
        grain = GRAIN if match is None else 1
        if not all(isinstance(action, Play) for action in view.legal):
            guessed, known = [], solved(drawn, end, grain=grain)
        else:
            # The worth of a mean isn't the mean worth: for the match each try stands by itself.
            repeats = None if match is None else 1
            guessed = estimated(drawn, end - (1 - ESTIMATED) * self.seconds, repeats=repeats)
            known = solved(drawn, end, grain=grain) if guessed else []
        values = means(guessed, known)
        first = _best(view, values, partial(choose, view, seed=seed))
        if first is None:
            return (guessed, known), club(view, seed)
        by_score = first if guessed else _unless_doubtful(first, club(view, seed), known)
        return (guessed, known), by_score if match is None else _for_match(by_score, values, (guessed, known), match)


def _before_play(view: View, seed: int, drawn: Drawn, end: float, asked: Collection[Action]) -> tuple[Kinds, Action]:
    """What actions come to before the first card, by playing on, and what to do: the usual if nothing is better."""
    usual, match = club(view, seed), worth(view)
    tried = played_on(drawn, view.legal, end, kept={usual, *asked})
    scores = valued(tried)
    by_score = _clearly_better(scores, usual)
    return (scores,), by_score if match is None else _clearly_better(valued(tried, match), by_score)


def _clear(gain: float, error: float) -> bool:
    """Whether something is clearly better by so much more, with this standard error."""
    return gain > max(SLIGHT, CLEAR * error)


def _clearly_better(rows: Rows, usual: Action) -> Action:
    """The best by these rows if it is clearly better than the usual action, or else that."""
    values = means(rows)
    best = max(rows[-1], key=values.__getitem__) if rows else usual
    return best if best != usual and _clear(*gained(best, usual, (rows,))) else usual


def _unless_doubtful(action: Action, usual: Action, known: Rows) -> Action:
    """The action; but if it is of another kind than the usual one and not clearly better, the usual one."""
    return action if type(action) is type(usual) or _clear(*gained(action, usual, (known,))) else usual


def _best(view: View, values: dict[Action, float], choice: Callable[[Sequence[Card]], Card]) -> Action | None:
    """What comes to most, but of cards nearly as good the `choice`; None of nothing."""
    if not values:
        return None
    best, *others = sorted(values, key=lambda action: (-values[action], view.game.numbers[action]))
    near = [best, *(action for action in others if values[action] > values[best] - NEARLY)]
    cards = [action.card for action in near if isinstance(action, Play)]
    return Play(choice(cards)) if 1 < len(cards) == len(near) else best


def _weakest(view: View, cards: Sequence[Card]) -> Card:
    """Nobody spends a good card where a poor one does as well."""
    tables = view.game.tables(view)
    return min(cards, key=lambda card: (tables.trumps >> card & 1, tables.order[card]))


def _for_match(by_score: Action, values: dict[Action, float], kinds: Kinds, match: Worth) -> Action:
    """What is surely better for the match than what is best for the score, or else that.

    Few worlds say little about who wins, and much about the score, which mostly says the same.
    """

    def surely(action: Action) -> float:
        """What it gains for the match as far as is sure; of another kind it must be as clear as anywhere."""
        errors = SURE if type(action) is type(by_score) else CLEAR
        gain, error = gained(action, by_score, kinds, match)
        return gain - errors * error

    return max(sorted(values, key=lambda action: (action != by_score, -values[action])), key=surely)
