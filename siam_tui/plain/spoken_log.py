"""The log of a table as sentences to be heard. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from siam_tui.model.move_log import MoveLog, chapters, with_positions
from siam_tui.model.table_view import TableView
from siam_tui.plain.seats_and_turns import texts_of
from siam_tui.plain.table_news import tell_entry

_NO_MOVES = "Nobody has moved yet."


def tell_log(log: MoveLog, view: TableView) -> Iterator[str]:
    """Iterate over the log as far as this person may read it now, chapter by chapter."""
    texts = texts_of(view)
    for chapter in chapters(log, view):
        yield f"{texts.chapter_title(view, chapter, 'full')}."
        if not chapter.moves:
            yield _NO_MOVES
        for entry, before in with_positions(chapter, view):
            if texts.is_logged(entry):
                yield tell_entry(view, entry, before)
        if end := texts.chapter_end(view, chapter, "full"):
            yield end


def tell_last_moves(log: MoveLog, view: TableView, count: int | None) -> Iterator[str]:
    """Iterate over the last `count` moves, or over those since the person's last one, with that."""
    entries = [
        (entry, before)
        for chapter in chapters(log, view)
        for entry, before in with_positions(chapter, view)
        if texts_of(view).is_logged(entry)
    ]
    if count is None:
        own = [place for place, (entry, _) in enumerate(entries) if entry.seat == view.seat]
        start = own[-1] if own else max(0, len(entries) - len(view.state.seats))
    else:
        start = max(0, len(entries) - count)
    if not entries[start:]:
        yield _NO_MOVES
    for entry, before in entries[start:]:
        yield tell_entry(view, entry, before)
