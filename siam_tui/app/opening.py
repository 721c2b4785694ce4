"""Opens the first screens of the app, as its start asked for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siam_tui.model.module_loader import load_module
from siam_tui.profile.remembered_games import LastGame

if TYPE_CHECKING:
    from siam_tui.app.app import SiamApp
    from siam_tui.model.door_visit import DoorVisit
    from siam_tui.model.start import Start


async def open_first(app: SiamApp, begin: Start) -> None:
    """Go where the player begins, and return when home is shown, or the app ends."""
    if app.visit is not None:
        await _visit_first(app, app.visit)
        return
    if begin.demo:
        demo = await load_module("siam_tui.app.demo")
        await demo.show_demo(app, begin.game)
        return
    LastGame(app.profile.folder).remember(begin.game)
    if begin.learning:
        app.home.busy("Opening the lessons ...")
        await (await app.navigator()).learn(begin.game)  # and then home, to play
    if begin.practising:
        app.home.busy("Opening the puzzles ...")
        await (await app.navigator()).practice(begin.game)  # and then home
    app.home.busy("")
    if begin.record is not None:
        await (await app.navigator()).watch_record(begin.record)
        app.exit()
        return
    if not begin.watching:
        await _ask_name_if_unknown(app)
    if begin.map_file:
        await (await app.navigator()).bot_game(begin.map_file)
    elif begin.link is not None:
        app.home.busy("Connecting ...")  # it takes a moment to load what the lobby needs
        navigator = await app.navigator()
        await navigator.join_link(begin.link, begin.password, watching=begin.watching)
        app.home.busy("")  # if it could not even begin to connect


async def _visit_first(app: SiamApp, visit: DoorVisit) -> None:
    """Go to the lobby that a visitor came for."""
    if not visit.watching:
        if not app.settings.name:  # not kept: the next login may have another name
            app.settings = app.settings.with_changes(name=app.profile.proposed_name())
        await _ask_name_if_unknown(app)
        app.show_home()
    if visit.greeting:
        app.notify(visit.greeting, timeout=20)
    await (await app.navigator()).visit_lobby(visit, visit.link)


async def _ask_name_if_unknown(app: SiamApp) -> None:
    while not app.settings.name:
        await app.ask_name()
