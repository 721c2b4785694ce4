"""The tags of a record as text, each once: format, names of seats, and what a rated game changed.

The tag of ratings has the version of the formula, then one word for each player's seat, such as
``12:1500.0000~350.0000>1512.3104~341.2000``: the player's running number of rated games, then
rating and uncertainty before and after the game. ``-`` is a player who was not rated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from games.contract import GameError, InvalidRecordError
from games.quoting import quote

FORMAT: Final = 3
"""Format of the records written from now on. Older records have no tag ``Format``: in those, names
have no salts, no seat before a named one is without a name, and there are no ratings."""
OLD_FORMAT: Final = 2
"""Stands for the format of a record that names none."""
MAX_TAG: Final = 1_000
"""Characters of a tag's value, but for those that hold whole files."""
_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\\n]|\\["\\])*)"\]')
_LONG_TAGS: Final = {"MapData", "Proof"}
_SALT: Final = re.compile(r"[0-9a-f]{32}")


class LaterFormatError(InvalidRecordError):
    """A later release of siam wrote the record, in a format that this one does not know."""


@dataclass(frozen=True, slots=True)
class TaggedText:
    """The text of a record in its parts.

    Attributes:
        tags: the tags by name.
        lines: the line of each tag, from 1.
        moves: what follows the tags.
        first: the line on which that starts.
    """

    tags: dict[str, str]
    lines: dict[str, int]
    moves: str = ""
    first: int = 0

    @contextmanager
    def at(self, tag: str) -> Iterator[None]:
        """Name the tag's line in every refusal raised inside."""
        try:
            yield
        except GameError as error:
            where = f"line {self.lines[tag]}: " if tag in self.lines else ""
            raise InvalidRecordError(f"{where}{error}") from error


def split_record(lines: list[str]) -> TaggedText:
    """Split a record into its tags and its moves.

    Raises:
        InvalidRecordError: a tag cannot be read, is too long, or is there twice.
    """
    tags: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("["):
            return TaggedText(tags, places, "\n".join(lines[number - 1 :]), number)
        if not stripped:
            continue
        match = _TAG.fullmatch(stripped)
        if not match:
            raise InvalidRecordError(f"line {number}: cannot read the tag {quote(stripped)}")
        refuse_control_characters(match[2], f"line {number}: the tag {match[1]}")
        if len(match[2]) > MAX_TAG and match[1] not in _LONG_TAGS:
            raise InvalidRecordError(
                f"line {number}: the tag {match[1]} may have at most {MAX_TAG} characters"
            )
        if match[1] in tags:
            raise InvalidRecordError(f"line {number}: the tag {match[1]} is there twice")
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        places[match[1]] = number
    return TaggedText(tags, places)


def refuse_control_characters(text: str, where: str) -> None:
    """Refuse what would steer a terminal, or be read otherwise than it looks."""
    for sign in text:
        if not sign.isprintable():
            raise InvalidRecordError(
                f"{where} holds the control character U+{ord(sign):04X}: delete it"
            )


def read_format(tags: Mapping[str, str]) -> int:
    """Return the format of a record.

    Raises:
        LaterFormatError: it is of a later release.
        InvalidRecordError: it is none.
    """
    text = tags.get("Format")
    if text is None:
        return OLD_FORMAT
    if text == str(FORMAT):
        return FORMAT
    if re.fullmatch(r"[1-9][0-9]{0,3}", text) and int(text) > FORMAT:
        raise LaterFormatError(f"the record has format {text}: update siam to read it")
    raise InvalidRecordError(f"there is no format {quote(text)} of records")


def read_old_names(tags: Mapping[str, str], seats: int) -> tuple[str, ...]:
    """Return the names of a record's seats, in formats before `FORMAT`.

    Raises:
        InvalidRecordError: a seat before a named one has no name.
    """
    names = [f"Seat{number}" for number in range(seats)]
    known = [name for name in names if name in tags]
    if known != names[: len(known)]:
        raise InvalidRecordError(f"the tag {names[0]} is missing, but {known[0]} is there")
    return tuple(tags[name] for name in known)


