"""The commands that the palette offers on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from siam_tui.profile.user_error import is_limited
from siam_tui.ui.palette_commands import PaletteCommand

if TYPE_CHECKING:
    from siam_tui.app.app import SiamApp

_PALETTE_CLOSES = 0.1
"""Seconds until the palette is gone from the screen of which a picture is saved."""


def app_commands(app: SiamApp) -> Iterator[PaletteCommand]:
    """Iterate over what can be done everywhere: title, help, function.

    Of Textual's own commands, those that are of use in a game have our words.
    """
    yield "Theme", "Choose the colours of everything around the board", app.action_change_theme
    yield "Quit", "Leave siam; asks first if you would lose a game (Ctrl+Q)", app.action_quit
    about = "Your name, colours, theme, bell, notifications and animation"
    yield "Settings", about, app.action_settings
    about = "If another program has written on the terminal (Ctrl+L)"
    yield "Redraw the screen", about, app.action_redraw
    if is_limited():
        return
    about = "Return to the shell; fg comes back here (Ctrl+Z)"
    yield "Suspend", about, app.action_suspend_process
    about = "Save a picture of this screen as a file, and say where it is"
    yield "Screenshot", about, lambda: app.set_timer(_PALETTE_CLOSES, app.deliver_screenshot)
