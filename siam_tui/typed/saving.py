"""Saves the game of a table as a record."""

from __future__ import annotations

from pathlib import Path

from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from games.record import Record
from siam_tui.model.record_files import SUFFIX, record_text, save_record
from siam_tui.model.replay import replay_of_table
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.paths import records_folder
from siam_tui.profile.small_files import unwritable, write_new_text
from siam_tui.profile.user_error import UserError
from siam_tui.profile.visitor_limits import check_not_limited


async def save_table(client: TableSource, view: TableView, file: str) -> Path:
    """Write the game, as far as its log is open now, to a file, and return its path.

    Args:
        client: the connection to the table's lobby.
        view: the table.
        file: the path; empty for a new file in the folder of records.

    Raises:
        UserError: the record is not available or cannot be written, the file exists already, or
            the person may not write files here.
    """
    check_not_limited()
    if view.position is None:
        raise UserError("The game has not begun.")
    try:
        record = (await replay_of_table(client, view)).record
    except (RefusedError, ConnectionEndedError, GameError) as error:
        raise UserError(f"The record is not available now: {error}") from error
    return _write(record, file) if file else save_record(records_folder(), record)


def _write(record: Record, file: str) -> Path:
    path = Path(file).expanduser()
    path = path if path.suffix else path.with_suffix(SUFFIX)
    text = record_text(record)
    try:
        write_new_text(path, text)
    except FileExistsError as error:
        raise UserError(f"{path} exists already. Choose another name.") from error
    except OSError as error:
        raise unwritable(path, error, variable="") from error
    return path
