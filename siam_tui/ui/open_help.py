"""The wish to read the help, which the app fulfils: screens below the rules do not import them."""

from __future__ import annotations

from textual.message import Message


class OpenHelp(Message):
    """Somebody wants to read the help.

    Attributes:
        chapter: the id of the chapter to open with.
    """

    def __init__(self, chapter: str) -> None:
        super().__init__()
        self.chapter = chapter
