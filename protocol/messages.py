"""The messages: what a player may ask, and what the server says.

This is the place to import them from, and the limits of their fields with them.
"""

from __future__ import annotations

from typing import TypeAlias

from protocol.answers import Count, Counts, Done, Refused, Superseded, Welcome
from protocol.commands import (
    Agree,
    AskCounts,
    AskHistory,
    Command,
    FreeSeat,
    Hello,
    LeaveTable,
    Look,
    LookAway,
    OpenTable,
    PlayMove,
    Proposal,
    SeatBot,
    StartGame,
    TableCommand,
    TakeSeat,
)
from protocol.limits import (
    MAX_ENTRIES,
    MAX_MAP,
    MAX_MOVE,
    MAX_NAME,
    MAX_POSITION,
    MAX_REASONS,
    MAX_SEATS,
    MAX_SPECTATORS,
    MAX_TABLES,
    SESSION_BYTES,
)
from protocol.states import (
    Attendance,
    Attendee,
    Entry,
    History,
    LobbyState,
    SeatHolder,
    SeatState,
    TableState,
    TableStatus,
    TableSummary,
)
from protocol.terms import Terms

__all__ = [
    "MAX_ENTRIES",
    "MAX_MAP",
    "MAX_MOVE",
    "MAX_NAME",
    "MAX_POSITION",
    "MAX_REASONS",
    "MAX_SEATS",
    "MAX_SPECTATORS",
    "MAX_TABLES",
    "SESSION_BYTES",
    "Agree",
    "AskCounts",
    "AskHistory",
    "Attendance",
    "Attendee",
    "Command",
    "Count",
    "Counts",
    "Done",
    "Entry",
    "FreeSeat",
    "Hello",
    "History",
    "LeaveTable",
    "LobbyState",
    "Look",
    "LookAway",
    "Message",
    "OpenTable",
    "PlayMove",
    "Proposal",
    "Refused",
    "Reply",
    "SeatBot",
    "SeatHolder",
    "SeatState",
    "StartGame",
    "Superseded",
    "TableCommand",
    "TableState",
    "TableStatus",
    "TableSummary",
    "TakeSeat",
    "Terms",
    "Welcome",
]

Reply: TypeAlias = Welcome | Done | Refused | TableState | History | Counts
"""What answers a command, in an envelope that carries the command's id."""

Message: TypeAlias = Command | Reply | Superseded | LobbyState | Attendance
