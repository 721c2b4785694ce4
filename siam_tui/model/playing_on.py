"""Plays on from what one player knows, where a move shows what is hidden from them. Pure."""

from __future__ import annotations

from random import Random
from typing import Any

from games.contract import Game, GameError
from games.search.contract import Searchable


def play_on(
    game: Game[Any, Any],
    search: Searchable[Any, Any],
    view: Any,  # noqa: ANN401 - any game's
    move: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Return the view after a move; what the move shows is guessed, the same for every move."""
    try:
        return game.play(view, move)
    except GameError:
        guess = search.guess(view, Random(0))  # noqa: S311 - any seed
        return game.view(game.play(guess, move), game.turn(view))
