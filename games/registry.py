"""The games that can be played, by name, so that no other room names a game's module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.contract import Game, GameError, InvalidMapError
from games.search import Searchable
from games.siam import BUILT_IN_MAPS, Map, Siam, load_map, parse_map
from games.siam import record as siam_record
from games.siam.record import UNFINISHED, Record, format_record
from games.siam.thinking import ThinkingSiam


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    return (Siam.name,)


def game_of(
    name: str, *, map_text: str | None = None, options: frozenset[str] = frozenset()
) -> Game[Any, Any]:
    """Return the rules of a game.

    Args:
        name: one of `games`.
        map_text: the text of the map to play on; the game's standard map if left out.
        options: the table's options, such as ``open_discards``.

    Raises:
        GameError: there is no such game or option, or the map cannot be played on.
    """
    if name != Siam.name:
        raise GameError(f"there is no game {name!r}; there is: {', '.join(games())}")
    unknown = options - Siam.options
    if unknown:
        raise GameError(f"{Siam.title} has no option {min(unknown)!r}")
    return Siam(
        parse_map(map_text) if map_text is not None else None,
        open_discards="open_discards" in options,
    )


def built_in_map(name: str, map_name: str) -> str:
    """Return the text of a map that comes with a game.

    Raises:
        InvalidMapError: the game has no such map.
    """
    if name != Siam.name or map_name not in BUILT_IN_MAPS:
        known = ", ".join(BUILT_IN_MAPS) if name == Siam.name else "none"
        raise InvalidMapError(f"there is no map {map_name!r}; there is: {known}")
    return load_map(map_name).toml


def map_of(game: Game[Any, Any]) -> Map | None:
    """Return the map a game is bound to, or None where it is played without."""
    return game.map if isinstance(game, Siam) else None


def record_text(  # noqa: PLR0913 - each is a part of a record
    game: Game[Any, Any],
    start: Any,  # noqa: ANN401 - a position of whichever game
    moves: Sequence[str],
    *,
    result: str,
    options: frozenset[str],
    seats: tuple[str, ...],
    date: str,
    proof: str | None = None,
) -> str:
    """Return the record of a game, whole or not, as text.

    Args:
        game: the rules it was played by.
        start: the whole position it began with.
        moves: its moves in the game's notation.
        result: how it ended, or ``*``, or empty for a game that was broken off.
        options: the table's options.
        seats: who sat where.
        date: the day it ended, as ``2026.11.21``.
        proof: keys, the setup's proof and signatures, as base64.

    Raises:
        GameError: a move is none, or the game keeps no records.
    """
    if not isinstance(game, Siam):
        raise GameError(f"{game.title} has no records")
    parsed = tuple(game.parse_move(move) for move in moves)
    return format_record(
        Record(start, parsed, result or UNFINISHED, options, seats, date, proof=proof)
    )


def read_record(text: str) -> Record:
    """Read a record of whichever game, its moves unplayed.

    Raises:
        InvalidRecordError: saying what cannot be read, and on which line.
    """
    return siam_record.read_record(text)


def check_record(text: str) -> None:
    """Return if a record can be read and its moves are legal and give its result.

    Raises:
        InvalidRecordError: saying what is wrong, on which line, and at which move.
    """
    siam_record.parse_record(text)


def signed_part(record: Record, proof: str) -> str:
    """Return the text a server signs of a record: without comments, its proof not yet signed."""
    return format_record(replace(record, proof=proof, comments=()))


def rules_of(record: Record) -> Game[Any, Any]:
    """Return the rules a record was played by."""
    return Siam(record.start.map, open_discards="open_discards" in record.options)


def map_text_of(record: Record) -> str:
    """Return the text of the map a record was played on."""
    return record.start.map.toml


def searchable(game: Game[Any, Any]) -> Searchable[Any, Any]:
    """Return a game as players that think look at it.

    Raises:
        GameError: nobody has taught them this game.
    """
    if not isinstance(game, Siam):
        raise GameError(f"players that think cannot play {game.title}")
    return ThinkingSiam()
