"""Moves commits from the write-ahead log into the store's own file, outside the event loop."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from pathlib import Path

logger = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two checkpoints."""
MAX_COMMITS = 500
"""Commits after which a checkpoint comes earlier, so that the log stays small."""


class Checkpoints:
    """Checkpoints of one store.

    SQLite would checkpoint within a commit, and so within the event loop. Here a thread does it, on
    a connection of its own.

    Attributes:
        running: whether one is under way. The disk is busy then, and a commit may take long.
        done: set after each one.
        commit_turn: held by a commit.
    """

    def __init__(self) -> None:
        """Count commits only; `running_checkpoints` makes checkpoints."""
        self.running = False
        self.done = asyncio.Event()
        self.commit_turn = asyncio.Lock()
        self._commits = 0
        self._due = asyncio.Event()

    def count_commit(self) -> None:
        """Count a commit in the log."""
        self._commits += 1
        if self._commits >= MAX_COMMITS:
            self._due.set()

    async def run(self, path: Path, thread: ThreadPoolExecutor) -> None:
        """Checkpoint a store every minute, or after many commits, until cancelled."""
        while True:
            try:
                async with asyncio.timeout(EVERY):  # wait_for may swallow the cancellation
                    await self._due.wait()
            except TimeoutError:
                if not self._commits:
                    continue
            self._due.clear()
            self._commits = 0
            self.running = True
            try:
                await self._checkpoint(path, thread)
            except sqlite3.Error as error:  # commits fail as well, and they tell the host
                logger.warning("the store's log cannot be moved into its file: %s", error)
            finally:
                self.running = False
                self.done.set()

    async def _checkpoint(self, path: Path, thread: ThreadPoolExecutor) -> None:
        """Move the log, while commits go on; then what they have added meanwhile, while they wait.

        SQLite writes a log from its beginning again only when all of it has been moved.
        """
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(thread, _move_log, path)
        async with self.commit_turn:
            await loop.run_in_executor(thread, _move_log, path)


def _move_log(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


@asynccontextmanager
async def running_checkpoints(path: Path) -> AsyncIterator[Checkpoints]:
    """Checkpoint a store while the context lasts; none is running after its end."""
    checkpoints = Checkpoints()
    with ThreadPoolExecutor(1, "checkpoint") as thread:
        task = asyncio.create_task(checkpoints.run(path, thread))
        try:
            yield checkpoints
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
