"""The keyboard's cursor at a table: over the board, and along the options of the bar."""

from __future__ import annotations

from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Direction, TableBody
from siam_tui.table.bar.options import Option
from siam_tui.table.move_draft import MoveDraft


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
