"""What several end-to-end tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.ssh_door import OpenDoor, open_door


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def door(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[OpenDoor]:
    """Return a lobby with an SSH door, for 16 sessions, 4 of them from one address."""
    async with open_door(tmp_path_factory.mktemp("host"), "--ssh-sessions", "16") as opened:
        yield opened
