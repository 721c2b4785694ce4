"""The commands that the palette offers in a lobby."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from siam_tui.lobby.session import Session
from siam_tui.reminders.reminder_words import ABOUT_REMINDERS
from siam_tui.ui.invite_text import invite_text
from siam_tui.ui.palette_commands import PaletteCommand

if TYPE_CHECKING:
    from siam_tui.lobby.screen import LobbyScreen


def lobby_commands(screen: LobbyScreen, session: Session) -> Iterator[PaletteCommand]:
    """Iterate over what can be done in a lobby: title, help, function."""
    if screen.check_action("open_table", ()):
        yield "Open a table", "With seats for people and bots", screen.action_open_table
    yield "Copy link", invite_text(session.invitation()).about, screen.action_copy
    if screen.check_action("remind", ()):
        yield "Reminders", ABOUT_REMINDERS, screen.action_remind
    if screen.check_action("manage", ()):
        about = "List players and tables, close a table, ban a player"
        yield "Manage your lobby", about, screen.action_manage
    yield "Leave", "Leave the lobby", screen.action_back
