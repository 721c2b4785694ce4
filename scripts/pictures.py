"""Draw the README's pictures: the real app, its own server and bots, photographed while it plays.

Run it from the top of the project::

    python -m scripts.pictures

The setup is dealt anew each time, so the pictures differ from run to run.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from random import Random

from textual.pilot import Pilot
from textual.screen import Screen

from client.changes import TableChanged
from client.client import Client
from client.table_rules import rules_of_table
from games.registry import spec_of
from protocol.commands import PlayMove
from protocol.states import TableState
from siam_tui.app.app import SiamApp
from siam_tui.learn.screen import LessonScreen
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.profile.profiles import Profile
from siam_tui.table.screen import TableScreen
from siam_tui.ui.text_widgets import Select

PICTURES = Path("docs/pictures")
SIZE = (100, 32)
TURNS = 5
"""Own turns played before the table is photographed."""


async def draw() -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        # Neither the terminal nor the lobbies of whoever draws them are to be seen.
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", SIAM_LAN="off")
        os.environ["SIAM_LOBBIES"] = folder
        await photograph_table("table", of_ann(folder, "siam"), "siam", "IZKTRLM")
        await photograph_table("amber", of_ann(folder, "amber"), "amber", "MSWVYK1")
        other = of_ann(folder, "foreign-king")
        await photograph_table("foreign-king", other, "foreign-king", "KVPG")
        await photograph("lesson", of_ann(folder, "study"), "t", LessonScreen)
        await photograph("practice", of_ann(folder, "study"), "p", PuzzleScreen)


def of_ann(folder: str, name: str) -> Profile:
    """Return a profile of Ann with a name of its own: each keeps a game."""
    profile = Profile(Path(folder) / name)
    profile.remember_name("Ann")
    return profile


async def photograph_table(name: str, profile: Profile, game: str, keys: str) -> None:
    """Photograph home, and a table of a game in the middle, after the first key that is offered."""
    app = SiamApp(profile, Start(game=game))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        save(app, "home")
        await pilot.press(await play_some_turns(app, pilot, keys))
        await pilot.pause()
        save(app, name)
        await app.leave()


async def photograph(name: str, profile: Profile, key: str, wanted: type[Screen[None]]) -> None:
    """Go from home by a key, and by Enter as far as a screen; photograph that."""
    app = SiamApp(profile, Start())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press(key)
        while not isinstance(app.screen, wanted):
            await pilot.pause()
            await pilot.press("enter")
        await pilot.pause()
        save(app, name)


async def play_some_turns(app: SiamApp, pilot: Pilot[None], keys: str) -> str:
    """Play against the bots until the table has something to show; return an offered key."""
    await pilot.press("b")
    while not (isinstance(app.screen, BotsScreen) and app.screen.is_mounted):
        await pilot.pause()
    for field, value in {"players": 3, "bot1": "greedy", "bot2": "greedy"}.items():
        app.screen.query_one(f"#{field}", Select).value = value
    await pilot.press("ctrl+s")
    while app.session is None or not app.session.table:
        await pilot.pause()
    client, table = app.session.client, app.session.table
    random, turns = Random(3), 0
    while True:
        state = await own_turn(client, table)
        rules = rules_of_table(state)
        position = rules.parse(state.position)
        await pilot.pause()
        screen = app.screen
        options = screen.controller.draft.options if isinstance(screen, TableScreen) else ()
        offered = [key for key in keys if key in {option.key for option in options}]
        if turns >= TURNS and offered:
            return offered[0].lower()
        turns += 1
        move = spec_of(state.game).greedy(rules, position, random)
        text = rules.format_move(move)
        await client.request(PlayMove(table, state.game_number, state.ply, text))


async def own_turn(client: Client, table: str) -> TableState:
    """Return the table once it is the person's turn."""
    async with client.changes() as changes:
        state = client.table(table)
        while state is None or not mine(state):
            change = await anext(changes)
            if isinstance(change, TableChanged):
                state = change.state
    return state


def mine(state: TableState) -> bool:
    """Return whether the person on the first seat is to move."""
    if state.viewer != 0 or not state.position:
        return False
    rules = rules_of_table(state)
    return rules.turn(rules.parse(state.position)) == 0


def save(app: SiamApp, name: str) -> None:
    """Write what the app shows now."""
    PICTURES.joinpath(f"{name}.svg").write_text(app.export_screenshot(title="siam"))


if __name__ == "__main__":
    asyncio.run(draw())
