"""Nim's part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widget import Widget

from siam_tui.appearance.style import Look
from siam_tui.games.game_ui import GameUI
from siam_tui.games.table_fields import OptionField, TableFields
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import MISERE, Nim
from tests.second_game.screens.nim.body import NimBody
from tests.second_game.screens.nim.move_builder import NimMoveBuilder
from tests.second_game.screens.nim.rules_guide import RULES
from tests.second_game.screens.nim.texts import TEXTS


class NimUI(GameUI[Nim, NimPosition, NimMove]):
    """Nim in the terminal."""

    name = "nim"
    table_fields = TableFields((OptionField(MISERE, "Last token", "wins", "loses"),))
    rules = RULES
    texts = TEXTS

    def make_body(self, look: Look, log: Sequence[Widget]) -> NimBody:
        return NimBody(log)

    def look_sample(self, look: Look) -> Content:
        return Content.styled("a heap", look.palette.strong)

    def move_builder(
        self, game: Nim, position: NimPosition, names: Sequence[str] = ()
    ) -> NimMoveBuilder:
        return NimMoveBuilder(game, position)

    def looks_like_move(self, text: str) -> bool:
        return text.strip().lower().startswith(("take:", "show@", "yes", "no"))


UI: Final = NimUI()
