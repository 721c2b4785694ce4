"""The deal as a short scene, in every game: it ends by itself or at any key, or is not shown."""

import pytest
from textual import events

from games.registry import game_of
from siam_tui.ui.text_line import DiffedText
from tests.installed_games import OURS
from tests.siam_tui.app.stage import until, until_still
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Stage, Theatre, person, stage


@pytest.fixture(params=OURS)
def name(request):
    return request.param


def theatre(name, level, moves=0):
    if moves:
        table = stage(2, moves)
    else:
        game = game_of(name)
        start = game.new(2, 5)
        mine = game.turn(start)
        seats = [person(1), person(1)]
        seats[mine] = person(0)
        table = Stage(game, [start], [], tuple(seats))
    app = Theatre(table)
    app.animation_level = level
    return app


def body(app):
    return app.screen._body


def shown(app):
    """Return all that the middle of the table says."""
    return [each.render().plain for each in body(app).query(DiffedText)]


def first_key(app):
    return app.screen.controller.draft.options[0].key.lower()


async def press_first_key(app, pilot):
    """Press the key of the first choice, and wait until it is made."""
    key = first_key(app)
    app._driver.send_message(events.Key(key, key))
    await until(pilot, lambda: app.screen.controller.draft.choices)
    await until_still(pilot)


async def open_table(name, *, after_a_key=False):
    """Return what the table says once everything lies open."""
    app = theatre(name, "none")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and text(app, "#outlook"))
        assert body(app).deal_step is None, "it is off with animations off"
        if after_a_key:
            await press_first_key(app, pilot)
        return shown(app)


async def test_it_is_shown_at_the_start_and_ends_with_everything_open(name, monkeypatch):
    monkeypatch.setattr("siam_tui.games.table_body.STEP_SECONDS", 0.02)
    app = theatre(name, "full")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and body(app).deal_step is not None)
        await until(pilot, lambda: body(app).deal_step is None)
        expected = await open_table(name)
        await until(pilot, lambda: shown(app) == expected)


async def test_any_key_ends_it_and_is_taken(name, monkeypatch):
    monkeypatch.setattr("siam_tui.games.table_body.STEP_SECONDS", 3600)
    opened, expected = await open_table(name), await open_table(name, after_a_key=True)
    app = theatre(name, "full")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and body(app).deal_step is not None)
        await until(pilot, lambda: any(shown(app)))
        assert not text(app, "#outlook")
        assert shown(app) != opened
        option = app.screen.controller.draft.options[0]
        await press_first_key(app, pilot)
        assert body(app).deal_step is None
        assert app.screen.controller.draft.choices[0] == option.choice
        await until(pilot, lambda: shown(app) == expected)


async def test_a_game_that_has_begun_is_not_dealt_again():
    app = theatre("siam", "full", moves=5)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and text(app, "#queue"))
        assert body(app).deal_step is None
