"""Records: a whole game as text (`.siam`)."""

from __future__ import annotations

import base64
import binascii
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from games.contract import GameError, InvalidRecordError
from games.siam.map import BUILT_IN_MAPS, MAX_MAP_BYTES, Map, load_map, parse_map
from games.siam.moves import Move
from games.siam.movetext import format_move, parse_move, shown
from games.siam.notation import parse_position
from games.siam.play import play
from games.siam.position import Position
from games.siam.rules import Siam
from games.siam.scoring import outcome

GAME: Final = Siam.title
UNFINISHED: Final = "*"
MAX_RECORD_CHARACTERS: Final = 1 << 20
LINE_LENGTH: Final = 96

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\\n]|\\["\\])*)"\]')
_TOKEN: Final = re.compile(r"\s*(?:\{([^{}]*)\}|([^\s{}]+))")
_OWN_TAGS: Final = {"Game", "Map", "MapData", "Options", "Date", "Start", "Result", "Proof"}


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or the part of it played so far.

    Attributes:
        start: the position before the first move, every hand open.
        moves: the moves in order.
        result: the result as `Outcome.text` says it; ``*`` while unfinished.
        options: the table's options, such as ``open_discards``.
        seats: who sat where; may be shorter than the number of seats.
        date: such as ``2026.11.21``, if known.
        comments: pairs of a number of moves, and what was written after so many.
        proof: keys, the setup's proof and signatures, as base64, if kept.
        tags: further tags, kept as they are.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    result: str = UNFINISHED
    options: frozenset[str] = frozenset()
    seats: tuple[str, ...] = ()
    date: str | None = None
    comments: tuple[tuple[int, str], ...] = ()
    proof: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    def replay(self) -> Iterator[Position]:
        """Iterate over the positions: the start, then one after each move.

        Raises:
            InvalidRecordError: a move is illegal, or the end is not the result; saying at which.
        """
        siam = Siam(self.start.map)
        position = self.start
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                siam.check(position, move)
            except GameError as error:
                text = format_move(position.map, move)
                raise InvalidRecordError(f"move {number} ({text}): {error}") from error
            position = play(position, move)
            yield position
        end = outcome(position)
        result = end.text if end else UNFINISHED
        if self.result not in (result, UNFINISHED) or (end and self.result == UNFINISHED):
            raise InvalidRecordError(
                f"after move {len(self.moves)} the result is {result!r}, "
                f"but the record says {self.result!r}"
            )


# Printing


def format_record(record: Record) -> str:
    """Print a record: its tags, an empty line, its moves.

    Raises:
        InvalidRecordError: a tag or comment holds what a record cannot.
    """
    tags = "".join(f'[{name} "{_escape(name, value)}"]\n' for name, value in _tags(record))
    words = list(_words(record))
    text = textwrap.fill(
        " ".join(words), LINE_LENGTH, break_long_words=False, break_on_hyphens=False
    )
    return f"{tags}\n{text}\n" if words else f"{tags}\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    board = record.start.map
    yield "Game", GAME
    yield "Map", board.name
    if board.name not in BUILT_IN_MAPS or load_map(board.name) != board:
        yield "MapData", base64.b64encode(board.toml.encode()).decode()
    if record.options:
        yield "Options", " ".join(sorted(record.options))
    if record.date is not None:
        yield "Date", record.date
    for number, name in enumerate(record.seats):
        yield f"Seat{number}", name
    yield from record.tags.items()
    yield "Start", str(record.start)
    yield "Result", record.result
    if record.proof is not None:
        yield "Proof", record.proof


