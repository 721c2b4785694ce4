"""Keeps what outlives the server: tables, players, answers, and the archive of its games."""

from server.store.errors import OutcomeUnknownError, StoreAwayError, StoreError, StoreInUseError
from server.store.opening import open_store
from server.store.place import PostgresUrl, StorePlace, parse_place
from server.store.retention import KEEP_ALL, RecordLimit, parse_record_limit
from server.store.saved import Archived, Changes, SavedPlayer
from server.store.store import Store

__all__ = [
    "KEEP_ALL",
    "Archived",
    "Changes",
    "OutcomeUnknownError",
    "PostgresUrl",
    "RecordLimit",
    "SavedPlayer",
    "Store",
    "StoreAwayError",
    "StoreError",
    "StoreInUseError",
    "StorePlace",
    "open_store",
    "parse_place",
    "parse_record_limit",
]
