"""The SSH door: memory and start of a session, a key compared with a local app, and what is left.

Run it from the top of the project::

    python -m bench.ssh_door [sessions, 20 by default]

Real OpenSSH clients log in one after the other, on pseudo-terminals of 100 × 30, from several
addresses of the loopback interface. *Start* is from the start of `ssh` until the screen of the
lobby is painted, and until its tables are listed. Local apps that join the same lobby are started
in between. *Memory* is read from the system (PSS) once nothing more is written. *Key to paint* is
from a key to the first byte that comes back, in turns with an app that runs on this terminal and
has joined the same lobby. At the end, 30 sessions are killed: half by killing the client, half by
killing the session's own process.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from signal import SIGKILL
from statistics import mean, median, quantiles
from time import perf_counter

from bench.app import PRESSES, quiet
from tests.e2e.ssh_door import IN_LOBBY, OpenDoor, make_key, open_door
from tests.e2e.terminals import Screen, on_screen
from tests.programs import SIAM, ended, environment

SESSIONS = 20
KILLED = 30
ADDRESSES = 10
PAINTED = "Others come with this command"
UP, DOWN = b"\x1b[A", b"\x1b[B"


def sources() -> Iterator[str]:
    """Iterate over addresses of this computer, again and again."""
    while True:
        yield from (f"127.0.0.{number}" for number in range(2, 2 + ADDRESSES))


def pss(pid: int) -> float:
    """Return the proportional memory of a process, in MB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss: +(\d+) kB", text, re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1024


async def log_in(door: OpenDoor, stack: AsyncExitStack, source: str) -> tuple[float, float, Screen]:
    """Log in as a guest; return the seconds to the first paint, and until the lobby is there."""
    before = perf_counter()
    login = door.login("ann", source=source)
    screen, _ = await stack.enter_async_context(login)
    await screen.until_seen(PAINTED)
    painted = perf_counter() - before
    await screen.until_seen(IN_LOBBY)
    return painted, perf_counter() - before, screen


async def key_to_paint(screen: Screen, press: int) -> float:
    """Return how many milliseconds it takes from a key until something is written."""
    written = await quiet(screen)
    before = perf_counter()
    screen.type(UP if press % 2 else DOWN)
    while len(screen.shown) == written:
        screen.more.clear()
        await screen.more.wait()
    return (perf_counter() - before) * 1000


async def at_home(stack: AsyncExitStack, home: Path, door: OpenDoor) -> tuple[Screen, Screen]:
    """Return two apps that show home's menu: a local one, and one through the door."""
    local_environment = environment(home, TERM="xterm-256color", LANG="C.UTF-8")
    command = (*SIAM, "--name", "Ben", "join", str(door.link))
    local, _ = await stack.enter_async_context(on_screen(*command, environment=local_environment))
    await local.until_seen("Invite link")
    far, _ = await stack.enter_async_context(door.login("ben", source="127.0.0.1"))
    await far.until_seen(IN_LOBBY)
    for screen in (local, far):
        screen.type(b"q")
        await screen.until_seen("Play against bots")
    return local, far


async def start_local(stack: AsyncExitStack, home: Path, door: OpenDoor) -> tuple[float, float]:
    """Start a local app that joins the lobby; return the seconds to its first paint, and its MB."""
    before = perf_counter()
    ours = environment(home, TERM="xterm-256color", LANG="C.UTF-8")
    command = (*SIAM, "--name", "Ben", "join", str(door.link))
    screen, process = await stack.enter_async_context(on_screen(*command, environment=ours))
    await screen.until_seen("Invite link")
    painted = perf_counter() - before
    await quiet(screen)
    return painted, pss(process.pid)


