"""Wishes to see recorded games, which the app fulfils: a table does not import the replay."""

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
        analysing: whether to show at once what the moves were worth.
    """

    def __init__(self, replay: Replay, eyes: Eyes, look: Look, *, analysing: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.eyes = eyes
        self.look = look
        self.analysing = analysing


class OpenGames(Message):
    """Somebody wants to see the list of their games.

    Attributes:
        words: what to search for; empty for all games.
    """

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words
