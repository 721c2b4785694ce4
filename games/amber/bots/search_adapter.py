"""Reino de Ámbar as the search asks for it (`games.search.Searchable`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random

from games.amber import hidden
from games.amber.bots import guessing
from games.amber.bots.evaluation import final_values, rate_moves, win_chances
from games.amber.dummy import choose
from games.amber.effects import play_move
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from games.amber.options import Options
from games.amber.position import Position
from games.search.contract import Choice, Choices, Searchable, Values


class ThinkingAmber(Searchable[Position, Move]):
    """The rules and the judgement of Reino de Ámbar by the options of a table."""

    def __init__(self, options: Options) -> None:
        """Bind to options."""
        self._options = options

    def known(self, position: Position) -> bool:
        """Return whether nothing is hidden."""
        return hidden.name_hidden_part(position) is None

    def guess(self, view: Position, random: Random) -> Position:
        """Return a position that a view may be of: what it hides is drawn by lot."""
        return guessing.guess(view, random)

    def recall(self, view: Position, played: Iterable[tuple[int, Move]]) -> Position:
        """Return a view with what who saw these moves knows of the hands (A10)."""
        return guessing.recall(view, played)

    def seen(self, position: Position) -> Hashable:
        """Return what the seat that decides knows; what the dummy does, its next move (A10)."""
        assert position.turn is not None
        shown = hidden.view(position, position.turn)
        if position.turn == position.dummy:
            return shown, choose(MutablePosition(position, self._options))
        return shown

    def side(self, position: Position) -> int:
        """Return the seat that decides: everybody plays for themselves."""
        return 0 if position.turn is None else position.turn

    def certain(self, position: Position) -> Values | None:
        """Return what the end of a game is worth; nothing for all if the barbarians win."""
        return final_values(position, self._options) if position.over else None

    def judge(self, position: Position) -> Values:
        """Return how likely each seat looks to win."""
        return tuple(win_chances(MutablePosition(position, self._options)))

    def choices(self, position: Position, width: int | None) -> Choices[Move]:
        """Return moves by the judgement: with a width the best, else all."""
        found = self.rate_moves(position)
        best = found if width is None else found[: max(width, 1)]
        return Choices(tuple(best), complete=len(best) == len(found))

    def rate_moves(self, position: Position) -> list[Choice[Move]]:
        """Return all legal moves with what they look worth to the seat that decides, best first."""
        found = [Choice(*each) for each in rate_moves(position, self._options)]
        found.sort(key=lambda choice: choice.worth, reverse=True)
        return found

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        board = MutablePosition(position, self._options)
        play_move(board, move)
        return board.freeze()
