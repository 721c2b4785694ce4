"""Notices when the broker does not deliver what the server publishes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SILENCE = 13.0
"""Seconds after which a client asks the server whether it has missed anything."""
GRACE = 3.0
"""Seconds a published state may come later than an answer that shows it."""
HELD_BACK = 5.0
"""Seconds between two requests while the broker holds messages back."""

LOBBY = ""
"""Stands for the lobby where a table's id is expected."""


class Delivery:
    """Compares the revisions that come unasked with those the server answers.

    The first answer is the base: nothing that was published before it needs to come any more.

    Attributes:
        held_back: whether something newer than all that came unasked has been withheld.
    """

    def __init__(self) -> None:
        self.held_back = False
        self._delivered = -1
        self._answered = -1
        self._awaited: int | None = None

    def restart(self) -> None:
        """Take the next answer for the base: the connection or the server is a new one."""
        self.held_back = False
        self._delivered = self._answered = -1
        self._awaited = None

    def deliver(self, revision: int) -> None:
        """Note a state that came unasked."""
        if revision > self._answered:
            self.held_back = False
        self.skip(revision)

    def skip(self, revision: int) -> None:
        """Note a state that nothing but an answer needs to show."""
        self._delivered = max(self._delivered, revision)

    def answer(self, revision: int) -> bool:
        """Note an answer; True if its state should now come unasked, and `judge` is to be called.

        Args:
            revision: the revision the answer shows.
        """
        if self._answered < 0:
            self.skip(revision)
        self._answered = max(self._answered, revision)
        if self._awaited is not None or self._delivered >= revision:
            return False
        self._awaited = revision
        return True

    def judge(self) -> None:
        """Decide, `GRACE` seconds after the answer, whether its state is withheld."""
        if self._awaited is not None and self._delivered < self._awaited:
            self.held_back = True
        self._awaited = None


class Deliveries:
    """The deliveries of the lobby and of the followed tables, by table id."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """Begin with the lobby.

        Args:
            changed: is called when `held_back` is another one than before.
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
        """Begin to watch a table."""
        self._each[table] = Delivery()

    def forget(self, table: str) -> None:
        """Watch a table no longer."""
        self._each.pop(table, None)
        self._compare()

    def restart(self) -> None:
        """Expect nothing that was published before the next answers."""
        for each in self._each.values():
            each.restart()
        self._compare()

    def deliver(self, table: str, revision: int) -> None:
        """Note a genuine state that came unasked."""
        if (delivery := self._each.get(table)) is not None:
            delivery.deliver(revision)
            self._compare()

    def skip(self, table: str, revision: int) -> None:
        """Note a state that is shown to this player by an answer only."""
        if (delivery := self._each.get(table)) is not None:
            delivery.skip(revision)

    def answer(self, table: str, revision: int) -> None:
        """Note what the server answered."""
        delivery = self._each.get(table)
        if delivery is None or not delivery.answer(revision):
            return

        def judge() -> None:
            self._timers.discard(timer)
            delivery.judge()
            self._compare()

        timer = asyncio.get_running_loop().call_later(GRACE, judge)
        self._timers.add(timer)

    async def pause(self) -> None:
        """Return when the server is to be asked what is new."""
        if self.held_back:
            await asyncio.sleep(HELD_BACK)
            return
        try:
            async with asyncio.timeout(SILENCE):
                await self._held_back.wait()
        except TimeoutError:
            pass

    def close(self) -> None:
        """Judge nothing any more."""
        for timer in self._timers:
            timer.cancel()

    def _compare(self) -> None:
        held_back = any(each.held_back for each in self._each.values())
        if held_back != self.held_back:
            if held_back:
                self._held_back.set()
            else:
                self._held_back.clear()
            self._changed()
