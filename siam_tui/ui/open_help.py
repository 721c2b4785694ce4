"""The wish to read the help, which the app fulfils: screens below the rules do not import them."""

from __future__ import annotations

from typing import Any

from textual.message import Message

from games.contract import Game


class OpenHelp(Message):
    """Somebody wants to read the help.

    Attributes:
        chapter: the id of the chapter to open with.
        game: the short name of the game that is shown; empty for none.
        rules: the rules of the table that is shown, with its map; None for none.
    """

    def __init__(self, chapter: str, game: str = "", rules: Game[Any, Any] | None = None) -> None:
        super().__init__()
        self.chapter, self.game, self.rules = chapter, game, rules
