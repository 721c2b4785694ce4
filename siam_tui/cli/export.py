"""``siam export``: a record as a file for people who have no siam."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from siam_tui.browser.record_file import html_file
from siam_tui.model.record_files import read_record
from siam_tui.profile.small_files import unwritable, write_new_text
from siam_tui.profile.user_error import UserError

_WRITTEN: Final = "The game is written to {file}.\n"
_EXISTS: Final = "{file} exists already: choose another name with --to, or delete it."


def export_html(record: Path, to: Path | None) -> None:
    """Write a record as an HTML file that carries everything itself.

    Args:
        record: the record's file.
        to: the file to write; beside the record if None.

    Raises:
        UserError: the record cannot be read or exported, or the file cannot be written.
    """
    file = to or record.with_suffix(".html")
    text = html_file(read_record(record))
    try:
        write_new_text(file, text)
    except FileExistsError as error:
        raise UserError(_EXISTS.format(file=file)) from error
    except OSError as error:
        raise unwritable(file, error, variable="") from error
    sys.stdout.write(_WRITTEN.format(file=file))
