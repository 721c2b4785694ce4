"""``python -m siam_tui`` is ``siam``."""

from siam_tui.entry import main

main()
