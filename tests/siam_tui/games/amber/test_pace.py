"""The dummy's moves are shown one after the other; the table itself does not wait."""

from __future__ import annotations

import asyncio

import pytest

from siam_tui.table import paced_moves
from tests.patience import PATIENCE
from tests.siam_tui.games.amber.solo import solo
from tests.siam_tui.table.stage import Theatre

FOREVER = 1000.0


@pytest.fixture
def slow(monkeypatch):
    monkeypatch.setattr(paced_moves, "PACE_SECONDS", FOREVER)


def solo_with_two_answers():
    """Return a game, and a move after which the dummy moves twice or more."""
    for seed in range(50):
        stage = solo(seed)
        while not stage.is_over:
            move = stage.game.format_move(next(iter(stage.game.moves(stage.position))))
            ahead = solo(seed)
            ahead.positions, ahead.texts = list(stage.positions), list(stage.texts)
            ahead.play(move)
            ahead.play_dummy()
            if len(ahead.texts) - len(stage.texts) > 2 and not ahead.is_over:
                return stage, move
            stage.play(move)
            stage.play_dummy()
    raise AssertionError("no game has it")


def bar_of(app):
    return app.screen.bar.bar


async def played(app, pilot):
    """Return the stage after Ann's move, the dummy's moves being shown."""
    stage, move = app.client, app.move
    await pilot.pause()
    app.screen.play(move)
    await pilot.pause()
    return stage


def theatre():
    stage, move = solo_with_two_answers()
    app = Theatre(stage)
    app.animation_level = "full"
    app.move = move
    return app


async def test_the_state_is_there_at_once_and_the_picture_follows(slow):
    app = theatre()
    async with app.run_test(size=(80, 24)) as pilot:
        stage = await played(app, pilot)
        controller = app.screen.controller
        assert controller.view.state.ply == len(stage.texts)
        assert controller.view.my_turn
        first = controller.paced.shown
        assert first.end < len(stage.texts)
        assert controller.shown_log.end == first.end
        assert bar_of(app).title == "Dummy's move"
        assert bar_of(app).question.startswith("Dummy ")
        own = stage.position.seats[0].hand
        assert controller.shown_view.position.seats[0].hand == own
        assert controller.shown_view.position.seats[1].hand is None


async def test_any_key_goes_on_and_does_nothing_else(slow):
    app = theatre()
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot)
        options = {option.key for option in app.screen.draft.options}
        await pilot.press(min(options).lower())
        assert app.screen.controller.paced.shown is None
        assert not app.screen.draft.choices
        assert app.screen.controller.shown_log.end == len(app.client.texts)


async def test_a_click_goes_on(slow):
    app = theatre()
    async with app.run_test(size=(80, 24)) as pilot:
        await played(app, pilot)
        await pilot.click("#areas", offset=(5, 2))
        assert app.screen.controller.paced.shown is None
        assert not app.screen.draft.choices


async def test_each_move_is_shown_in_its_turn(monkeypatch):
    monkeypatch.setattr(paced_moves, "PACE_SECONDS", 0.01)
    app = theatre()
    async with app.run_test(size=(80, 24)) as pilot:
        seen, ended = [], asyncio.Event()
        await pilot.pause()
        show = app.screen.table_changed

        def note():
            shown = app.screen.controller.paced.shown
            if shown is not None:
                seen.append(shown.end)
            elif seen:
                ended.set()
            show()

        monkeypatch.setattr(app.screen, "table_changed", note)
        app.screen.play(app.move)
        await asyncio.wait_for(ended.wait(), PATIENCE)
        ends = list(dict.fromkeys(seen))
        assert len(ends) > 1
        assert ends == list(range(ends[0], len(app.client.texts) + 1))


async def test_without_animation_nothing_waits(slow):
    app = theatre()
    async with app.run_test(size=(80, 24)) as pilot:
        app.animation_level = "none"
        await played(app, pilot)
        assert app.screen.controller.paced.shown is None


async def test_whoever_comes_later_sees_the_table_as_it_is(slow):
    app = Theatre(solo(moves=3))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.controller.paced.shown is None
