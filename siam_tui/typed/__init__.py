"""Typed commands and moves, for the app's input line and for ``--plain``."""
