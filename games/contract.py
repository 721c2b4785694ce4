"""What a game is to the platform: its rules (`Game`) and what is known about them (`GameSpec`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from texts import Message, say, tell

if TYPE_CHECKING:  # the search is not needed to know a game
    from games.search.contract import Searchable


class GameError(ValueError):
    """Something a game refuses; as text it is English.

    Attributes:
        message: why, in a player's words, to be told in the reader's language.
    """

    def __init__(self, message: Message | str = "") -> None:
        super().__init__(message)
        self.message = message


class InvalidPositionError(GameError):
    """A text that is no position; the message names the field and the reason."""


class InvalidMoveError(GameError):
    """A text that is no move at all, wherever it were played.

    Attributes:
        at: the character of the text, from 0, at which it cannot be read on.
    """

    def __init__(self, message: Message | str, at: int = 0, reason: Message | str = "") -> None:
        super().__init__(message)
        self.at = at
        self._reason = reason or message

    @property
    def reason(self) -> str:
        """What is wrong there, without the text, in the reader's language."""
        return self._reason if isinstance(self._reason, str) else tell(self._reason)


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
        winners: the seats that won, ascending; empty if nobody did, or something without a seat.
        text: the result as a record writes it, such as ``faction R seats 0,2``.
        is_draw: whether nobody has lost either.
    """

    winners: tuple[int, ...]
    text: str
    is_draw: bool = field(default=False, kw_only=True)


class GameMap(Protocol):
    """A map a game is played on, checked; equal to another map of the same text."""

    @property
    def name(self) -> str:
        """The short name."""

    @property
    def title(self) -> str:
        """The name people read."""

    @property
    def toml(self) -> str:
        """The text it was read from."""


P = TypeVar("P")
M = TypeVar("M")


class Game(Protocol[P, M]):
    """A game's rules, bound to its map and options, which make them equal; holds no table's state.

    ``P`` is the game's position: an immutable value, enough to go on from, and also the form of a
    view (a position with hidden parts). ``M`` is its move, immutable and hashable. One position
    asks exactly one seat for exactly one decision, so a game whose turn has several decisions, or
    asks other seats inside a turn, has several positions in that turn.

    *Players* are the people and bots at a table; they have the first seats. The table itself plays
    the seats after theirs (`GameSpec.seats_played_by_table`): there, `forced` names every move.

    A position may have more than a million legal moves. So `check`, `play`, `random_move`, `idle`
    and `forced` do not list them, and nothing but `moves` does.

    All methods take views as well as positions. Where the answer depends on what a view hides, they
    raise `GameError`. The seat a view belongs to has the same legal moves in it as in the position,
    but `play` raises it where a move shows what the view hides, such as cards that are turned up.
    """

    @property
    def name(self) -> str:
        """The short name used in records, links and commands, such as ``siam``."""

    @property
    def title(self) -> str:
        """The name people read, such as ``King of Siam``."""

    @property
    def map(self) -> GameMap | None:
        """The map it is played on, or None for a game without maps."""

    @property
    def options(self) -> frozenset[str]:
        """The options the table has chosen, such as ``open_discards``."""

    @property
    def log_is_open(self) -> bool:
        """Whether everybody may read all moves at any time, by the options of the table."""

    def count_seats(self, position: P) -> int:
        """Return the number of seats of a position or a view, those the table plays included."""

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Return which seats play together, or nothing where everybody plays for themselves."""

    def new(self, players: int, seed: int) -> P:
        """Return a fresh setup: the same for the same seed (0 … 2**256-1) on every machine.

        All chance of the game is drawn here, and the position hides what is still to come.

        Args:
            players: how many people and bots play.
            seed: the chance.

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
        """Return the move the table plays by itself; None where the seat to decide may choose.

        Everybody sees whether the table plays it, so that should follow from what everybody knows.
        """

    def idle(self, position: P) -> M:
        """Return the legal move the table plays for a seat whose time has run out."""

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
            GameError: a view hides what the move shows.
        """

    def random_move(self, position: P, random: Random) -> M:
        """Draw a legal move; how likely each is, is the game's own choice."""

    def view(self, position: P, seat: int | None) -> P:
        """Return what a seat may know, or a spectator (None); everything when the game is over.

        Raises:
            ValueError: there is no such seat.
        """

    def name_hidden_part(self, view: P) -> str | None:
        """Name what a view hides, such as ``the hand of seat 1``; None if nothing is hidden."""

    def known_start(self, views: Sequence[P]) -> P:
        """Return the first of some views with all that somebody knows who has seen all of them.

        Such as hands that must still be full, or cards that are turned up later. Where the moves
        after the first view cannot be played from what is known, it is the first later one that
        they can be played from, which must begin a chapter.

        Args:
            views: a spectator's views of one position after the other, at least one.
        """

    def fill_hidden_parts(self, view: P, moves: Sequence[M]) -> P:
        """Return a position the view may be of, from which these moves can be played.

        What no choice depends on may stay hidden; a move that would show it cannot be played.
        """

    def hide_same_parts(self, view: P, position: P) -> P:
        """Return a later position with the same parts hidden as in a view."""

    def chapter(self, position: P) -> int:
        """Return which chapter of the game a position belongs to, from 0.

        Everybody may read the table's log of the running chapter and of the one before it, or all
        of it where `log_is_open`.
        """

    def may_take_back(self, position: P, move: M) -> bool:
        """Return whether a move may be taken back, by the rules, before the next one is played.

        Not if it has shown somebody what was hidden before it.

        Args:
            position: the whole position the move was played in.
            move: a legal move in it.
        """

    def outcome(self, position: P) -> Outcome | None:
        """Return how the game ended, or None while it runs."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """Something a table may choose to play by.

    Attributes:
        name: its name in records and commands, such as ``open_discards``.
        rule: one sentence for people.
    """

    name: str
    rule: Message | str

    @property
    def description(self) -> str:
        """The rule in the reader's language."""
        return self.rule if isinstance(self.rule, str) else tell(self.rule)


