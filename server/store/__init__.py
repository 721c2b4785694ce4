"""Keeps what outlives the server: tables, players, answers, and the archive of its games."""

from server.store.errors import StoreError
from server.store.file import open_store
from server.store.retention import KEEP_ALL, RecordLimit, parse_record_limit
from server.store.saved import Archived, Changes, SavedPlayer
from server.store.store import Store

__all__ = [
    "KEEP_ALL",
    "Archived",
    "Changes",
    "RecordLimit",
    "SavedPlayer",
    "Store",
    "StoreError",
    "open_store",
    "parse_record_limit",
]
