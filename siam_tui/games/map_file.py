"""Reads a map file of a player."""

from __future__ import annotations

from pathlib import Path

from games.contract import InvalidMapError
from games.registry import spec_of
from protocol.limits import MAX_MAP
from siam_tui.games.registry import ui_of
from siam_tui.profile.user_error import UserError, check_not_limited
from siam_tui.ui.text import reason
from texts import tell


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
        raise UserError(tell("games/map/none", title=spec.title))
    if not path.strip():
        raise UserError(tell("games/map/no-path"))
    file = Path(path.strip()).expanduser().absolute()
    try:
        read = spec.load_map(str(file))
    except (InvalidMapError, OSError) as error:
        raise UserError(tell("games/map/unplayable", error=reason(error))) from error
    try:
        ui_of(game).table_fields.check_map(read)
    except InvalidMapError as error:
        raise UserError(
            tell("games/map/undrawable", file=str(file), error=reason(error))
        ) from error
    if len(read.toml) > MAX_MAP:  # type: ignore[characters]
        raise UserError(tell("games/map/too-long", most=MAX_MAP))
    return read.toml
