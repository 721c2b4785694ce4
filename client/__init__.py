"""Headless client: connection, requests, table state; and bots."""

from client.attendance import Companion
from client.changes import (
    AttendanceChanged,
    Change,
    DrawWarning,
    LobbyChanged,
    SentAwayFrom,
    Status,
    StatusChanged,
    TableChanged,
    TalkChanged,
)
from client.client import Client
from client.errors import ConnectionEndedError, LoginRefusedError, NoAnswerError, RefusedError
from client.talk import Talks

__all__ = [
    "AttendanceChanged",
    "Change",
    "Client",
    "Companion",
    "ConnectionEndedError",
    "DrawWarning",
    "LobbyChanged",
    "LoginRefusedError",
    "NoAnswerError",
    "RefusedError",
    "SentAwayFrom",
    "Status",
    "StatusChanged",
    "TableChanged",
    "TalkChanged",
    "Talks",
]
