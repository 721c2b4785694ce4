"""What a game is to the rest of the house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar


class GameError(ValueError):
    """Something a game refuses; its text says why in a player's words."""


class InvalidPositionError(GameError):
    """A text that is no position; the message names the field and the reason."""


class InvalidMoveError(GameError):
    """A text that is no move at all, wherever it were played.

    Attributes:
        at: the character of the text, from 0, at which it cannot be read on.
        reason: what is wrong there, without the text.
    """

    def __init__(self, sentence: str, at: int = 0, reason: str = "") -> None:
        super().__init__(sentence)
        self.at = at
        self.reason = reason or sentence


class IllegalMoveError(GameError):
    """A well-formed move that the rules forbid in this position."""


class InvalidRecordError(GameError):
    """A text that is no record, or a record whose moves do not give its result."""


class InvalidMapError(GameError):
    """A map that cannot be played on."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: the seats that won, ascending.
        text: the result as a record writes it, such as ``faction R seats 0,2``.
    """

    winners: tuple[int, ...]
    text: str


P = TypeVar("P")
M = TypeVar("M")


class Game(Protocol[P, M]):
    """A game's rules, bound to its map and options; holds no state of any table.

    ``P`` is the game's position: an immutable value, enough to go on from, and also the form of a
    view (a position with hidden parts). ``M`` is its move, immutable and hashable. One position
    asks exactly one seat for exactly one decision, so a game whose turn has several decisions, or
    asks other seats inside a turn, has several positions in that turn.
    """

    @property
    def name(self) -> str:
        """The short name used in records, links and commands, such as ``siam``."""

    @property
    def title(self) -> str:
        """The name people read, such as ``King of Siam``."""

    @property
    def seats(self) -> range:
        """The numbers of seats it can be played with."""

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Return which seats play together, or nothing where everybody plays for themselves."""

    def new(self, players: int, seed: int) -> P:
        """Return a fresh setup: the same for the same seed (0 … 2**256-1) on every machine.

        Raises:
            ValueError: the number of players or the seed is out of range.
        """

    def parse(self, text: str) -> P:
        """Read a position or a view.

        Raises:
            InvalidPositionError: naming the field and the reason.
        """

    def format(self, position: P) -> str:
        """Print a position or a view; ``parse(format(p)) == p``."""

    def turn(self, position: P) -> int | None:
        """Return the seat that decides now, or None when the game is over."""

    def forced(self, position: P) -> M | None:
        """Return the move the table plays by itself, where the seat to move has no say in it."""

    def idle(self, position: P) -> M:
        """Return the move the table plays for a seat whose time has run out; it costs no card."""

    def moves(self, position: P) -> Iterator[M]:
        """Iterate over all legal moves, each once; nothing when the game is over."""

    def check(self, position: P, move: M) -> None:
        """Return when the move is legal, without enumerating moves.

        Raises:
            IllegalMoveError: saying why, in a player's words.
        """

    def parse_move(self, text: str) -> M:
        """Read a move, forgiving case and the order of its parts.

        Raises:
            InvalidMoveError: saying what cannot be read, and at which character.
        """

    def format_move(self, move: M) -> str:
        """Print a move in its one canonical form."""

    def play(self, position: P, move: M) -> P:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: as `check`.
        """

    def random_move(self, position: P, random: Random) -> M:
        """Draw a legal move; how likely each is, is the game's own choice."""

    def view(self, position: P, seat: int | None) -> P:
        """Return what a seat may know, or a spectator (None)."""

    def chapter(self, position: P) -> int:
        """Return which chapter of the game a position belongs to, from 0.

        A table's log opens the chapter that runs and the one before (S23); King of Siam's chapters
        are its struggles.
        """

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended, or None while it runs."""
