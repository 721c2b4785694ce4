"""Records: a whole game of any kind as text (`.siam`).

A record has tags, an empty line, then the moves in the game's notation. The tag ``Game`` names the
game by its title; `games.registry` knows the rest.
"""

from __future__ import annotations

import base64
import binascii
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from games.contract import Game, GameError, GameSpec, InvalidRecordError
from games.quoting import quote
from games.record_tags import (
    FORMAT,
    OLD_FORMAT,
    Ratings,
    TaggedText,
    parse_ratings,
    read_format,
    read_names,
    read_old_names,
    refuse_control_characters,
    split_record,
)
from games.registry import spec_of, spec_with_title, titles

UNFINISHED: Final = "*"
MAX_RECORD_CHARACTERS: Final = 1 << 20
LINE_LENGTH: Final = 96

_TOKEN: Final = re.compile(r"\s*(?:\{([^{}]*)\}|([^\s{}]+))")
_FORMATTING: Final = dict.fromkeys((0x200C, 0x200D, 0xFEFF))
"""Joiners, as in emoji, and byte order marks: comments are read without them."""
_OWN_TAGS: Final = {"Game", "Map", "MapData", "Options", "Date", "Start", "Result", "Proof"}


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or the part of it played so far.

    Attributes:
        game: the rules it was played by, bound to its map and options.
        start: the position before the first move. Only a part of a game that still runs may hide
            anything: it knows no more than a view does.
        moves: the moves in order.
        result: the result as `Outcome.text` gives it; ``*`` while unfinished.
        seats: who sat where; empty for a name that was removed. May be shorter than the number of
            seats.
        date: such as ``2026.11.21``, if known.
        comments: pairs of a number of moves, and what was written after so many.
        proof: keys, the setup's proof and signatures, as base64, if kept.
        tags: further tags, kept as they are.
        salts: 16 bytes for each name whose hash is signed in its place; empty for none.
        ratings: what the game changed in its players' ratings, if it was rated.
        format: `FORMAT`, or `OLD_FORMAT`.
    """

    game: Game[Any, Any]
    start: Any
    moves: tuple[Any, ...] = ()
    result: str = UNFINISHED
    seats: tuple[str, ...] = ()
    date: str | None = None
    comments: tuple[tuple[int, str], ...] = ()
    proof: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    salts: tuple[bytes, ...] = ()
    ratings: Ratings | None = None
    format: int = FORMAT

    def replay(self) -> Iterator[Any]:
        """Iterate over the positions: the start, then one after each move.

        What the start hides stays hidden.

        Raises:
            InvalidRecordError: a move is illegal, or the end is not the result; saying at which.
        """
        for position in self._play_through():
            end = position
            yield self.game.hide_same_parts(self.start, position)
        try:
            outcome = self.game.outcome(end)
        except GameError as error:
            raise InvalidRecordError(f"after move {len(self.moves)}: {error}") from error
        result = outcome.text if outcome else UNFINISHED
        if self.result not in (result, UNFINISHED) or (outcome and self.result == UNFINISHED):
            raise InvalidRecordError(
                f"after move {len(self.moves)} the result is {result!r}, "
                f"but the record says {self.result!r}"
            )

    @property
    def forced(self) -> tuple[bool, ...]:
        """Whether each move is one that the table plays by itself.

        Raises:
            InvalidRecordError: as `replay`.
        """
        positions = zip(self._play_through(), self.moves, strict=False)
        return tuple(self.game.forced(position) is not None for position, _ in positions)

    def _play_through(self) -> Iterator[Any]:
        """Iterate over the positions with something put in for what the start hides."""
        position = self.game.fill_hidden_parts(self.start, self.moves)
        yield position
        for number, move in enumerate(self.moves, start=1):
            try:
                position = self.game.play(position, move)
            except GameError as error:
                text = self.game.format_move(move)
                raise _IllegalAtError(number, f"move {number} ({text}): {error}") from error
            yield position

    @property
    def options(self) -> frozenset[str]:
        """The table's options, such as ``open_discards``."""
        return self.game.options

    @property
    def map_text(self) -> str:
        """The text of the map it was played on; empty for a game without maps."""
        return self.game.map.toml if self.game.map else ""

    def signed_part(self, proof: str, hashed: int = 0) -> str:
        """Return the text a server signs: without comments, and with this unsigned proof.

        Args:
            proof: has the hashes of names.
            hashed: the number of players, whose names are hashed; 0 where names are signed.
        """
        seats = ("",) * hashed + self.seats[hashed:]
        salts = (b"",) * hashed + self.salts[hashed:]
        return format_record(replace(self, proof=proof, comments=(), seats=seats, salts=salts))


