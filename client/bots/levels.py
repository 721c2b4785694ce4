"""Levels of bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from games.bot_characters import SEARCH_LEVELS
from games.contract import Game, GameError
from games.registry import spec_of
from games.search import Limits, think


def _never() -> bool:
    return False


Level: TypeAlias = Callable[[Game[Any, Any], Any, Random, Callable[[], bool]], Any]
"""Chooses a legal move from a game, a seat's view and random numbers.

Once the last argument returns True, it returns the best move so far. It raises `GameError` if it
cannot play the game.

Without a time limit it chooses the same move for the same random numbers.
"""


def random_level(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    random: Random,
    stop: Callable[[], bool] = _never,
) -> Any:  # noqa: ANN401 - any game's
    """Play a random legal move of any game."""
    del stop
    return game.random_move(view, random)


def greedy_level(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    random: Random,
    stop: Callable[[], bool] = _never,
) -> Any:  # noqa: ANN401 - any game's
    """Look one turn ahead.

    Raises:
        GameError: there is no such game.
    """
    del stop
    return spec_of(game.name).greedy(game, view, random)


@dataclass(frozen=True, slots=True)
class SearchLevel:
    """Searches ahead within its limits.

    Attributes:
        limits: for one move.
        name: the level's name; a game may limit its nodes by it.
    """

    limits: Limits
    name: str = ""

    def limits_in(self, game: Game[Any, Any], seats: int) -> Limits:
        """Return the limits for one move in a game of so many seats.

        A level that searches only so many positions thinks without the solver, and with the plain
        judgement.
        """
        nodes = spec_of(game.name).level_nodes.get(self.name, {}).get(seats)
        if nodes is None:
            return self.limits
        return replace(self.limits, nodes=nodes, proofs=False)

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = _never,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return the best move the search finds.

        Raises:
            GameError: there is no such game.
        """
        spec = spec_of(game.name)
        limits = self.limits_in(game, game.count_seats(view))
        thinker = spec.searchable if limits.proofs else spec.plainly_searchable
        return think(thinker(game), view, limits, random, stop=stop).move


SECONDS = 1.0
"""Default time limit for a move, in seconds."""

_LIMITS = Limits(seconds=SECONDS, move_only=True)

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": random_level,
        "greedy": greedy_level,
        **{name: SearchLevel(_LIMITS, name) for name in SEARCH_LEVELS},
    }
)
"""The levels by name, weakest first."""


def find_level(level: str, seconds: float | None = None) -> Level:
    """Return a level by its name.

    Args:
        level: one of `LEVELS`.
        seconds: time limit for a move; None for the level's own.

    Raises:
        GameError: there is no such level.
        ValueError: the time limit is 0 or less.
    """
    try:
        found = LEVELS[level]
    except KeyError:
        raise GameError(f"there is no bot {level!r}; there is: {', '.join(LEVELS)}") from None
    if seconds is not None and isinstance(found, SearchLevel):
        return replace(found, limits=replace(found.limits, seconds=seconds))
    return found
