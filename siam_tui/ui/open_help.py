"""The wish to read the help, which the app fulfils: screens below the rules do not import them."""

from __future__ import annotations

from textual.message import Message


class OpenHelp(Message):
    """Somebody wants to read the help.

    Attributes:
        chapter: the id of the chapter to open with.
        game: the short name of the game that is shown; empty for none.
    """

    def __init__(self, chapter: str, game: str = "") -> None:
        super().__init__()
        self.chapter, self.game = chapter, game
