"""A record as plain values, from which the page draws every position of the game."""

from __future__ import annotations

from typing import Any, Final

from games.record import Record
from siam_tui.appearance.style import Look
from siam_tui.games.registry import title_of, ui_of
from siam_tui.model.replay import Replay, count_players

CHART_WIDTH: Final = 72


def record_data(record: Record) -> dict[str, Any]:
    """Return what the page needs of a record: names, moves, and the position after each.

    Raises:
        InvalidRecordError: a move is illegal, or the end is not the result.
    """
    replay = Replay.of(record)
    game, last = replay.game, replay.at(replay.last)
    chart = ui_of(game.name).texts.game_chart(last.log, last.view, CHART_WIDTH, Look())
    return {
        "game": game.name,
        "title": title_of(game.name),
        "map": record.map_text,
        "options": sorted(record.options),
        "seats": list(replay.names[: count_players(record)]),
        "date": record.date or "",
        "result": record.result,
        "moves": [
            {"seat": entry.seat, "move": entry.move, "by": entry.by} for entry in last.log.entries
        ],
        "chapters": list(replay.chapters),
        "chart": [line.plain.rstrip() for line in chart],
        "positions": [game.format(position) for position in replay.positions],
    }
