"""The wish to step through a game, which the app fulfils: a table does not import the replay."""

from __future__ import annotations

from textual.message import Message

from siam_tui.appearance.style import Look
from siam_tui.model.replay import Eyes, Replay


class OpenReplay(Message):
    """Somebody wants to step through a game.

    Attributes:
        replay: the game.
        eyes: through whose eyes it is shown.
        look: the signs and colours of the table.
    """

    def __init__(self, replay: Replay, eyes: Eyes, look: Look) -> None:
        super().__init__()
        self.replay = replay
        self.eyes = eyes
        self.look = look
