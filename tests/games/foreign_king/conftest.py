"""Positions built field by field, and what is played in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.contract import GameError
from games.foreign_king import ForeignKing, Position

FIELDS = {
    2: ("0.5.0.0.0.-|0.6.0.0.0.-", "0", "0>1"),
    3: ("0.5.0.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-", "-", "0>1>2"),
    4: ("0.5.0.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-|0.8.0.0.0.-", "-", "0>1>2>3"),
}
"""Seats, virtual and order of a setup."""


@pytest.fixture(scope="session")
def game() -> ForeignKing:
    return ForeignKing()


@pytest.fixture(scope="session")
def build(game: ForeignKing) -> Callable[..., Position]:
    def position(number: int = 3, **fields: str) -> Position:
        """Return a position of so many seats that differs from a setup in the fields named.

        The board is named by its provinces, such as ``LIE="A2+M"``.
        """
        board = dict.fromkeys(game.map.ids, "-")
        board |= {each: fields.pop(each) for each in game.map.ids if each in fields}
        seats, virtual, order = FIELDS[number]
        every = {
            "board": "/".join(board.values()),
            "king": "-.30",
            "seats": seats,
            "virtual": virtual,
            "order": order,
            "changes": "-",
            "turn": order[0],
            "asks": "act",
        }
        assert fields.keys() <= every.keys()
        return game.parse(" ".join((every | fields).values()))

    return position


@pytest.fixture(scope="session")
def play(game: ForeignKing) -> Callable[..., Position]:
    def played(position: Position, *moves: str) -> Position:
        """Return the position after some moves."""
        for move in moves:
            position = game.play(position, game.parse_move(move))
        return position

    return played


@pytest.fixture(scope="session")
def legal(game: ForeignKing) -> Callable[..., set[str]]:
    def moves(position: Position, beginning: str = "") -> set[str]:
        """Return the legal moves that begin so, as text."""
        found = [game.format_move(move) for move in game.moves(position)]
        assert len(found) == len(set(found)) == game.count(position)
        return {text for text in found if text.startswith(beginning)}

    return moves


@pytest.fixture(scope="session")
def refusal(game: ForeignKing) -> Callable[..., str]:
    def why(position: Position, move: str) -> str:
        """Return why a move is refused."""
        with pytest.raises(GameError) as caught:
            game.check(position, game.parse_move(move))
        return str(caught.value)

    return why
