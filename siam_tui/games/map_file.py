"""Reads a map file of a player."""

from __future__ import annotations

from pathlib import Path

from games.contract import InvalidMapError
from games.registry import spec_of
from protocol.limits import MAX_MAP
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError, check_not_limited

_NO_MAPS = "{title} is played without a map."
_TOO_LONG = "This map is too long: a map file has at most {most} characters."


def read_map_file(game: str, path: str) -> str:
    """Return the text of a map file.

    Args:
        game: the short name of the game it is for.
        path: the file's path, as it was typed.

    Raises:
        GameError: there is no such game.
        UserError: there is no such file, its map cannot be played on or drawn, or the person may
            not open files here.
    """
    check_not_limited()
    spec = spec_of(game)
    if not spec.maps:
        raise UserError(_NO_MAPS.format(title=spec.title))
    if not path.strip():
        raise UserError("Enter the path of your map file.")
    file = Path(path.strip()).expanduser().absolute()
    try:
        read = spec.load_map(str(file))
    except (InvalidMapError, OSError) as error:
        raise UserError(f"This map cannot be played on: {error}") from error
    try:
        ui_of(game).table_fields.check_map(read)
    except InvalidMapError as error:
        raise UserError(f"This map cannot be drawn: {file}: {error}.") from error
    if len(read.toml) > MAX_MAP:  # type: ignore[characters]
        raise UserError(_TOO_LONG.format(most=MAX_MAP))
    return read.toml
