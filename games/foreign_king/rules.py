"""The rules of The Foreign King, bound to a map."""

from __future__ import annotations

from games.author import Dealer, Game
from games.author.move_text import MoveTable
from games.author.position_text import read_position
from games.contract import InvalidMoveError, InvalidPositionError
from games.foreign_king import setup
from games.foreign_king.check import check
from games.foreign_king.constants import SEATS
from games.foreign_king.effects import play_move
from games.foreign_king.idle import idle_move
from games.foreign_king.listing import count_moves, list_moves
from games.foreign_king.map import MAPS, Map
from games.foreign_king.moves import SKIP, Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.random_moves import random_move
from games.foreign_king.scoring import outcome
from games.foreign_king.text.move_table import move_table
from games.foreign_king.text.position_check import check_position
from games.foreign_king.text.position_text import notation


class ForeignKing(Game[Position, Move]):
    """The rules of The Foreign King on one map; everything is open (F18).

    >>> game = ForeignKing()
    >>> position = game.new(players=2, seed=5)
    >>> sum(game.play(position, game.parse_move("place:2@lie")).citizens_in(7))
    2
    """

    name = "foreign-king"
    title = "The Foreign King"
    players = SEATS
    maps = MAPS
    map: Map
    hides = False

    moves = staticmethod(list_moves)
    count = staticmethod(count_moves)
    random_move = staticmethod(random_move)
    check = staticmethod(check)
    idle = staticmethod(idle_move)
    outcome = staticmethod(outcome)

    def start(self, players: int, chance: Dealer) -> Position:
        """Return a new setup (F2)."""
        return setup.draw_position(self.map, players, chance)

    @property
    def move_table(self) -> MoveTable[Move]:
        """How moves are written."""
        return move_table(self.map)

    def count_seats(self, position: Position) -> int:
        """Return the number of seats."""
        return position.seats

    def parse(self, text: str) -> Position:
        """Parse a position.

        Raises:
            InvalidPositionError: names the field and the reason.
        """
        seats = text.count("|") + 1
        node = notation(self.map, seats if seats in SEATS else 2)
        if seats not in SEATS and text.count(" ") == len(node.nodes) - 1:
            raise InvalidPositionError(f"seats: 2 to 4 seats can play, not {seats}")
        position: Position = read_position(node, text)
        check_position(position)
        return position

    def format(self, position: Position) -> str:
        """Return the text of a position; ``parse(format(p)) == p``."""
        return notation(self.map, position.seats).print(position)

    def turn(self, position: Position) -> int | None:
        """Return the seat that decides, not always the one on turn; None when the game is over."""
        return position.decider

    def forced(self, position: Position) -> Move | None:
        """Return a skip for a seat that can use no space (F4); None if the seat may choose."""
        if position.asks != "act" or MutablePosition(position).can_act(position.turn):
            return None
        return SKIP

    def play_unchecked(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        here = MutablePosition(position)
        play_move(here, move)
        return here.freeze()

    def parse_move(self, text: str) -> Move:
        """Parse a move; case and the order of goals do not matter.

        Raises:
            InvalidMoveError: says what cannot be parsed, and at which character.
        """
        if text != text.strip():
            raise InvalidMoveError("a move has no blanks around it", 0)
        return self.move_table.parse(text)
