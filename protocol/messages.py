"""The messages: what a player may ask, and what the server says.

This is the place to import them from, and the limits of their fields with them.
"""

from __future__ import annotations

from typing import TypeAlias

from protocol.answers import Count, Counts, Done, Refused, SentAway, Superseded, Welcome
from protocol.commands import (
    Agree,
    AskCounts,
    AskHistory,
    AskLobby,
    AskRecord,
    Command,
    Contribute,
    FreeSeat,
    Hello,
    LeaveTable,
    Look,
    LookAway,
    OpenTable,
    PlayMove,
    Pledge,
    Proposal,
    SeatBot,
    SendAway,
    StartGame,
    TableCommand,
    TakeBack,
    TakeSeat,
)
from protocol.draws import (
    MAX_GIVEN_UP,
    GivenUp,
    GivenUpReason,
    GivenUpStage,
    SignedCommitment,
)
from protocol.limits import (
    MAX_ENTRIES,
    MAX_MAP,
    MAX_MOVE,
    MAX_NAME,
    MAX_POSITION,
    MAX_REASON,
    MAX_REASONS,
    MAX_RECORD,
    MAX_SEATS,
    MAX_SPECTATORS,
    MAX_TABLES,
    MAX_TAKEN,
    SESSION_BYTES,
)
from protocol.owner import (
    MAX_ORIGIN,
    MAX_REPORTED,
    AskBans,
    AskPlayers,
    AskTables,
    Ban,
    BanPlayer,
    Bans,
    CloseTable,
    OwnerCommand,
    OwnerQuestion,
    PlayerReport,
    Players,
    TableReport,
    Tables,
    UnbanPlayer,
)
from protocol.states import (
    Attendance,
    Attendee,
    ClockState,
    DrawStage,
    DrawState,
    Entry,
    History,
    LobbyState,
    RecordText,
    SeatHolder,
    SeatState,
    TableState,
    TableStatus,
    TableSummary,
    TakenBack,
)
from protocol.talk import KEPT_TALK, MAX_TALK, AskTalk, Say, Talk, TalkLine
from protocol.terms import ClockTerms, Terms

__all__ = [
    "KEPT_TALK",
    "MAX_ENTRIES",
    "MAX_GIVEN_UP",
    "MAX_MAP",
    "MAX_MOVE",
    "MAX_NAME",
    "MAX_ORIGIN",
    "MAX_POSITION",
    "MAX_REASON",
    "MAX_REASONS",
    "MAX_RECORD",
    "MAX_REPORTED",
    "MAX_SEATS",
    "MAX_SPECTATORS",
    "MAX_TABLES",
    "MAX_TAKEN",
    "MAX_TALK",
    "SESSION_BYTES",
    "Agree",
    "AskBans",
    "AskCounts",
    "AskHistory",
    "AskLobby",
    "AskPlayers",
    "AskRecord",
    "AskTables",
    "AskTalk",
    "Attendance",
    "Attendee",
    "Ban",
    "BanPlayer",
    "Bans",
    "ClockState",
    "ClockTerms",
    "CloseTable",
    "Command",
    "Contribute",
    "Count",
    "Counts",
    "Done",
    "DrawStage",
    "DrawState",
    "Entry",
    "FreeSeat",
    "GivenUp",
    "GivenUpReason",
    "GivenUpStage",
    "Hello",
    "History",
    "LeaveTable",
    "LobbyState",
    "Look",
    "LookAway",
    "Message",
    "OpenTable",
    "OwnerCommand",
    "OwnerQuestion",
    "PlayMove",
    "PlayerReport",
    "Players",
    "Pledge",
    "Proposal",
    "RecordText",
    "Refused",
    "Reply",
    "Say",
    "SeatBot",
    "SeatHolder",
    "SeatState",
    "SendAway",
    "SentAway",
    "SignedCommitment",
    "StartGame",
    "Superseded",
    "TableCommand",
    "TableReport",
    "TableState",
    "TableStatus",
    "TableSummary",
    "Tables",
    "TakeBack",
    "TakeSeat",
    "TakenBack",
    "Talk",
    "TalkLine",
    "Terms",
    "UnbanPlayer",
    "Welcome",
]

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
)
"""What answers a command, in an envelope that carries the command's id."""

Message: TypeAlias = Command | Reply | Superseded | SentAway | Attendance
