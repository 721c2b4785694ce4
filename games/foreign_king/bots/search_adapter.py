"""The Foreign King as the search asks for it (`games.search.Searchable`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.foreign_king.bots.candidates import rate_moves
from games.foreign_king.bots.evaluation import share_win, win_chances, worth
from games.foreign_king.effects import play_move
from games.foreign_king.listing import count_moves
from games.foreign_king.moves import Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.search.contract import Choice, Choices, Searchable, Values

_PART_OF_WIDTH: Final = MappingProxyType({"loans": 8, "virtual": 8})
"""Decisions that matter less get a part of the width: many in a row would hide the turns behind."""


class ThinkingForeignKing(Searchable[Position, Move]):
    """The rules and the judgement of The Foreign King; maps are part of the positions."""

    def side(self, position: Position) -> int:
        """Return the seat that decides: everybody plays for themselves."""
        seat = position.decider
        return position.turn if seat is None else seat

    def certain(self, position: Position) -> Values | None:
        """Return what the end of a game is worth; the virtual player's share is nobody's."""
        if position.asks != "over":
            return None
        return tuple(share_win(MutablePosition(position))[: position.seats])

    def judge(self, position: Position) -> Values:
        """Return how likely each seat looks to win."""
        return tuple(win_chances(MutablePosition(position))[: position.seats])

    def choices(self, position: Position, width: int | None) -> Choices[Move]:
        """Return moves by the judgement: with a width the best, else all if these are few."""
        if width is not None:
            width = max(width // _PART_OF_WIDTH.get(position.asks, 1), 1)
        rated = rate_moves(position, worth, width)
        found = [Choice(value, move) for move, value in rated.items()]
        found.sort(key=lambda choice: choice.worth, reverse=True)
        found = found[:width]
        complete = len(found) == len(rated) and len(found) == count_moves(position)
        return Choices(tuple(found), complete)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        board = MutablePosition(position)
        play_move(board, move)
        return board.freeze()
