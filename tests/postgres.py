"""A real PostgreSQL for the tests: one for all workers of a run, or one of a test's own."""

from __future__ import annotations

import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

import psycopg

from server.store.place import PostgresUrl
from tests.brokers import free_port
from tests.patience import PATIENCE
from tests.requirements import need_program

_QUICK = {"fsync": "off", "shared_buffers": "16MB", "max_connections": "100"}
_LOGINS = """
host all guarded 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""


def _unprivileged() -> str | None:
    """Return the user who runs PostgreSQL where root tests, since it refuses to run as root."""
    if os.geteuid():
        return None
    names = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


@dataclass
class Postgres:
    """A PostgreSQL that can be stopped, killed and started again at the same port.

    Attributes:
        folder: where its data are.
        port: where it listens, at 127.0.0.1.
        settings: its settings.
    """

    folder: Path
    port: int
    settings: dict[str, str] = field(default_factory=lambda: dict(_QUICK))

    def create(self) -> None:
        """Make its data."""
        self.folder.mkdir(mode=0o700)
        user = _unprivileged()
        if user is not None:
            shutil.chown(self.folder, user)
        self._run("initdb", "-N", "-A", "trust", "-U", "siam", "-E", "UTF8", "--locale", "C")
        (self.folder / "pg_hba.conf").write_text(_LOGINS)

    def start(self) -> None:
        """Start it; it takes connections when this returns."""
        settings = self.settings | {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
        }
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-t", str(PATIENCE), "-o", options, "-l", log)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it: ``fast`` ends all sessions, ``immediate`` is as if it crashed."""
        self._run("pg_ctl", "stop", "-w", "-t", str(PATIENCE), "-m", mode)

    def restart(self, mode: str = "immediate") -> None:
        """Stop it and start it again."""
        self.stop(mode)
        self.start()

    @property
    def process(self) -> int:
        """The id of the process that started all the others."""
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def signal_sessions(self, number: signal.Signals) -> None:
        """Send a signal to the server and all its sessions, as when its machine stands still."""
        first = self.process
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for each in (first, *map(int, children)):
            with suppress(ProcessLookupError):  # one that works in the background may have ended
                os.kill(each, number)

    def url(self, database: str = "postgres", schema: str = "", user: str = "siam") -> PostgresUrl:
        """Return the URL of a database, or of a schema in one."""
        options = f"?options={quote(f'-csearch_path={schema}')}" if schema else ""
        return PostgresUrl(f"postgresql://{user}@127.0.0.1:{self.port}/{database}{options}")

    def execute(self, *statements: str, database: str = "postgres") -> None:
        """Execute statements as the superuser."""
        with psycopg.connect(self.url(database).text, autocommit=True) as connection:
            for each in statements:
                connection.execute(each.encode())

    def _run(self, program: str, *arguments: str) -> None:
        command = [need_program(program), "-D", self.folder, *arguments]
        done = subprocess.run(
            command,
            user=_unprivileged(),
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=2 * PATIENCE,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")


@contextmanager
def shared_postgres() -> Iterator[Postgres]:
    """Run one PostgreSQL for all workers of this run; the last that leaves it stops it."""
    need_program("initdb")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"siam-postgres-{run}"
    with ExitStack() as stack:
        with _turn(folder):
            users = stack.enter_context((folder / "users").open("a"))
            fcntl.flock(users, fcntl.LOCK_SH)
            running = _joined(folder)
        try:
            yield running
        finally:
            with _turn(folder):
                fcntl.flock(users, fcntl.LOCK_UN)
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    pass  # others use it
                else:
                    running.stop()
                    shutil.rmtree(folder)


@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Keep the other workers from a folder, which is made if there is none."""
    while (turn := _locked(folder)) is None:
        pass  # the last one to leave has just removed it
    with turn:
        yield


def _locked(folder: Path) -> TextIO | None:
    """Lock a folder; return None if it was removed meanwhile."""
    folder.mkdir(exist_ok=True)
    with ExitStack() as stack, suppress(FileNotFoundError):
        turn = stack.enter_context((folder / "turn").open("a"))
        fcntl.flock(turn, fcntl.LOCK_EX)
        if os.path.samestat(os.fstat(turn.fileno()), (folder / "turn").stat()):
            stack.pop_all()
            return turn
    return None


def _joined(folder: Path) -> Postgres:
    """Return the PostgreSQL in a folder, started if it does not run."""
    port = folder / "port"
    if port.exists():
        return Postgres(folder / "data", int(port.read_text()))
    folder.chmod(0o711)
    running = Postgres(folder / "data", free_port())
    running.create()
    shutil.copytree(running.folder, folder / "new")
    running.start()
    port.write_text(str(running.port))
    return running


@contextmanager
def own_postgres(shared: Postgres) -> Iterator[Postgres]:
    """Run a PostgreSQL that tests may stop.

    Args:
        shared: the one of all workers, from whose first data it begins, since that is quick.
    """
    folder = Path(tempfile.mkdtemp(prefix="siam-postgres-"))
    folder.chmod(0o711)
    own = Postgres(folder / "data", free_port())
    shutil.copytree(shared.folder.with_name("new"), own.folder)
    if user := _unprivileged():
        for each in (own.folder, *own.folder.rglob("*")):
            shutil.chown(each, user)
    own.start()
    try:
        yield own
    finally:
        if (own.folder / "postmaster.pid").exists():
            own.stop()
        shutil.rmtree(folder)


_numbers = count(1)


def new_place(postgres: Postgres) -> PostgresUrl:
    """Return an empty place for a store: a schema of its own in this worker's database."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    schema = f"s{next(_numbers)}"
    if schema == "s1":
        postgres.execute(f"CREATE DATABASE {worker}")
    postgres.execute(f"CREATE SCHEMA {schema}", database=worker)
    return postgres.url(worker, schema)
