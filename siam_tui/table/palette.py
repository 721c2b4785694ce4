"""The commands that the palette offers at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from siam_tui.profile.user_error import is_limited
from siam_tui.reminders.reminder_screen import ReminderScreen
from siam_tui.reminders.reminder_words import ABOUT_REMINDERS
from siam_tui.table.bar.options import ANALYSE, COPY_LINK
from siam_tui.table.play_screen import PlayScreen
from siam_tui.ui.palette_commands import PaletteCommand, offered
from siam_tui.ui.text import capitalized
from texts import tell

_OFFERED = (
    ("overview", "Look up", "Cards, areas and Problems: all that is open, and the log"),
    ("hint", "Hint", "Be told a good move, and why; against bots only"),
    ("stop_hint", "Stop thinking", "Take what the coach has found until now"),
    ("end_early", "End early", "Offer that the game ends without a winner, or take that back"),
    ("talk", "Talk", "Read what was said, and say something"),
    ("gathering", "Who is here", "The people at the table; mute somebody"),
    ("take_back", "Take back", "Take your last move back; other people who are seated must agree"),
    ("other_table", "Other table", "Go to another of your games, or watch another one"),
    ("ending", "How it ended", "Who won and why, what decided, and the course of the game"),
)
"""Actions of the screen that are offered when they can be done: name, title, help."""
_ANALYSE = ("analyse", "Analyse", "What every move was worth, and what was better")


def typing_commands(screen: PlayScreen) -> Iterator[PaletteCommand]:
    """Iterate over what there is to type and to copy: title, help, function."""
    told = "A move in the notation, or a command; what may come next is shown"
    yield "Type a move or a command", told, screen.action_type
    if screen.check_action("copy_position", ()):
        told = "Copy the position you see to the clipboard, in the notation"
        yield "Copy position", told, screen.action_copy_position


def table_commands(
    screen: PlayScreen, watch_again: Callable[[], object]
) -> Iterator[PaletteCommand]:
    """Iterate over what can be done at a table with other players: title, help, function.

    Args:
        screen: the table's.
        watch_again: steps through the game.
    """
    yield "Table help", "The keys, the signs and the rules in short", screen.action_help
    yield from typing_commands(screen)
    yield from offered(screen, *_OFFERED)
    if screen.view is not None and screen.view.position is not None:
        told = "Step through the game as far as its log is open, and save it as a record"
        yield "Watch again", told, watch_again
    yield from offered(
        screen, ("analyse", "Analyse", "What every move was worth, and what was better")
    )
    if screen.controller.invite:
        told = "Copy the link that invites to this table, and show it"
        yield "Copy link", told, partial(screen.do, COPY_LINK)
        if not (screen.controller.watching or is_limited()):
            yield "Reminders", tell(ABOUT_REMINDERS), partial(_open_reminders, screen)
    for option in screen.options:
        if option.action not in (COPY_LINK, ANALYSE) and not option.in_footer:
            label = option.label or option.key
            told = option.explanation or f"What {option.key} does now"
            yield capitalized(label), told, partial(screen.do, option.action)
    yield "Leave", "Leave the table; asks first if that costs anything", screen.action_leave


def _open_reminders(screen: PlayScreen) -> None:
    screen.app.push_screen(ReminderScreen(screen.controller.source))