class Completions(Protocol):
    """How a move may be typed in one position."""

    def after(self, text: str) -> tuple[str, ...]:
        """Return the pieces that may follow a text; none if it is whole or begins no move."""

    def moves(self, text: str) -> Iterator[str]:
        """Iterate over the legal moves that begin with a text, in canonical form."""

    def reach(self, text: str) -> int:
        """Return how many characters of a text begin a legal move."""

    def count(self, text: str) -> int:
        """Return the number of legal moves that begin with a text, without listing very many."""


P_contra = TypeVar("P_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class EngineSupport(Protocol[P_contra, M_contra]):
    """What the engine protocol asks of a game's rules beyond `Game`."""

    def list_moves(self, position: P_contra, word: str) -> Iterator[str]:
        """Iterate over the legal moves as text, or over those of one kind.

        Raises:
            GameError: the game has no such kind of moves (naming all), or the moves are hidden.
        """

    def count_moves(self, position: P_contra) -> int:
        """Return the number of legal moves, without listing them."""

    def play_random_games(self, position: P_contra, games: int, random: Random) -> dict[str, int]:
        """Play random games; return how much was played, such as ``{"turns": 40}``."""

    def check_can_think(self, position: P_contra) -> None:
        """Return if the seat to decide knows enough to think.

        Raises:
            GameError: saying what is hidden.
        """

    def describe_solved(self, position: P_contra, line: Sequence[M_contra]) -> str | None:
        """Return one sentence on how a solved game ends, or None if the line does not show it."""


def _refuse_map(name: str) -> GameMap:
    raise InvalidMapError(say("games/no-maps", name=repr(name)))


@dataclass(frozen=True, slots=True)
class GameSpec:
    """Everything the platform knows about a game before a table binds its rules.

    Attributes:
        name: the short name used in links, commands and on the wire.
        title: the name people read; records name their game by it.
        players: how many people and bots can play it.
        options: what a table may choose.
        max_position: the most characters of a position or a view; it must fit the wire.
        max_move: the most characters of a move; it must fit the wire.
        bind: returns the rules for the text of a map (None: the usual one) and the options chosen.
            It raises `GameError` for a map that cannot be played on, and for options that exclude
            each other.
        searchable: returns the game as the search needs it, from the rules; it can be pickled.
        plain_searchable: as `searchable`, for levels that look at only so many positions; their
            moves never change. None if they think with `searchable`, too.
        describe_judgement: says in words what judges positions here; empty if there is no choice.
        greedy: chooses a move by looking one turn ahead, from the rules, a view and chance.
        level_nodes: for a bot level, how many positions it may look at for a move, by the number
            of seats; a number that is missing has no such limit.
        completions: returns how a move may be typed in a position of these rules.
        engine_support: returns what the engine protocol asks of these rules.
        seats_played_by_table: for a number of players, what the seats are called that the table
            plays itself, such as ``("dummy",)``. They come after the players' seats, and `Game`
            decides all their moves.
        count_seats_of_table: for a position, how many of its seats the table plays.
        maps: names of the built-in maps, the usual one first; empty for a game without maps.
        load_map: returns a built-in map by its name, or reads a map file.
        max_map_bytes: the most bytes of a map's text.
        prepare: computes the tables that the first games would have to wait for.
        authored: the class that all of this follows from, a `games.author.Game`; None for a game
            that is written against the contracts themselves.
    """

    name: str
    title: str
    players: range
    options: tuple[GameOption, ...]
    max_position: int
    max_move: int
    bind: Callable[[str | None, frozenset[str]], Game[Any, Any]]
    searchable: Callable[[Any], Searchable[Any, Any]]
    greedy: Callable[[Any, Any, Random], Any]
    level_nodes: Mapping[str, Mapping[int, int]]
    completions: Callable[[Any, Any], Completions]
    engine_support: Callable[[Any], EngineSupport[Any, Any]]
    seats_played_by_table: Callable[[int], tuple[str, ...]] = lambda _: ()
    count_seats_of_table: Callable[[Any], int] = lambda _: 0
    maps: tuple[str, ...] = ()
    load_map: Callable[[str], GameMap] = _refuse_map
    max_map_bytes: int = 0
    prepare: Callable[[], object] = lambda: None
    plain_searchable: Callable[[Any], Searchable[Any, Any]] | None = None
    describe_judgement: Callable[[], str] = lambda: ""
    authored: type | None = None

    def plainly_searchable(self, game: Any) -> Searchable[Any, Any]:  # noqa: ANN401 - any game
        """Return a game as the search needs it, with a judgement that never changes if it can."""
        return (self.plain_searchable or self.searchable)(game)

    @property
    def option_names(self) -> frozenset[str]:
        """The names of the options."""
        return frozenset(option.name for option in self.options)

    def count_seats(self, players: int) -> int:
        """Return how many seats a position has, by the number of players."""
        return players + len(self.seats_played_by_table(players))

    def count_players(self, game: Game[P, Any], position: P) -> int:
        """Return how many people and bots play in a position."""
        return game.count_seats(position) - self.count_seats_of_table(position)
