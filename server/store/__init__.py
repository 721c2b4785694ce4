"""What outlives the server: its tables, players and answers, and the archive of its games."""

from server.store.errors import StoreError
from server.store.file import open_store
from server.store.saved import Archived, Changes, Saved, SavedPlayer
from server.store.store import Store

__all__ = ["Archived", "Changes", "Saved", "SavedPlayer", "Store", "StoreError", "open_store"]
