"""Detects when the broker does not deliver what the server publishes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

SILENCE = 13.0
"""Seconds after which a client asks the server whether it missed anything."""
GRACE = 3.0
"""Seconds that a published state may arrive later than an answer that shows it."""
HELD_BACK = 5.0
"""Seconds between two requests while the broker holds messages back."""

LOBBY = ""
"""Stands for the lobby where a table's id is expected."""


class Delivery:
    """Compares the published revisions that arrive with those in the server's answers.

    The first answer is the base: nothing that was published before it is expected.

    Attributes:
        held_back: whether the broker withheld a revision newer than all that arrived.
    """

    def __init__(self) -> None:
        self.held_back = False
        self._delivered = -1
        self._answered = -1
        self._awaited: int | None = None

    def restart(self) -> None:
        """Use the next answer as the base: the connection or the server is a new one."""
        self.held_back = False
        self._delivered = self._answered = -1
        self._awaited = None

    def note_delivered(self, revision: int) -> None:
        """Note a published state that arrived."""
        if revision > self._answered:
            self.held_back = False
        self.note_shown_by_answer(revision)

    def note_shown_by_answer(self, revision: int) -> None:
        """Note a state that only an answer shows; it need not be published."""
        self._delivered = max(self._delivered, revision)

    def note_answered(self, revision: int) -> bool:
        """Note an answer; True if its state must be published too: then call `check_overdue`.

        Args:
            revision: the revision the answer shows.
        """
        if self._answered < 0:
            self.note_shown_by_answer(revision)
        self._answered = max(self._answered, revision)
        if self._awaited is not None or self._delivered >= revision:
            return False
        self._awaited = revision
        return True

    def check_overdue(self) -> None:
        """Decide, `GRACE` seconds after the answer, whether its state is withheld."""
        if self._awaited is not None and self._delivered < self._awaited:
            self.held_back = True
        self._awaited = None


class Deliveries:
    """The deliveries of the lobby and of the followed tables, by table id."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Prepare with the lobby.

        Args:
            changed: called when `held_back` changes.
        """
        self._changed = changed
        self._each = {LOBBY: Delivery()}
        self._timers: set[asyncio.TimerHandle] = set()
        self._held_back = asyncio.Event()

    @property
    def held_back(self) -> bool:
        """Whether the broker withholds anything that is followed."""
        return self._held_back.is_set()

    def follow(self, table: str) -> None:
        """Start watching a table."""
        self._each[table] = Delivery()

    def forget(self, table: str) -> None:
        """Stop watching a table."""
        self._each.pop(table, None)
        self._update_held_back()

    def restart(self) -> None:
        """Use the next answers as the base."""
        for each in self._each.values():
            each.restart()
        self._update_held_back()

    def note_delivered(self, table: str, revision: int) -> None:
        """Note a genuine published state that arrived."""
        if (delivery := self._each.get(table)) is not None:
            delivery.note_delivered(revision)
            self._update_held_back()

    def note_shown_by_answer(self, table: str, revision: int) -> None:
        """Note a state that only an answer shows to this player."""
        if (delivery := self._each.get(table)) is not None:
            delivery.note_shown_by_answer(revision)

    def note_answered(self, table: str, revision: int) -> None:
        """Note a state in an answer of the server."""
        delivery = self._each.get(table)
        if delivery is None or not delivery.note_answered(revision):
            return

        def check_overdue() -> None:
            self._timers.discard(timer)
            delivery.check_overdue()
            self._update_held_back()

        timer = asyncio.get_running_loop().call_later(GRACE, check_overdue)
        self._timers.add(timer)

    async def wait_for_next_check(self) -> None:
        """Return when it is time to ask the server what is new."""
        if self.held_back:
            await asyncio.sleep(HELD_BACK)
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE):
                await self._held_back.wait()

    def close(self) -> None:
        """Cancel all pending checks."""
        for timer in self._timers:
            timer.cancel()

    def _update_held_back(self) -> None:
        held_back = any(each.held_back for each in self._each.values())
        if held_back != self.held_back:
            if held_back:
                self._held_back.set()
            else:
                self._held_back.clear()
            self._changed()
