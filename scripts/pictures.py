"""Draw the README's pictures: the real app, its own server and bots, photographed while it plays.

Run it from the top of the project::

    python -m scripts.pictures

The setup is dealt anew each time, so the pictures differ from run to run.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

from textual.pilot import Pilot
from textual.screen import Screen

from client import Client, TableChanged
from games.registry import game_of
from protocol.messages import PlayMove, TableState
from siam_tui.app.app import SiamApp
from siam_tui.learn.screen import LessonScreen
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.profile.profiles import Profile
from siam_tui.ui.text_widgets import Select

PICTURES = Path("docs/pictures")
SIZE = (100, 32)
TURNS = 5
"""Own turns played before the table is photographed."""


async def draw() -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Profile(Path(folder) / "Ann")
        app = SiamApp(profile, Start(name="Ann"))
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            save(app, "home")
            await play_some_turns(app, pilot)
            await pilot.press("1")
            await pilot.pause()
            save(app, "table")
            await app.leave()
        await photograph("lesson", profile, "t", LessonScreen)
        await photograph("practice", profile, "p", PuzzleScreen)


async def photograph(name: str, profile: Profile, key: str, wanted: type[Screen[None]]) -> None:
    """Go from home by a key, and by Enter as far as a screen; photograph that."""
    app = SiamApp(profile, Start(name="Ann"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        while not isinstance(app.screen, wanted):
            await pilot.pause()
            await pilot.press("enter")
        await pilot.pause()
        save(app, name)


async def play_some_turns(app: SiamApp, pilot: Pilot[None]) -> None:
    """Play against the bots until the table has something to show."""
    await pilot.press("b")
    while not (isinstance(app.screen, BotsScreen) and app.screen.is_mounted):
        await pilot.pause()
    for field, value in {"players": 3, "bot1": "greedy", "bot2": "greedy"}.items():
        app.screen.query_one(f"#{field}", Select).value = value
    await pilot.press("ctrl+s")
    while app.session is None or not app.session.table:
        await pilot.pause()
    client, table = app.session.client, app.session.table
    random = Random(3)
    for turn in range(TURNS + 1):
        state = await own_turn(client, table)
        if turn == TURNS:
            break
        game = game_of(state.game, map_text=state.map, options=frozenset(state.options))
        position = game.parse(state.position)
        without_exchange = [
            move for move in map(game.format_move, game.moves(position)) if move[0] in "KTRLM"
        ]
        move = random.choice(without_exchange)
        await client.request(PlayMove(table, state.game_number, state.ply, move))
    await pilot.pause()


async def own_turn(client: Client, table: str) -> TableState:
    """Return the table once it is the person's turn."""
    async with client.changes() as changes:
        state = client.table(table)
        while not mine(state):
            change = await anext(changes)
            if isinstance(change, TableChanged):
                state = change.state
    assert state is not None
    return state


def mine(state: TableState | None) -> bool:
    """Tell whether the person on the first seat is to move."""
    return state is not None and state.viewer == 0 and state.position.split(" ")[3] == "0"


def save(app: SiamApp, name: str) -> None:
    """Write what the app shows now."""
    PICTURES.joinpath(f"{name}.svg").write_text(app.export_screenshot(title="siam"))


if __name__ == "__main__":
    asyncio.run(draw())
