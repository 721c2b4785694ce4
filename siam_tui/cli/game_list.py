"""Prints the games that a player finds again."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from siam_tui.model.played_game import PlayedGame
from siam_tui.profile.user_error import UserError
from siam_tui.typed.played_words import tell_game

_NONE: Final = "You have finished no game yet.\n"
_NO_SUCH: Final = "There is no game {number}: `siam games` lists all {count}."


def print_games(games: Sequence[PlayedGame], *, as_json: bool) -> None:
    """Print one line per game: for people, or as JSON."""
    if not (games or as_json):
        sys.stdout.write(_NONE)
    for number, game in enumerate(games, 1):
        line = json.dumps(_facts(number, game)) if as_json else f"{number:>5}  {tell_game(game)}"
        sys.stdout.write(f"{line}\n")


def _facts(number: int, game: PlayedGame) -> dict[str, Any]:
    return {"number": number, **game.facts(), "hosted": game.hosted}


def print_game(games: Sequence[PlayedGame], number: int) -> None:
    """Print the record of a game, by its number in the list.

    Raises:
        UserError: there is no such game, or it cannot be read.
    """
    if number > len(games):
        raise UserError(_NO_SUCH.format(number=number, count=len(games)))
    sys.stdout.write(games[number - 1].read())
