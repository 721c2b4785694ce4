"""A pilot that waits for the app, not for the clock."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import textual.app
import textual.pilot

from siam_tui.app import themed_app as dressed
from siam_tui.games.map_board import widget
from siam_tui.profile import logs
from siam_tui.table import paced_moves
from tests.programs import environment, variables
from tests.siam_tui.pseudo import compare_words, pseudo  # noqa: F401 - a fixture

HORIZON = 0.02
"""Seconds: a timer due sooner is waited for, as Textual's own pilot would."""


async def settled(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Return as soon as the event loop has nothing to do now or within the horizon.

    Textual's pilot sleeps for 20 ms at a time until one of them took hardly any time of the
    processor: at least two such sleeps for every key, and many more on a machine that is busy.
    """
    loop: Any = asyncio.get_running_loop()
    enough = loop.time() + max_sleep
    while (now := loop.time()) < enough:
        await asyncio.sleep(0)  # by then the loop has looked for input and for timers, too
        if loop._ready:
            continue
        due = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
        if not due or min(due) > now + HORIZON:
            return
        await asyncio.sleep(max(0, min(due) - now))


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


if os.environ.get("SIAM_PSEUDO"):

    @pytest.fixture
    def snap_compare(pseudo: None) -> Callable[..., bool]:
        """Look for text that is not told, instead of comparing pictures."""
        return compare_words
