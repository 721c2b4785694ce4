"""The rules of The Foreign King: chapters, worked examples, and the keys and signs of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import SPACES, VIRTUAL_LETTER
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
from siam_tui.games.foreign_king.move_text import name_move, tell_move
from siam_tui.games.foreign_king.track_and_spaces import score_track
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.worked_example import NAMES, view_of_example
from texts import Noun, Person, say, tell

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
        return tell("foreign_king/example/to", move=name_move(game, move, "full"))

    def tell_step(
        self, game: ForeignKing, before: Position, after: Position, move: str
    ) -> Iterator[str]:
        """Iterate over the move, what it led to, and the game it ended."""
        seat = before.decider
        assert seat is not None
        who = Person(NAMES[seat])
        yield tell_move(game, game.parse_move(move), who)
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
            yield tell("games/has", who=NAMES[seat], what=tell_seat(view, seat))
        if position.virtual is not None:
            yield tell("foreign_king/example/virtual", score=position.scores[position.virtual])
        yield tell_king(position)


EXAMPLES: Final = ForeignKingExamples()


REFERENCE: Final = tuple(
    (Noun("foreign_king/reference", each), Noun("foreign_king/reference-text", each))
    for each in (*SPACES, "arrival", "loans", "end", "prizes")
)
"""What each space does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    ("{signs.flag}A+6", say("foreign_king/reference-sign/leader")),
    ("{signs.factory}MTmt", say("foreign_king/reference-sign/factories")),
    (say("foreign_king/reference-sign/pawn-sign"), say("foreign_king/reference-sign/pawn")),
    ("{signs.medal} {signs.loan}", say("foreign_king/reference-sign/medals")),
    (say("foreign_king/reference-sign/trail-sign"), say("foreign_king/reference-sign/trail")),
    ("{signs.king}", say("foreign_king/reference-sign/king")),
    (say("foreign_king/reference-sign/to-go-sign"), say("foreign_king/reference-sign/to-go")),
)
"""The signs that are hardest to guess."""


RULES: Final = FileRules(
    files(__package__) / "chapters",
    "foreign_king/rules",
    EXAMPLES,
    say("foreign_king/guide/keys"),
    say("foreign_king/guide/signs"),
    REFERENCE,
    REFERENCE_SIGNS,
)
