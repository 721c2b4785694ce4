"""The messages: what a player may ask, and what the server says.

This is the place to import them from; `protocol.limits` has the limits of their fields.
"""

from __future__ import annotations

from typing import TypeAlias

from protocol.answers import Counts, Done, Refused, SentAway, Superseded, Welcome
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
    SeatBot,
    SendAway,
    StartGame,
    TakeBack,
    TakeSeat,
)
from protocol.owner import (
    AskBans,
    AskPlayers,
    AskTables,
    Ban,
    BanPlayer,
    Bans,
    CloseTable,
    PlayerReport,
    Players,
    TableReport,
    Tables,
    UnbanPlayer,
)
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    Reminders,
    SetReminder,
    StopReminders,
    TryReminder,
)
from protocol.states import (
    Attendance,
    DrawState,
    Entry,
    History,
    LobbyState,
    PartState,
    RecordText,
    SeatState,
    TableState,
    TableStatus,
    TableSummary,
    TakenBack,
)
from protocol.talk import AskTalk, Say, Talk, TalkLine
from protocol.terms import ClockTerms, Terms

__all__ = [
    "Agree",
    "AskBans",
    "AskCounts",
    "AskHistory",
    "AskLobby",
    "AskPlayers",
    "AskRecord",
    "AskReminders",
    "AskTables",
    "AskTalk",
    "Attendance",
    "Ban",
    "BanPlayer",
    "Bans",
    "ClockTerms",
    "CloseTable",
    "Command",
    "ConfirmReminder",
    "Contribute",
    "Counts",
    "Done",
    "DrawState",
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
    "PartState",
    "PlayMove",
    "PlayerReport",
    "Players",
    "Pledge",
    "RecordText",
    "Refused",
    "Reminders",
    "Reply",
    "Say",
    "SeatBot",
    "SeatState",
    "SendAway",
    "SentAway",
    "SetReminder",
    "StartGame",
    "StopReminders",
    "Superseded",
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
    "TryReminder",
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
    | Reminders
)
"""What answers a command, in an envelope that carries the command's id."""

Message: TypeAlias = Command | Reply | Superseded | SentAway | Attendance | PartState
