"""The log of a table as sentences to be heard. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from siam_tui.games.siam.game_chart import province_of
from siam_tui.model.move_log import MoveLog, chapters
from siam_tui.model.table_view import TableView
from siam_tui.plain.news import move_of


def whole(chronicle: MoveLog, sight: TableView) -> Iterator[str]:
    """Tell the log as far as it is open now, struggle by struggle."""
    for chapter in chapters(chronicle, sight):
        name = sight.game.map.provinces[province_of(chapter)].name
        yield f"Struggle {chapter.before.resolved + 1}: {name}."
        if not chapter.moves:
            yield "Nobody has moved yet."
        for entry in chapter.moves:
            yield move_of(sight, entry)
        control = chapter.after.control(province_of(chapter))
        if control is not None:
            yield f"The {sight.game.map.control_name(control)} take {name}."


def last(chronicle: MoveLog, sight: TableView, count: int | None) -> Iterator[str]:
    """Tell the last moves: so many of them, or those since one's own last one, with that."""
    entries = [entry for chapter in chapters(chronicle, sight) for entry in chapter.moves]
    if count is None:
        own = [place for place, entry in enumerate(entries) if entry.seat == sight.seat]
        start = own[-1] if own else max(0, len(entries) - len(sight.state.seats))
    else:
        start = max(0, len(entries) - count)
    if not entries[start:]:
        yield "Nobody has moved yet."
    for entry in entries[start:]:
        yield move_of(sight, entry)
