"""What several rooms' tests need: real brokers, and a server on one."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.links import BrokerAddress
from tests.brokers import RunningServer, need_mosquitto, running_broker, running_server

os.environ["SIAM_LOBBIES"] = "/nowhere"
"""The lobbies of the person who tests are none of the tests'."""


@pytest.fixture(params=["embedded", "mosquitto"])
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BrokerAddress]:
    """A broker to play through: the embedded one, and mosquitto where it is installed."""
    if request.param == "mosquitto":
        need_mosquitto()
    async with running_broker(request.param, tmp_path) as address:
        yield address


@pytest.fixture
async def server(broker: BrokerAddress) -> AsyncIterator[RunningServer]:
    """A server on that broker, ready for players."""
    async with running_server(broker) as running:
        yield running


def pytest_xdist_auto_num_workers() -> int:
    """Run one worker more than there are cores: of ten seconds of these tests four are waiting."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests that draw their cases by lot draw many."""
    parser.addoption(
        "--long",
        action="store_true",
        help="many more positions for the oracle, spoilt inputs, and faults: hours, not minutes",
    )
