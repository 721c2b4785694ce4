"""The rules of Reino de Ámbar: chapters, worked examples, and the keys and signs of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from textual.content import Content

from games.amber import Amber, Position
from games.amber.constants import BOR, CAS, CAV, CHA, LUN, MAR, PEN, Area
from games.amber.moves import Move
from games.registry import game_of
from siam_tui.appearance.style import Look
from siam_tui.games.amber.board.areas import draw
from siam_tui.games.amber.board.board_view import AmberBoard, changed_areas
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.ending.results import tell_scoring
from siam_tui.games.amber.events_text import tell_growth, tell_progress
from siam_tui.games.amber.facts_text import (
    tell_area,
    tell_barbarians,
    tell_problems,
    tell_seat,
)
from siam_tui.games.amber.move_text import move_words
from siam_tui.games.amber.names import area_noun
from siam_tui.games.amber.panels import players_table
from siam_tui.games.amber.texts import TEXTS
from siam_tui.games.examples import GameExamples
from siam_tui.games.game_texts import MoveContext
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.worked_example import view_of_example
from siam_tui.model.table_view import TableView
from texts import Message, say, tell


class AmberExamples(GameExamples[Amber, Position, Move]):
    """The worked examples of the game."""

    name = Amber.name
    draw = staticmethod(draw)
    board_size = (78, 6)
    changed_provinces = staticmethod(changed_areas)

    def headline(self, position: Position, width: int, look: Look) -> Content:
        """Return the Barbarians' power."""
        del look
        return Content(tell_barbarians(position)).truncate(width)

    def seats(self, view: TableView, width: int, look: Look) -> list[Content]:
        """Return the players as the screen shows them."""
        return [players_table.seats(view, width, look)]

    def view(self, position: Position) -> TableView:
        """Return a position of an example as the view of a table."""
        return view_of_example(game_of(self.name), position)

    def board_view(self, position: Position, touched: frozenset[int]) -> AmberBoard:
        """Return what the board is to show."""
        return AmberBoard(
            marks=marks_of(self.view(position)),
            before=position,
            position=position,
            touched=touched,
        )

    def tell_try(self, game: Amber, move: Move) -> str:
        """Return what was tried."""
        del game
        return tell("amber/example/to", move=move_words(move, "full"))

    def tell_step(self, game: Amber, before: Position, after: Position, move: str) -> Iterator[str]:
        """Iterate over the move, what it led to, and the game it ended."""
        view = self.view(after)
        assert before.turn is not None
        context = MoveContext(view, before)
        yield TEXTS.tell_move(game, game.parse_move(move), view.named(before.turn), context)
        if not after.over:
            yield from tell_growth(before, after)
        yield from tell_progress(view, before, after)
        if after.over:
            yield from tell_scoring(view)

    def find_wrong_claim(self, position: Position, claims: Mapping[str, Any]) -> str:
        """Check ``walls``, ``gold`` and ``supply``: numbers by seat letters; ``power``."""
        found = {
            "walls": [position.wall(seat) for seat in range(len(position.seats))],
            "gold": [seat.gold for seat in position.seats],
            "supply": [seat.influence for seat in position.seats],
        }
        for claim, numbers in found.items():
            for letter, number in claims.get(claim, {}).items():
                if numbers["ABC".index(letter)] != number:
                    return f"the {claim} of {letter} are not {number}"
        if claims.get("power", position.power) != position.power:
            return f"the power is not {claims['power']}"
        return ""

    def tell_provinces(self, position: Position) -> Iterator[tuple[int, str]]:
        """Iterate over the areas in the order of their places."""
        view = self.view(position)
        for area in position.places:
            yield area, tell_area(view, position, area)

    def tell_players(self, position: Position) -> Iterator[str]:
        """Iterate over the Problems, then the players."""
        view = self.view(position)
        if not position.over:
            yield from tell_problems(view, position)
        for seat in position.turn_order():
            yield tell("games/has", who=view.name(seat), what=tell_seat(view, seat))


EXAMPLES: Final = AmberExamples()


def _area(area: Area) -> Message:
    return say("amber/reference/area", area=area_noun(area))


REFERENCE: Final = (
    (_area(LUN), say("amber/reference/lunatic")),
    (_area(MAR), say("amber/reference/market")),
    (_area(CAS), say("amber/reference/castle")),
    (_area(PEN), say("amber/reference/penitent")),
    (_area(CAV), say("amber/reference/cave")),
    (_area(CHA), say("amber/reference/meeting")),
    (_area(BOR), say("amber/reference/borderland")),
    (say("amber/reference/card-name"), say("amber/reference/card")),
    (say("amber/reference/attempt-name"), say("amber/reference/attempt")),
    (say("amber/reference/solution-name"), say("amber/reference/solution")),
    (say("amber/reference/barbarians-name"), say("amber/reference/barbarians")),
    (say("amber/reference/end-name"), say("amber/reference/end")),
)
"""What each area does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    (say("amber/column/supply"), say("amber/reference/sign-supply")),
    (say("amber/column/reserve"), say("amber/reference/sign-reserve")),
    (say("amber/brings/wall", wall=6), say("amber/reference/sign-wall")),
    ("{signs.hidden}6", say("amber/reference/sign-hidden")),
)
"""The signs that are hardest to guess."""


RULES: Final = FileRules(
    files(__package__) / "chapters",
    "amber/rules",
    EXAMPLES,
    say("amber/guide/keys"),
    say("amber/guide/signs"),
    REFERENCE,
    REFERENCE_SIGNS,
)
