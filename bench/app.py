"""The app beside an empty Textual app, in one run: start, memory, keypress to paint, bytes a move.

Run it from the top of the project::

    python -m bench.app [rounds, 10 by default]

Both run in turns on a pseudo-terminal of 100 × 30. *Start* is from the start of the process until
home (or the empty app's one word) has been written; *memory* is read from the system once nothing
more is written; *keypress* is from a key to the first byte written for it. At a table an opponent
makes moves, and the bytes written until the screen is quiet again are held against those of one
full repaint of the same screen.
"""

from __future__ import annotations

import asyncio
import fcntl
import re
import signal
import struct
import sys
import tempfile
import termios
from asyncio.subprocess import Process
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from protocol.commands import OpenTable, StartGame
from siam_tui.profile.profiles import DEFAULT, Profile
from tests.brokers import running_broker, running_server
from tests.e2e.guests import after, guest, mover
from tests.e2e.terminals import COLUMNS, LINES, Screen, on_screen
from tests.programs import SIAM, environment

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    presses = 0
    def compose(self):
        yield Static("ready")
    def on_key(self):
        self.presses += 1
        self.query_one(Static).update(f"ready {self.presses}")
Empty().run()
"""
PROGRAMS = {
    "an empty Textual app": ((sys.executable, "-c", EMPTY), b"ready"),
    "siam": (SIAM, b"Play against bots"),
}
UP, DOWN, ENTER = b"\x1b[A", b"\x1b[B", b"\r"
PRESSES = 20
MOVES = 8
QUIET = 0.4
"""Seconds without output after which nothing more is expected."""


async def quiet(screen: Screen) -> int:
    """Wait until nothing more is written; return how much has been so far."""
    while True:
        screen.more.clear()
        try:
            await asyncio.wait_for(screen.more.wait(), QUIET)
        except TimeoutError:
            return len(screen.shown)


def memory(process: Process) -> tuple[float, float]:
    """Return the resident and the proportional memory of a process, in MB."""
    text = Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    kilobytes = dict(re.findall(r"^(Rss|Pss): +(\d+) kB", text, re.MULTILINE))
    return int(kilobytes["Rss"]) / 1024, int(kilobytes["Pss"]) / 1024


@asynccontextmanager
async def started(
    home: Path, command: tuple[str, ...], word: bytes
) -> AsyncIterator[tuple[Screen, Process, float]]:
    """Run a program; yield it once it is there, and how many seconds that took."""
    ours = environment(home, TERM="xterm-256color", LANG="C.UTF-8")
    Profile.named(home / "config" / "siam-tui" / "profiles", DEFAULT).remember_name("Ann")
    before = perf_counter()
    async with on_screen(*command, environment=ours) as (screen, process):
        await screen.until(word)
        yield screen, process, perf_counter() - before


async def alone(home: Path, name: str) -> dict[str, list[float]]:
    """Measure one program at its first screen."""
    figures: dict[str, list[float]] = defaultdict(list)
    async with started(home, *PROGRAMS[name]) as (screen, process, seconds):
        figures["start to first paint, ms"].append(seconds * 1000)
        await quiet(screen)
        rss, pss = memory(process)
        figures["memory, resident, MB"].append(rss)
        figures["memory, proportional, MB"].append(pss)
        for press in range(PRESSES):
            written = await quiet(screen)
            before = perf_counter()
            screen.type(UP if press % 2 else DOWN)
            while len(screen.shown) == written:
                screen.more.clear()
                await screen.more.wait()
            figures["keypress to paint, ms"].append((perf_counter() - before) * 1000)
    return figures


async def repaint(screen: Screen, process: Process) -> int:
    """Return how many bytes one full repaint of this screen takes.

    A window that is resized is painted more than once: the smallest whole painting counts.
    """
    before = await quiet(screen)
    for columns in (COLUMNS - 1, COLUMNS):
        size = struct.pack("HHHH", LINES, columns, 0, 0)
        fcntl.ioctl(screen.descriptor, termios.TIOCSWINSZ, size)
        process.send_signal(signal.SIGWINCH)
        await quiet(screen)
    paintings = bytes(screen.shown[before:]).split(b"\x1b[1;1H")
    return min(len(each) for each in paintings if len(_lines_of(each)) == LINES - 1)


def _lines_of(painting: bytes) -> set[bytes]:
    """Return the lines below the first that something was written to."""
    return {line for line, column in re.findall(rb"\x1b\[(\d+);(\d+)H", painting) if line != b"1"}


async def at_a_table(home: Path) -> tuple[list[int], int]:
    """Return the bytes of each of an opponent's moves, and those of a full repaint."""
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(running_broker("embedded", home))
        link = (await stack.enter_async_context(running_server(address))).link
        ben = await stack.enter_async_context(guest(link, "Ben"))
        table = (await ben.done(OpenTable("siam", 2, seat=0))).table
        await ben.client.follow(table)
        command = (*SIAM, "--name", "Ann", "join", str(link))
        app = started(home, command, b"Ben's")
        screen, process, _ = await stack.enter_async_context(app)
        screen.type(b"s")
        await screen.until_seen("The table of Ben")
        await ben.done(StartGame(table))
        moves: list[int] = []
        random = Random(1)
        while len(moves) < MOVES:
            state = await ben.until(table, lambda state: mover(state) is not None)
            if mover(state) == state.viewer:
                written = await quiet(screen)
                await ben.play(table, random, enough=after(state.ply + 1))
                moves.append(await quiet(screen) - written)
            else:
                await screen.until_seen("━━ Your move")
                screen.type(b"p")
                await quiet(screen)
                screen.type(ENTER)
                await ben.until(table, after(state.ply + 1))
        return moves, await repaint(screen, process)


async def main(rounds: int) -> None:
    """Measure, and print medians and ratios."""
    figures: dict[str, dict[str, list[float]]] = {name: defaultdict(list) for name in PROGRAMS}
    for _ in range(rounds):
        for name in PROGRAMS:
            with tempfile.TemporaryDirectory() as home:
                for figure, values in (await alone(Path(home), name)).items():
                    figures[name][figure] += values
    empty, ours = figures.values()
    for figure, values in ours.items():
        mine, least = median(values), median(empty[figure])
        print(f"{figure:<26} siam {mine:8.1f}   empty {least:8.1f}   {mine / least:5.2f} ×")
    with tempfile.TemporaryDirectory() as home:
        moves, whole = await at_a_table(Path(home))
    print(
        f"bytes for an opponent's move: median {median(moves):.0f}, most {max(moves)}, "
        f"of {len(moves)} moves; one full repaint {whole}: {median(moves) / whole:.2f} ×"
    )


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
