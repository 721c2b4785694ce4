"""How well a bot plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from games.contract import Game, GameError
from games.registry import spec_of
from games.search import Limits, think


def _never() -> bool:
    return False


class Level(Protocol):
    """Chooses a legal move from what a seat knows of a position.

    Without a limit by the clock it chooses the same for the same random numbers.
    """

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = ...,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return the move; as soon as `stop` says so, the best found until then.

        Raises:
            GameError: nobody has taught this level the game.
        """


def random_level(
    game: Game[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    random: Random,
    stop: Callable[[], bool] = _never,
) -> Any:  # noqa: ANN401 - any game's
    """Play any legal move, whatever the game."""
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
class Thinking:
    """Thinks ahead, as far as its limits allow.

    Attributes:
        limits: for one move.
        name: the level's name, by which a game may limit the positions it looks at.
    """

    limits: Limits
    name: str = ""

    def limits_in(self, game: Game[Any, Any], players: int) -> Limits:
        """Return the limits for one move in a game of so many players."""
        by_players = spec_of(game.name).level_nodes.get(self.name, {})
        return replace(self.limits, nodes=by_players.get(players, self.limits.nodes))

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = _never,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return what it thinks best.

        Raises:
            GameError: there is no such game.
        """
        thinker = spec_of(game.name).searchable()
        limits = self.limits_in(game, game.count_seats(view))
        return think(thinker, view, limits, random, stop=stop).move


SECONDS = 1.0
"""The longest a level thinks about a move, unless told otherwise."""

_LIMITS = Limits(seconds=SECONDS, move_only=True)

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": random_level,
        "greedy": greedy_level,
        "mandarin": Thinking(_LIMITS, "mandarin"),
        "minister": Thinking(_LIMITS, "minister"),
        "regent": Thinking(_LIMITS, "regent"),
    }
)
"""The levels by name, weakest first."""


def chooser(level: str, seconds: float | None = None) -> Level:
    """Return a level by its name.

    Args:
        level: one of `LEVELS`.
        seconds: the longest it may think about a move, if not as long as usual.

    Raises:
        GameError: there is no such level.
        ValueError: nobody can think for 0 seconds or less.
    """
    try:
        found = LEVELS[level]
    except KeyError:
        raise GameError(f"there is no bot {level!r}; there is: {', '.join(LEVELS)}") from None
    if seconds is not None and isinstance(found, Thinking):
        return replace(found, limits=replace(found.limits, seconds=seconds))
    return found
