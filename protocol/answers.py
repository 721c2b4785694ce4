"""The server's answers about a player's session and commands."""

from __future__ import annotations

from attrs import field, frozen, validators

from protocol.fields import CODE, COUNT, MOMENT, REASON, SENTENCE, SHORT, TOKEN, TableMessage, line
from protocol.limits import MAX_REASONS
from protocol.states import TableState


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
        sentence: the reason for people, and what to do.
    """

    code: str = field(converter=line, validator=CODE)
    sentence: str = field(converter=line, validator=SENTENCE)


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
    """The host sent this player away from a table; the sentence says so."""

    sentence: str = field(converter=line, validator=SENTENCE)


@frozen
class Superseded:
    """Another connection with the same key has taken over; this session has ended."""