def _escape(name: str, value: str) -> str:
    if not value.isprintable():
        raise InvalidRecordError(f"tag {name} must be printable, on one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _words(record: Record) -> Iterator[str]:
    for number in range(len(record.moves) + 1):
        if number:
            yield format_move(record.start.map, record.moves[number - 1])
        for place, comment in record.comments:
            if place == number:
                if re.search(r"[{}]", comment):
                    raise InvalidRecordError("a comment cannot hold { or }")
                yield "{" + comment + "}"


# Reading


def parse_record(text: str) -> Record:
    """Read a record, and replay it to see that its moves give its result.

    Raises:
        InvalidRecordError: saying what is wrong, and at which move.
    """
    if len(text) > MAX_RECORD_CHARACTERS:
        raise InvalidRecordError(f"a record has at most {MAX_RECORD_CHARACTERS} characters")
    lines = text.lstrip("\ufeff").splitlines()
    tags, rest = _read_tags(lines)
    try:
        record = _record(tags, rest)
    except InvalidRecordError:
        raise
    except GameError as error:
        raise InvalidRecordError(str(error)) from error
    for _ in record.replay():
        pass
    return record


def _read_tags(lines: list[str]) -> tuple[dict[str, str], str]:
    tags: dict[str, str] = {}
    for number, line in enumerate(lines):
        stripped = line.strip()
        if stripped and not stripped.startswith("["):
            return tags, "\n".join(lines[number:])
        if not stripped:
            continue
        match = _TAG.fullmatch(stripped)
        if not match:
            raise InvalidRecordError(f"line {number + 1}: cannot read the tag {shown(stripped)}")
        if match[1] in tags:
            raise InvalidRecordError(f"line {number + 1}: the tag {match[1]} is there twice")
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    return tags, ""


def _record(tags: dict[str, str], rest: str) -> Record:
    game = tags.get("Game")
    if game != GAME:
        raise InvalidRecordError(f'a record starts with [Game "{GAME}"], not {shown(str(game))}')
    if "Start" not in tags:
        raise InvalidRecordError("the tag Start is missing: the position the game started from")
    start = parse_position(_map(tags), tags["Start"])
    hidden = [number for number, seat in enumerate(start.seats) if seat.hand is None]
    if hidden:
        raise InvalidRecordError(f"the start hides the hand of seat {hidden[0]}")
    names = [f"Seat{number}" for number in range(len(start.seats))]
    known = [name for name in names if name in tags]
    if known != names[: len(known)]:
        raise InvalidRecordError(f"the tag {names[0]} is missing, but {known[0]} is there")
    moves, comments = _read_moves(start.map, rest)
    return Record(
        start=start,
        moves=moves,
        result=tags.get("Result", UNFINISHED),
        options=_options(tags),
        seats=tuple(tags[name] for name in known),
        date=tags.get("Date"),
        comments=comments,
        proof=tags.get("Proof"),
        tags={k: v for k, v in tags.items() if k not in _OWN_TAGS and k not in known},
    )


def _options(tags: Mapping[str, str]) -> frozenset[str]:
    options = frozenset(tags.get("Options", "").split())
    for unknown in options - Siam.options:
        raise InvalidRecordError(f"the tag Options has an unknown option {shown(unknown)}")
    return options


def _map(tags: Mapping[str, str]) -> Map:
    name = tags.get("Map", "siam")
    if "MapData" not in tags:
        if name not in BUILT_IN_MAPS:
            raise InvalidRecordError(f"map {shown(name)} is not built in, and MapData is missing")
        return load_map(name)
    data = tags["MapData"]
    if len(data) > 2 * MAX_MAP_BYTES:
        raise InvalidRecordError("MapData is too long for a map")
    try:
        return parse_map(base64.b64decode(data, validate=True).decode())
    except (binascii.Error, UnicodeDecodeError) as error:
        raise InvalidRecordError("MapData is no base64 of a UTF-8 text") from error


def _read_moves(board: Map, text: str) -> tuple[tuple[Move, ...], tuple[tuple[int, str], ...]]:
    moves: list[Move] = []
    comments: list[tuple[int, str]] = []
    position = 0
    text = text.rstrip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise InvalidRecordError(f"after move {len(moves)}: a comment's braces do not match")
        position = match.end()
        if match[1] is not None:
            comments.append((len(moves), " ".join(match[1].split())))
            continue
        try:
            moves.append(parse_move(board, match[2]))
        except GameError as error:
            raise InvalidRecordError(f"move {len(moves) + 1}: {error}") from error
    return tuple(moves), tuple(comments)
