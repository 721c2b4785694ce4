"""The app with a player of its own, driven by a pilot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from protocol.states import TableState
from siam_tui.app.app import SiamApp
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from siam_tui.table.screen import TableScreen
from tests.patience import PATIENCE


def app_of(folder: Path, begin: Start | None = None, name: str = "Ann") -> SiamApp:
    """Return the app of a player who keeps their files in a folder."""
    profile = Profile.named(folder, "default")
    if name:
        profile.remember_name(name)
    return SiamApp(profile, begin or Start())


@asynccontextmanager
async def piloted(app: SiamApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the app; at the end the lobby it is in is left."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        try:
            yield pilot
        finally:
            await app.leave()


async def until(pilot: Pilot[None], happened: Callable[[], object]) -> None:
    """Let the app go on until something has happened."""
    async with asyncio.timeout(PATIENCE):
        while not happened():
            await pilot.pause(0.02)


async def until_screen(pilot: Pilot[None], kind: type[Screen[object]]) -> Screen[object]:
    """Let the app go on until it shows a screen of this kind, laid out."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    await pilot.pause()
    return pilot.app.screen


async def until_still(pilot: Pilot[None]) -> None:
    """Let the app go on until it shows the same twice: nothing is on its way to the screen."""
    shown: list[list[Strip]] = [[]]

    def same() -> bool:
        shown[:] = shown[-1], pilot.app.screen._compositor.render_strips()
        return shown[0] == shown[1]

    await until(pilot, same)


async def deal(pilot: Pilot[None]) -> TableState:
    """Deal a game against bots from home as the form proposes it; return its table as it runs."""
    await pilot.press("b")
    await until_screen(pilot, BotsScreen)
    await pilot.press("enter")
    return await at_table(pilot)


async def at_table(pilot: Pilot[None]) -> TableState:
    """Return the table the app comes to, once its game runs."""
    await until_screen(pilot, TableScreen)
    app = pilot.app
    assert isinstance(app, SiamApp)
    assert app.session is not None
    client, table = app.session.client, app.session.table
    await until(pilot, lambda: (state := client.table(table)) and state.status == "running")
    state = client.table(table)
    assert state is not None
    return state


def text_of(app: SiamApp, selector: str) -> str:
    """Return what a Static of the present screen says."""
    return str(app.screen.query_one(selector).render())
