"""What has just changed glows for a moment where much may move, and never holds up a key."""

import pytest
from textual import events

from siam_tui.games.map_board import widget
from siam_tui.games.map_board.widget import BoardMap
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.stage import Theatre, stage


async def pass_once(pilot):
    """Pass, so that it is the opponent's turn."""
    await pilot.press("p", "enter")
    await pilot.pause()


async def opponent_moves(pilot, table):
    """Play the opponent's turn with a card, so that the map changes."""
    game = table.game
    card_move = next(move for move in game.moves(table.position) if move.card == "1")
    table.play(game.format_move(card_move))
    table.tell(1)
    await pilot.pause()


@pytest.mark.parametrize(("level", "glows"), [("none", False), ("basic", False), ("full", True)])
async def test_an_opponent_s_move_glows_only_where_animation_is_full(level, glows):
    table = stage(2)
    app = Theatre(table)
    app.animation_level = level
    async with app.run_test() as pilot:
        board = app.screen.query_one(BoardMap)
        heats = []

        def warmer(heat):
            heats.append(heat)

        app.screen.watch(board, "heat", warmer, init=False)
        await pass_once(pilot)
        await opponent_moves(pilot, table)
        await pilot.wait_for_animation()
        assert (max(heats, default=0) > 0) == glows
        assert board.heat == 0


async def test_keys_are_taken_while_it_glows(monkeypatch):
    table = stage(2)
    app = Theatre(table)
    app.animation_level = "full"
    async with app.run_test() as pilot:
        await pass_once(pilot)
        await pilot.wait_for_animation()
        # Only now: a pilot that presses a key waits until what glows has gone out.
        monkeypatch.setattr(widget, "GLOW_SECONDS", 60)
        await opponent_moves(pilot, table)
        app._driver.send_message(events.Key("p", "p"))
        await until(pilot, lambda: app.screen.controller.draft.move == "pass")
        board = app.screen.query_one(BoardMap)
        assert board.heat > 0
        app.animator.force_stop_animation(board, "ember")  # nothing is left that may be awaited
