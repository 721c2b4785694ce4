"""The command line: the only folder that may import all others, which it does when needed."""

from siam_tui.cli.run import main

__all__ = ["main"]
