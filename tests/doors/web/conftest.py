"""One browser for all tests of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.doors.web.chromium import Browser, Tab, chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    """Return headless Chromium; it is started once."""
    async with chromium(tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def tab(browser: Browser) -> AsyncIterator[Tab]:
    """Return a tab of it; each test goes to a page of its own."""
    async with browser.tab() as opened:
        yield opened
