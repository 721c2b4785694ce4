"""The doors that every game has: its positions, moves, records and maps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from random import Random

from games.contract import Game, GameError
from games.record import Record, format_record, parse_record
from games.record_tags import parse_ratings
from games.registry import game_of, spec_of

_SALTS = (b"a" * 16, b"b" * 16)
_RATINGS = parse_ratings(
    "1 1:1500.0000~350.0000>1512.3104~341.2000 7:1600.0000~90.0000>1588.1896~89.1000", 2
)


Lengthen = Callable[[int], bytes]
"""From a number of bytes to an input of about that many."""


@dataclass(frozen=True, slots=True)
class Door:
    """A way in.

    Attributes:
        name: what comes in here.
        genuine: inputs as they should be, to be spoilt.
        read: reads an input; it may refuse it only by `refusal`, and if it accepts it, it checks
            that what was read comes out again as it was.
        refusal: the family of errors that refuses.
        long_inputs: inputs made to be dear.
    """

    name: str
    genuine: tuple[bytes, ...]
    read: Callable[[bytes], None]
    refusal: type[Exception]
    long_inputs: tuple[Lengthen, ...] = ()


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


def doors_of(name: str, genuine: GenuineTexts) -> Iterator[Door]:
    """Iterate over the doors of a game.

    Args:
        name: the game's.
        genuine: what is genuine of it.
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

    positions, moves, records = genuine.positions, genuine.moves, genuine.records
    yield Door(
        f"{name} positions",
        positions,
        read_position,
        GameError,
        tuple(_repeated_parts(positions[:1])),
    )
    yield Door(f"{name} moves", moves, read_move, GameError, tuple(_repeated_parts(moves)))
    yield Door(f"{name} records", records, read_record, GameError, _long_records(records[0]))
    if not spec_of(name).maps:
        return
    parse_map = import_module(f"games.{name.replace('-', '_')}").parse_map

    def read_map(data: bytes) -> None:
        parse_map.cache_clear()
        assert parse_map(text_of(data)).toml == text_of(data)

    yield Door(f"{name} maps", genuine.maps, read_map, GameError, _long_maps(genuine.maps[0]))


def _repeated_parts(texts: Iterable[bytes]) -> Iterator[Lengthen]:
    """Iterate over texts that repeat a sign, a word or some of both: one for each form of these."""
    forms = set()
    for text in texts:
        parts = list(re.finditer(rb"\w+|\W", text))
        for count in (1, 2, 4):
            for first, last in zip(parts, parts[count - 1 :], strict=False):
                start, end = first.start(), last.end()
                form = re.sub(rb"\d+", b"1", re.sub(rb"[A-Z]+", b"A", text[start:end]))
                if form not in forms:
                    forms.add(form)
                    yield partial(_repeat, text, start, end)


def _repeat(text: bytes, start: int, end: int, size: int) -> bytes:
    return text[:start] + text[start:end] * (size // (end - start)) + text[end:]


def _long_records(record: bytes) -> tuple[Lengthen, ...]:
    return (
        lambda size: record.replace(b"\n\n", b"\n\n" + b"{" * size + b"\n", 1),
        lambda size: record.replace(b"\n\n", b"\n\n" + b"{}\n" * (size // 3), 1),
        lambda size: b"".join(b'[T%d "x"]\n' % n for n in range(size // 10)) + record,
        lambda size: record + b"pass " * (size // 5),
        lambda size: b"".join(b'[Salt%d "x"]\n[Seat%d ""]\n' % (n, n) for n in range(size // 26))
        + record,
        lambda size: record.replace(b"[Start", b'[Ratings "1' + b" -" * size + b'"]\n[Start', 1),
    )  # fmt: skip


def _long_maps(text: bytes) -> tuple[Lengthen, ...]:
    def after(before: str) -> bytes:
        return f"{before}\n".encode() + text

    return (
        lambda size: after(".".join("a" * (size // 2)) + " = 1"),
        lambda size: after(".".join("a" * 40) + " = 1\n" * (size // 80)),
        lambda size: text + f"[{'.'.join('a' * (size // 4))}]\n".encode()
        + b"".join(b"b%d=1\n" % number for number in range(size // 16)),
        lambda size: after("a = [" + ", ".join("1" * (size // 3)) + "]"),
        lambda size: after("a = " + "[" * (size // 2) + "]" * (size // 2)),
        lambda size: after("".join(f"k{number} = 1\n" for number in range(size // 9))),
        lambda size: after('a = """' + "\\\n" * (size // 2) + '"""'),
        lambda size: after('a = """' + '\\"""' * (size // 4)),
        lambda size: text + b'[[draw.label]]\ntext="x"\nat=[0,0]\n' * (size // 33),
    )  # fmt: skip
