"""The rules of The Foreign King: chapters, worked examples, and the keys and signs of a table."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import VIRTUAL_LETTER
from games.foreign_king.moves import Move
from games.foreign_king.scoring import leaders
from siam_tui.games.examples import GameExamples
from siam_tui.games.foreign_king import panels
from siam_tui.games.foreign_king.board import BoardView, changed_provinces, draw
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.ending.results import tell_scoring
from siam_tui.games.foreign_king.events_text import tell_progress
from siam_tui.games.foreign_king.facts_text import (
    tell_king,
    tell_province,
    tell_seat,
)
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.foreign_king.track_and_spaces import score_track
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.worked_example import NAMES, view_of_example

_NOBODY: Final = "-"


class ForeignKingExamples(GameExamples[ForeignKing, Position, Move]):
    """The worked examples of the game."""

    name = ForeignKing.name
    board_type = BoardView
    draw = staticmethod(draw)
    headline = staticmethod(score_track)
    seats = staticmethod(panels.seats)
    changed_provinces = staticmethod(changed_provinces)

    def tell_try(self, game: ForeignKing, move: Move) -> str:
        """Return what was tried."""
        return f"to {move_words(game, move, 'full')}"

    def tell_step(
        self, game: ForeignKing, before: Position, after: Position, move: str
    ) -> Iterator[str]:
        """Iterate over the move, what it led to, and the game it ended."""
        seat = before.decider
        assert seat is not None
        yield f"{NAMES[seat]} {move_words(game, game.parse_move(move), 'full', s='s')}."
        view = view_of_example(game, after)
        yield from tell_progress(view, before, after)
        if after.asks == "over":
            yield from tell_scoring(view)

    def find_wrong_claim(self, position: Position, claims: Mapping[str, Any]) -> str:
        """Check ``leads``, letters by ids, ``scores`` and ``francs``, numbers by letters."""
        for province, letter in claims.get("leads", {}).items():
            leader = leaders(position)[position.map.ids.index(province)]
            found = _NOBODY if leader is None else letter_of(leader, position.seats)
            if found != letter:
                return f"{province} is not led by {letter}"
        for claim, numbers in (("scores", position.scores), ("francs", position.francs)):
            for letter, number in claims.get(claim, {}).items():
                colour = len(numbers) - 1 if letter == VIRTUAL_LETTER else "ABCD".index(letter)
                if numbers[colour] != number:
                    return f"the {claim} of {letter} are not {number}"
        return ""

    def tell_provinces(self, position: Position) -> Iterator[tuple[int, str]]:
        """Iterate over the provinces in the order of the map."""
        view = self.view(position)
        for province in range(len(position.map.provinces)):
            yield province, tell_province(view, position, province)

    def tell_players(self, position: Position) -> Iterator[str]:
        """Iterate over the players in turn order, then the virtual player and the King."""
        view = self.view(position)
        for seat in position.order:
            yield f"{NAMES[seat]}: {tell_seat(view, seat)}"
        if position.virtual is not None:
            yield f"The virtual player: score {position.scores[position.virtual]}."
        yield tell_king(position)


EXAMPLES: Final = ForeignKingExamples()


KEYS: Final = """\
- **B P V G K I R X** choose a space: build, place, move, congress, king, coins, order, queen. The
  letter of another space drops the action you have begun
- **1** to **9** choose the province with that number on the map. **0** is the supply
- A digit after the province says how many citizens you place. For the King, the same province again means a longer way
- **M T** choose a metal or a textile factory. **N** chooses none
- **Y N** answer when the Congress is asked. The answer is sent at once
- **L** takes a loan and **F** pays one back when your turn closes. **Enter** closes it
"""

SIGNS: Final = """\
`A3 B2` are citizens: three of A, two of B. Each player has a letter, and with two players `V` is the virtual player. The
full flag shows who leads a province. A flag with a dash means that nobody leads, because of a tie. Where there is little
room, `+6` behind the leader means that the King would bring them 6 points if he came now. Behind the house are the
factories: `M` and `T` are active metal and textile factories, `m` and `t` are inactive ones. The crown and the heavy border
mark the province of the King. A **dot** after a province's number means that something there has changed since your last
move, or that the move you are building changes it.

The line above the map is the score track: letters at their scores, and the crown at the King's marker. Beside it you read the
second-highest score, and how many points the marker is above it. When it has come down to that score, the game ends.

While you move citizens, the number after a province is the steps to it. While you move the King, each province says who would
score how much there: `C3` is 3 points for C. A question mark after it means that the Congress is asked first.

Players are listed in turn order. A full circle is a medal, an empty one a medal that is turned for a loan. Below the map are the
spaces: a letter in brackets is the pawn that stands there. A turning arrow behind the space of a pawn means that this player
chooses a place in the turn order at the end of the round.

**If the game ended now** shows the final points of everybody if the game ended at once. While you build a move, it shows them for after
your move.
"""

REFERENCE: Final = (
    ("Build", "3 francs: a factory. The first of a province brings a medal."),
    ("Place", "Supply to one province. One citizen is free, each other costs 1."),
    ("Move", "Citizens of one province. One step is free, each other costs 1."),
    ("Congress", "One citizen to the Congress, free."),
    ("King", "One step is free, each other costs 1. Marker: steps and 1 down."),
    ("Coins", "3 francs, and 1 for each textile factory where you lead."),
    ("Order", "3 or 4 players: 1 franc, and your place in the next turn order."),
    ("Queen", "4 players: any other action, for 2 francs, at a taken space too."),
    ("Arrival", "Leader: 6 an active metal, 3 a textile; if none, 1 for 3 citizens."),
    ("Loans", "3 francs on an unused medal. 4 pay it back, else 6 points less."),
    ("The end", "The marker meets the second score, or all 10 factories are inactive."),
    ("Prizes", "Provinces and factories 9, medals 9, Congress 3, francs 3."),
)
"""What each space does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    ("{signs.flag}A+6", "A leads this province. The King would bring 6 points if he came."),
    ("{signs.factory}MTmt", "Factories, metal and textile. Small letters are inactive."),
    ("[A]coins", "A's pawn stands there: the space is taken. Others are free."),
    (
        "{signs.medal} {signs.loan}",
        "A medal, and one that is turned for a loan. 5{signs.franc} are 5 francs.",
    ),
    ("you -6", "You trail by 6 points in this forecast."),
    ("{signs.king}", "The King in his province. Above the map: his marker, and scores."),
    ("30 to go", "The marker is 30 above the second score. At 0 the game ends."),
)
"""The signs that are hardest to guess."""


RULES: Final = FileRules(
    files(__package__) / "chapters",
    "foreign_king/rules",
    EXAMPLES,
    KEYS,
    SIGNS,
    REFERENCE,
    REFERENCE_SIGNS,
)
