"""Names of the bots' levels, for any game."""

from __future__ import annotations

from typing import Final

SEARCH_LEVELS: Final = ("mandarin", "minister", "regent")
"""Levels that search ahead, weakest first."""
BOT_LEVELS: Final = ("random", "greedy", *SEARCH_LEVELS)
"""All levels, weakest first."""
