"""The rules of The Foreign King, bound to a map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.foreign_king import check as checking
from games.foreign_king import idle, listing, random_moves, scoring, setup
from games.foreign_king.effects import play_move
from games.foreign_king.map import Map, load_map
from games.foreign_king.moves import SKIP, Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.scoring import ForeignKingOutcome
from games.foreign_king.text import move_formatter, move_parser, position_parser


class ForeignKing:
    """The rules of The Foreign King on one map, without any table's state.

    >>> game = ForeignKing()
    >>> position = game.new(players=2, seed=5)
    >>> sum(game.play(position, game.parse_move("place:2@lie")).citizens_in(7))
    2
    """

    name = "foreign-king"
    title = "The Foreign King"
    options: Final[frozenset[str]] = frozenset()
    log_is_open = True
    """Everything is open (F18)."""

    def __init__(self, map: Map | None = None) -> None:  # noqa: A002 - the domain's word
        """Bind the rules to a map, by default the standard one."""
        self.map = map or load_map("belgium")

    def __eq__(self, other: object) -> bool:
        """Rules are equal if they are bound to the same map."""
        return self.map == other.map if isinstance(other, ForeignKing) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.map)

    # Positions

    def count_seats(self, position: Position) -> int:
        """Return the number of seats."""
        return position.seats

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Return nothing: everybody plays for themselves (F2)."""
        del players
        return ()

    def new(self, players: int, seed: int) -> Position:
        """Return a new setup; the same seed gives the same setup on every machine (F2).

        Raises:
            ValueError: the number of players or the seed is out of range.
        """
        return setup.draw_position(self.map, players, seed)

    def parse(self, text: str) -> Position:
        """Parse a position.

        Raises:
            InvalidPositionError: names the field and the reason.
        """
        return position_parser.parse_position(self.map, text)

    def format(self, position: Position) -> str:
        """Return the text of a position; ``parse(format(p)) == p``."""
        return str(position)

    # Turn and legal moves

    def turn(self, position: Position) -> int | None:
        """Return the seat that decides, not always the one on turn; None when the game is over."""
        return position.decider

    def forced(self, position: Position) -> Move | None:
        """Return a skip for a seat that can use no space (F4); None if the seat may choose."""
        if position.asks != "act" or MutablePosition(position).can_act(position.turn):
            return None
        return SKIP

    def idle(self, position: Position) -> Move:
        """Return the move for a seat whose time has run out: coins, if that is free.

        Raises:
            GameError: the game is over.
        """
        return idle.idle_move(position)

    def moves(self, position: Position) -> Iterator[Move]:
        """Iterate over all legal moves, each once; nothing when the game is over."""
        return listing.list_moves(position)

    def count(self, position: Position) -> int:
        """Return the number of legal moves, without listing them."""
        return listing.count_moves(position)

    # One move

    def check(self, position: Position, move: Move) -> None:
        """Check that a move is legal, without listing moves.

        Raises:
            IllegalMoveError: explains to a player why it is not.
        """
        checking.check(position, move)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: as `check`.
        """
        checking.check(position, move)
        here = MutablePosition(position)
        play_move(here, move)
        return here.freeze()

    def random_move(self, position: Position, random: Random) -> Move:
        """Draw a legal move; see `games.foreign_king.random_moves`.

        Raises:
            GameError: the game is over.
        """
        return random_moves.random_move(position, random)

    def parse_move(self, text: str) -> Move:
        """Parse a move; case and the order of goals do not matter.

        Raises:
            InvalidMoveError: says what cannot be parsed, and at which character.
        """
        return move_parser.parse_move(self.map, text)

    def format_move(self, move: Move) -> str:
        """Return a move in its canonical form."""
        return move_formatter.format_move(self.map, move)

    # Views: everything is open (F18)

    def view(self, position: Position, seat: int | None) -> Position:
        """Return the position: a seat or a spectator (None) may know all of it.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is not None and not 0 <= seat < position.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {position.seats - 1}")
        return position

    def name_hidden_part(self, view: Position) -> None:
        """Return None: nothing is hidden."""
        del view

    def known_start(self, views: Sequence[Position]) -> Position:
        """Return the first view."""
        return views[0]

    def fill_hidden_parts(self, view: Position, moves: Sequence[Move]) -> Position:
        """Return the view, which hides nothing."""
        del moves
        return view

    def hide_same_parts(self, view: Position, position: Position) -> Position:
        """Return the position: the view hides nothing."""
        del view
        return position

    def chapter(self, position: Position) -> int:
        """Return 0: the whole log is open."""
        del position
        return 0

    def may_take_back(self, position: Position, move: Move) -> bool:
        """Return True: no move reveals hidden information."""
        del position, move
        return True

    def outcome(self, position: Position) -> ForeignKingOutcome | None:
        """Return how the game ended, or None while it runs."""
        return scoring.outcome(position)
