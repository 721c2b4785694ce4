"""A pilot that waits for the app, not for the clock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
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
from tests.siam_tui.fit_check import look_for_faults, words_not_told
from tests.siam_tui.marked_texts import PSEUDO, marked_language
from texts import LANGUAGES

COMPACT = (80, 24)
"""The smallest size of a terminal, of which pictures are compared."""
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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Show each picture in other languages, too: most of them only with ``--long``."""
    if "shown_in" in metafunc.fixturenames:
        metafunc.parametrize(
            "shown_in",
            [
                pytest.param("", id=pytest.HIDDEN_PARAM),
                PSEUDO,
                *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES if each != "en"),
            ],
            indirect=True,
        )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Show pictures in other languages only where room is scarcest, and in one look."""
    items[:] = [item for item in items if _is_worth_showing(item)]


def _is_worth_showing(item: Any) -> bool:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    if not params.get("shown_in"):
        return True
    is_ours = "second_game" not in item.nodeid  # which has no texts in other languages
    says_the_same = any(look in item.name for look in _LOOKS)
    return is_ours and not says_the_same and params.get("size", COMPACT) == COMPACT


_LOOKS = ("palette", "ascii", "by_day", "without_colours")
"""Of what pictures are that say the same as others."""


@pytest.fixture
def shown_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language of a picture; empty for the English one that is compared with a file."""
    if not request.param:
        yield ""
        return
    if request.param != PSEUDO:
        monkeypatch.setenv("LC_ALL", f"{request.param}.UTF-8")
    with marked_language(request.param):
        yield request.param


@pytest.fixture
def snap_compare(snap_compare: Callable[..., bool], shown_in: str) -> Callable[..., bool]:
    """Compare a picture with a file; in another language look whether everything fits."""

    def look(
        app: App[Any],
        press: Iterable[str] = (),
        terminal_size: tuple[int, int] = COMPACT,
        run_before: Callable[[Pilot[Any]], Awaitable[None]] | None = None,
    ) -> bool:
        found: list[str] = []

        async def prepare(pilot: Pilot[Any]) -> None:
            if run_before is not None:
                await run_before(pilot)
            await pilot.pause()
            await pilot.press(*press)
            await pilot.wait_for_scheduled_animations()
            await pilot.pause()
            found.extend(words_not_told(app) if shown_in == PSEUDO else ())
            found.extend(await look_for_faults(app, shown_in))
            app.exit()

        app.run(headless=True, auto_pilot=prepare, size=terminal_size)
        if found:
            pytest.fail("\n".join(found), pytrace=False)
        return True

    return look if shown_in else snap_compare
