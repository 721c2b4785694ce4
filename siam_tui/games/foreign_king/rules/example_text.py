"""Worked examples of The Foreign King in words, and as plain text with boards. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import VIRTUAL_LETTER
from games.foreign_king.moves import Move
from games.foreign_king.scoring import leaders
from siam_tui.games.foreign_king import panels
from siam_tui.games.foreign_king.board import BoardView, changed_provinces, draw
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.ending.results import explain_result
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.foreign_king.speech.spoken_events import tell_progress
from siam_tui.games.foreign_king.speech.spoken_facts import (
    tell_king,
    tell_province,
    tell_seat,
)
from siam_tui.games.foreign_king.track_and_spaces import score_track
from siam_tui.games.map_board.examples import MapExamples
from siam_tui.games.worked_example import NAMES, view_of_example

_NOBODY: Final = "-"


class ForeignKingExamples(MapExamples[ForeignKing, Position, Move]):
    """The game's part of its examples, as `siam_tui.games.worked_example` asks for it."""

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
            yield from explain_result(view)

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


TELLER: Final = ForeignKingExamples()
