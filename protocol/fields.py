"""Validators of message fields, and converters of texts that people read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import validators

from protocol.fairness import SECRET_BYTES
from protocol.limits import MAX_MOVE, MAX_NAME, MAX_POSITION, MAX_SEATS, SESSION_BYTES
from protocol.signing import SIGNATURE_BYTES
from protocol.text import printable

# Any: attrs types a validator by the single type of its field.
SHORT: Any = validators.max_len(MAX_NAME)
ID: Any = validators.and_(validators.min_len(1), validators.max_len(40))
SENTENCE: Any = validators.max_len(400)
CODE: Any = validators.max_len(40)
MOMENT: Any = validators.and_(validators.ge(0), validators.lt(2**53))
REASON: Any = validators.max_len(60)
COUNT: Any = validators.and_(validators.ge(0), validators.lt(2**31))
SEAT: Any = validators.and_(validators.ge(0), validators.lt(MAX_SEATS))
MAYBE_SEAT: Any = validators.optional(SEAT)
TOKEN: Any = validators.and_(validators.min_len(SESSION_BYTES), validators.max_len(SESSION_BYTES))
HASH: Any = validators.and_(validators.min_len(SECRET_BYTES), validators.max_len(SECRET_BYTES))
MAYBE_HASH: Any = validators.or_(validators.max_len(0), HASH)
MAYBE_SIGNATURE: Any = validators.or_(
    validators.max_len(0),
    validators.and_(validators.min_len(SIGNATURE_BYTES), validators.max_len(SIGNATURE_BYTES)),
)
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
