"""The game of a table as a record: whole when it is over, else as far as its log is open."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from client.errors import ConnectionEndedError, RefusedError
from games.record import UNFINISHED, Record
from protocol.states import TableState
from siam_tui.model.move_log import MoveLog
from siam_tui.model.replay import Replay
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView


async def read_log(source: TableSource, state: TableState) -> MoveLog | None:
    """Return the log of a table's game as far as it may be read now, or None without an answer."""
    try:
        start, first, entries = await source.history(state.table)
    except (RefusedError, ConnectionEndedError):
        return None
    return MoveLog(state.game_number, start, first, entries, state.takes)


async def replay_of_table(client: TableSource, sight: TableView) -> Replay:
    """Return the game at a table, to be watched again.

    Raises:
        RefusedError: the table is gone, or another game has begun at it.
        ConnectionEndedError: nobody answers any more.
        GameError: the log is none that our rules can replay.
    """
    state, game = sight.state, sight.game
    if state.status == "over":
        with suppress(RefusedError):  # not every near end has records; the log is as good to watch
            verdict = await client.check_game(state.table)
            if verdict.record is not None:
                return Replay.of(verdict.record)
    start, _, entries = await client.history(state.table)
    views = [game.parse(each) for each in (start, *(entry.position for entry in entries))]
    known = game.known_start(views)
    skipped = [game.chapter(view) for view in views].index(game.chapter(known))
    record = Record(
        game,
        start=known,
        moves=tuple(game.parse_move(entry.move) for entry in entries[skipped:]),
        result=sight.outcome.text if sight.outcome else UNFINISHED,
        seats=tuple(map(sight.name, range(sight.seat_count))),
        date=datetime.now(UTC).strftime("%Y.%m.%d"),
    )
    return Replay.of(record, [entry.by for entry in entries[skipped:]])
