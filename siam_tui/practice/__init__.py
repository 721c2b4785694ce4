"""Puzzles at a real table, for any game: ``siam practice``."""