async def measure_sessions(door: OpenDoor, home: Path, count: int) -> None:
    """Measure the start and the memory of sessions, and of local apps between them."""
    async with AsyncExitStack() as stack:
        source = sources()
        found, here = [], []
        for number in range(count):
            found.append(await log_in(door, stack, next(source)))
            if number % 4 == 0:
                async with AsyncExitStack() as shortly:
                    here.append(await start_local(shortly, home, door))
        for *_, screen in found:
            await quiet(screen)
        painted, connected = [each[0] for each in found], [each[1] for each in found]
        sizes = [pss(pid) for pid in door.sessions()]
        parts = [pss(pid) for pid in door.processes]
        start, memory = (median(each) for each in zip(*here, strict=True))
        print(f"{count} sessions of 100 x 30, one after the other")
        print(f"  a local app: {start:.2f} s to first paint, {memory:.1f} MB (medians)")
        print(f"  a session / a local app: {median(painted) / start:.2f} x to first paint, "
              f"{mean(sizes) / memory:.2f} x memory")  # fmt: skip
        print(f"  start to first paint: median {median(painted):.2f} s, "
              f"longest {max(painted):.2f} s")  # fmt: skip
        print(f"  start until the lobby's tables are listed: median {median(connected):.2f} s, "
              f"longest {max(connected):.2f} s")  # fmt: skip
        print(f"  memory (PSS) of a session: mean {mean(sizes):.1f} MB, most {max(sizes):.1f} MB")
        print(
            f"  memory (PSS) of the front {parts[0]:.1f} MB, of the fork server {parts[1]:.1f} MB"
        )
        print(f"  all of the door for each session: {(sum(sizes) + sum(parts)) / count:.1f} MB")


async def measure_keys(door: OpenDoor, home: Path) -> None:
    """Compare a key in a session with a key in a local app, in turns."""
    async with AsyncExitStack() as stack:
        local, far = await at_home(stack, home, door)
        times: dict[str, list[float]] = {"local": [], "door": []}
        for press in range(2 * PRESSES):
            times["local"].append(await key_to_paint(local, press))
            times["door"].append(await key_to_paint(far, press))
        here, there = median(times["local"]), median(times["door"])
        worst = [quantiles(each, n=20)[-1] for each in times.values()]
        print(f"key to paint: {there / here:.2f} x a local app (median {there:.1f} and {here:.1f} "
              f"ms; p95 {worst[1]:.1f} and {worst[0]:.1f} ms)")  # fmt: skip


async def measure_kills(door: OpenDoor, home: Path) -> None:
    """Kill sessions, and look what is left of them."""
    front, _ = door.processes
    descriptors = len(os.listdir(f"/proc/{front}/fd"))  # noqa: PTH208 - only counted
    source = sources()
    keys = [make_key(home, f"killed{number}") for number in range(KILLED // 2)]
    async with AsyncExitStack() as stack:
        clients = []
        for number in range(KILLED):
            who = (keys[number // 2],) if number % 2 else ()
            login = door.login(f"player{number}", who, source=next(source))
            screen, process = await stack.enter_async_context(login)
            await screen.until_seen(IN_LOBBY)
            if number == 1:
                screen.type(b"o")
                await screen.until_seen("Open the table")
                screen.type(b"\x13")
                await screen.until_seen("The table of Player1")
            clients.append(process)
        sessions = sorted(door.sessions())
        assert len(sessions) == KILLED, sessions
        before = perf_counter()
        for number, process in enumerate(clients):
            if number % 4 < 2:
                process.kill()
        for number, pid in enumerate(sessions):
            if number % 4 >= 2:
                os.kill(pid, SIGKILL)
        for pid in sessions:
            await ended(pid)
        seconds = perf_counter() - before
        running = len(door.sessions())
    guests = [each.name for each in door.visitors.iterdir() if each.name.startswith("guest")]
    left = len(os.listdir(f"/proc/{front}/fd")) - descriptors  # noqa: PTH208 - only counted
    async with door.login("player1", (keys[0],)) as (screen, _):
        text = await screen.until_seen("your seat", "Player1's", "No table yet")
    print(f"{KILLED} sessions, {KILLED} killed: all processes gone after {seconds:.1f} s; "
          f"left: {running} processes, {left} descriptors of the front, "
          f"{len(guests)} profiles of guests; seat kept: {'your seat' in text}")  # fmt: skip


async def main(count: int) -> None:
    """Measure everything, with one door."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        async with open_door(home / "host", "--ssh-sessions", "200") as door:
            await measure_sessions(door, home / "player", count)
            await measure_keys(door, home / "player")
            await measure_kills(door, home)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else SESSIONS))
