"""`stova review`: what each card of recorded deals cost."""

from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from stova import records
from stova.cli.ledger import Ledger, ledger
from stova.cli.measured import ended_by_signals, meanwhile
from stova.cli.record_files import NO_RECORD, RECORDS, called, faults_of, opened, record_lines
from stova.cli.signs import Signs, signs_for
from stova.cli.storage import own_records
from stova.cli.words import costs
from stova.cli.words.people import counted
from stova.engine.match import Match
from stova.engine.state import State
from stova.errors import RecordError
from stova.review import SIGHT, EarlyStep, Step, choices, early_choices, early_steps, may_have_given, settled, steps
from stova.solver import Limit

WIDTH = 80
"""The longest lines, in characters."""


def review(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=f"{RECORDS} If not given, the match you finished last.")
    ] = None,
    number: Annotated[int | None, typer.Option("--match", min=1, help="Only this match of the file.")] = None,
    deal: Annotated[int | None, typer.Option(min=1, help="Only this deal of a match.")] = None,
    seconds: Annotated[
        float, typer.Option(min=0.001, max=3600, help="The time for each choice, and again for its score.")
    ] = 2,
    sight: Annotated[
        float,
        typer.Option(
            min=0.0, max=3600, help="Seconds to look at each choice that may have been wrong from its seat; 0: don't."
        ),
    ] = SIGHT,
) -> None:
    """Show what each card of finished deals cost.

    All hands are open for that: a card can be right by what its player knew, and still cost. Those that cost something,
    or may have, are then looked at from their seats, as is what was done before the first card.
    """
    last = lines = finished = 0
    explained = set[str]()
    latest = file is None and number is None
    file = file or own_records()
    with opened(file) as source, faults_of(called(file)):
        kept = enumerate(record_lines(source, called(file)), start=1)
        for last, (place, line) in deque(kept, maxlen=1) if latest else kept:
            if number in (None, last):
                match = records.load(line, where=f"line {place}")
                finished = max(finished, sum(state.is_over for state in match.deals))
                for told in _told(match, last, deal, Limit(seconds=seconds), sight or None, explained):
                    typer.echo(told)
                    lines += 1
    if not last:
        raise RecordError(called(file), NO_RECORD)
    if number is not None and number > last:
        raise RecordError(called(file), f"there is no match {number} in it; the last one is {last}.")
    if not lines:
        where = "it" if number is None else f"match {number}"
        if deal is None or not finished:
            raise RecordError(called(file), f"there is no finished deal in {where}.")
        raise RecordError(called(file), f"there is no finished deal {deal} in {where}; the last one is {finished}.")


def _worked_out(
    state: State, players: Sequence[str], signs: Signs, limit: Limit, sight: float | None
) -> tuple[Ledger, Sequence[EarlyStep]]:
    """A deal with what its choices cost, and how those before the first card looked; how far that is, is shown."""
    early, found, doubtful = list[EarlyStep](), list[Step](), 0
    asked, before = len(choices(state)), len(early_choices(state))
    with ended_by_signals(), meanwhile() as tell:
        if sight is not None and before:
            tell(costs.early_looking(0, before))
            for step in early_steps(state, seconds=sight):
                early.append(step)
                tell(costs.early_looking(len(early), before))
        tell(costs.working(0, asked))
        for known in steps(state, limit=limit, seconds=sight):
            found.append(known)
            if len(found) < asked:
                tell(costs.working(len(found), asked))
            elif sight is not None:
                doubtful = doubtful or sum(map(may_have_given, settled(state, found)))
                tell(costs.looking(len(found) - asked, doubtful))
    return ledger(state, players, signs, found, early=early), early


def _told(
    match: Match, number: int, deal: int | None, limit: Limit, sight: float | None, explained: set[str]
) -> Iterator[str]:
    """The deals of a match in lines of text; nothing when it hasn't finished the one asked for.

    Legends that are `explained` already are left out, the others come to be.
    """
    played = [state for state in match.deals if state.is_over]
    signs = signs_for(ascii_only=False, colour=True)
    # Some letters are several in plain ones, others none.
    players = [signs.text(name).strip() or f"Player {seat}" for seat, name in enumerate(match.players, start=1)]
    found, before = list[Step](), list[EarlyStep]()
    for at, state in enumerate(played, start=1):
        if deal in (None, at):
            yield signs.text(f"{match.game.title}, match {number}. {costs.title(at, played=bool(choices(state)))}")
            shown, early = _worked_out(state, players, signs, limit, sight)
            for line in shown.lines(WIDTH, explained=explained):
                yield signs.text("".join(text for text, _ in line)).rstrip()
            yield ""
            explained.update(shown.legends)
            found += shown.found.values()
            before += early
    if deal is None and len(played) > 1:
        yield signs.text(f"{match.game.title}, match {number}. {counted(len(played), 'deal')}")
        yield from costs.totals(players, found, before, looked=sight is not None)
        yield ""
