"""At most so many bots of a server think at once."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

import pytest

from client.bots.cores import Cores
from tests.patience import PATIENCE

HOLDER = """\
import sys
from client.bots.cores import Cores
with Cores({file}, {count}).one(lambda: False):
    print("thinking", flush=True)
    sys.stdin.read()
print("done", flush=True)
"""


@contextmanager
def holder(cores: Cores) -> Iterator[subprocess.Popen[str]]:
    """Run another process that thinks on a core until its input ends."""
    program = HOLDER.format(file=cores.file, count=cores.count)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        pass_fds=(cores.file,),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def says(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def shared() -> Iterator[Callable[[int], Cores]]:
    with TemporaryFile() as file:
        yield lambda count: Cores(file.fileno(), count)


def thinks_within(cores: Cores, stop: threading.Event) -> tuple[threading.Thread, threading.Event]:
    """Begin to think in a thread; the event says that it does."""
    thinking = threading.Event()

    def think() -> None:
        with cores.one(stop.is_set):
            thinking.set()

    thread = threading.Thread(target=think)
    thread.start()
    return thread, thinking


def test_a_core_that_is_taken_is_waited_for(shared: Callable[[int], Cores]) -> None:
    cores = shared(1)
    with holder(cores) as other:
        assert says(other) == "thinking"
        thread, thinking = thinks_within(cores, threading.Event())
        assert not thinking.wait(0.2)
        assert other.stdin is not None
        other.stdin.close()
        assert says(other) == "done"
        assert thinking.wait(PATIENCE)
        thread.join()


def test_who_is_killed_leaves_its_core_to_the_others(shared: Callable[[int], Cores]) -> None:
    cores = shared(1)
    with holder(cores) as other:
        assert says(other) == "thinking"
        thread, thinking = thinks_within(cores, threading.Event())
        other.kill()
        assert thinking.wait(PATIENCE)
        thread.join()


def test_so_many_think_at_once_as_there_are_cores(shared: Callable[[int], Cores]) -> None:
    cores = shared(2)
    with holder(cores) as one, holder(cores) as two:
        assert says(one) == says(two) == "thinking"
        stop = threading.Event()
        thread, thinking = thinks_within(cores, stop)
        assert not thinking.wait(0.2)
        stop.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()
