"""The doors that every game has: its positions, moves, records and maps."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from games.contract import Game, GameError, GameMap
from games.record import Record, format_record, parse_record
from games.record_tags import parse_ratings
from games.registry import game_of, spec_of

_SALTS = (b"a" * 16, b"b" * 16)
_RATINGS = parse_ratings(
    "1 1:1500.0000~350.0000>1512.3104~341.2000 7:1600.0000~90.0000>1588.1896~89.1000", 2
)


@dataclass(frozen=True, slots=True)
class Door:
    """A way in.

    Attributes:
        name: what comes in here.
        genuine: inputs as they should be, to be spoilt.
        read: reads an input; it may refuse it only by `refusal`, and if it accepts it, it checks
            that what was read comes out again as it was.
        refusal: the family of errors that refuses.
    """

    name: str
    genuine: tuple[bytes, ...]
    read: Callable[[bytes], None]
    refusal: type[Exception]


@dataclass(frozen=True, slots=True)
class GenuineTexts:
    """What is genuine of a game, from games of random moves on all of its maps."""

    positions: tuple[bytes, ...]
    moves: tuple[bytes, ...]
    records: tuple[bytes, ...]
    maps: tuple[bytes, ...]


def genuine_texts(name: str) -> GenuineTexts:
    """Return texts of games of every number of players; positions and moves of the first map."""
    spec = spec_of(name)
    maps = tuple(spec.load_map(each).toml for each in spec.maps)
    chosen: tuple[str | None, ...] = maps or (None,)
    positions: list[str] = []
    moves: list[str] = []
    records = []
    for seed, map_text in enumerate(chosen):
        game = game_of(name, map_text=map_text)
        for players in spec.players:
            record, seen = _random_game(game, players, seed)
            records.append(format_record(record))
            records.append(format_record(replace(record, salts=_SALTS, ratings=_RATINGS)))
            if map_text == chosen[0]:
                positions += seen
                moves += map(game.format_move, record.moves)
    texts = (positions, moves, records, maps)
    return GenuineTexts(*(tuple(text.encode() for text in each) for each in texts))


def _random_game(game: Game, players: int, seed: int) -> tuple[Record, list[str]]:
    random = Random(seed)
    position = start = game.new(players, seed)
    texts, moves = [game.format(position)], []
    while (outcome := game.outcome(position)) is None:
        moves.append(game.random_move(position, random))
        position = game.play(position, moves[-1])
        texts += dict.fromkeys([game.format(position), game.format(game.view(position, 0))])
    return Record(game, start, tuple(moves), outcome.text, seats=("Ann", "Ben")), texts


def text_of(data: bytes) -> str:
    """Return bytes as text that keeps what is no UTF-8."""
    return data.decode(errors="surrogateescape")


def doors_of(
    name: str, genuine: GenuineTexts, parse_map: Callable[[str], GameMap] | None, prefix: str
) -> tuple[Door, ...]:
    """Return the doors of a game.

    Args:
        name: the game's.
        genuine: what is genuine of it.
        parse_map: reads a map, and caches it; None for a game without maps.
        prefix: what the doors' names begin with.
    """
    game = game_of(name)

    def read_position(data: bytes) -> None:
        position = game.parse(text_of(data))
        assert game.parse(game.format(position)) == position
        game.turn(position)
        with suppress(GameError):  # a view may hide it
            game.forced(position)
            game.outcome(position)

    def read_move(data: bytes) -> None:
        move = game.parse_move(text_of(data))
        assert game.parse_move(game.format_move(move)) == move

    def read_record(data: bytes) -> None:
        record = parse_record(text_of(data))
        assert parse_record(format_record(record)) == record

    def read_map(data: bytes) -> None:
        assert parse_map is not None
        parse_map.cache_clear()  # type: ignore[attr-defined]
        assert parse_map(text_of(data)).toml == text_of(data)

    doors = (
        Door(f"{prefix}positions", genuine.positions, read_position, GameError),
        Door(f"{prefix}moves", genuine.moves, read_move, GameError),
        Door(f"{prefix}records", genuine.records, read_record, GameError),
    )
    if parse_map is None:
        return doors
    return (*doors, Door(f"{prefix}maps", genuine.maps, read_map, GameError))