def read_names(tags: Mapping[str, str], seats: int) -> tuple[tuple[str, ...], tuple[bytes, ...]]:
    """Return the names of a record's seats, empty for those without, and the salts of the names.

    Raises:
        InvalidRecordError: a name is empty, or a salt is damaged or without its name.
    """
    names = [tags.get(f"Seat{number}", "") for number in range(seats)]
    salts = [tags.get(f"Salt{number}", "") for number in range(seats)]
    for number, (name, salt) in enumerate(zip(names, salts, strict=True)):
        if not name and (salt or f"Seat{number}" in tags):
            raise InvalidRecordError(
                f"seat {number} has no name: to remove it, delete the tags Seat{number} and "
                f"Salt{number} together"
            )
        if (salt or f"Salt{number}" in tags) and not _SALT.fullmatch(salt):
            raise InvalidRecordError(f"the tag Salt{number} is not 32 digits from 0 to f")
    named = max((n + 1 for n, name in enumerate(names) if name), default=0)
    salted = max((n + 1 for n, salt in enumerate(salts) if salt), default=0)
    return tuple(names[:named]), tuple(bytes.fromhex(salt) for salt in salts[:salted])


LEAST_RATED: Final = 2
"""Players of a rated game."""
_NUMBER: Final = r"(-?(?:0|[1-9][0-9]{0,5})\.[0-9]{4})"
_FORMULA: Final = re.compile(r"[1-9][0-9]{0,3}")
_PLAYER: Final = re.compile(rf"([1-9][0-9]{{0,8}}):{_NUMBER}~{_NUMBER}>{_NUMBER}~{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is believed to be.

    Attributes:
        value: the rating; four decimals of it are kept.
        uncertainty: its standard deviation, 0 or more; four decimals of it are kept.
    """

    value: float
    uncertainty: float

    def __str__(self) -> str:
        return f"{self.value:.4f}~{self.uncertainty:.4f}"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game changed for one player.

    Attributes:
        number: which of the player's rated games this was, from 1.
        before: their rating before the game.
        after: their rating after it.
    """

    number: int
    before: Rating
    after: Rating

    def __str__(self) -> str:
        return f"{self.number}:{self.before}>{self.after}"


@dataclass(frozen=True, slots=True)
class Ratings:
    """What a rated game changed.

    Attributes:
        formula: version of the formula.
        changes: one for each player's seat; None for a player who was not rated.
    """

    formula: int
    changes: tuple[RatingChange | None, ...]

    def __str__(self) -> str:
        return " ".join((str(self.formula), *(str(each or "-") for each in self.changes)))


def parse_ratings(text: str, seats: int) -> Ratings:
    """Read the tag of a game with so many seats.

    Raises:
        InvalidRecordError: saying what is wrong.
    """
    formula, *words = text.split(" ")
    if not _FORMULA.fullmatch(formula):
        raise InvalidRecordError(
            f"the tag Ratings starts with the version of its formula, not {quote(formula)}"
        )
    if len(words) > seats:
        raise InvalidRecordError(
            f"the tag Ratings has {len(words)} players, but the game {seats} seats"
        )
    changes = tuple(_parse_change(word) for word in words)
    if sum(each is not None for each in changes) < LEAST_RATED:
        raise InvalidRecordError(f"the tag Ratings names fewer than {LEAST_RATED} rated players")
    return Ratings(int(formula), changes)


def _parse_change(word: str) -> RatingChange | None:
    if word == "-":
        return None
    found = _PLAYER.fullmatch(word)
    if found is None:
        raise InvalidRecordError(
            f"cannot read {quote(word)} in the tag Ratings: a player is such as "
            "12:1500.0000~350.0000>1512.3104~341.2000, or -"
        )
    value, spread, new_value, new_spread = map(float, found.groups()[1:])
    change = RatingChange(int(found[1]), Rating(value, spread), Rating(new_value, new_spread))
    if str(change) != word or min(spread, new_spread) < 0 or "-0.0000" in word:
        raise InvalidRecordError(f"a number in {quote(word)} in the tag Ratings cannot be")
    return change
