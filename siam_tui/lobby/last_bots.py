"""What a profile's last game against bots was like, to propose it again."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)

FIRST_GAME: Final[Mapping[str, object]] = MappingProxyType(
    {"players": 2, "bot1": "random", "bot2": "random", "bot3": "random"}
)
"""Proposed to whoever has played none yet: one bot, against which a first game can be won."""


class LastBots:
    """The values of the form's fields by their names.

    A file that cannot be read or written is done without: then `FIRST_GAME` is proposed.
    """

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._path = folder / "last-bots.json"

    def values(self) -> Mapping[str, object]:
        """Return what to propose; what is not told is as the form has it."""
        try:
            kept = json.loads(read_own_text(self._path))
        except FileNotFoundError:
            return FIRST_GAME
        except (OSError, ValueError) as error:
            logger.warning("the last game's choice cannot be read: %s", error)
            return FIRST_GAME
        return kept if isinstance(kept, dict) else FIRST_GAME

    def keep(self, values: Mapping[str, object]) -> None:
        """Keep what was chosen."""
        try:
            replace_text(self._path, json.dumps(dict(values)))
        except OSError as error:
            logger.warning("the last game's choice cannot be kept: %s", error)
