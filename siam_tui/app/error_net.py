"""The last net: an error in a handler, an action or a worker is told and logged, the game stays.

Textual ends the app at the first error that nobody catches. Here only an error while the app starts
ends it, and errors that come one after the other without end.
"""

from __future__ import annotations

import asyncio
import logging
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

from rich.text import Text
from textual import events
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.message import Message
from textual.widget import Widget
from textual.worker import WorkerFailed

from siam_tui.app.themed_app import ThemedApp
from siam_tui.profile.logs import report_bug
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import is_limited
from texts import tell

logger = logging.getLogger(__name__)

_MOST_ERRORS: Final = 10
_SPAN: Final = 5.0
"""After so many errors within so many seconds there is no end of them."""


class ErrorNetApp(ThemedApp):
    """An app that goes on after an error, wherever there is something to go on with."""

    def __init__(self, *args: object, **options: object) -> None:
        """Prepare; the arguments are those of `ThemedApp`."""
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self._error_times: deque[float] = deque(maxlen=_MOST_ERRORS)
        self._survived: Exception | None = None
        self._put_up: WeakKeyDictionary[asyncio.Task[Any], object] = WeakKeyDictionary()

    @property
    @abstractmethod
    def is_shown(self) -> bool:
        """Whether the app has started: its first screen is drawn."""

    def _register_child(
        self, parent: DOMNode, child: Widget, before: int | None, after: int | None
    ) -> None:
        """Register a widget, which receives messages even after one of its handlers has failed."""
        if "_dispatch_message" not in vars(child):
            dispatch = child._dispatch_message  # noqa: SLF001 - Textual ends it after an error
            child._dispatch_message = partial(  # type: ignore[method-assign]  # noqa: SLF001
                self._guard, child, dispatch
            )
        super()._register_child(parent, child, before, after)

    async def _dispatch_message(self, message: Message) -> None:
        await self._guard(self, super()._dispatch_message, message)

    async def _guard(
        self, target: object, dispatch: Callable[[Message], Awaitable[None]], message: Message
    ) -> None:
        """Let a message be handled, and catch the error of its handler.

        A widget that cannot be put up is left to Textual: it would be there without its parts.
        """
        task = asyncio.current_task()
        if task is not None and isinstance(message, events.Compose | events.Mount):
            self._put_up[task] = target
            await dispatch(message)
            del self._put_up[task]  # after an error it stays, until Textual has reported that
            return
        try:
            await dispatch(message)
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Tell the player of a bug, and go on where that is possible; else end.

        A widget that is missing while the app exits is no bug: after `exit` Textual mounts no more
        widgets, and then removes those there are.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if self._exit and isinstance(cause, NoMatches):
            logger.info("missing while the app exits: %s", cause)
        elif self._can_survive() and not self._is_endless():
            self._survive(cause)
        else:
            if self._exception is self._survived:
                self._exception = None  # the log is to tell of what ends the app
            super()._handle_exception(error)

    def _can_survive(self) -> bool:
        """Return whether there is something to go on with: not where the only screen failed."""
        if not self.is_shown or self._exit:
            return False
        failed = self._failed_to_mount
        is_first = isinstance(failed, Widget) and failed.screen is self.screen_stack[0]
        return failed is not self and not is_first

    @property
    def _failed_to_mount(self) -> object:
        """What could not be put on the screen, if an error is about that; else None."""
        task = asyncio.current_task()
        return None if task is None else self._put_up.get(task)

    def _is_endless(self) -> bool:
        """Note an error; return whether there were too many of them lately."""
        now, times = time.monotonic(), self._error_times
        is_endless = len(times) == _MOST_ERRORS and now - times[0] < _SPAN
        times.append(now)
        return is_endless

    def _survive(self, error: BaseException) -> None:
        """Log and tell an error; a screen that could not be put up is taken away."""
        told = report_bug(error)
        if self._exception is None and isinstance(error, Exception):
            self._exception = self._survived = error  # so that a test that runs the app fails
            self._exception_event.set()
        failed = self._failed_to_mount
        if isinstance(failed, Widget) and failed.screen is self.screen:
            self.pop_screen()
        self.notify(told, title=tell("app/bug/title"), severity="error", timeout=20)

    def _fatal_error(self) -> None:
        """End on a bug with a clean terminal: say what to do, and show nothing of the memory."""
        logger.critical("a bug has ended the app", exc_info=self._exception)
        file = str(log_file("app"))
        self.panic(Text(tell("app/bug/fatal", is_visitor=is_limited(), file=file)))
