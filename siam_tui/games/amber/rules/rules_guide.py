"""The rules of Reino de Ámbar: chapters, worked examples, and the keys and signs of a table."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from textual.content import Content

from games.amber import Amber, Position
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
from siam_tui.games.amber.panels import players_table
from siam_tui.games.amber.texts import TEXTS
from siam_tui.games.examples import GameExamples
from siam_tui.games.game_texts import MoveContext
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.worked_example import view_of_example
from siam_tui.model.table_view import TableView
from texts import tell


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
        yield TEXTS.tell_move(game, game.parse_move(move), view.name(before.turn), context)
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
            yield f"{view.name(seat)}: {tell_seat(view, seat)}"


EXAMPLES: Final = AmberExamples()


KEYS: Final = """\
- **M S W V Y K** play the ace of Moons, Suns, Waves, Leaves, Wyrms or Knots. **X** plays your pawn
- **1** to **7** choose the area on that place. **E F G** choose the Problem with that letter
- **0** is the other way: at the Chance Meeting 1 marker instead of 2, at the Cave the other player
- **T** takes a Problem for its number. **R** is the crown: then choose an area for the Confidant
- **P** passes. At the Chance Meeting it moves nothing
- **I** looks things up: cards, areas, Problems not seen yet, walls, and the log of this round and the one before
- Another card starts your move again. While only **Enter** is awaited, another digit replaces the last one
"""

SIGNS: Final = """\
The seven boxes are the **areas** on their places. Suits stand below the name, each a sign and a letter. `A2` are two markers of A:
each player has a letter, and the dummy is `D`. A face in a box is the **Confidant**. `A2>3` is what your move would make of it. The
last line of a box says what the area does; while you choose, what it would bring you.

A number in front of a name is a **Problem**: `8 Diplomat`. The letter before it is its key. A crown stands for no number. Behind it are the players who try it, then
everybody's strength.

In the list of players `sup` is the supply of markers, `rsv` the reserve; on a narrow screen a clock takes its place. `last` is the card played last, a pawn by the letters of its suits, `kept` the number of
Problems kept, `wall` the number from which on they would be lost. A shaded number counts what you cannot see.

Your kept Problems are below your hand. An **exclamation mark** means: lost, if the Barbarians came now.
"""

REFERENCE: Final = (
    ("Lunatic", "1 gold and 1 influence."),
    ("Market", "1 gold for each marker you have there."),
    ("Castle", "1 influence for each marker you have there."),
    ("Penitent", "Pay 1 gold and solve a Problem of the row at once."),
    ("Cave", "One marker of another player goes back to the reserve."),
    ("Chance Meeting", "You may move 1 or 2 markers to another area and act there."),
    ("Borderland", "Nothing at once. Each marker makes your wall 1 higher."),
    ("A card", "Put a marker on an area with its suit, and act there."),
    ("An attempt", "1 gold. Most markers on areas that share a suit with the Problem win it."),
    ("A solution", "Keep its number, act in its suit, or move the Confidant."),
    ("Barbarians", "Each unsolved Problem adds 1 to their power each round."),
    ("The end", "Kept numbers below your wall count. Your wall is 6, less the Barbarians' power."),
)
"""What each area does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    ("sup", "Your markers that are ready, in the supply."),
    ("rsv", "Those in the reserve. A clock takes its place on a narrow screen."),
    ("wall 6", "Kept Problems of 6 and more would be lost now."),
    ("{signs.hidden}6", "6 cards or gold that you cannot see. {signs.confidant} is the Confidant."),
)
"""The signs that are hardest to guess."""


RULES: Final = FileRules(
    files(__package__) / "chapters",
    "amber/rules",
    EXAMPLES,
    KEYS,
    SIGNS,
    REFERENCE,
    REFERENCE_SIGNS,
)
