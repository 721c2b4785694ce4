"""Keys at a table: what each types, the cursor they move, and why one does nothing now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from textual.events import Key

from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Direction, TableBody
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.key_settings import KeyReplacer
from siam_tui.table.bar.options import Option
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.people.talk import CLOSED, talk_closed
from texts import say, tell

TYPE_KEYS: Final = ("colon", "slash")
"""The keys that begin a typed line."""
IN_ORDER: Final = frozenset(
    (*TYPE_KEYS, "enter", "escape", "backspace", "up", "down", "left", "right", "tab")
)
"""Keys of a move in the making: what they do is done in the order in which they were typed."""
_GO_ON: Final = ("enter", "escape", "backspace", "tab")


def goes_on(event: Key) -> bool:
    """Return whether people press a key to go on; others, as Ctrl-Q, do what they always do."""
    return event.is_printable or event.key in _GO_ON


def typed_character(event: Key) -> str:
    """Return the character of a key; with Alt it is a command's key and types nothing."""
    return "" if event.key.startswith("alt+") else event.character or ""


class SkippedKeys:
    """Recognizes a key that answers a question which was not asked, so that it answers no other."""

    def __init__(self) -> None:
        self._keys: list[str] = []

    def expect(self, keys: Sequence[str]) -> None:
        """Take note of the keys of the choices that have just made themselves."""
        self._keys = list(keys)

    def takes(self, key: str, offered: Collection[str]) -> bool:
        """Return whether a key is for a choice that made itself.

        A key that is offered now is for the present question: hints name only the keys that are
        needed.

        Args:
            key: the key.
            offered: the keys of the choices that are offered now.
        """
        if key not in self._keys or key in offered:
            self._keys = []
            return False
        del self._keys[: self._keys.index(key) + 1]
        return True


def move_along(draft: MoveDraft, options: tuple[Option, ...], by: int) -> None:
    """Move the cursor to the next option of the bar, or with -1 to the one before."""
    actions = [option.action for option in options if option.is_listed]
    if not actions:
        return
    if draft.cursor in actions:
        draft.cursor = actions[(actions.index(draft.cursor) + by) % len(actions)]
    else:
        draft.cursor = actions[0 if by > 0 else -1]


def move_over_board(
    draft: MoveDraft, body: TableBody | None, direction: Direction, options: tuple[Option, ...]
) -> None:
    """Move the cursor over the board; along the options where nothing on the board is asked for."""
    cursor = draft.cursor if isinstance(draft.cursor, Choice) else None
    choices = tuple(option.choice for option in draft.options)
    target = body.steer(cursor, direction, choices) if body is not None else None
    if target is None:
        move_along(draft, options, -1 if direction in ("left", "up") else 1)
    else:
        draft.cursor = target


ALONE: Final = say("table/keys/alone")
_NO_TALK: Final = say("table/keys/no-talk")
_NO_HINTS: Final = say("table/keys/no-hints")


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
        "D": tell(CLOSED if talk_closed(view) else _NO_TALK),
        "H": tell(ALONE if alone else _NO_HINTS),
        "@": tell("table/keys/nobody-here") if alone else "",
        "U": _why_no_take_back(view, log),
        "O": tell("table/keys/no-other-table"),
        "S": tell("table/keys/not-over"),
        "W": tell("table/keys/no-replay"),
        "A": _why_no_chances(view),
    }
    return told.get(key, "")


def _why_no_take_back(view: TableView, log: MoveLog | None) -> str:
    """Return why no move can be taken back; against bots alone only what was shown prevents it."""
    entries = log.entries if log is not None and view.alone else ()
    has_moved = any(entry.seat == view.seat and entry.by == "player" for entry in entries)
    return (
        tell("table/keys/shown")
        if has_moved and view.state.status == "running"
        else tell("table/keys/no-take-back")
    )


def _why_no_chances(view: TableView) -> str:
    """Return why the chances of all sides are not shown."""
    if view.seat is not None:
        return tell("table/keys/chances-spectators")
    if view.position is None:
        return tell("table/keys/chances-begun")
    return tell("table/keys/no-chances")


def why_replaced(app: object, key: str) -> str:
    """Return that a usual key has been replaced in the settings file; empty if it was not."""
    new = app.new_key(key) if isinstance(app, KeyReplacer) else ""
    return tell("table/keys/replaced", usual=key, new=new) if new else ""
