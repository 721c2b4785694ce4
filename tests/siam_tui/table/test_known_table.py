"""A table whose state is known when its screen opens: its board is there from the first frame."""

from asyncio import Event

import pytest
from textual.app import App

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.table.screen import TableScreen
from tests.siam_tui.table.hands import bar_of
from tests.siam_tui.table.stage import stage


class SlowStage:
    """A table that answers nobody who wants to follow it."""

    def __init__(self, table):
        self._table = table
        self.asked = Event()

    def __getattr__(self, name):
        return getattr(self._table, name)

    async def follow(self, _table):
        self.asked.set()
        await Event().wait()


@pytest.mark.parametrize("is_known", [True, False])
async def test_the_board_is_drawn_before_the_table_is_followed(is_known):
    table = stage(3, 4)
    source = SlowStage(table)
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        state = table.state() if is_known else None
        screen = TableScreen(source, "T1", look=Look(), state=state)
        await app.push_screen(screen)
        await source.asked.wait()
        await pilot.pause()
        assert bool(screen.query(BoardMap)) == is_known
        if is_known:
            assert screen.query_one(BoardMap).picture is not None
            assert "Your move" in bar_of(app).title
        else:
            assert "Coming to the table" in bar_of(app).question
