"""The commands that the palette offers at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from siam_tui.profile.user_error import is_limited
from siam_tui.reminders.reminder_screen import ReminderScreen
from siam_tui.table.bar.options import ANALYSE, COPY_LINK
from siam_tui.table.play_screen import PlayScreen
from siam_tui.ui.palette_commands import PaletteCommand, offered
from texts import say, tell
from texts.sentences import capitalized

_OFFERED = (
    ("overview", say("table/key/look-up"), say("table/palette/overview")),
    ("hint", say("table/key/hint"), say("table/palette/hint")),
    ("stop_hint", say("table/key/stop-thinking"), say("table/palette/stop-hint")),
    ("end_early", say("table/key/end-early"), say("table/palette/end-early")),
    ("talk", say("table/key/talk"), say("table/palette/talk")),
    ("gathering", say("table/palette/people"), say("table/palette/about-people")),
    ("take_back", say("table/key/take-back"), say("table/palette/take-back")),
    ("other_table", say("table/key/other-table"), say("table/palette/other-table")),
    ("ending", say("table/key/ending"), say("table/palette/ending")),
)
"""Actions of the screen that are offered when they can be done: name, title, help."""
_ANALYSE = ("analyse", say("table/key/analyse"), say("table/palette/analyse"))


def typing_commands(screen: PlayScreen) -> Iterator[PaletteCommand]:
    """Iterate over what there is to type and to copy: title, help, function."""
    told = tell("table/palette/type")
    yield tell("table/type/title"), told, screen.action_type
    if screen.check_action("copy_position", ()):
        told = tell("table/palette/copy-position")
        yield tell("table/key/copy-position"), told, screen.action_copy_position


def table_commands(
    screen: PlayScreen, watch_again: Callable[[], object]
) -> Iterator[PaletteCommand]:
    """Iterate over what can be done at a table with other players: title, help, function.

    Args:
        screen: the table's.
        watch_again: steps through the game.
    """
    yield tell("table/palette/help"), tell("table/palette/about-help"), screen.action_help
    yield from typing_commands(screen)
    yield from offered(screen, *_OFFERED)
    if screen.view is not None and screen.view.position is not None:
        told = tell("table/palette/watch-again")
        yield tell("table/key/watch-again"), told, watch_again
    yield from offered(screen, _ANALYSE)
    if screen.controller.invite:
        told = tell("table/palette/link")
        yield tell("table/palette/copy-link"), told, partial(screen.do, COPY_LINK)
        if not (screen.controller.watching or is_limited()):
            yield (
                tell("table/palette/reminders"),
                tell("reminders/about"),
                partial(_open_reminders, screen),
            )
    for option in screen.options:
        if option.action not in (COPY_LINK, ANALYSE) and not option.in_footer:
            label = option.label or option.key
            told = option.explanation or tell("table/palette/what-now", key=option.key)
            yield capitalized(label), told, partial(screen.do, option.action)
    yield tell("table/key/leave"), tell("table/palette/leave"), screen.action_leave


def _open_reminders(screen: PlayScreen) -> None:
    screen.app.push_screen(ReminderScreen(screen.controller.source))
