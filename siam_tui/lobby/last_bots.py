"""Remembers what a profile chose for its last games against bots, to propose it again."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.registry import game_names, spec_of
from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)

FIRST_GAME: Final[Mapping[str, object]] = {
    "players": 2,
    **{f"bot{number}": "random" for number in range(1, 8)},
}
"""Proposed for a game that was never played: one bot, against which a first game can be won."""


class LastBots:
    """The values of the form's fields by their names, for each game.

    A file that cannot be read or written is done without: then `FIRST_GAME` is proposed.
    """

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._path = folder / "last-bots.json"

    def values(self) -> dict[str, Mapping[str, object]]:
        """Return the values to propose for each game; the form ignores those it does not know."""
        return dict.fromkeys(game_names(), FIRST_GAME) | self._read()

    def keep(self, game: str, values: Mapping[str, object]) -> None:
        """Keep the values that were chosen for a game."""
        try:
            replace_text(self._path, json.dumps({"games": {**self._read(), game: dict(values)}}))
        except OSError as error:
            logger.warning("the last game's choice cannot be kept: %s", error)

    def _read(self) -> dict[str, Mapping[str, object]]:
        try:
            kept = json.loads(read_own_text(self._path))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            logger.warning("the last game's choice cannot be read: %s", error)
            return {}
        games = kept.get("games") if isinstance(kept, dict) else {}
        if games is None:
            return _of_one_game(kept)
        entries = games.items() if isinstance(games, dict) else ()
        return {name: values for name, values in entries if isinstance(values, dict)}


def _of_one_game(values: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Return the values of a file written when there was one game, the first one of today.

    In such a file an option that was chosen is the value of a field of another name.
    """
    game = game_names()[0]
    chosen = spec_of(game).option_names.intersection(map(str, values.values()))
    return {game: {**values, **dict.fromkeys(chosen, True)}}
