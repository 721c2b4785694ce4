"""How well a bot plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import Any, Protocol

from client.bots import greedy
from games.contract import Game, GameError
from games.registry import searchable
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
        GameError: nobody has taught it this game.
    """
    del stop
    choose = _GREEDY.get(game.name)
    if choose is None:
        raise GameError(f"the greedy bot cannot play {game.title}")
    return choose(game, view, random)


_GREEDY: Mapping[str, Callable[[Game[Any, Any], Any, Random], Any]] = {"siam": greedy.choose}


@dataclass(frozen=True, slots=True)
class Thinking:
    """Thinks ahead, as far as its limits allow.

    Attributes:
        limits: for one move.
        nodes: the positions it may look at for a move, by the number of players; what is not told
            there is as in `limits`.
    """

    limits: Limits
    nodes: Mapping[int, int] | None = None

    def among(self, players: int) -> Limits:
        """Return the limits for one move in a game of so many players."""
        nodes = (self.nodes or {}).get(players, self.limits.nodes)
        return replace(self.limits, nodes=nodes)

    def __call__(
        self,
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool] = _never,
    ) -> Any:  # noqa: ANN401 - any game's
        """Return what it thinks best.

        Raises:
            GameError: nobody has taught it this game.
        """
        thinker = searchable(game)
        return think(thinker, view, self.among(len(view.seats)), random, stop=stop).move


SECONDS = 1.0
"""The longest a level thinks about a move, unless told otherwise."""

# So many that every level is clearly above the one before: docs/bots.md has the games.
_MANDARIN = MappingProxyType({2: 4, 3: 16, 4: 1})
_MINISTER = MappingProxyType({2: 24, 3: 64, 4: 24})

_LIMITS = Limits(seconds=SECONDS, move_only=True)

LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "random": random_level,
        "greedy": greedy_level,
        "mandarin": Thinking(_LIMITS, _MANDARIN),
        "minister": Thinking(_LIMITS, _MINISTER),
        "regent": Thinking(_LIMITS),
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
