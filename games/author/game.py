"""`Game`: what an author writes, and what follows from it.

An author gives a class of positions, classes of moves, ``name``, ``title``, ``players``, `start`,
`legal` or `steps`, `after` and `result`. Everything else of `games.contract.Game` has a default
here and can be overridden alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, TypeVar

from games.author import hiding
from games.author.asking import KIND, Ask, Steps, answers_of, draw, walk
from games.author.move_text import MoveTable
from games.author.past import digest, past_of
from games.author.position_text import read_position
from games.author.shape import Shape, contradictions, shape_of
from games.author.values import DRAW, Dealer
from games.contract import (
    GameError,
    GameMap,
    GameOption,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Outcome,
)
from games.map_files import Maps

P = TypeVar("P")
M = TypeVar("M")

CONTRACT: Final = 1
"""The version of this base: a game says for which one it is written."""
MAX_POSITION: Final = 512
"""Characters of a position or a view: as many as the wire carries."""
MAX_MOVE: Final = 64
"""Characters of a move: as many as the wire carries."""


class Game(Generic[P, M]):
    """A game.

    Attributes:
        name: the short name, such as ``morris``.
        title: the name that people read.
        players: how many can play.
        rules: the rules, in paragraphs.
        offers: what a table may choose; read as ``self.options``.
        maps: what the game is played on; read as ``self.map``.
        team_seats: by the number of players, the seats that play together.
        table_seats: by the number of players, what the seats are called that the table plays.
        repetitions: so often may a position come until the game is drawn, if there is a ``past``.
        longest_past: so many positions without an irreversible move make a draw.
        contract: the version of this base that the game is written for.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    players: ClassVar[range]
    rules: ClassVar[str] = ""
    offers: ClassVar[tuple[GameOption, ...]] = ()
    maps: ClassVar[Maps[Any] | None] = None
    team_seats: ClassVar[Mapping[int, tuple[tuple[int, ...], ...]]] = MappingProxyType({})
    table_seats: ClassVar[Mapping[int, tuple[str, ...]]] = MappingProxyType({})
    repetitions: ClassVar[int] = 3
    longest_past: ClassVar[int] = 40
    contract: ClassVar[int] = CONTRACT
    log_is_open: bool = True
    map: GameMap | None

    def __init__(
        self,
        map: GameMap | None = None,  # noqa: A002 - the domain's word
        options: frozenset[str] = frozenset(),
    ) -> None:
        """Bind the rules to a map, by default the usual one, and to the options of a table."""
        self.map = self.maps.load(self.maps.names[0]) if self.maps and map is None else map
        self.options = options

    def _bound(self) -> tuple[object, ...]:
        return type(self), self.map, self.options

    def __eq__(self, other: object) -> bool:
        """Rules are equal if they are those of one game, on the same map, with the same options."""
        return isinstance(other, Game) and self._bound() == other._bound()

    def __hash__(self) -> int:
        return hash(self._bound())

    # What an author writes

    def start(self, players: int, chance: Dealer) -> P:
        """Return a new position; all chance of the game is drawn here."""
        raise NotImplementedError

    def legal(self, p: P) -> Iterable[M]:
        """Iterate over the legal moves of a running game."""
        return walk(self._steps_of(p))

    def steps(self, p: P, ask: Ask) -> M:
        """Ask for a move; by default first for its kind, then for its fields, out of `legal`."""
        moves = list(self.legal(p))
        kind = ask(KIND, dict.fromkeys(map(type, moves)))
        moves = [move for move in moves if type(move) is kind]
        for each in fields(kind):
            chosen = ask(each.name, dict.fromkeys(getattr(move, each.name) for move in moves))
            moves = [move for move in moves if getattr(move, each.name) == chosen]
        return moves[0]

    def after(self, p: P, move: M) -> P:
        """Return the position after a legal move."""
        raise NotImplementedError

    def result(self, p: P) -> Outcome | None:
        """Return how the game has ended, or None while it runs."""
        raise NotImplementedError

    # What an author may write as well

    def sees(self, p: P, seat: int | None, field: str, owner: int | None) -> bool:
        """Return whether a seat, or a spectator (None), sees the items of a field.

        Args:
            p: the whole position, or a view of it.
            seat: who looks.
            field: the field of the position.
            owner: the seat whose part of it is meant, if it has one.
        """
        del p, field
        return seat is not None and seat == owner

    def refusal(self, name: str, wanted: Any, options: Sequence[Any]) -> str:  # noqa: ANN401
        """Return why an answer to a question of `steps` is none of its options."""
        if name == KIND:
            return f"You cannot {wanted.__name__.lower()} now."
        node = next(text.nodes[name] for text in self.shape().kinds.values() if name in text.nodes)
        word = node.print
        possible = " ".join(word(each) for each in options if each is not None) or "nothing"
        return f"{word(wanted)} cannot be chosen now. Possible: {possible}."

    def judge(self, p: P) -> tuple[float, ...]:
        """Return the chances of each side, which add up to at most 1; by default equal ones."""
        sides = len(self.sides(p))
        return (1 / sides,) * sides

    def facts(self, p: P) -> Iterable[tuple[str, int | None, int]]:
        """Iterate over numbers that no field has: name, seat (None for the table) and number."""
        del p
        return ()

    # What the types say

    @classmethod
    @cache
    def shape(cls) -> Shape:
        """Return what the types of the game's positions and moves say.

        Raises:
            TypeError: they do not say enough.
        """
        return shape_of(cls, Game)

    @property
    def move_table(self) -> MoveTable[M]:
        """How moves are written."""
        return self.shape().moves

    def count_seats(self, position: P) -> int:
        """Return the number of seats."""
        field = self.shape().per_seat
        return len(getattr(position, field)) if field else self.players[0]

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Return which seats play together; nothing where everybody plays alone."""
        return self.team_seats.get(players, ())

    def sides(self, p: P) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side: a team, or a seat that plays alone."""
        seats = self.count_seats(p)
        return self.teams(seats) or tuple((seat,) for seat in range(seats))

    # Positions

    def new(self, players: int, seed: int) -> P:
        """Return a new position; the same seed gives the same on every machine.

        Raises:
            ValueError: the number of players or the seed is out of range.
        """
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            span = str(few) if few == many else f"{few} to {many}"
            raise ValueError(f"{span} can play {self.title}, not {players}")
        return self.start(players, Dealer(seed))

    def format(self, position: P) -> str:
        """Return the text of a position or a view."""
        return self.shape().format(position)

    def parse(self, text: str) -> P:
        """Parse a position or a view.

        Raises:
            InvalidPositionError: names the field, what is missing and the character.
        """
        if len(text) > MAX_POSITION:
            raise InvalidPositionError(f"position: longer than {MAX_POSITION} characters")
        position: P = read_position(self.shape().position, text, self.contradictions)
        return position

    def contradictions(self, p: P) -> Iterator[str]:
        """Iterate over what cannot be in a position that was read; each begins with its field."""
        return contradictions(self.shape().position, p, self.count_seats(p))

    # Turn and legal moves

    def turn(self, position: P) -> int | None:
        """Return the seat that decides, or None when the game is over."""
        if self.outcome(position) is not None:
            return None
        seat: int = position.turn  # type: ignore[attr-defined]
        return seat

    def forced(self, position: P) -> M | None:
        """Return None: the table plays nothing by itself."""
        del position
        return None

    def idle(self, position: P) -> M:
        """Return the move for a seat whose time has run out: the first legal one.

        Raises:
            GameError: the game is over, or the moves are hidden.
        """
        for move in self.moves(position):
            return move
        raise GameError("the game is over")

    def moves(self, position: P) -> Iterator[M]:
        """Iterate over all legal moves, each once; nothing when the game is over."""
        if self.outcome(position) is None:
            yield from self.legal(position)

    def random_move(self, position: P, random: Random) -> M:
        """Draw a legal move: an answer at each question, each as likely as the others.

        Raises:
            GameError: the game is over, or the moves are hidden.
        """
        if self.outcome(position) is not None:
            raise GameError("the game is over")
        return draw(self._steps_of(position), random)

    def check(self, position: P, move: M) -> None:
        """Check that a move is legal, by the questions it answers.

        Raises:
            IllegalMoveError: explains to a player why it is not.
        """
        if self.outcome(position) is not None:
            raise IllegalMoveError("The game is over.")
        answers_of(self._steps_of(position), move, self.refusal)

    def parse_move(self, text: str) -> M:
        """Parse a move; case does not matter.

        Raises:
            InvalidMoveError: says what is missing, and at which character.
        """
        if len(text) > MAX_MOVE:
            raise InvalidMoveError(f"a move has at most {MAX_MOVE} characters", MAX_MOVE)
        return self.move_table.parse(text)

    def format_move(self, move: M) -> str:
        """Return the text of a move."""
        return self.move_table.format(move)

    def play(self, position: P, move: M) -> P:
        """Return the position after a legal move.

        Raises:
            IllegalMoveError: as `check`.
            GameError: what follows is hidden.
        """
        self.check(position, move)
        return self.play_unchecked(position, move)

    def play_unchecked(self, position: P, move: M) -> P:
        """Return the position after a move that is known to be legal, as the search needs it."""
        after = self.after(position, move)
        past = past_of(position)
        if past is None or past_of(after) is not past:  # a new past says: no position comes back
            return after
        changed: P = after.but(past=(*past, self._digest(position)))  # type: ignore[attr-defined]
        return changed

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game has ended, or None while it runs."""
        found = self.result(position)
        past = past_of(position)
        if found is not None or not past:
            return found
        again = past.count(self._digest(position)) + 1
        return DRAW if len(past) >= self.longest_past or again >= self.repetitions else None

    def _digest(self, position: P) -> str:
        return digest(self.format(position.but(past=())))  # type: ignore[attr-defined]

    # Views

    def view(self, position: P, seat: int | None) -> P:
        """Return what a seat may know, or a spectator (None); everything when the game is over.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is not None and not 0 <= seat < (seats := self.count_seats(position)):
            raise ValueError(f"there is no seat {seat}; seats are 0 to {seats - 1}")
        if not self.hides or self.outcome(position) is not None:
            return position
        node = self.shape().position
        hidden: P = hiding.hide(
            node, position, lambda field, owner: self.sees(position, seat, field, owner)
        )
        return hidden

    @property
    def hides(self) -> bool:
        """Whether positions have fields that may be hidden."""
        return self.shape().hides

    def name_hidden_part(self, view: P) -> str | None:
        """Name what a view hides, such as ``the cards of seat 1``; None if nothing is hidden."""
        if not self.hides:
            return None
        for field, owner in hiding.hidden_places(self.shape().position, view):
            return f"the {field}" if owner is None else f"the {field} of seat {owner}"
        return None

    def known_start(self, views: Sequence[P]) -> P:
        """Return the first view."""
        return views[0]

    def fill_hidden_parts(self, view: P, moves: Sequence[M]) -> P:
        """Return the view: a hidden card admits any move with it."""
        del moves
        return view

    def hide_same_parts(self, view: P, position: P) -> P:
        """Return a later position with what a view hides hidden, unless it has been shown."""
        if not self.hides or self.outcome(position) is not None:
            return position
        node = self.shape().position
        gone = set(hiding.hidden_places(node, view))
        hidden: P = hiding.hide(
            node,
            position,
            lambda field, owner: (
                (field, owner) not in gone or self.sees(position, None, field, owner)
            ),
        )
        return hidden

    def guess(self, view: P, random: Random) -> P:
        """Return a position that a view may be of: it deals the cards that are not in sight."""
        position: P = hiding.deal_hidden(self.shape().position, view, random)
        return position

    def chapter(self, position: P) -> int:
        """Return 0: the game has one chapter."""
        del position
        return 0

    def may_take_back(self, position: P, move: M) -> bool:
        """Return whether nobody sees after a move what they did not see before it."""
        if not self.hides:
            return True
        after = self.play_unchecked(position, move)
        seats = (None, *range(self.count_seats(position)))
        return all(self._hidden(after, seat) >= self._hidden(position, seat) for seat in seats)

    def _hidden(self, position: P, seat: int | None) -> int:
        """Return how many items a seat does not see."""
        return len(hiding.hidden_places(self.shape().position, self.view(position, seat)))

    def _steps_of(self, position: P) -> Steps[M]:
        """Return the steps of a position, as the functions of `games.author.asking` take them."""
        return lambda ask: self.steps(position, ask)
