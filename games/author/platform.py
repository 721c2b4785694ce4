"""An authored game as the platform knows it: its `GameSpec`, completions and engine commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final

from games.author import hiding
from games.author.game import MAX_MOVE, MAX_POSITION, Game
from games.author.searching import LEVEL_NODES, AuthoredSearch, choose_greedily
from games.completion_tree import TreeCompletions, tree_of
from games.contract import GameError, GameSpec
from games.map_files import MAX_MAP_BYTES
from games.quoting import quote

_WRITTEN: Final = (
    ("start",),
    ("after", "play_unchecked", "play"),
    ("result", "outcome"),
    ("legal or steps", "legal", "steps", "moves"),
)
"""What an author writes, as an error calls it, and other members in its place."""
_TEXT: Final = {"parse", "format", "parse_move"}
"""With these of its own, a game needs no types that say its text; and no screens follow from it."""


class AuthoredCompletions(TreeCompletions):
    """How a move may be typed in one position; nothing where the moves are hidden."""

    def __init__(self, game: Game[Any, Any], position: Any) -> None:  # noqa: ANN401
        """List the legal moves of a position."""
        pieces: list[tuple[str, ...]] = []
        with suppress(GameError):
            pieces = [game.move_table.pieces(move) for move in game.moves(position)]
        super().__init__(tree_of(pieces), tree_of(pieces))


class AuthoredEngineSupport:
    """Lists, counts and plays moves for the engine protocol.

    Attributes:
        words: what may begin a move's text, up to the colon, and so names it for a list; without
            any, the class of a move names it.
    """

    words: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def list_moves(self, position: Any, word: str) -> Iterator[str]:  # noqa: ANN401
        """Iterate over the legal moves, or over those that are named so.

        Raises:
            GameError: no move of the game is named so, or the moves are hidden.
        """
        wanted = word.lower()
        names = self.words or [kind.__name__.lower() for kind in self._game.shape().kinds]
        if wanted not in ("", *map(str.lower, names)):
            told = "begins no move" if self.words else "is no kind of move"
            known = f"write {', '.join(names)}; for example: moves {names[0]}"
            raise GameError(f"{quote(word)} {told}; {known}")
        for name, text in self._named_moves(position, wanted):
            if wanted in ("", name.lower()):
                yield text

    def _named_moves(self, position: Any, wanted: str) -> Iterator[tuple[str, str]]:  # noqa: ANN401
        """Iterate over legal moves as their names and texts; only one name may be wanted."""
        del wanted
        for move in self._game.moves(position):
            text = self._game.format_move(move)
            yield text.partition(":")[0] if self.words else type(move).__name__, text

    def count_moves(self, position: Any) -> int:  # noqa: ANN401
        """Return the number of legal moves."""
        return sum(1 for _ in self._game.moves(position))

    def play_random_games(self, position: Any, games: int, random: Random) -> dict[str, int]:  # noqa: ANN401
        """Play random games; return how many moves were played."""
        moves = 0
        for _ in range(games):
            here = position
            while self._game.turn(here) is not None:
                move = self._game.forced(here) or self._game.random_move(here, random)
                here = self._game.play_unchecked(here, move)
                moves += 1
        return {"moves": moves}

    def check_can_think(self, position: Any) -> None:  # noqa: ANN401
        """Return if the seat to decide sees what is its own.

        Raises:
            GameError: saying what is hidden.
        """
        if not self._game.hides:
            return
        node = self._game.shape().position
        if any(owner == position.turn for _, owner in hiding.hidden_places(node, position)):
            raise GameError(f"{self._game.name_hidden_part(position)} is hidden in this view")

    def describe_solved(self, position: Any, line: Sequence[Any]) -> str | None:  # noqa: ANN401
        """Return one sentence on how a solved game ends, or None if the line does not show it."""
        for move in line:
            position = self._game.play(position, move)
        outcome = self._game.outcome(position)
        return None if outcome is None else f"Best play ends with {outcome.text}."


def spec_of_game(game: type[Game[Any, Any]]) -> GameSpec:
    """Return what the platform knows about a game.

    Raises:
        TypeError: it lacks a member, or the types of its positions and moves do not say enough.
    """
    own = _check_members(game)
    has_own_text = own >= _TEXT
    if not has_own_text:
        game.shape()
    seats, maps = range(1, max(game.players) + 2), game.maps
    spec = GameSpec(
        name=game.name,
        title=game.title,
        players=game.players,
        options=game.offers,
        max_position=MAX_POSITION,
        max_move=MAX_MOVE,
        bind=lambda map_text, options: _bind(game, map_text, options),
        searchable=AuthoredSearch,
        greedy=choose_greedily,
        level_nodes={level: dict.fromkeys(seats, nodes) for level, nodes in LEVEL_NODES.items()},
        completions=AuthoredCompletions,
        engine_support=AuthoredEngineSupport,
        seats_played_by_table=lambda players: game.table_seats.get(players, ()),
        count_seats_of_table=lambda position: _table_seats(game, position),
        authored=None if has_own_text else game,
    )
    if maps is None:
        return spec
    return replace(spec, maps=maps.names, load_map=maps.load, max_map_bytes=MAX_MAP_BYTES)


def _bind(
    game: type[Game[Any, Any]], map_text: str | None, options: frozenset[str]
) -> Game[Any, Any]:
    if game.maps is None or map_text is None:
        return game(options=options)
    return game(map=game.maps.parse(map_text), options=options)


def _check_members(game: type[Game[Any, Any]]) -> set[str]:
    """Return the members that a game has of its own."""
    missing = [name for name in ("name", "title", "players") if not hasattr(game, name)]
    own = {name for each in game.__mro__[: game.__mro__.index(Game)] for name in vars(each)}
    for name, *others in _WRITTEN:
        if not own & {name, *others}:
            missing.append(name)
    if missing:
        raise TypeError(f"{game.__name__} has no {', '.join(missing)}")
    return own


def _table_seats(game: type[Game[Any, Any]], position: Any) -> int:  # noqa: ANN401
    """Return how many seats of a position the table plays."""
    seats = game().count_seats(position)
    counts = (
        len(names) for players, names in game.table_seats.items() if players + len(names) == seats
    )
    return next(counts, 0)
