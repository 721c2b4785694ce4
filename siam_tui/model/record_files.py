"""Records as files: where they are kept, and how they are written and read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path

from games.contract import GameError
from games.record import MAX_RECORD_CHARACTERS, Record, format_record, parse_record
from games.text_file import (
    NotAFileError,
    NotTextError,
    TooLongError,
    decode_text,
    read_file,
    read_text_file,
)
from siam_tui.profile.small_files import make_folder, unwritable, write_new_text
from siam_tui.profile.user_error import UserError, check_not_limited
from siam_tui.terminal.foreign_text import file_name_part
from siam_tui.ui.text import reason, told
from texts import tell
from texts.sentences import without_stop

SUFFIX = ".siam"
PICTURE_SUFFIX = ".svg"
_MAX_BYTES = 4 * MAX_RECORD_CHARACTERS
"""A character takes at most four bytes of UTF-8."""
_LONGEST_STEM = 200


def read_record(path: Path) -> Record:
    """Read a record; from standard input if the path is ``-``.

    Raises:
        UserError: there is no such file, or what is in it is no record: says what is wrong, and
            on which line.
    """
    text = read_text(path)
    try:
        return parse_record(text)
    except GameError as error:
        wrong = without_stop(told(reason(error)))
        raise UserError(tell("model/record/damaged", path=str(path), reason=wrong)) from error


def read_text(path: Path) -> str:
    """Return the text of a record's file, whatever it says.

    Raises:
        UserError: there is no such file, it is no text, or the person may not open files here.
    """
    check_not_limited()
    try:
        if str(path) == "-":
            return decode_text(sys.stdin.buffer.read(_MAX_BYTES + 1))
        return read_text_file(path, _MAX_BYTES)
    except FileNotFoundError as error:
        raise UserError(tell("model/record/missing", path=str(path))) from error
    except OSError as error:
        raise UserError(
            tell("model/record/unread", path=str(path), reason=error.strerror)
        ) from error
    except NotTextError as error:
        raise UserError(
            tell("model/record/no-record", path=str(path), reason=reason(error))
        ) from error


def record_text(record: Record) -> str:
    """Return a record as its file has it; it may have come from a stranger.

    Raises:
        UserError: a tag or a comment of it holds what a record cannot.
    """
    try:
        return format_record(record)
    except GameError as error:
        raise UserError(tell("model/record/unsaved", reason=reason(error))) from error


def save_record(folder: Path, record: Record) -> Path:
    """Write a record to a file of its own, and return that; saved twice it is there once.

    Raises:
        UserError: it cannot be written, or holds what a record cannot, or the person may not write
            files here.
    """
    return _save(folder, record, record_text(record), SUFFIX)


def save_picture(folder: Path, record: Record, svg: str) -> Path:
    """Write a picture of a game beside its record, and return its path; saved twice it is one.

    Raises:
        UserError: it cannot be written, or the person may not write files here.
    """
    return _save(folder, record, svg, PICTURE_SUFFIX)


def _save(folder: Path, record: Record, text: str, suffix: str) -> Path:
    """Write a text to a file of its own, which is named for a record."""
    check_not_limited()
    try:
        make_folder(folder)
        for path in _paths(folder, file_stem(record.date or "", record.seats), suffix):
            if not path.exists():
                write_new_text(path, text)
                return path
            if holds_text(path, text):
                return path
    except OSError as error:
        raise unwritable(folder, error, "XDG_DATA_HOME") from error
    raise AssertionError("there is always another number")


def holds_text(path: Path, text: str) -> bool:
    """Whether a file holds a text and nothing else; False for what cannot be read as a file.

    Raises:
        OSError: it cannot be opened.
    """
    data = text.encode()
    try:
        return read_file(path, len(data)) == data
    except (NotAFileError, TooLongError):
        return False


def _paths(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    for ending in chain([""], (f"-{number}" for number in count(2))):
        yield folder / f"{stem}{ending}{suffix}"


def file_stem(day: str, players: Sequence[str]) -> str:
    """Return the name of a record's file, without its ending; day and names may be a stranger's.

    >>> file_stem("2026.11.21", ["Ann", "Dr. No"])
    '2026-11-21-Ann-Dr_No'
    """
    parts = (file_name_part(part) for part in (*re.split(r"[.-]", day), *players))
    return "-".join(part for part in parts if part)[:_LONGEST_STEM] or "game"
