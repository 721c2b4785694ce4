"""Records as files: where they are kept, and how they are written and read."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path

from games.contract import GameError
from games.siam.record import MAX_RECORD_CHARACTERS, Record, format_record, parse_record
from siam_tui.files import make_folder, unwritable, write_new_text
from siam_tui.trouble import TroubleError

SUFFIX = ".siam"
MOST_LISTED = 200
"""How many records a list shows, the newest first."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in the folder of records.

    Attributes:
        path: where it is.
        record: what is in it, or None if that cannot be read.
        trouble: why it cannot be read; else empty.
    """

    path: Path
    record: Record | None
    trouble: str = ""


def read_record(path: Path) -> Record:
    """Read a record; from standard input if the path is ``-``.

    Raises:
        TroubleError: there is no such file, or what is in it is no record: says what is wrong, and
            on which line.
    """
    text = read_text(path)
    try:
        return parse_record(text)
    except GameError as error:
        raise TroubleError(f"{path} cannot be replayed: {str(error).rstrip('.')}.") from error


def read_text(path: Path) -> str:
    """Return the text of a record's file, whatever it says.

    Raises:
        TroubleError: there is no such file, or it is no text.
    """
    try:
        with sys.stdin if str(path) == "-" else path.open(encoding="utf-8") as file:
            return file.read(MAX_RECORD_CHARACTERS + 1)
    except FileNotFoundError as error:
        raise TroubleError(f"There is no file {path}.") from error
    except OSError as error:
        raise TroubleError(f"{path} cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise TroubleError(f"{path} is no record: it is not a text in UTF-8.") from error


def save_record(folder: Path, record: Record) -> Path:
    """Write a record to a file of its own, and return that; saved twice it is there once.

    Raises:
        TroubleError: it cannot be written.
    """
    text = format_record(record)
    try:
        make_folder(folder)
        for path in _paths(folder, file_stem(record.date or "", record.seats)):
            if not path.exists():
                write_new_text(path, text)
                return path
            if path.read_text("utf-8", errors="replace") == text:
                return path
    except OSError as error:
        raise unwritable(folder, error, "XDG_DATA_HOME") from error
    raise AssertionError("there is always another number")


def _paths(folder: Path, stem: str) -> Iterator[Path]:
    for ending in chain([""], (f"-{number}" for number in count(2))):
        yield folder / f"{stem}{ending}{SUFFIX}"


def file_stem(day: str, players: Sequence[str]) -> str:
    """Return the name of a record's file, without its ending.

    >>> file_stem("2026.11.21", ["Ann", "Dr. No"])
    '2026-11-21-Ann-Dr_No'
    """
    names = (re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") for name in players)
    return "-".join(part for part in (day.replace(".", "-"), *names) if part) or "game"


def kept_records(folder: Path) -> list[Kept]:
    """Return the records in a folder, the newest file first; none if there is no folder."""
    try:
        paths = [path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file()]
        paths.sort(key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    except OSError:
        return []
    return [_kept(path) for path in paths[:MOST_LISTED]]


def _kept(path: Path) -> Kept:
    try:
        return Kept(path, read_record(path))
    except TroubleError as trouble:
        return Kept(path, None, str(trouble))
