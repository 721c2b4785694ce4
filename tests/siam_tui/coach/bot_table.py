"""A table at which one person plays bots, and what its screen shows of hints."""

from dataclasses import replace

from client.lobby_mirror import Companion
from protocol.states import SeatState
from siam_tui.coach.advice import Advice
from siam_tui.model.table_view import see
from tests.siam_tui.app.stage import until
from tests.siam_tui.marked_texts import unmarked
from tests.siam_tui.table.hands import bar_of
from tests.siam_tui.table.stage import person, stage
from texts import tell

ANN, EVE = Companion("key-Ann", "Ann"), Companion("key-Eve", "Eve")
HINT = Advice(
    *("T:R@SUK+L@LUA+M@KEDxL@NAK", 0.41, False, 0.44, "pass", 0.28),
    complete=True,
    other_name="pass",
    advantage="Lan Na would go to the Lao.",
)


def against_bots(moves=7, **changes):
    """Return a table at which Ann is to move and plays two bots, alone from the beginning."""
    made = stage(3, moves)
    seats = [SeatState("bot", f"key-bot-{n}", "greedy bot", "greedy") for n in range(3)]
    seats[made.position.turn] = person(0)
    return replace(made, seats=tuple(seats), **{"shared": False, "people": (ANN,), **changes})


def sight_of(table):
    return see(table.state(), table.me)


def has_hint(app):
    """Return whether the bar shows a hint that gets no better."""
    return bar_of(app).question.startswith("Hint") and not app.screen.coach.thinking


def labels_of_enter(app):
    """Return what the bar says that Enter does."""
    return [option.label for option in bar_of(app).options if option.key == "Enter"]


async def hinted(pilot, monkeypatch, advice=HINT):
    """Ask for a hint, and be given this one."""

    async def found(*_):
        yield advice

    monkeypatch.setattr("siam_tui.table.hints.advice_for", found)
    await pilot.pause()
    await pilot.press("h")
    begin, *_ = unmarked(tell("table/hint/hint", move="|", reasons="")).split("|")
    await until(pilot, lambda: unmarked(bar_of(pilot.app).question).startswith(begin))
