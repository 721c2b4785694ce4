"""The deal as a short scene, in every game: it ends by itself or at any key, or is not shown."""

import pytest
from textual import events

from games.amber import Amber
from games.foreign_king import ForeignKing
from games.siam import Siam
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Look, Stage, Theatre, person, stage

HIDDEN = Look().glyphs.hidden
GAMES = {"siam": Siam, "foreign-king": ForeignKing, "amber": Amber}
BOARDS = {"siam": "#queue", "foreign-king": "#map", "amber": "#areas"}
OPEN = {"siam": "8", "foreign-king": " empty", "amber": "7"}
"""What is on each board once everything lies open."""


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


def theatre(name, level, moves=0):
    if moves:
        table = stage(2, moves)
    else:
        game = GAMES[name]()
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


async def test_it_is_shown_at_the_start_and_ends_with_everything_open(name, monkeypatch):
    monkeypatch.setattr("siam_tui.games.table_body.STEP_SECONDS", 0.02)
    app = theatre(name, "full")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and body(app).deal_step is not None)
        await until(pilot, lambda: body(app).deal_step is None)
        await until(pilot, lambda: OPEN[name] in text(app, BOARDS[name]))
        assert HIDDEN not in text(app, BOARDS[name])
        await until(pilot, lambda: text(app, "#outlook"))


async def test_any_key_ends_it_and_is_taken(name, monkeypatch):
    monkeypatch.setattr("siam_tui.games.table_body.STEP_SECONDS", 3600)
    app = theatre(name, "full")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and body(app).deal_step is not None)
        await until(pilot, lambda: text(app, BOARDS[name]))
        assert OPEN[name] not in text(app, BOARDS[name])
        assert not text(app, "#outlook")
        option = app.screen.controller.draft.options[0]
        key = option.key.lower()
        app._driver.send_message(events.Key(key, key))
        await until(pilot, lambda: body(app).deal_step is None)
        await until(pilot, lambda: app.screen.controller.draft.choices)
        assert app.screen.controller.draft.choices[0] == option.choice
        await until(pilot, lambda: OPEN[name] in text(app, BOARDS[name]))


async def test_it_is_off_with_animations_off(name):
    app = theatre(name, "none")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and OPEN[name] in text(app, BOARDS[name]))
        assert body(app).deal_step is None


async def test_a_game_that_has_begun_is_not_dealt_again():
    app = theatre("siam", "full", moves=5)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: body(app) and text(app, "#queue"))
        assert body(app).deal_step is None
