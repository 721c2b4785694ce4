"""Nim as a package beside this one would add it: see `games.registry`."""

from tests.second_game.games.nim.spec import SPEC

__all__ = ["SPEC"]
