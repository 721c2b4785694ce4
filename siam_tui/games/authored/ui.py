"""`AuthoredUI`: the screens of a game that is written against `games.author`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from textual.content import Content
from textual.widget import Widget

from games.author.game import Game
from games.contract import InvalidMoveError
from siam_tui.appearance.style import Look, chip
from siam_tui.games.authored.body import AuthoredBody
from siam_tui.games.authored.move_builder import AuthoredMoveBuilder
from siam_tui.games.authored.page_drawing import draw_page
from siam_tui.games.authored.scene import SIGNS
from siam_tui.games.authored.telling import told_words
from siam_tui.games.authored.texts import AuthoredTexts
from siam_tui.games.authored.wording import Wording
from siam_tui.games.game_ui import GameUI
from siam_tui.games.move_builder import Choice
from siam_tui.games.page_drawing import PageDrawing
from siam_tui.games.study import RulesChapter, RulesGuide
from siam_tui.games.table_fields import OptionField, TableFields
from siam_tui.model.table_view import TableView
from texts import say, tell


class AuthoredRules(RulesGuide[None]):
    """The rules of a game as its class tells them: one chapter, without worked examples."""

    def __init__(self, game: type[Game[Any, Any]], words: Wording) -> None:
        """Take the rules of a game."""
        self._name, self._text = game.name, " ".join(game.rules.split())
        self.reference = tuple((kind.kind.__name__, kind.template) for kind in words.kinds)

    def chapters(self) -> tuple[RulesChapter[None], ...]:
        """Return the one chapter."""
        text = told_words(self._name, self._text) or tell("games/authored/no-rules")
        return (RulesChapter("all", tell("games/authored/all-rules"), (text,)),)


class AuthoredUI(GameUI[Game[Any, Any], Any, Any]):
    """The screens of one game that is written against `games.author`."""

    def __init__(self, game: type[Game[Any, Any]]) -> None:
        """Derive the screens of a game."""
        self._game = game
        self._words = Wording(game)
        self.name = game.name
        self.table_fields = TableFields(
            tuple(
                OptionField(
                    offer.name,
                    offer.name.replace("_", " ").capitalize(),
                    say("games/authored/no"),
                    say("games/authored/yes"),
                )
                for offer in game.offers
            )
        )

    @cached_property
    def texts(self) -> AuthoredTexts:
        """Moves, facts and results in words."""
        return AuthoredTexts(self._words)

    @cached_property
    def rules(self) -> AuthoredRules:
        """The rules as the class tells them."""
        return AuthoredRules(self._game, self._words)

    def make_body(self, look: Look, log: Sequence[Widget]) -> AuthoredBody:
        """Return the middle of the table's screen."""
        return AuthoredBody(self._words, log)

    def draw_page(self, view: TableView) -> PageDrawing:
        """Return the boards, and what belongs to table and seats."""
        return draw_page(view)

    def look_sample(self, look: Look) -> Content:
        """Return the signs of the seats."""
        seats = range(max(self._game.players))
        return Content(" ").join(chip(seat, look, f" {SIGNS[seat]} ") for seat in seats)

    def move_builder(
        self,
        game: Game[Any, Any],
        position: Any,  # noqa: ANN401
        names: Sequence[str] = (),
    ) -> AuthoredMoveBuilder:
        """Return the builder of moves for the seat that decides."""
        return AuthoredMoveBuilder(game, position, self._words)

    def first_choice(self, text: str) -> Choice | None:
        """Return the kind of move that a typed word names; one without fields is a whole move."""
        for kind, notation in self._game.shape().kinds.items():
            if notation.nodes and kind.__name__.lower() == text.strip().lower():
                return self._words.choice("kind", kind)
        return None

    def looks_like_move(self, text: str) -> bool:
        """Return whether a typed line is a move, or begins as one."""
        try:
            self._game().parse_move(text)
        except InvalidMoveError as error:
            return error.at > 0
        return True
