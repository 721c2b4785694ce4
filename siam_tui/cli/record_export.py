"""Prints and exports records: those of the archive, and for people who have no siam."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from games.plural import count_of
from games.record import Record
from games.registry import spec_with_title
from siam_tui.games.registry import ui_of
from siam_tui.model.record_files import SUFFIX, file_stem, holds_text, read_record
from siam_tui.profile.small_files import make_folder, unwritable, write_new_text
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed
from texts import tell

if TYPE_CHECKING:  # without a server, nothing of it is loaded
    from server.store.saved import Archived

_SIZE = (
    "{games} in the archive; the whole store takes {megabytes:.1f} MB. "
    "`siam serve --keep-records` limits how many games are kept."
)
_ALL_KEPT = (
    "All games are kept: {games:,} so far; the whole store takes {megabytes:.1f} MB. "
    "`--keep-records` sets a limit."
)
_LATEST_KEPT = (
    "The latest games are kept, {limit} at most: {games:,} so far; the whole store takes "
    "{megabytes:.1f} MB."
)
_DAYS_KEPT = (
    "Games are kept for {limit}: {games:,} so far; the whole store takes {megabytes:.1f} MB."
)


def archive_sentence(games: int, megabytes: float, *, latest: int, days: int) -> str:
    """Return a sentence for the host about the number of kept games and their size.

    Args:
        games: how many games are in the archive.
        megabytes: size of the whole store.
        latest: how many of the latest games are kept; 0 for no limit.
        days: how long a game is kept; 0 for ever.
    """
    sentence = _LATEST_KEPT if latest else _DAYS_KEPT if days else _ALL_KEPT
    return sentence.format(
        games=games, megabytes=megabytes, limit=f"{latest:,}" if latest else count_of(days, "day")
    )


def print_size(games: int, megabytes: float) -> None:
    """Print the size of the archive."""
    sys.stdout.write(f"{_SIZE.format(games=count_of(games, 'game'), megabytes=megabytes)}\n")


def print_records(games: Sequence[Archived], *, whole: bool) -> None:
    """Print one line per game, or the whole records."""
    if whole:
        sys.stdout.write("\n".join(game.text for game in games))
        return
    if not games:
        sys.stdout.write("No game has ended in this lobby yet.\n")
    for game in games:
        when = game.ended[:16].replace("T", " ")
        sys.stdout.write(
            f"{game.number:>5}  {when}  {game.game}: {listed(game.players)}. "
            f"{count_of(game.moves, 'move')}, {_result(game)}\n"
        )


def _result(game: Archived) -> str:
    """Return who won; of a game that this program does not know, as its record says it."""
    spec = spec_with_title(game.game)
    if spec is None:
        return game.result
    return ui_of(spec.name).texts.record_result(game.result, game.players)


def export_records(games: Sequence[Archived], folder: Path) -> None:
    """Write each record to its own file, named by day, number and players.

    Raises:
        UserError: a file cannot be written, or exists with other content.
    """
    for game in games:
        path = folder / _file_name(game)
        try:
            make_folder(folder)
            if not path.exists():
                write_new_text(path, game.text)
            elif not holds_text(path, game.text):
                raise UserError(f"{path} exists already: choose another folder with --to.")
        except OSError as error:
            raise unwritable(path, error, variable="") from error
    count = len(games)
    sys.stdout.write(f"{count} record{'' if count == 1 else 's'} written to {folder}.\n")


def _file_name(game: Archived) -> str:
    return f"{file_stem(f'{game.ended[:10]}-{game.number}', game.players)}{SUFFIX}"


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
        raise UserError(tell("cli/exists", file=str(file)))
    text = chosen.write(read_record(record))
    try:
        write_new_text(file, text)
    except FileExistsError as error:
        raise UserError(tell("cli/exists", file=str(file))) from error
    except OSError as error:
        raise unwritable(file, error, variable="") from error
    sys.stdout.write(f"{tell('cli/written', file=str(file))}\n")
