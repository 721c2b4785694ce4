"""Lessons at a real table, for any game: ``siam learn``."""
