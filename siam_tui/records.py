"""The archive on the command line: games listed, printed and written to files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from siam_tui.files import make_folder, unwritable, write_new_text
from siam_tui.replay.files import SUFFIX, file_stem
from siam_tui.table.words import listed, result_told
from siam_tui.trouble import TroubleError


class Game(Protocol):
    """A game of the archive, as far as it is shown."""

    @property
    def number(self) -> int:
        """Names it in its archive."""

    @property
    def ended(self) -> str:
        """When it ended, as ISO 8601 in UTC."""

    @property
    def game(self) -> str:
        """The game's title."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who played, by seat."""

    @property
    def moves(self) -> int:
        """How many moves were played."""

    @property
    def result(self) -> str:
        """How it ended; ``*`` if it was not played to its end."""

    @property
    def text(self) -> str:
        """The record."""


def print_records(games: Sequence[Game], *, whole: bool) -> None:
    """Print a line a game, or the whole records."""
    if whole:
        sys.stdout.write("\n".join(game.text for game in games))
        return
    if not games:
        sys.stdout.write("No game has ended in this lobby yet.\n")
    for game in games:
        when = game.ended[:16].replace("T", " ")
        sys.stdout.write(
            f"{game.number:>5}  {when}  {game.game}: {listed(game.players)}. "
            f"{game.moves} moves, {result_told(game.result, game.players)}\n"
        )


def export_records(games: Sequence[Game], folder: Path) -> None:
    """Write each record to a file of its own, named by day, number and players.

    Raises:
        TroubleError: one cannot be written, or is there already with another content.
    """
    for game in games:
        path = folder / _file_name(game)
        try:
            make_folder(folder)
            if not path.exists():
                write_new_text(path, game.text)
            elif path.read_text("utf-8", errors="replace") != game.text:
                raise TroubleError(f"{path} is there already: choose another folder with --to.")
        except OSError as error:
            raise unwritable(path, error, variable="") from error
    count = len(games)
    sys.stdout.write(f"{count} record{'' if count == 1 else 's'} written to {folder}.\n")


def _file_name(game: Game) -> str:
    return f"{file_stem(f'{game.ended[:10]}-{game.number}', game.players)}{SUFFIX}"
