"""How long a person waits: for help, home, the form, the first card, the demo and a lobby.

Run it from the top of the project; each further checkout is measured in turns with this one::

    python -m bench.waiting [rounds, 5 by default] [checkout ...]

Each figure is a median in milliseconds, beside its ratio to the start of an empty Textual app in
the same run. *Still* is the longest time between pressing Enter on *Deal* and the first card in
which nothing on the screen changed. *Board* is when the map is there, *blank* how long the table
was shown without it. The first card is told apart by who begins, which is drawn: a bot takes at
least 0.6 s for its move.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.app import EMPTY, ENTER
from siam_tui.profile.profiles import DEFAULT, Profile
from tests.e2e.terminals import Screen, on_screen
from tests.programs import ROOT, environment

SIAM = (sys.executable, "-P", "-m", "siam_tui")
"""The program of the checkout that PYTHONPATH names, and not of the present folder."""
_MY_TURN, _ANOTHERS_TURN = ("Your move", "YOUR TURN"), " to move"
_ON_BOARD, _NO_BOARD = "Gulf of Siam", "Coming to the table..."
LOOK = 3.0
"""Seconds that a person looks at the form before they deal."""


class TimedScreen:
    """Notes when bytes arrive on a screen."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.times: list[float] = []

    async def until_seen(self, *texts: str) -> float:
        """Return the time at which one of these texts is on the screen."""
        before = len(self.screen.shown)
        while not any(each in self.screen.text for each in texts):
            self.screen.more.clear()
            await self.screen.more.wait()
            if len(self.screen.shown) > before:
                before = len(self.screen.shown)
                self.times.append(perf_counter())
        return perf_counter()


@asynccontextmanager
async def shown(folder: Path, *command: str) -> AsyncIterator[tuple[Screen, TimedScreen, float]]:
    """Run a program of a checkout on a terminal; yield the screen and when it was started."""
    with tempfile.TemporaryDirectory() as temporary:
        home = Path(temporary)
        Profile.named(home / "config" / "siam-tui" / "profiles", DEFAULT).remember_name("Ann")
        ours = environment(
            home,
            TERM="xterm-256color",
            LANG="C.UTF-8",
            PYTHONPATH=str(folder),
            PYTHONDONTWRITEBYTECODE="",  # an installed program is not compiled at each start
            SIAM_PURE="",
        )
        began = perf_counter()
        async with on_screen(*command, environment=ours) as (screen, process):
            yield screen, TimedScreen(screen), began
            process.terminate()
            await process.wait()


async def deal(folder: Path, look: float) -> dict[str, float]:
    """Start the app, open the form, look at it, and deal."""
    figures = {}
    async with shown(folder, *SIAM) as (screen, timed, began):
        figures["home"] = await timed.until_seen("Play against bots") - began
        await asyncio.sleep(0.5)
        pressed = perf_counter()
        screen.type(b"b")
        figures["form"] = await timed.until_seen("Deal ") - pressed
        await asyncio.sleep(look)
        timed.times, pressed = [], perf_counter()
        screen.type(ENTER)
        table = await timed.until_seen(_NO_BOARD, _ON_BOARD)
        board = await timed.until_seen(_ON_BOARD)
        await timed.until_seen(*_MY_TURN, _ANOTHERS_TURN)
        begins = "bot" if _ANOTHERS_TURN in screen.text else "you"
        card = await timed.until_seen(*_MY_TURN)
        name = "looked" if look else "at once"
        figures[f"Deal, {name}: first sign"] = timed.times[0] - pressed
        figures[f"Deal, {name}: still"] = max(
            after - before for before, after in pairwise([pressed, *timed.times])
        )
        figures[f"Deal, {name}: board"] = board - pressed
        figures[f"Deal, {name}: blank"] = board - table
        figures[f"Deal, {name}: card, {begins} first"] = card - pressed
    return figures


async def demo(folder: Path) -> dict[str, float]:
    """Start the demo, until its table is there and until the first move is made."""
    async with shown(folder, *SIAM, "demo") as (_, timed, began):
        table = await timed.until_seen("You are watching.")
        return {"demo: first sign": timed.times[0] - began, "demo: table": table - began}


async def serve(folder: Path) -> dict[str, float]:
    """Serve a lobby until its link is printed."""
    async with shown(folder, *SIAM, "serve", "--port", "0") as (_, timed, began):
        return {"serve: link": await timed.until_seen("siam://") - began}


async def help_text(folder: Path) -> dict[str, float]:
    """Print the help."""
    async with shown(folder, *SIAM, "--help") as (_, timed, began):
        return {"siam --help": await timed.until_seen("--help ") - began}


async def empty(folder: Path) -> dict[str, float]:
    """Start an empty Textual app."""
    async with shown(folder, sys.executable, "-c", EMPTY) as (_, timed, began):
        return {"an empty app": await timed.until_seen("ready") - began}


async def measure(folder: Path) -> dict[str, float]:
    """Measure everything once."""
    figures: dict[str, float] = {}
    parts = {
        "empty": empty(folder),
        "help": help_text(folder),
        "deal at once": deal(folder, 0),
        "deal, looked": deal(folder, LOOK),
        "demo": demo(folder),
        "serve": serve(folder),
    }
    for name, part in parts.items():
        before = processor_seconds()
        figures |= await part
        figures[f"processor time: {name}"] = processor_seconds() - before
    return figures


def processor_seconds() -> float:
    """Return the processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def main(rounds: int, folders: list[Path]) -> None:
    """Measure in turns, and print medians and ratios."""
    found: dict[Path, dict[str, list[float]]] = {each: defaultdict(list) for each in folders}
    for folder in folders:
        await measure(folder)  # Python compiles the modules, which it has done for a person
    for _ in range(rounds):
        for folder, figures in found.items():
            for name, seconds in (await measure(folder)).items():
                figures[name].append(seconds)
    for folder, figures in found.items():
        print(folder)
        unit = median(figures["an empty app"])
        for name, values in figures.items():
            each = median(values)
            print(f"  {name:<28} {each * 1000:7.0f} ms {each / unit:6.2f} ×")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    asyncio.run(main(rounds, [ROOT, *map(Path, sys.argv[2:])]))
