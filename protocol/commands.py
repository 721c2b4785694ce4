"""What a player may ask."""

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
    TOKEN,
)
from protocol.limits import MAX_MAP, MAX_REASON
from protocol.owner import OwnerCommand
from protocol.talk import AskTalk, Say
from protocol.terms import Terms


@frozen
class Hello:
    """Begin a session; the answer is `Welcome`.

    Attributes:
        name: how the player wants to be called.
        app: the release of the player's program, for people to read.
        nonce: random bytes the `Welcome` must repeat, so that an old one cannot pass for it.
    """

    name: str = field(validator=[validators.min_len(1), SHORT])
    app: str = field(validator=SHORT)
    nonce: bytes = field(validator=TOKEN)


@frozen
class OpenTable:
    """Open a table and become its host.

    Attributes:
        game: name of the game, as ``siam``.
        players: how many people and bots play.
        options: the table's options by name, as ``open_discards``.
        map: name of a built-in map, or the TOML text of one's own; empty for the game's usual map.
        seat: the seat the host takes at once, or None to stay beside the table.
        terms: what is played by there, whatever the game.
        key: 32 random bytes for a private table, which only those see who have them; else empty.
    """

    game: str = field(validator=ID)
    players: int = field(validator=COUNT)
    options: tuple[str, ...] = field(default=(), validator=OPTIONS)
    map: str = field(default="", validator=validators.max_len(MAX_MAP))
    seat: int | None = field(default=0, validator=MAYBE_SEAT)
    terms: Terms = field(factory=Terms)
    key: bytes = field(default=b"", validator=MAYBE_HASH)


@frozen
class TakeSeat:
    """Sit down on a free seat, or come back to one's own that a stand-in holds.

    Attributes:
        key: the key of a private table; else empty.
    """

    table: str = field(validator=ID)
    seat: int = field(validator=SEAT)
    key: bytes = field(default=b"", validator=MAYBE_HASH)


@frozen
class LeaveTable:
    """Get up. Before the start the seat becomes free; in a running game a bot stands in."""

    table: str = field(validator=ID)


@frozen
class SeatBot:
    """Put a bot on a free seat (the host only).

    In a running game: have a bot play for a person who has been away longer than the table's
    `Terms.away_limit`, until they look at the table again.
    """

    table: str = field(validator=ID)
    seat: int = field(validator=SEAT)
    level: str = field(validator=ID)


@frozen
class FreeSeat:
    """Take a bot from its seat before the start (the host only)."""

    table: str = field(validator=ID)
    seat: int = field(validator=SEAT)


@frozen
class StartGame:
    """Deal and begin (the host only, every seat taken)."""

    table: str = field(validator=ID)


@frozen
class Pledge:
    """Bind oneself to a contribution to the setup's seed, before anybody's is known.

    Attributes:
        game_number: the game that is to be dealt.
        pledge: `protocol.fairness.pledge` of the contribution.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    pledge: bytes = field(validator=HASH)


@frozen
class Contribute:
    """Give the contribution one has pledged, once everybody is bound to theirs.

    Attributes:
        game_number: the game that is to be dealt.
        contribution: 32 random bytes.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    contribution: bytes = field(validator=HASH)


@frozen
class PlayMove:
    """Play a move in the position one has seen.

    Attributes:
        game_number: which game at this table, from 1.
        ply: number of moves played before this one; a command for another ply is refused.
        move: the move in the game's notation.
        signature: the player's over `protocol.signing.SignedMove`; the server takes no other.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    ply: int = field(validator=COUNT)
    move: str = field(validator=MOVE)
    signature: bytes = field(default=b"", validator=MAYBE_SIGNATURE)


Proposal: TypeAlias = Literal["end", "again"]
"""What all seated people may agree on: to end the game early, or to play again as seated."""


@frozen
class Agree:
    """Say yes (or no longer yes) to ending the game early, or to playing again."""

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    proposal: Proposal
    yes: bool


@frozen
class TakeBack:
    """Ask to take one's last move back (or no longer), or answer somebody who asks.

    Attributes:
        game_number: which game at this table.
        ply: number of moves played, so that it is about the move it was meant for.
        yes: to ask or to agree; False withdraws the wish, or refuses that of another.
    """

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    ply: int = field(validator=COUNT)
    yes: bool


@frozen
class SendAway:
    """Send somebody away from the table (the host only): before the start, or a spectator.

    Attributes:
        player: fingerprint of the person.
        ban: whether they may not come back.
        why: the host's reason, which they are told; may be empty.
    """

    table: str = field(validator=ID)
    player: str = field(validator=ID)
    ban: bool = False
    why: str = field(default="", validator=validators.max_len(MAX_REASON))


@frozen
class Look:
    """Ask for the table as it is now; the answer is the `TableState` this player may see.

    It is a sign of life as well: who has not looked for long is shown as away, and a person for
    whom a bot plays because of that has their seat again with their next look.

    Attributes:
        key: the key of a private table; else empty.
        draw: the latest commitment of the server that this player has pledged to at the table. A
            server whose store is an older copy learns by it which numbers it must not use again.
    """

    table: str = field(validator=ID)
    key: bytes = field(default=b"", validator=MAYBE_HASH)
    draw: SignedCommitment | None = None


@frozen
class LookAway:
    """Look at the table no longer: others see at once that one is away. One's seat stays."""

    table: str = field(validator=ID)


@frozen
class AskHistory:
    """Ask for log entries from number `first` on; the answer is a `History`."""

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)
    first: int = field(default=0, validator=COUNT)


@frozen
class AskRecord:
    """Ask for the record of the game that is over; the answer is a `RecordText`."""

    table: str = field(validator=ID)
    game_number: int = field(validator=COUNT)


@frozen
class AskLobby:
    """Ask for the lobby as it is now; the answer is the `LobbyState`.

    Who has just come asks, so that an older one the broker kept cannot pass for the present.

    Attributes:
        known: the revision the asker has of this start of the server; 0 for none. If it is the
            present one, the answer is a short `Done` with that revision.
    """

    known: int = field(default=0, validator=COUNT)


@frozen
class AskCounts:
    """Ask what the server has rejected so far; only its own key is answered with `Counts`."""


DrawCommand: TypeAlias = Pledge | Contribute
"""What players add to the draw of a setup."""

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
"""What changes a table that is there."""

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
)
