"""Commands of players."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen, validators

from protocol.draws import SignedCommitment
from protocol.fields import (
    COUNT,
    HASH,
    ID,
    MAYBE_HASH,
    MAYBE_SEAT,
    MAYBE_SIGNATURE,
    MOVE,
    OPTIONS,
    SEAT,
    SHORT,
    SPEECH,
    TOKEN,
    GameMessage,
    TableMessage,
)
from protocol.limits import MAX_MAP, MAX_REASON
from protocol.owner import OwnerCommand
from protocol.reminders.reminder_messages import ReminderCommand
from protocol.states import Terms


@frozen
class Hello:
    """Begin a session; the answer is `Welcome`.

    Attributes:
        name: the name the player wants; empty to keep the one that the lobby knows.
        app: the release of the player's program, for people to read.
        nonce: random bytes that the `Welcome` must repeat, so that an old one is not accepted.
    """

    name: str = field(validator=SHORT)
    app: str = field(validator=SHORT)
    nonce: bytes = field(validator=TOKEN)


@frozen
class OpenTable:
    """Open a table and become its host.

    Attributes:
        game: name of the game, such as ``siam``.
        players: how many people and bots play.
        options: the table's options by name, such as ``open_discards``.
        map: name of a built-in map, or a map's TOML text; empty for the game's usual map.
        seat: the seat the host takes at once, or None for no seat.
        terms: the table's terms, independent of the game.
        key: 32 random bytes for a private table, visible only to those who have them; else empty.
    """

    game: str = field(validator=ID)
    players: int = field(validator=COUNT)
    options: tuple[str, ...] = field(default=(), validator=OPTIONS)
    map: str = field(default="", validator=validators.max_len(MAX_MAP))
    seat: int | None = field(default=0, validator=MAYBE_SEAT)
    terms: Terms = field(factory=Terms)
    key: bytes = field(default=b"", validator=MAYBE_HASH)


@frozen
class TakeSeat(TableMessage):
    """Take a free seat, or return to the player's own seat that a stand-in holds.

    Attributes:
        key: the key of a private table; else empty.
    """

    seat: int = field(validator=SEAT)
    key: bytes = field(default=b"", validator=MAYBE_HASH)


@frozen
class LeaveTable(TableMessage):
    """Leave the seat. Before the start it becomes free; in a running game a bot stands in."""


@frozen
class SeatBot(TableMessage):
    """Put a bot on a free seat (the host only).

    In a running game: let a bot replace a person who has been away longer than the table's
    `Terms.away_limit`, until they look at the table again.
    """

    seat: int = field(validator=SEAT)
    level: str = field(validator=ID)


@frozen
class FreeSeat(TableMessage):
    """Remove a bot from its seat before the start (the host only)."""

    seat: int = field(validator=SEAT)


@frozen
class StartGame(TableMessage):
    """Deal and start (the host only, every seat taken)."""


@frozen
class Pledge(GameMessage):
    """Bind the player to a contribution to the setup's seed, before any contribution is known.

    Attributes:
        game_number: the game to be dealt.
        pledge: `protocol.fairness.pledge` of the contribution.
    """

    pledge: bytes = field(validator=HASH)


@frozen
class Contribute(GameMessage):
    """Reveal the pledged contribution, once every player is bound to theirs.

    Attributes:
        game_number: the game to be dealt.
        contribution: 32 random bytes.
    """

    contribution: bytes = field(validator=HASH)


@frozen
class PlayMove(GameMessage):
    """Play a move in a position the player has seen.

    Attributes:
        game_number: which game at this table, from 1.
        ply: number of moves played before this one; a command for another ply is refused.
        move: the move in the game's notation.
        signature: the player's, over `protocol.signing.SignedMove`; the server requires it.
    """

    ply: int = field(validator=COUNT)
    move: str = field(validator=MOVE)
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)


Proposal: TypeAlias = Literal["end", "again"]
"""What all seated people may agree on: to end the game early, or to play again."""


@frozen
class Agree(GameMessage):
    """Agree (or stop agreeing) to end the game early, or to play again."""

    proposal: Proposal
    yes: bool


@frozen
class TakeBack(GameMessage):
    """Ask to take the player's last move back, withdraw that, or answer another player's wish.

    Attributes:
        game_number: which game at this table.
        ply: number of moves played; it identifies the move.
        yes: True asks or agrees; False withdraws the wish, or refuses another player's.
    """

    ply: int = field(validator=COUNT)
    yes: bool


@frozen
class SendAway(TableMessage):
    """Send somebody away from the table (the host only): before the start, or a spectator.

    Attributes:
        player: fingerprint of the person.
        ban: whether they may not come back.
        why: the host's reason, which the person sees; may be empty.
    """

    player: str = field(validator=ID)
    ban: bool = False
    why: str = field(default="", validator=validators.max_len(MAX_REASON))


@frozen
class Look(TableMessage):
    """Request the table's present state; the answer is the `TableState` this player may see.

    It also shows that the player is there: a player who has not looked for long counts as away, and
    one replaced by a bot for that gets the seat back with the next look.

    Attributes:
        key: the key of a private table; else empty.
        draw: the server's latest commitment that this player pledged to at the table. It tells a
            server with a restored store which numbers it must not use again.
    """

    key: bytes = field(default=b"", validator=MAYBE_HASH)
    draw: SignedCommitment | None = None


@frozen
class LookAway(TableMessage):
    """Stop looking at the table: others see at once that the player is away. The seat stays."""


@frozen
class AskHistory(GameMessage):
    """Request log entries from number `first` on; the answer is a `History`."""

    first: int = field(default=0, validator=COUNT)


@frozen
class AskRecord(GameMessage):
    """Request the record of the finished game; the answer is a `RecordText`."""


@frozen
class AskLobby:
    """Request the lobby's present state; the answer is the `LobbyState`.

    A new client sends it, because the broker may have retained an older state.

    Attributes:
        known: the revision the client has from this run of the server; 0 for none. If it is the
            present one, or a long list that was published within the last seconds, the answer is
            only a `Done` with that revision.
    """

    known: int = field(default=0, validator=COUNT)


@frozen
class AskCounts:
    """Request the counts of rejected messages; only the server's own key gets `Counts`."""


@frozen
class Say(TableMessage):
    """Say something at a table, to everybody there who may read it."""

    text: str = field(validator=SPEECH)


@frozen
class AskTalk(TableMessage):
    """Request a table's talk after line number `after`; the answer is a `Talk`."""

    after: int = field(default=0, validator=COUNT)


DrawCommand: TypeAlias = Pledge | Contribute
"""Commands that contribute to the draw of a setup."""

TableCommand: TypeAlias = (
    TakeSeat
    | LeaveTable
    | SeatBot
    | FreeSeat
    | StartGame
    | DrawCommand
    | PlayMove
    | Agree
    | TakeBack
    | SendAway
)
"""Commands that change an existing table."""

Command: TypeAlias = (
    Hello
    | OpenTable
    | TableCommand
    | Look
    | LookAway
    | AskHistory
    | Say
    | AskTalk
    | AskCounts
    | AskRecord
    | AskLobby
    | OwnerCommand
    | ReminderCommand
)
