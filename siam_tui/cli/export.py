"""``siam export``: a record as a file for people who have no siam."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from games.record import Record
from siam_tui.model.record_files import read_record
from siam_tui.profile.small_files import unwritable, write_new_text
from siam_tui.profile.user_error import UserError

_WRITTEN: Final = "The game is written to {file}.\n"
_EXISTS: Final = "{file} exists already: choose another name with --to, or delete it."


def _html(record: Record) -> str:
    from siam_tui.browser.record_file import html_file

    return html_file(record)


def _svg(record: Record) -> str:
    from games.search import Limits
    from siam_tui.analysis.end_card import card_svg, end_card
    from siam_tui.analysis.verdicts import SECONDS, TOTAL, verdicts
    from siam_tui.model.replay import Replay

    replay = Replay.of(record)
    found = verdicts(replay, Limits(seconds=SECONDS), total=TOTAL)
    return card_svg(end_card(replay, tuple(found)))


def _asciicast(record: Record) -> str:
    from siam_tui.replay.asciicast import asciicast

    return asyncio.run(asciicast(record))


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A form of file.

    Attributes:
        suffix: how its name ends.
        write: returns a record's text in this form.
    """

    suffix: str
    write: Callable[[Record], str]


FORMS: Final[Mapping[str, ExportForm]] = {
    "html": ExportForm(".html", _html),
    "svg": ExportForm(".svg", _svg),
    "asciicast": ExportForm(".cast", _asciicast),
}


def export_record(record: Path, form: str, to: Path | None) -> None:
    """Write a record in a form of `FORMS`.

    Args:
        record: the record's file.
        form: the name of the form.
        to: the file to write; beside the record if None.

    Raises:
        UserError: the record cannot be read or exported, or the file cannot be written.
    """
    chosen = FORMS[form]
    file = to or record.with_suffix(chosen.suffix)
    if file.exists():
        raise UserError(_EXISTS.format(file=file))
    text = chosen.write(read_record(record))
    try:
        write_new_text(file, text)
    except FileExistsError as error:
        raise UserError(_EXISTS.format(file=file)) from error
    except OSError as error:
        raise unwritable(file, error, variable="") from error
    sys.stdout.write(_WRITTEN.format(file=file))
