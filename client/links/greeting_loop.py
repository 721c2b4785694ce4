"""Greets a server, or the owner of a part, again and again until it welcomes this client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from client.links.requests import PATIENCE, pause_after
from protocol.states import PartState


class PartOwners:
    """Knows the owner of the highest epoch, and a lower one in case that never answers.

    The lobby signed what is said of any owner, but perhaps long ago, and on some brokers anybody
    can repeat it. So the highest epoch counts. A lower one is tried only if that server has not
    answered for a while, as after the lobby was put back to an older copy of its database. Nobody
    but its present owner can answer a greeting.
    """

    def __init__(self) -> None:
        self._highest: PartState | None = None
        self._lower: PartState | None = None

    def note(self, state: PartState) -> bool:
        """Note an owner; return whether it is to be greeted now."""
        if self._highest is None or state.epoch >= self._highest.epoch:
            self._highest = state
            return True
        self._lower = state
        return False

    def next_to_try(self, unanswered: int) -> PartState | None:
        """Return which other owner to greet after so many greetings in vain; None for the same."""
        if unanswered % (PATIENCE + 1) == PATIENCE:
            return self._lower
        return self._highest if unanswered % (PATIENCE + 1) == 0 else None

    def note_answer(self, key: bytes) -> None:
        """Note that the owner with this key has answered, so that it is the present one."""
        for each in (self._lower, self._highest):
            if each is not None and each.key == key:
                self._highest, self._lower = each, None
                return


class GreetingLoop:
    """Knows whether a server has welcomed this client, and greets it while it has not."""

    def __init__(
        self,
        say_hello: Callable[[], None],
        can_greet: Callable[[], bool],
        unanswered: Callable[[int], None],
    ) -> None:
        """Prepare.

        Args:
            say_hello: sends one greeting.
            can_greet: returns whether there is a connection to the broker.
            unanswered: called with how many greetings in a row had no answer, since the last.
        """
        self._say_hello = say_hello
        self._can_greet = can_greet
        self._unanswered = unanswered
        self._to_greet = asyncio.Event()
        self._welcomed = asyncio.Event()
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_welcomed(self) -> bool:
        """Whether the server has answered the last greeting."""
        return self._welcomed.is_set()

    @property
    def is_waiting(self) -> bool:
        """Whether the server is greeted later, since nothing is asked of it now."""
        return self._waiting is not None

    async def run(self) -> None:
        """Wait for answers, and report each greeting that had none in time."""
        unanswered = 0
        while True:
            await self._to_greet.wait()
            try:
                async with asyncio.timeout(pause_after(unanswered)):
                    await self._welcomed.wait()
            except TimeoutError:
                if self._can_greet():
                    unanswered += 1
                    self._unanswered(unanswered)
            else:
                unanswered = 0

    def greet(self) -> None:
        """Greet the server, unless a greeting is on its way already."""
        self.stop_waiting()
        if not self._to_greet.is_set():
            self.greet_anew()

    def greet_anew(self) -> None:
        """Greet the server, also if a greeting is on its way: it may be lost."""
        self._to_greet.set()
        self._welcomed.clear()
        self._say_hello()

    def begin_anew(self, wait: float) -> None:
        """Greet another server than before, after some seconds or sooner if it is needed."""
        self._welcomed.clear()
        self._to_greet.clear()
        self.stop_waiting()
        if wait:
            self._waiting = asyncio.get_running_loop().call_later(wait, self.greet)
        else:
            self.greet()

    def stop_waiting(self) -> None:
        """Cancel the greeting that was put off."""
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def note_welcome(self) -> None:
        """Greet no more: the server has answered."""
        self._to_greet.clear()
        self._welcomed.set()