class _IllegalAtError(InvalidRecordError):
    """A move, by its number from 1, that is illegal where it stands."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


# Printing


def format_record(record: Record) -> str:
    """Print a record: its tags, an empty line, its moves.

    Raises:
        InvalidRecordError: a tag or comment holds what a record cannot.
    """
    tags = "".join(f'[{name} "{_escape(name, value)}"]\n' for name, value in _tags(record))
    words = list(_moves_and_comments(record))
    text = textwrap.fill(
        " ".join(words), LINE_LENGTH, break_long_words=False, break_on_hyphens=False
    )
    return f"{tags}\n{text}\n" if words else f"{tags}\n"


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    spec = spec_of(record.game.name)
    yield "Game", spec.title
    board = record.game.map
    if board is not None:
        yield "Map", board.name
        if board.name not in spec.maps or spec.load_map(board.name) != board:
            yield "MapData", base64.b64encode(board.toml.encode()).decode()
    if record.options:
        yield "Options", " ".join(sorted(record.options))
    if record.date is not None:
        yield "Date", record.date
    if record.format > OLD_FORMAT:
        yield "Format", str(record.format)
    yield from _name_tags(record)
    yield from record.tags.items()
    yield "Start", record.game.format(record.start)
    yield "Result", record.result
    if record.ratings is not None:
        yield "Ratings", str(record.ratings)
    if record.proof is not None:
        yield "Proof", record.proof


def _name_tags(record: Record) -> Iterator[tuple[str, str]]:
    salts = dict(enumerate(record.salts))
    for number, name in enumerate(record.seats):
        if name or record.format == OLD_FORMAT:
            yield f"Seat{number}", name
        if name and (salt := salts.get(number)):
            yield f"Salt{number}", salt.hex()


def _escape(name: str, value: str) -> str:
    if not value.isprintable():
        raise InvalidRecordError(f"tag {name} must be printable, on one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _moves_and_comments(record: Record) -> Iterator[str]:
    for number in range(len(record.moves) + 1):
        if number:
            yield record.game.format_move(record.moves[number - 1])
        for place, comment in record.comments:
            if place == number:
                if re.search(r"[{}]", comment) or not comment.isprintable():
                    raise InvalidRecordError("a comment cannot hold { or }, or control characters")
                yield "{" + comment + "}"


# Reading


def parse_record(text: str) -> Record:
    """Read a record, and replay it to see that its moves give its result.

    Raises:
        InvalidRecordError: saying what is wrong, on which line, and at which move.
    """
    record, moves, parts = _read(text)
    try:
        with parts.at("Result"):
            for _ in record.replay():
                pass
    except InvalidRecordError as error:
        illegal = error.__cause__
        if isinstance(illegal, _IllegalAtError):
            line = moves.lines[illegal.number - 1]
            raise InvalidRecordError(f"line {line}, {illegal}") from error
        raise
    return record


def read_record(text: str) -> Record:
    """Read a record without checking that its moves are legal and give its result.

    Raises:
        InvalidRecordError: saying what cannot be read, and on which line.
    """
    return _read(text)[0]


def _read(text: str) -> tuple[Record, _Moves, TaggedText]:
    if len(text) > MAX_RECORD_CHARACTERS:
        raise InvalidRecordError(f"a record has at most {MAX_RECORD_CHARACTERS} characters")
    parts = split_record(text.lstrip("\ufeff").splitlines())
    record = _read_tags(parts)
    moves = _read_moves(record.game, parts)
    return replace(record, moves=moves.moves, comments=moves.comments), moves, parts


def _read_tags(parts: TaggedText) -> Record:
    """Read all of a record but its moves."""
    tags = parts.tags
    form = read_format(tags)
    with parts.at("Game"):
        spec = _spec(tags.get("Game"))
    with parts.at("MapData" if "MapData" in tags else "Map"):
        map_text = _map_text(spec, tags)
        game = spec.bind(map_text, frozenset())
    with parts.at("Options"):
        options = _options(spec, tags)
        game = spec.bind(map_text, options)
    with parts.at("Start"):
        start = _read_start(game, tags)
    seats = game.count_seats(start)
    own = {*_OWN_TAGS, *(f"Seat{number}" for number in range(seats))}
    salts: tuple[bytes, ...] = ()
    ratings = None
    if form == OLD_FORMAT:
        names = read_old_names(tags, seats)
    else:
        own |= {"Format", "Ratings", *(f"Salt{number}" for number in range(seats))}
        names, salts = read_names(tags, seats)
        with parts.at("Ratings"):
            ratings = parse_ratings(tags["Ratings"], seats) if "Ratings" in tags else None
    return Record(
        game,
        start,
        result=tags.get("Result", UNFINISHED),
        seats=names,
        date=tags.get("Date"),
        proof=tags.get("Proof"),
        tags={k: v for k, v in tags.items() if k not in own},
        salts=salts,
        ratings=ratings,
        format=form,
    )


def _spec(title: str | None) -> GameSpec:
    found = spec_with_title(title or "")
    if found is None:
        games = " or ".join(f'[Game "{each}"]' for each in titles())
        other = f", not {quote(title)}" if title is not None else ""
        raise InvalidRecordError(f"a record starts with {games}{other}")
    return found


def _read_start(game: Game[Any, Any], tags: Mapping[str, str]) -> object:
    """Read the start; it may hide something only while the game is unfinished."""
    if "Start" not in tags:
        raise InvalidRecordError("the tag Start is missing: the position the game started from")
    start = game.parse(tags["Start"])
    hidden = game.name_hidden_part(start)
    if hidden is not None and tags.get("Result", UNFINISHED) != UNFINISHED:
        raise InvalidRecordError(f"the start hides {hidden}")
    return start


def _options(spec: GameSpec, tags: Mapping[str, str]) -> frozenset[str]:
    options = frozenset(tags.get("Options", "").split())
    for unknown in options - spec.option_names:
        raise InvalidRecordError(f"the tag Options has an unknown option {quote(unknown)}")
    return options


def _map_text(spec: GameSpec, tags: Mapping[str, str]) -> str | None:
    """Return the text of the map; None for a game without maps."""
    if not spec.maps:
        return None
    name = tags.get("Map", spec.maps[0])
    if "MapData" not in tags:
        if name not in spec.maps:
            raise InvalidRecordError(f"map {quote(name)} is not built in, and MapData is missing")
        return spec.load_map(name).toml
    data = tags["MapData"]
    if len(data) > 2 * spec.max_map_bytes:
        raise InvalidRecordError("MapData is too long for a map")
    try:
        return base64.b64decode(data, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise InvalidRecordError("MapData is no base64 of a UTF-8 text") from error


class _Moves(NamedTuple):
    """The moves of a record, the line of each, and the comments."""

    moves: tuple[Any, ...]
    lines: tuple[int, ...]
    comments: tuple[tuple[int, str], ...]


def _read_moves(game: Game[Any, Any], parts: TaggedText) -> _Moves:
    moves: list[Any] = []
    lines: list[int] = []
    comments: list[tuple[int, str]] = []
    text = parts.moves.rstrip()
    at = 0
    line = parts.first
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise InvalidRecordError(
                f"line {line}, after move {len(moves)}: a comment's braces do not match"
            )
        line += text.count("\n", at, match.end())
        at = match.end()
        if match[1] is not None:
            comment = " ".join(match[1].translate(_FORMATTING).split())
            refuse_control_characters(comment, f"line {line}, after move {len(moves)}: a comment")
            comments.append((len(moves), comment))
            continue
        try:
            moves.append(game.parse_move(match[2]))
        except GameError as error:
            raise InvalidRecordError(f"line {line}, move {len(moves) + 1}: {error}") from error
        lines.append(line)
    return _Moves(tuple(moves), tuple(lines), tuple(comments))
