"""Nim's screens as a package beside this one would add them: see `siam_tui.games.registry`."""

from tests.second_game.screens.nim.ui import UI

__all__ = ["UI"]
