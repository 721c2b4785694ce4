"""The server's answers to commands, and what every message is: a command or one of the server's."""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import field, frozen, validators

import texts
from protocol.commands import Command
from protocol.fields import (
    CODE,
    COUNT,
    ID,
    MAYBE_SEAT,
    MOMENT,
    POSITION,
    REASON,
    SENTENCE,
    SHORT,
    SPEECH,
    TOKEN,
    GameMessage,
    TableMessage,
    line,
)
from protocol.limits import KEPT_TALK, MAX_ENTRIES, MAX_REASONS, MAX_RECORD
from protocol.owner import Bans, Players, Tables
from protocol.reminders.reminder_messages import Reminders
from protocol.states import Attendance, Entry, LobbyState, PartState, TableState


@frozen
class Welcome:
    """The answer to `Hello`.

    Attributes:
        session: the session that every later command must contain.
        nonce: the nonce of the `Hello`.
        boot: the session of the server's own envelopes; everything it signs contains it until the
            server restarts.
        name: the player's name, which the server may have made distinct.
        app: the release of the server's program, for people to read.
        now: the server's clock, in seconds since 1970, for people to compare; 0 if unknown.
            Nothing depends on it.
    """

    session: bytes = field(validator=TOKEN)
    nonce: bytes = field(validator=TOKEN)
    boot: bytes = field(validator=TOKEN)
    name: str = field(converter=line, validator=SHORT)
    app: str = field(converter=line, validator=SHORT)
    now: int = field(default=0, validator=MOMENT)


@frozen
class Done:
    """The command was carried out.

    Attributes:
        table: the table it concerned or opened; empty for none.
        revision: the table's revision that shows its effect; for `AskLobby`, the lobby's.
        state: the table as the player may now see it, if they have a seat there and the command
            changed it; not sent again when the command is repeated.
    """

    table: str = field(default="", validator=validators.max_len(40))
    revision: int = field(default=0, validator=COUNT)
    state: TableState | None = None


@frozen
class Refused:
    """The command was not carried out, and nothing changed.

    Attributes:
        code: a reason for programs, such as ``not_your_turn``.
        sentence: the reason for people, and what to do, in English.
        message: the same for other languages; None from an earlier release.
    """

    code: str = field(converter=line, validator=CODE)
    sentence: str = field(converter=line, validator=SENTENCE)
    message: texts.Message | None = None


@frozen
class Count:
    """How often messages were rejected for one reason, in a few words."""

    reason: str = field(converter=line, validator=REASON)
    times: int = field(validator=COUNT)


@frozen
class Counts:
    """What the server has rejected since its start.

    Attributes:
        rejected: numbers of messages and connections by reason, the most frequent first.
    """

    rejected: tuple[Count, ...] = field(validator=validators.max_len(MAX_REASONS))


@frozen
class SentAway(TableMessage):
    """The host sent this player away from a table, or the table closed.

    Attributes:
        sentence: what happened, in English.
        message: the same for other languages; None from an earlier release.
    """

    sentence: str = field(converter=line, validator=SENTENCE)
    message: texts.Message | None = None


@frozen
class History(GameMessage):
    """A part of a table's log, as far as it is open now.

    Attributes:
        start: a spectator's view of the position before entry number `first`.
        first: number of the first entry; numbers count from 0, so entry n is the move of ply n.
        entries: at most `MAX_ENTRIES`.
        total: number of moves played; there are more while ``first + len(entries) < total``.
    """

    start: str = field(validator=POSITION)
    first: int = field(validator=COUNT)
    entries: tuple[Entry, ...] = field(validator=validators.max_len(MAX_ENTRIES))
    total: int = field(validator=COUNT)


@frozen
class RecordText(GameMessage):
    """The record of a finished game, with its proof.

    Attributes:
        text: the record; empty if the game keeps none.
    """

    text: str = field(validator=validators.max_len(MAX_RECORD))


@frozen
class Superseded:
    """Another connection with the same key has taken over; this session has ended."""


_date: Any = validators.and_(validators.ge(0), validators.lt(2**40))


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
    text: str = field(converter=line, validator=SPEECH)
    at: int = field(validator=_date)


@frozen
class Talk(TableMessage):
    """Lines of a table's talk that this player may read, oldest first; always sealed."""

    lines: tuple[TalkLine, ...] = field(validator=validators.max_len(KEPT_TALK))


Reply: TypeAlias = (
    Welcome
    | Done
    | Refused
    | TableState
    | History
    | LobbyState
    | RecordText
    | Counts
    | Talk
    | Tables
    | Players
    | Bans
    | Reminders
)
"""What answers a command, in an envelope that carries the command's id."""

Message: TypeAlias = Command | Reply | Superseded | SentAway | Attendance | PartState
