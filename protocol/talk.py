"""Table talk: what people say to each other, and how much of it at once."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen, validators

from protocol.fields import COUNT, ID, MAYBE_SEAT, SHORT, line

MAX_TALK = 200
"""Characters in one line of talk."""
KEPT_TALK = 50
"""Lines of talk a table keeps; all of them fit one message."""

_line: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_TALK))
_date: Any = validators.and_(validators.ge(0), validators.lt(2**40))


@frozen
class Say:
    """Say something at a table, to everybody there who may hear it."""

    table: str = field(validator=ID)
    text: str = field(validator=_line)


@frozen
class AskTalk:
    """Ask for what has been said at a table after line number `after`; the answer is a `Talk`."""

    table: str = field(validator=ID)
    after: int = field(default=0, validator=COUNT)


@frozen
class TalkLine:
    """Something said.

    Attributes:
        number: which line of this table's talk, from 1.
        player: fingerprint of who said it.
        name: what they were called.
        seat: the seat they had, or None for a spectator.
        text: what they said, without control characters.
        at: when, in seconds since 1970.
    """

    number: int = field(validator=COUNT)
    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    seat: int | None = field(validator=MAYBE_SEAT)
    text: str = field(converter=line, validator=_line)
    at: int = field(validator=_date)


@frozen
class Talk:
    """Lines of a table's talk this player may hear, oldest first; sealed, also when it is news."""

    table: str = field(validator=ID)
    lines: tuple[TalkLine, ...] = field(validator=validators.max_len(KEPT_TALK))
