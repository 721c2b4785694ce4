"""Why a key of the table that does something at other times does nothing now. Pure."""

from __future__ import annotations

from typing import Final

from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.key_settings import KeyReplacer
from siam_tui.table.people.talk import CLOSED, talk_closed

_KEY_REPLACED: Final = "In your settings file, {new} does what {usual} usually does."
_NO_MOVE: Final = "You have no move to take back now."
_SHOWN: Final = "Something that was hidden has been shown since your last move, so it stays."
ALONE: Final = "There is nobody here but bots, and hints are for your turn."


def why_nothing(view: TableView, source: TableSource, key: str, log: MoveLog | None) -> str:
    """Return why a key does nothing now; empty for keys that never do anything.

    Args:
        view: the table.
        source: where it comes from.
        key: the key.
        log: the moves that are known; None if none are.
    """
    alone = all(each.player == view.me for each in source.company(view.state.table))
    told = {
        "D": CLOSED if talk_closed(view) else "There is nobody to talk to here: bots do not.",
        "H": ALONE if alone else "Hints are for games against bots. @ shows who is here.",
        "@": "Nobody else is here." if alone else "",
        "U": _why_no_take_back(view, log),
        "O": "You have a seat at no other table.",
        "S": "How it ended is told when the game is over.",
        "W": "The game can be watched again when it is over.",
        "A": _why_no_chances(view),
    }
    return told.get(key, "")


def _why_no_take_back(view: TableView, log: MoveLog | None) -> str:
    """Return why no move can be taken back; against bots alone only what was shown prevents it."""
    entries = log.entries if log is not None and view.alone else ()
    has_moved = any(entry.seat == view.seat and entry.by == "player" for entry in entries)
    return _SHOWN if has_moved and view.state.status == "running" else _NO_MOVE


def _why_no_chances(view: TableView) -> str:
    """Return why the chances of all sides are not shown."""
    if view.seat is not None:
        return "Only spectators may see the chances of all sides, where the table allows it."
    if view.position is None:
        return "The chances of all sides can be shown as soon as the game has begun."
    return "This table does not show spectators the chances of all sides."


def why_replaced(app: object, key: str) -> str:
    """Return that a usual key has been replaced in the settings file; empty if it was not."""
    new = app.new_key(key) if isinstance(app, KeyReplacer) else ""
    return _KEY_REPLACED.format(usual=key, new=new) if new else ""
