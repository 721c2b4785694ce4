"""Nim's part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.widget import Widget

from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.model.table_view import TableView
from tests.second_game.games.nim.position import NimPosition
from tests.second_game.games.nim.rules import Nim
from tests.second_game.screens.nim import rules_guide, speech, table_fields, texts
from tests.second_game.screens.nim.body import NimBody
from tests.second_game.screens.nim.move_builder import NimMoveBuilder


class NimUI:
    """Nim, as `siam_tui.games.game_ui.GameUI` asks for it."""

    name: Final = "nim"
    drawing_folder: Final = None
    texts = texts
    table_fields = table_fields
    rules = rules_guide
    speech = speech
    lessons: Final = None
    puzzles: Final = None

    def make_body(self, look: Look, log: Sequence[Widget]) -> NimBody:
        return NimBody(log)

    def look_sample(self, look: Look) -> Content:
        return Content.styled("a heap", look.palette.strong)

    def add_own_parts(self, position: NimPosition, view: TableView) -> NimPosition:
        return position

    def move_builder(
        self, game: Nim, position: NimPosition, names: Sequence[str] = ()
    ) -> NimMoveBuilder:
        del names
        return NimMoveBuilder(game, position)

    def first_choice(self, text: str) -> Choice | None:
        return None  # no word begins a move: take, show, yes and no are typed in one go

    def looks_like_move(self, text: str) -> bool:
        return text.strip().lower().startswith(("take:", "show@", "yes", "no"))


UI: Final = NimUI()
