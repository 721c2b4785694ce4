"""One browser for all tests of the page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.doors.web.chromium import Browser, chromium


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Browser]:
    """Return headless Chromium; it is started once."""
    async with chromium(tmp_path_factory.mktemp("chromium")) as running:
        yield running
