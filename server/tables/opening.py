"""Finds the game of a new table and binds it to a map and options."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.contract import GameError, InvalidMapError
from games.registry import built_in_map, game_names, game_of
from server.refusals import RefusedError
from server.tables.table import AnyGame
from texts import say


class Opened(NamedTuple):
    """A game bound to its map and options, the text of the map, and its name for people."""

    game: AnyGame
    map: str
    map_title: str


OpenGame = Callable[[str, str, tuple[str, ...]], Opened]
"""Returns a game for its name, a map (a name, a TOML text or nothing) and options."""


def open_game(name: str, map_or_name: str, options: tuple[str, ...]) -> Opened:
    """Bind a game's rules.

    Raises:
        RefusedError: unknown_game, bad_map, bad_option.
    """
    if name not in game_names():
        unknown = say("server/unknown-game", name=repr(name), games=tuple(game_names()))
        raise RefusedError("unknown_game", unknown)
    try:
        game = game_of(name, map_text=_map_text(name, map_or_name), options=frozenset(options))
    except InvalidMapError as error:
        raise RefusedError("bad_map", say("server/bad-map", why=error.message)) from error
    except GameError as error:
        raise RefusedError("bad_option", error.message) from error
    board = game.map
    return Opened(game, board.toml, board.title[:40]) if board else Opened(game, "", "")


def _map_text(game: str, map_or_name: str) -> str | None:
    if not map_or_name:
        return None
    if "=" in map_or_name:  # every TOML text has one, and no name does
        return map_or_name
    return built_in_map(game, map_or_name)
