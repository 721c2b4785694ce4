"""Bots: clients without a screen; those of a lobby share worker processes."""

from client.bots.levels import LEVELS, Level, find_level

__all__ = ["LEVELS", "Level", "find_level"]
