"""Remembers what a profile chose for its last games against bots, to propose it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from client.bots.levels import LEVELS
from games.registry import game_names, spec_of
from siam_tui.games.registry import shown_games
from siam_tui.profile.kept_file import KeptFile

_FIRST: Final = "random"
"""The level of bots of which a first game can be won."""


def _proposed(level: str) -> Mapping[str, object]:
    """Return what is proposed for a game that was never played: one bot of a level."""
    return {"players": 2, **{f"bot{number}": level for number in range(1, 8)}}


FIRST_GAME: Final = _proposed(_FIRST)
"""Proposed to a player who has never played any game."""


class LastBots:
    """The values of the form's fields by their names, for each game.

    For a game that was never played, the first bot of the game played last is proposed. A file that
    cannot be read or written is done without: then `FIRST_GAME` is proposed.
    """

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._file = KeptFile(folder / "last-bots.json")

    def values(self) -> dict[str, Mapping[str, object]]:
        """Return the values to propose for each game; the form ignores those it does not know."""
        kept = self._file.read(_parse_games) or {}
        return dict.fromkeys(shown_games(), _proposed(_last_level(kept))) | kept

    def has_played(self, game: str) -> bool:
        """Return whether a game against bots was ever dealt."""
        return game in (self._file.read(_parse_games) or {})

    def levels(self, game: str) -> tuple[str, ...]:
        """Return the levels of the bots to propose for a game, as many as can play it."""
        values, players = self.values().get(game, FIRST_GAME), spec_of(game).players
        count = values.get("players")
        count = count if isinstance(count, int) and count in players else max(2, min(players))
        levels = (values.get(f"bot{number}") for number in range(1, count))
        return tuple(
            each if isinstance(each, str) and each in LEVELS else _FIRST for each in levels
        )

    def keep_levels(self, game: str, levels: Sequence[str]) -> None:
        """Keep the bots that were chosen for a game, and what else was chosen before."""
        bots = {f"bot{number}": level for number, level in enumerate(levels, start=1)}
        self.keep(game, {**self.values().get(game, {}), "players": len(levels) + 1, **bots})

    def keep(self, game: str, values: Mapping[str, object]) -> None:
        """Keep the values that were chosen for a game."""
        kept = self._file.read(_parse_games) or {}
        others = {name: chosen for name, chosen in kept.items() if name != game}
        self._file.write(json.dumps({"games": {**others, game: dict(values)}}))


def _last_level(kept: Mapping[str, Mapping[str, object]]) -> str:
    """Return the level of the first bot in the game played last, which stands at the end."""
    level = next(reversed(list(kept.values())), FIRST_GAME).get("bot1")
    return level if isinstance(level, str) and level in LEVELS else _FIRST


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
