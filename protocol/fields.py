"""Fields of messages: validators, converters of texts that people read, and common fields."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import field, frozen, validators

from protocol.fairness import SECRET_BYTES, SIGNATURE_BYTES
from protocol.limits import MAX_MOVE, MAX_NAME, MAX_POSITION, MAX_SEATS, MAX_TALK, SESSION_BYTES
from protocol.text import printable


def _bytes(length: int, *, or_none: bool = False) -> Any:  # noqa: ANN401 - as below
    lengths = (0, length) if or_none else (length,)

    def check(_: object, name: Any, value: bytes) -> None:  # noqa: ANN401 - attrs' attribute
        if len(value) not in lengths:
            raise ValueError(f"{name.name} has {len(value)} bytes, not {length}")

    return check


# Any: attrs types a validator by the single type of its field.
SHORT: Any = validators.max_len(MAX_NAME)
ID: Any = validators.and_(validators.min_len(1), validators.max_len(40))
SENTENCE: Any = validators.max_len(400)
CODE: Any = validators.max_len(40)
PACKAGE: Any = validators.max_len(40)
SPEECH: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_TALK))
MOMENT: Any = validators.and_(validators.ge(0), validators.lt(2**53))
REASON: Any = validators.max_len(60)
COUNT: Any = validators.and_(validators.ge(0), validators.lt(2**31))
SEAT: Any = validators.and_(validators.ge(0), validators.lt(MAX_SEATS))
MAYBE_SEAT: Any = validators.optional(SEAT)
TOKEN: Any = _bytes(SESSION_BYTES)
HASH: Any = _bytes(SECRET_BYTES)
MAYBE_HASH: Any = _bytes(SECRET_BYTES, or_none=True)
SIGNATURE: Any = _bytes(SIGNATURE_BYTES)
MAYBE_SIGNATURE: Any = _bytes(SIGNATURE_BYTES, or_none=True)
SEATS: Any = validators.max_len(MAX_SEATS)
MOVE: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_MOVE))
POSITION: Any = validators.max_len(MAX_POSITION)
OPTIONS: Any = validators.and_(
    validators.max_len(8), validators.deep_iterable(validators.max_len(MAX_NAME))
)


def line(text: str) -> str:
    """Return a text that people read, as one line without control characters.

    Every such field of a server's message has this converter, so no name, sentence or line of talk
    can control a terminal, wherever it is shown.
    """
    if text.isascii() and text.isprintable() and " ".join(text.split()) == text:
        return text  # the usual case
    return printable(text, len(text))


def lines(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts that people read, each converted by `line`."""
    return tuple(map(line, texts))


@frozen
class TableMessage:
    """A message about one table.

    Attributes:
        table: the table's id.
    """

    table: str = field(validator=ID)


@frozen
class GameMessage(TableMessage):
    """A message about one game at a table.

    Attributes:
        game_number: which game at this table, from 1.
    """

    game_number: int = field(validator=COUNT)
