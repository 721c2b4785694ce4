"""The board as a widget: it writes no more to the terminal than has changed."""

from dataclasses import replace

from textual.app import App

from siam_tui.appearance.style import Look
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.siam.board import BoardView, draw
from tests.siam_tui.table.stage import stage


class Shown(App):
    """A board, and nothing else."""

    def compose(self):
        yield BoardMap(draw, Look())


def rows(app):
    """Return what is on the screen, styles and all."""
    return [list(line) for line in app.screen._compositor.render_strips()]


async def test_only_what_differs_is_drawn_and_the_screen_is_as_if_all_was():
    table = stage(3, 4, seed=2)
    before, after = view_of(table, None), view_of(table, 3)
    app, whole = Shown(), Shown()
    async with app.run_test(size=(70, 26)) as pilot:
        board = app.query_one(BoardMap)
        board.view = before
        await pilot.pause()
        board.view = replace(before)
        assert not board._repaint_regions
        board.view = after
        dirty = sum(region.area for region in board._repaint_regions)
        assert 0 < dirty < board.size.area / 4
        await pilot.pause()
        shown = rows(app)
    async with whole.run_test(size=(70, 26)) as pilot:
        whole.query_one(BoardMap).view = after
        await pilot.pause()
        assert rows(whole) == shown


def view_of(table, cursor):
    """Return the board of a table, with the keyboard's cursor on a province."""
    return BoardView(table.game.map, table.position, cursor=cursor)
