"""The question whether to quit the app."""

from __future__ import annotations

from siam_tui.ui.dialog import AskScreen


class QuitScreen(AskScreen):
    """Asks whether to quit; the key that quits, pressed once more, does not ask again."""

    def __init__(self, cost: str) -> None:
        """Prepare the question.

        Args:
            cost: what quitting means now.
        """
        super().__init__(cost, "Quit", "Stay")
