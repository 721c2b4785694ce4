"""Bots: players that need no screen, each at a seat of its own in a process of its own."""

from client.bots.levels import LEVELS, Level, chooser

__all__ = ["LEVELS", "Level", "chooser"]
