"""One browser for all tests of the page, and a page for those of a module."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio

from tests.doors.web.chromium import Browser, Tab, chromium
from tests.doors.web.open_page import OpenPage, open_page


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


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def page() -> AsyncIterator[OpenPage]:
    async with open_page(hosts=("box.example",)) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
