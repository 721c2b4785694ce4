"""The rules of Reino de Ámbar, bound to the options of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from games.amber import check as checking
from games.amber import hidden, listing, scoring, setup
from games.amber.constants import CARDS, PAWNS, PLAYERS, ROUNDS
from games.amber.dummy import choose
from games.amber.effects import play_move
from games.amber.moves import DECLINE, PASS, Move, PlayCard
from games.amber.mutable_position import MutablePosition
from games.amber.options import OFFERS, read_options
from games.amber.position import Position
from games.amber.scoring import AmberOutcome
from games.amber.text import position_check
from games.amber.text.move_table import MOVE_TABLE
from games.author import Dealer, Game
from games.contract import GameError, InvalidMoveError


class Amber(Game[Position, Move]):
    """The rules of Reino de Ámbar by some options, without any table's state.

    >>> game = Amber()
    >>> position = game.new(players=2, seed=5)
    >>> game.play(position, game.parse_move("v:bor")).markers_in(6)
    (0, 1)
    """

    name = "amber"
    title = "Reino de Ámbar"
    players = PLAYERS
    offers = OFFERS
    table_seats: ClassVar = {1: ("dummy",)}
    log_is_open = False
    move_table = MOVE_TABLE

    view = staticmethod(hidden.view)
    name_hidden_part = staticmethod(hidden.name_hidden_part)
    known_start = staticmethod(hidden.known_start)
    hide_same_parts = staticmethod(hidden.hide_same_parts)

    def __init__(self, options: frozenset[str] = frozenset()) -> None:
        """Bind the rules to options (A23).

        Raises:
            GameError: there are two goals.
        """
        super().__init__(options=options)
        self.chosen = read_options(options)

    def _here(self, position: Position) -> MutablePosition:
        return MutablePosition(position, self.chosen)

    def start(self, players: int, chance: Dealer) -> Position:
        """Return a new setup (A21)."""
        return setup.draw_position(players, chance, self.options)

    def count_seats(self, position: Position) -> int:
        """Return the number of seats, the dummy's included."""
        return len(position.seats)

    def parse(self, text: str) -> Position:
        """Parse a position or a view.

        Raises:
            InvalidPositionError: names the field and the reason.
        """
        return position_check.parse_position(text, self.chosen.most_power)

    def format(self, position: Position) -> str:
        """Return the text of a position or a view; ``parse(format(p)) == p``."""
        return str(position)

    def turn(self, position: Position) -> int | None:
        """Return the seat that decides, or None when the game is over."""
        return position.turn

    def forced(self, position: Position) -> Move | None:
        """Return the only legal move, such as each of the dummy's; None where there are more.

        Raises:
            GameError: that depends on something hidden.
        """
        moves = listing.list_moves(self._here(position))
        return moves[0] if len(moves) == 1 else None

    def idle(self, position: Position) -> Move:
        """Return the move for a seat whose time has run out (A24).

        Raises:
            GameError: the game is over, or the move depends on something hidden.
        """
        here = self._here(position)
        if position.turn is None:
            raise GameError("the game is over")
        if position.step == "declare":
            return choose(here) if position.turn == here.dummy else PASS
        moves = listing.list_moves(here)
        if position.step == "act":
            cards = [move.card for move in moves if isinstance(move, PlayCard)]
            first = min(cards, key=CARDS.index)
            moves = [move for move in moves if isinstance(move, PlayCard) and move.card == first]
        elif DECLINE in moves:
            return DECLINE
        return min(moves, key=self.format_move)

    def moves(self, position: Position) -> Iterator[Move]:
        """Iterate over all legal moves, each once; nothing when the game is over.

        Raises:
            GameError: they depend on something hidden.
        """
        return iter(listing.list_moves(self._here(position)))

    def check(self, position: Position, move: Move) -> None:
        """Check that a move is legal.

        Raises:
            IllegalMoveError: explains to a player why it is not.
            GameError: that depends on something hidden.
        """
        checking.check(self._here(position), move)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: as `check`.
            GameError: what follows is hidden, such as the Problems to be revealed.
        """
        here = self._here(position)
        checking.check(here, move)
        play_move(here, move)
        return here.freeze()

    def random_move(self, position: Position, random: Random) -> Move:
        """Draw a legal move, each as likely as the others.

        Raises:
            GameError: the game is over, or the moves depend on something hidden.
        """
        moves = listing.list_moves(self._here(position))
        if not moves:
            raise GameError("the game is over")
        return random.choice(moves)

    def parse_move(self, text: str) -> Move:
        """Parse a move; case does not matter.

        Raises:
            InvalidMoveError: says what cannot be parsed, and at which character.
        """
        if text != text.strip():
            raise InvalidMoveError("a move has no blanks around it", 0)
        return self.move_table.parse(text)

    # Views (A10, A22)

    def fill_hidden_parts(self, view: Position, moves: Sequence[Move]) -> Position:
        """Return a position from which these moves can be played as in the view."""
        return hidden.fill_hidden_parts(view, moves, self.chosen)

    def chapter(self, position: Position) -> int:
        """Return the number of rounds before this one: each round is a chapter (A10)."""
        return ROUNDS * (position.period - 1) + position.round - 1

    def may_take_back(self, position: Position, move: Move) -> bool:
        """Return whether a move shows nobody anything that was hidden before it.

        The end of a round shows the next Problems, the end of the game everything; a pawn shows
        whose it is, until the second period; the dummy's moves show its cards and coins. That an
        ace was in a hand is no secret: all hands had it.
        """
        after = self.play(position, move)
        if after.over or self.chapter(after) != self.chapter(position):
            return False
        if position.turn == position.dummy:
            return not (isinstance(move, PlayCard) or self._uses_coin(position))
        shows_pawn = isinstance(move, PlayCard) and move.card in PAWNS
        return position.period > 1 or not shows_pawn

    def _uses_coin(self, position: Position) -> bool:
        """Return whether the dummy's move depends on a coin."""
        flipped = (position.coins or "").translate(str.maketrans("01", "10"))
        return choose(self._here(position)) != choose(self._here(position._replace(coins=flipped)))

    def outcome(self, position: Position) -> AmberOutcome | None:
        """Return how the game ended, or None while it runs.

        Raises:
            GameError: kept Problems are hidden.
        """
        return scoring.outcome(position, self.chosen)
