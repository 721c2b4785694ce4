"""Spectators see the chances live where the table allows it, and players never do."""

import asyncio

from protocol.states import Terms
from tests.patience import PATIENCE
from tests.siam_tui.table.hands import bar_of, text
from tests.siam_tui.table.stage import Theatre, stage

OPEN = Terms(open_analysis=True)


async def test_nobody_else_sees_them():
    for me, terms, why in (
        ("key-Ann", OPEN, "Only spectators may see the chances of all sides"),
        ("key-Eve", Terms(), "This table does not show spectators the chances"),
    ):
        app = Theatre(stage(2, 4, me=me, terms=terms))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert not screen.chances.may_show(screen.view)
            await pilot.press("a")
            await pilot.pause()
            assert not screen.chances.shown
            assert bar_of(app).notice.startswith(why)


async def test_a_spectator_sees_them_and_they_go_on_with_the_game():
    whole = stage(2, 6, me="key-Eve", terms=OPEN)
    table = stage(2, 3, me="key-Eve", terms=OPEN)
    app = Theatre(table)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        await pilot.press("a")
        await until_thought(pilot, app, 3)
        assert "Ann" in text(app, "#entries")
        table.positions, table.texts = whole.positions[:5], whole.texts[:4]
        table.tell()
        await until_thought(pilot, app, 4)
        await pilot.press("a")
        await pilot.pause()
        assert " %" not in text(app, "#entries")


async def until_thought(pilot, app, moves):
    """Wait until so many moves are thought about."""
    async with asyncio.timeout(PATIENCE):
        while len(app.screen.chances._live.verdicts) < moves:
            await pilot.pause(0.05)
    await pilot.pause()
    assert " %" in text(app, "#entries")
