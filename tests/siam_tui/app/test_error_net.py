"""The last net: an error in a part of the screen is told and logged, and the game goes on."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.screen import Screen

from siam_tui.app.home import HomeScreen
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.controller import TableController
from siam_tui.table.reference import ReferenceScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.text_widgets import Static
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, until, until_screen
from tests.siam_tui.table.stage import stage


class BugError(Exception):
    """What is not expected."""


def fail(*_args, **_options):
    raise BugError("a bug")


async def fail_later(*_args, **_options):
    raise BugError("a bug")


@asynccontextmanager
async def piloted(app):
    async with app.run_test(notifications=True) as pilot:
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def at_a_table(folder):
    """Show a table in the app, with the player to move."""
    async with piloted(app_of(folder)) as pilot:
        await pilot.app.push_screen(TableScreen(stage(), "T1"))
        await until(pilot, lambda: pilot.app.screen.draft.builder is not None)
        yield pilot


def told(app):
    return [each.message for each in app._notifications if each.title == "A bug"]


def forgiven(app):
    """Return the error that would fail a test, and forget it."""
    error, app._exception = app._exception, None
    app._exception_event.clear()
    return error


async def survived(pilot, survived_bugs):
    """Wait until a bug was told; check that it was logged, and would have failed this test."""
    app = pilot.app
    await until(pilot, lambda: app._exception is not None)
    assert isinstance(forgiven(app), BugError)
    await until(pilot, lambda: told(app))
    assert "because of a bug" in told(app)[0]
    assert survived_bugs[0].exc_info[0] is BugError
    survived_bugs.clear()
    app.clear_notifications()


async def plays_on(pilot):
    """Play a move by keys; check that the table takes it."""
    controller = pilot.app.screen.controller
    before = controller.view.state.ply
    await pilot.press("p")
    await pilot.press("enter")
    await until(pilot, lambda: controller.view.state.ply > before)


async def test_an_action_that_fails(tmp_path, monkeypatch, survived_bugs):
    async with at_a_table(tmp_path) as pilot:
        monkeypatch.setattr(TableScreen, "action_help", fail)
        await pilot.press("?")
        await survived(pilot, survived_bugs)
        await plays_on(pilot)


async def test_a_key_or_a_click_that_fails(tmp_path, monkeypatch, survived_bugs):
    async with at_a_table(tmp_path) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(TableScreen, "end_deal", fail)  # at every key
            await pilot.press("t")
            await survived(pilot, survived_bugs)
        with monkeypatch.context() as broken:
            broken.setattr("siam_tui.table.bar.move_bar.place_options", fail)
            await pilot.click(MoveBar)
            await survived(pilot, survived_bugs)
        await plays_on(pilot)


async def test_a_worker_and_a_timer_that_fail(tmp_path, survived_bugs):
    async with at_a_table(tmp_path) as pilot:
        pilot.app.screen.run_task(fail_later, "hint")
        await survived(pilot, survived_bugs)
        pilot.app.screen.set_timer(0.01, fail)
        await survived(pilot, survived_bugs)
        await plays_on(pilot)


async def test_news_that_cannot_be_shown_do_not_end_the_following(
    tmp_path, monkeypatch, survived_bugs
):
    async with at_a_table(tmp_path) as pilot:
        controller = pilot.app.screen.controller
        with monkeypatch.context() as broken:
            broken.setattr(TableController, "receive", fail)
            controller.source.tell()
            await survived(pilot, survived_bugs)
        controller.source.tell()
        await until(pilot, lambda: controller.view.state.revision == controller.source.revision)
        await plays_on(pilot)


@pytest.mark.parametrize("part", ["compose", "on_mount"])
async def test_a_screen_that_cannot_be_put_up_goes(tmp_path, monkeypatch, survived_bugs, part):
    async with at_a_table(tmp_path) as pilot:
        table = pilot.app.screen
        with monkeypatch.context() as broken:
            broken.setattr(ReferenceScreen, part, fail, raising=False)
            await pilot.press("f1")
            await survived(pilot, survived_bugs)
            await until(pilot, lambda: pilot.app.screen is table)
            await pilot.pause()
        forgiven(pilot.app)  # what its other parts missed
        survived_bugs.clear()
        await plays_on(pilot)
        await pilot.press("f1")
        await until_screen(pilot, ReferenceScreen)


async def test_a_part_of_a_screen_that_cannot_be_put_up_takes_the_screen_along(
    tmp_path, survived_bugs
):
    class Broken(Static):
        on_mount = fail

    class BrokenScreen(Screen[None]):
        def compose(self):
            yield Broken("")

    async with piloted(app_of(tmp_path)) as pilot:
        await pilot.app.push_screen(BrokenScreen())
        await survived(pilot, survived_bugs)
        await until_screen(pilot, HomeScreen)


async def errors_without_end(app):
    async with piloted(app) as pilot:
        for _ in range(20):
            app.call_later(fail)
        await until(pilot, lambda: app._exit or not app.is_running)


async def test_errors_without_end_end_the_app(tmp_path, survived_bugs):
    app = app_of(tmp_path)
    with pytest.raises(BugError):
        await errors_without_end(app)
    assert app.return_code == 1
    assert survived_bugs
    survived_bugs.clear()


@pytest.mark.parametrize("part", ["compose", "on_mount"])
async def test_an_app_that_cannot_start_ends(tmp_path, monkeypatch, part):
    monkeypatch.setattr(HomeScreen, part, fail)
    app = app_of(tmp_path)
    with pytest.raises(BugError):
        async with asyncio.timeout(PATIENCE), app.run_test():
            pass
    assert app.return_code == 1
