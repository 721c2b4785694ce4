"""What several rooms' tests need: real brokers, a server on one, and the same surroundings."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from protocol.links import BrokerAddress
from server.store.place import PostgresUrl, StorePlace
from tests.brokers import RunningServer, running_broker, running_server
from tests.postgres import Postgres, new_place, shared_postgres
from tests.requirements import close_search_path
from tests.warm_start import warm_starts

_OF_WHO_TESTS = (
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LINES",
    "NO_COLOR",
    "PGDATABASE",
    "PGHOST",
    "PGOPTIONS",
    "PGPASSFILE",
    "PGPASSWORD",
    "PGPORT",
    "PGSERVICE",
    "PGUSER",
    "PYTHONDONTWRITEBYTECODE",  # programs are started by the hundred
    "SIAM_BROKER_PASSWORD",
    "SIAM_PROFILE",
    "TERM_PROGRAM",
    "TMUX",
    "VTE_VERSION",
)
"""Variables that change what programs do, and say something of the person who tests only."""

for _name in _OF_WHO_TESTS:
    os.environ.pop(_name, None)
# Each worker compiles all test files otherwise, and that is two thirds of their collection.
sys.dont_write_bytecode = False
# The lobbies of that person are none of the tests' either, nor is their network.
os.environ |= {
    "SIAM_LAN": "off",
    "SIAM_LOBBIES": "/nowhere",
    "TERM": "xterm-256color",
    "LANG": "C.UTF-8",
}

# Screens and positions are made by the hundred thousand: to look for rings among them less often
# saves a tenth of the time.
gc.set_threshold(100_000, 50, 100)

# How long an example takes says more of what else the machine does than of the code.
settings.register_profile(
    "patient", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("patient"), max_examples=100)
settings.load_profile("patient")

for _number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
    # What a shell's background job or `nohup` ignores, programs it starts would ignore as well;
    # what is handled here is for them as it usually is.
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)


@pytest.fixture(params=["embedded", "mosquitto"])
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[BrokerAddress]:
    """A broker to play through: the embedded one, and mosquitto where it is installed."""
    async with running_broker(request.param, tmp_path) as address:
        yield address


@pytest.fixture
async def server(broker: BrokerAddress) -> AsyncIterator[RunningServer]:
    """A server on that broker, ready for players."""
    async with running_server(broker) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL that all workers share; skipped where it is not installed."""
    with shared_postgres() as running:
        yield running


@pytest.fixture
def database(postgres: Postgres) -> PostgresUrl:
    """An empty place for a store in PostgreSQL."""
    return new_place(postgres)


@pytest.fixture(params=["sqlite", "postgres"])
def each_place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """A place for a store, in both databases."""
    if request.param == "sqlite":
        return tmp_path / "folder" / "lobby.db"
    return new_place(request.getfixturevalue("postgres"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    """A place for a store: a file, and with ``--long`` PostgreSQL as well."""
    if request.param == "sqlite":
        return tmp_path / "folder" / "lobby.db"
    return new_place(request.getfixturevalue("postgres"))


def pytest_xdist_auto_num_workers() -> int:
    """Run two workers more than there are cores: of ten seconds of these tests five are waiting."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    """Have as many examples as are asked for, and let tests find only the programs they need."""
    if not hasattr(config, "workerinput"):  # the workers inherit the path
        config.add_cleanup(close_search_path())
    started = ExitStack()
    started.enter_context(warm_starts())
    config.add_cleanup(started.close)
    config.addinivalue_line("markers", "long: only with --long, for a shorter case is much alike")
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is for long runs only."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if item.get_closest_marker("long") is None]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let no search for rings go through what was collected: all of it stays to the end."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the tests that draw their cases by lot draw many."""
    parser.addoption(
        "--long",
        action="store_true",
        help="many more positions for the oracle, spoilt inputs, and faults: hours, not minutes",
    )
