"""How an evening goes: the draw, turn after turn, deal after deal, to the end of the match and another."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from stova import review
from stova.bots import bots
from stova.bots.forfeits import Forfeit
from stova.cli.sitting import HUMAN, dismiss, forfeited, think
from stova.cli.table import pages
from stova.cli.table.choices import Choice
from stova.cli.table.costs import CostsPage, Findings
from stova.cli.table.panel import Panel
from stova.cli.table.scrolled import Transcript
from stova.cli.thinking import thinker
from stova.cli.words import asking, labels, people, story
from stova.cli.words.news import announcements, news, stepped_in
from stova.engine.actions import Action
from stova.engine.view import View

if TYPE_CHECKING:
    from stova.cli.table.table import Table

PACE = 0.55
"""Seconds a bot takes at least."""
AUTOMATIC = "novice"
"""The level that cuts, and plays an only card, for a human who doesn't want to."""
MOMENT = 2.2
"""Seconds a finished trick lies there, unless the table waits for a key."""


async def play(table: "Table") -> None:
    """Play matches until the human has had enough."""
    again = True
    while again:
        await _draw_for_seats(table)
        await _play_match(table)
        again = await _end_match(table)
    table.app.exit()


async def _draw_for_seats(table: "Table") -> None:
    match = table.sitting.match
    if table.sitting.fresh and match.draw is not None and not match.state.history:
        page = pages.draw_page(match.draw, match.players, match.game, table.signs)
        await table.panel(labels.SEATS_DRAWN, page, [Choice("enter", labels.ON, None)])


async def _play_match(table: "Table") -> None:
    sitting = table.sitting
    while True:
        if not sitting.match.state.is_over:
            await _turn(table)
        elif sitting.match.is_over:
            return
        else:
            await _end_deal(table)
            sitting.next_deal()
            table.prompt.tell(_keep(table))
            table.show()


async def _turn(table: "Table") -> None:
    sitting = table.sitting
    before, asked = sitting.view(), sitting.asks()
    table.show()
    action = await table.ask() if asked else await _think(table)
    sitting.act(action)
    wrong = _keep(table) if asked or sitting.match.state.is_over else ""
    if len(sitting.match.state.tricks) > len(before.tricks):
        await _show_trick(table, before)
    else:
        told = wrong or news(before, sitting.view(), sitting.match.players)
        # What is told stays until there is more to tell, or it was the human's turn: bots would wipe it out unread.
        if told or asked:
            table.prompt.tell(told)
        table.show()


async def _show_trick(table: "Table", before: View) -> None:
    """Leave the trick just finished on the table for a moment, or until a key is pressed."""
    match, view = table.sitting.match, table.sitting.view()
    waits = table.sitting.manners.pause == "key"
    said = announcements(before, view, match.players)
    told = " ".join([*said, pages.trick_told(view.tricks[-1], view, match.players)])
    table.show(finished=True)
    table.prompt.ask(told, yours=waits)
    table.prompt.tell(labels.ENTER if waits else "")
    if not table.sitting.hurry:
        await table.wait(None if waits else MOMENT)
    if not match.state.is_over:
        table.prompt.tell(told)


async def _think(table: "Table") -> Action:
    """A bot's choice, made off the screen's loop and not too quickly to follow. Who takes longer is seen to think."""
    sitting, match = table.sitting, table.sitting.match
    # The human's own turn comes here for a cut or an only card, which are no outside program's.
    level = AUTOMATIC if match.state.to_act == HUMAN else sitting.manners.bots
    known = len(forfeited(level))
    thinking = asyncio.create_task(thinker("turns").think(partial(think, match, level)))
    try:
        await (asyncio.wait({thinking}, timeout=PACE) if sitting.hurry else asyncio.sleep(PACE))
        if not thinking.done():
            assert match.state.to_act is not None
            table.prompt.ask(labels.thinks(match.players[match.state.to_act]), yours=False)
        action = await thinking
    finally:
        thinking.cancel()
    for forfeit in forfeited(level)[known:]:
        await _show_forfeit(table, forfeit)
    return action


