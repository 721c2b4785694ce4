"""Hands at the keyboard and on the mouse, for the tests of the table's screen."""

from siam_tui.games.map_board.outline import rooms
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.table.bar.move_bar import MoveBar, place_options
from siam_tui.ui.key_footer import key_label

SIZE = (80, 24)


def bar_of(app):
    return app.screen.query_one(MoveBar).bar


def text(app, selector):
    return app.screen.query_one(selector).render().plain


def footer(app):
    return {
        key_label(active.binding.description)
        for active in app.screen.active_bindings.values()
        if active.binding.show and active.node is app.screen
    }


def key_of(option):
    return {"Enter": "enter", "Esc": "escape"}.get(option.key, option.key.lower())


async def click_option(pilot, key):
    bar = pilot.app.screen.query_one(MoveBar)
    placed = next(p for p in place_options(bar.bar, bar.size) if p.option.key == key)
    await pilot.click(MoveBar, offset=(placed.xs.start + 1, placed.y))


async def click_province(pilot, province):
    board = pilot.app.screen.query_one(BoardMap)
    box = rooms(board.picture.shape)[province]
    await pilot.click(BoardMap, offset=(board.picture.x + box.x + 1, board.picture.y + box.y))
