"""A table at which one person plays bots, and what its screen shows of hints."""

from dataclasses import replace

from client import Companion
from protocol.messages import SeatState
from siam_tui.model.table_view import see
from tests.siam_tui.table.hands import bar_of
from tests.siam_tui.table.stage import person, stage

ANN, EVE = Companion("key-Ann", "Ann"), Companion("key-Eve", "Eve")


def against_bots(moves=7, **changes):
    """Return a table at which Ann is to move and plays two bots, alone from the beginning."""
    made = stage(3, moves)
    seats = [SeatState("bot", f"key-bot-{n}", "greedy bot", "greedy") for n in range(3)]
    seats[made.position.turn] = person(0)
    return replace(made, seats=tuple(seats), **{"shared": False, "people": (ANN,), **changes})


def has_hint(app):
    """Return whether the bar shows a hint that gets no better."""
    return bar_of(app).question.startswith("Hint") and not app.screen.coach.thinking


def sight_of(table):
    return see(table.state(), table.me)
