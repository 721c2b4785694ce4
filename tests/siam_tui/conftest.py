"""A pilot that waits for the app, not for the clock."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import pytest
import textual.app
import textual.css.stylesheet
import textual.pilot
from textual.app import App, ScreenStackError
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from siam_tui.app import themed_app as dressed
from siam_tui.games.map_board import widget
from siam_tui.profile import logs
from siam_tui.table import paced_moves
from tests.patience import PATIENCE
from tests.programs import environment, variables
from tests.siam_tui.fit_check import look_for_faults
from tests.siam_tui.marked_texts import PSEUDO
from texts import LANGUAGES

HORIZON = 0.02
"""Seconds: a timer due sooner is waited for, as Textual's own pilot would."""


async def settled(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Return as soon as the event loop has nothing to do now or within the horizon.

    Textual's pilot sleeps for 20 ms at a time until one of them took hardly any time of the
    processor: at least two such sleeps for every key, and many more on a machine that is busy.

    Args:
        min_sleep: of no account.
        max_sleep: seconds of work, and of waiting for timers, after which it returns all the same.
            They are not those of the clock, of which a busy machine takes many.
    """
    loop: Any = asyncio.get_running_loop()
    enough, waited = time.thread_time() + max_sleep, 0.0
    while time.thread_time() < enough and waited < max_sleep:
        await asyncio.sleep(0)  # by then the loop has looked for input and for timers, too
        if loop._ready:
            continue
        now = loop.time()
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
        if not due or min(due) > now + HORIZON:
            return
        wait = max(0, min(due) - now)
        waited += wait
        await asyncio.sleep(wait)


async def processed(pilot: Pilot[Any], _: float = 0) -> bool:
    """Return once the app and the widgets of its screen have processed what they had to.

    Textual's pilot waits for 30 s, also for a widget that is removed meanwhile and never answers.

    Returns:
        False if there is no screen, or if the app has failed.
    """
    app = pilot.app
    try:
        screen = app.screen
    except ScreenStackError:
        return False
    waiting: set[MessagePump] = set()
    all_done = asyncio.Event()

    def note(each: MessagePump) -> None:
        waiting.discard(each)
        if not waiting:
            all_done.set()

    for each in (app, *screen.walk_children(with_self=True)):
        if each.call_later(note, each):
            waiting.add(each)
    async with asyncio.timeout(PATIENCE):
        while waiting and not app._exception_event.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(all_done.wait(), HORIZON)
            waiting -= {each for each in waiting if each._closing or each._closed}
    return not waiting


class SharedStylesheet(Stylesheet):
    """A style sheet that has all that another one with the same variables has parsed."""

    _parsed: ClassVar[dict[tuple[tuple[str, str], ...], LRUCache[Any, list[RuleSet]]]] = {}

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._share()

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache = LRUCache(1)  # this one is cleared
        super().set_variables(variables)
        self._share()

    def _share(self) -> None:
        key = tuple(sorted(self._variables.items()))
        self._parse_cache = self._parsed.setdefault(key, LRUCache(4096))


@pytest.fixture(autouse=True)
def _parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parse the styles of each widget once: apps are made by the thousand."""
    monkeypatch.setattr(textual.app, "Stylesheet", SharedStylesheet)
    monkeypatch.setattr(textual.css.stylesheet, "Stylesheet", SharedStylesheet)


@pytest.fixture
def own_folders(tmp_path: Path) -> Iterator[Path]:
    """Have this process, and programs it starts, keep their files in a folder of the test."""
    with variables(environment(tmp_path)):
        yield tmp_path


@pytest.fixture(autouse=True)
def survived_bugs() -> Iterator[list[logging.LogRecord]]:
    """What the program went on after: a test fails that leaves some of it here."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = records.append  # type: ignore[method-assign]
    logs.logger.addHandler(handler)
    yield records
    logs.logger.removeHandler(handler)
    assert [each.exc_info for each in records] == []


@pytest.fixture(autouse=True)
def _shows_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the terminal for one that shows everything, whatever locale the tests are run in."""
    monkeypatch.setattr(dressed, "terminal_encoding", lambda: "utf-8")


@pytest.fixture(autouse=True)
def _brief_glow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what has changed glow for a moment only: pilots wait for it after every move."""
    monkeypatch.setattr(widget, "GLOW_SECONDS", 0.05)


@pytest.fixture(autouse=True)
def _unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the table's moves at once: where they are paced, a test says so."""
    monkeypatch.setattr(paced_moves, "PACE_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def _settling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(textual.app, "wait_for_idle", settled)
    monkeypatch.setattr(textual.pilot, "wait_for_idle", settled)
    monkeypatch.setattr(Pilot, "_wait_for_screen", processed)


@pytest.fixture
def snap_compare(
    snap_compare: Callable[..., bool], request: pytest.FixtureRequest
) -> Callable[..., bool]:
    """Compare a picture; if it has 80 by 24 characters, look whether other languages fit, too."""
    languages = (PSEUDO, *(each for each in LANGUAGES if each != "en"))
    if not request.config.getoption("--long"):
        languages = languages[:1]

    def compare(app: App[Any], *, terminal_size: tuple[int, int] = (80, 24), **how: Any) -> bool:
        end, looking = app.exit, list[asyncio.Task[list[str]]]()

        async def look(picture: str) -> list[str]:
            try:
                return await look_for_faults(app, languages)
            finally:
                end(picture)

        def look_first(picture: str | None = None) -> None:
            if picture is None:  # the app has failed
                end()
            else:
                looking.append(asyncio.create_task(look(picture)))

        if terminal_size == (80, 24):
            app.exit = look_first  # type: ignore[method-assign]
        same = snap_compare(app, terminal_size=terminal_size, **how)
        found = [each for task in looking for each in task.result()]
        if os.environ.get("SIAM_FIT"):
            with open("/tmp/fit/new.txt", "a") as f:
                for each in found: f.write(f"{request.node.nodeid.split('siam_tui/')[1]} @ {each}\n")
            return True
        if found:
            pytest.fail("\n".join(["does not fit at 80×24:", *found]), pytrace=False)
        return same

    return compare
