"""``python -m siam_tui`` is ``siam``."""

from siam_tui.cli import main

main()
