"""The command line; the one place that knows every room, and it enters each only when asked to."""

from siam_tui.cli.run import main

__all__ = ["main"]
