"""King of Siam in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widget import Widget

from games.siam import CARDS, FACTION_LETTERS, Move, Position, Siam, load_map
from games.siam.rules import OPEN_DISCARDS
from games.siam.text.move_formatter import is_card
from siam_tui.appearance.style import Look, chip, choice_samples
from siam_tui.games.game_ui import GameUI
from siam_tui.games.map_board.drawing import check_map
from siam_tui.games.move_builder import Choice
from siam_tui.games.study import PuzzleSet
from siam_tui.games.table_fields import OptionField, TableFields
from siam_tui.ui.text import fold, spellings, typed_names
from texts import Noun, say, tell

if TYPE_CHECKING:
    from siam_tui.games.siam.body import SiamBody
    from siam_tui.games.siam.move_options import SiamMoveBuilder

_NOTATION: Final = {"I": "1", "Z": "2"}
"""The cards whose keys on the screen are not their letters in the notation."""


class SiamUI(GameUI[Siam, Position, Move]):
    """King of Siam in the terminal."""

    name = Siam.name
    has_lessons = True
    has_page_drawing = True
    table_fields = TableFields(
        (
            OptionField(
                OPEN_DISCARDS,
                say("siam/form/played-cards"),
                say("siam/form/top-cards"),
                say("siam/form/open-cards"),
            ),
        ),
        check_map,
    )

    def make_body(self, look: Look, log: Sequence[Widget]) -> SiamBody:
        """Return the middle of the table's screen."""
        from siam_tui.games.siam.body import SiamBody

        return SiamBody(look, log)

    def look_sample(self, look: Look) -> Content:
        """Return followers, controllers, and how tiles and choices look."""
        glyphs = look.glyphs
        board = load_map("siam")
        sides = [
            (side, letter, tell(board.side(side))) for side, letter in enumerate(FACTION_LETTERS)
        ]
        followers = [
            Content.assemble(chip(side, look, f" {letter} "), f" {name}")
            for side, letter, name in sides
        ]
        flags = [
            chip(side, look, f" {glyphs.flag}{letter} {name} ") for side, letter, name in sides
        ]
        first, other = (tell(board.place(board.index(each))) for each in ("AYU", "KED"))
        tiles = choice_samples(look, f" {glyphs.contested}1 {first}{glyphs.king} ", f" 3 {other} ")
        return Content("\n").join(Content("   ").join(parts) for parts in (followers, flags, tiles))

    def move_builder(
        self, game: Siam, position: Position, names: Sequence[str] = ()
    ) -> SiamMoveBuilder:
        """Return the builder of moves for the seat to move."""
        from siam_tui.games.siam.move_options import SiamMoveBuilder

        return SiamMoveBuilder(game, position)

    def first_choice(self, text: str) -> Choice | None:
        """Return the choice of a card that is named alone: by its name, letter or key.

        >>> UI.first_choice("1 vs 1") == UI.first_choice("1") == UI.first_choice("i")
        True
        """
        from siam_tui.games.siam.move_builder import card_choice

        letter = _NOTATION.get(text.upper(), text.upper())
        if is_card(letter):
            return card_choice(letter)
        nouns = {card: Noun("siam/card", card) for card in CARDS}
        named = (c for c, noun in nouns.items() if fold(text) in spellings(*typed_names(noun)))
        return next(map(card_choice, named), None)

    def looks_like_move(self, text: str) -> bool:
        """Return whether a line begins as a move with a card does: its letter, alone or with ':'.

        Words that name what the card does may follow the letter.

        >>> UI.looks_like_move("k"), UI.looks_like_move(" 1:R@"), UI.looks_like_move("look")
        (True, True, False)
        >>> UI.looks_like_move("z"), UI.looks_like_move("r lua")
        (True, True)
        """
        typed = text.strip().upper()
        if typed.split(" ")[0] in _NOTATION:
            return True
        return is_card(typed[:1]) and typed[1:2] in ("", ":", " ")

    @property
    def puzzles(self) -> PuzzleSet[Move]:
        """The puzzles."""
        from siam_tui.games.siam.puzzles.puzzle_set import SiamPuzzles

        return SiamPuzzles()


UI: Final = SiamUI()
