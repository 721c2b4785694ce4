"""Whose clock runs is told of it while there is time left: at 60, 30 and 10 seconds."""

import asyncio
from dataclasses import dataclass, field

import pytest

from protocol.states import ClockState
from siam_tui.model.table_view import see
from siam_tui.plain.clock_warnings import ClockWarnings
from tests.server.clock import Clock
from tests.siam_tui.table.stage import stage

WARNINGS = ["Your clock: 1 minute.", "Your clock: 30 seconds.", "Your clock: 10 seconds."]


@dataclass
class Listener:
    """Keeps the lines written for a person who types, or for their script."""

    interactive: bool = True
    heard: list[str] = field(default_factory=list)

    async def read_line(self) -> str | None:
        return None

    def write_lines(self, *sentences: str) -> None:
        self.heard += sentences


@pytest.fixture
async def clock(monkeypatch):
    """The clock by which the event loop runs, too; it stands until the test moves it."""
    clock = Clock()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", clock)
    return clock


def at_table(seconds, to_move=None):
    """Return what Ann sees of a table at which so many seconds are left to everybody."""
    table = stage(2, 6, to_move=to_move)
    left = (seconds * 1000,) * 2
    table.clock = ClockState(left, table.position.turn)
    return see(table.state(), table.me)


async def after(clock, seconds):
    """Let so many seconds pass."""
    clock.now += seconds
    for _ in range(3):
        await asyncio.sleep(0)


async def test_each_warning_comes_when_so_much_is_left(clock):
    ann = Listener()
    ClockWarnings(ann, clock).update_clocks(at_table(90))
    for seconds, told in ((29, 0), (1, 1), (29, 1), (1, 2), (20, 3), (10, 3)):
        await after(clock, seconds)
        assert ann.heard == WARNINGS[:told]


async def test_what_is_over_already_is_not_warned_of(clock):
    ann = Listener()
    ClockWarnings(ann, clock).update_clocks(at_table(30))
    await after(clock, 30)
    assert ann.heard == WARNINGS[2:]


async def test_a_move_ends_the_warnings_and_so_does_leaving(clock):
    ann = Listener()
    clocks = ClockWarnings(ann, clock)
    clocks.update_clocks(at_table(90))
    await after(clock, 35)
    others_turn = 1 - at_table(90).position.turn
    clocks.update_clocks(at_table(90, to_move=others_turn))
    await after(clock, 90)
    clocks.update_clocks(at_table(90))
    clocks.cancel_warnings()
    await after(clock, 90)
    assert ann.heard == WARNINGS[:1]


async def test_a_script_is_not_warned(clock):
    script = Listener(interactive=False)
    ClockWarnings(script, clock).update_clocks(at_table(90))
    await after(clock, 90)
    assert script.heard == []
