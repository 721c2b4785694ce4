"""Greets a server again and again until it welcomes this client."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from client.links.requests import pause_after


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
