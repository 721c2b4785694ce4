"""The rules that a table plays by."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.contract import Game
from games.registry import game_of
from protocol.states import TableState


def rules_of_table(state: TableState) -> Game[Any, Any]:
    """Return the rules that a table plays by.

    Raises:
        GameError: this program has no such game or option, or the map cannot be played on.
    """
    return rules_of(state.game, state.map, frozenset(state.options))


@lru_cache(maxsize=8)
def rules_of(game: str, map_text: str, options: frozenset[str]) -> Game[Any, Any]:
    """Return the rules of a game, cached.

    Args:
        game: the game's short name.
        map_text: the text of its map; empty for the usual one.
        options: the options chosen.

    Raises:
        GameError: as `rules_of_table`.
    """
    return game_of(game, map_text=map_text or None, options=options)
