"""How well a bot plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from client.bots import greedy
from games.contract import Game, GameError

Level: TypeAlias = Callable[[Game[Any, Any], Any, Random], Any]
"""Chooses a legal move from a seat's view of a game; the same for the same random numbers."""


def random_level(game: Game[Any, Any], view: Any, random: Random) -> Any:  # noqa: ANN401 - any game's
    """Play any legal move, whatever the game."""
    return game.random_move(view, random)


def greedy_level(game: Game[Any, Any], view: Any, random: Random) -> Any:  # noqa: ANN401 - any game's
    """Look one turn ahead.

    Raises:
        GameError: nobody has taught it this game.
    """
    choose = _GREEDY.get(game.name)
    if choose is None:
        raise GameError(f"the greedy bot cannot play {game.title}")
    return choose(game, view, random)


_GREEDY: Mapping[str, Level] = {"siam": greedy.choose}

LEVELS: Mapping[str, Level] = MappingProxyType({"random": random_level, "greedy": greedy_level})
"""The levels by name, weakest first."""


def chooser(level: str) -> Level:
    """Return a level by its name.

    Raises:
        GameError: there is no such level.
    """
    try:
        return LEVELS[level]
    except KeyError:
        raise GameError(f"there is no bot {level!r}; there is: {', '.join(LEVELS)}") from None
