"""Talk at a table."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen, validators

from protocol.fields import COUNT, ID, MAYBE_SEAT, SHORT, TableMessage, line

MAX_TALK = 200
"""Characters in one line of talk."""
KEPT_TALK = 50
"""Lines of talk a table keeps; all of them fit one message."""

_line: Any = validators.and_(validators.min_len(1), validators.max_len(MAX_TALK))
_date: Any = validators.and_(validators.ge(0), validators.lt(2**40))


@frozen
class Say(TableMessage):
    """Say something at a table, to everybody there who may read it."""

    text: str = field(validator=_line)


@frozen
class AskTalk(TableMessage):
    """Request a table's talk after line number `after`; the answer is a `Talk`."""

    after: int = field(default=0, validator=COUNT)


@frozen
class TalkLine:
    """A line of talk.

    Attributes:
        number: its number in this table's talk, from 1.
        player: fingerprint of the speaker.
        name: the speaker's name.
        seat: the speaker's seat, or None for a spectator.
        text: the text, without control characters.
        at: seconds since 1970.
    """

    number: int = field(validator=COUNT)
    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    seat: int | None = field(validator=MAYBE_SEAT)
    text: str = field(converter=line, validator=_line)
    at: int = field(validator=_date)


@frozen
class Talk(TableMessage):
    """Lines of a table's talk that this player may read, oldest first; always sealed."""

    lines: tuple[TalkLine, ...] = field(validator=validators.max_len(KEPT_TALK))