async def _show_forfeit(table: "Table", forfeit: Forfeit) -> None:
    """Say that a program lost its seat, for a while or until a key is pressed."""
    table.prompt.refuse(stepped_in(table.sitting.match.players[forfeit.seat], forfeit.why_told))
    # In a hurry too: the next turn would wipe it out unread.
    await table.wait(2 * MOMENT)


def _ask_nothing_more(table: "Table") -> None:
    """Put away what was asked last: it would stand beneath the result."""
    table.prompt.ask(asking.prompt(table.sitting.view(), table.sitting.match.players), yours=False)
    table.prompt.tell(_wrong(table))


async def _end_deal(table: "Table") -> None:
    sitting = table.sitting
    _ask_nothing_more(table)
    page = pages.deal_page(sitting.match, sitting.view(), table.signs)
    title = labels.deal_title(len(sitting.match.deals))
    choices = [*_costs(table), Choice("enter", labels.NEXT_DEAL, None)]
    while await table.panel(title, page, choices, pointed=len(choices) - 1) == "costs":
        await _show_costs(table)


async def _end_match(table: "Table") -> bool:
    """Tell how the match ended; whether another is wanted."""
    sitting = table.sitting
    _keep(table)
    _ask_nothing_more(table)
    choices = [
        Choice("enter", labels.AGAIN, "again"),
        *_costs(table),
        Choice("r", labels.TRANSCRIPT, "read"),
        Choice("q", labels.LEAVE_YES, "leave"),
    ]
    page = pages.deal_page(sitting.match, sitting.view(), table.signs, wrong=_wrong(table))
    title = story.match_told(sitting.match.sheet, people.side_names(sitting.match.game, sitting.match.players))
    while (chosen := await table.panel(title, page, choices)) != "leave":
        if chosen == "costs":
            await _show_costs(table)
        elif chosen == "read":
            await table.laid(Transcript(sitting.match, table.signs))
        elif level := await table.laid(opponents(table, labels.AGAIN)):
            change_bots(table, level)
            sitting.again()
            table.prompt.tell(_keep(table))
            table.show()
            return True
    return False


def _costs(table: "Table") -> list[Choice]:
    """The button for what the cards cost, or the calls where none were played, if there was something to choose."""
    state = table.sitting.match.state
    played = bool(review.choices(state))
    label = labels.COSTS if played else labels.CALLS
    return [Choice("c", label, "costs")] if played or review.early_choices(state) else []


async def _show_costs(table: "Table") -> None:
    match = table.sitting.match
    for deal in match.deals:
        if deal not in table.findings:
            table.findings[deal] = Findings(deal)
    await table.laid(CostsPage([table.findings[deal] for deal in match.deals], match.players, table.signs))


def change_bots(table: "Table", level: object) -> None:
    """Go on against others, if any were chosen. Nobody waits for a program to end."""
    if level is None:
        return
    before = table.sitting.manners.bots
    table.sitting.change_bots(str(level))
    if wrong := _keep(table):
        table.prompt.tell(wrong)
    table.show_players(finished=table.board.finished)
    if level != before:
        # Not a coroutine yet: it may never get its turn.
        ending: Any = partial(thinker("turns").think, partial(dismiss, before))
        table.run_worker(ending)


def opponents(table: "Table", title: str, *, closers: Sequence[str] = ()) -> Panel:
    """Whom the human wants to play against, pointed at those of before; None for who would rather go back."""
    before = table.sitting.manners.bots
    offered = list(dict.fromkeys([*bots(), *table.sitting.opponents()]))
    choices = [Choice(str(number), labels.bots_told(level), level) for number, level in enumerate(offered, start=1)]
    choices.append(Choice("escape", labels.GO_BACK, None))
    asked = labels.OPPONENTS.format(before=labels.bots_told(before))
    page = pages.text_page([(asked, ""), (labels.LEVELS, "")], table.signs)
    return Panel(title, page, choices, table.signs, closers=closers, pointed=offered.index(before))


def _keep(table: "Table") -> str:
    """Write the match; what is wrong when that fails."""
    table.sitting.keep()
    return _wrong(table)


def _wrong(table: "Table") -> str:
    trouble = table.sitting.trouble
    return "" if trouble is None else labels.NOT_KEPT.format(why=trouble)
