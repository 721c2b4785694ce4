"""Remembers what a profile chose for its last games against bots, to propose it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from games.registry import game_names, spec_of
from siam_tui.games.registry import shown_games
from siam_tui.profile.kept_file import KeptFile

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
        self._file = KeptFile(folder / "last-bots.json")

    def values(self) -> dict[str, Mapping[str, object]]:
        """Return the values to propose for each game; the form ignores those it does not know."""
        return dict.fromkeys(shown_games(), FIRST_GAME) | (self._file.read(_parse_games) or {})

    def keep(self, game: str, values: Mapping[str, object]) -> None:
        """Keep the values that were chosen for a game."""
        kept = self._file.read(_parse_games) or {}
        self._file.write(json.dumps({"games": {**kept, game: dict(values)}}))


def _parse_games(text: str) -> dict[str, Mapping[str, object]]:
    kept = json.loads(text)
    games = kept.get("games")
    if games is None:
        return _of_one_game(kept)
    return {name: values for name, values in games.items() if isinstance(values, dict)}


def _of_one_game(values: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Return the values of a file written when there was one game, the first one of today.

    In such a file an option that was chosen is the value of a field of another name.
    """
    game = game_names()[0]
    chosen = spec_of(game).option_names.intersection(map(str, values.values()))
    return {game: {**values, **{name: name for name in chosen}}}
