"""Bots: players that need no screen; those of a lobby share a worker process."""

from client.bots.levels import LEVELS, Level, chooser

__all__ = ["LEVELS", "Level", "chooser"]
