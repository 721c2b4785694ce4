"""The footer tells what can be done now, and touches only what has changed."""

import inspect
from pathlib import Path
from typing import ClassVar

import pytest
from textual.app import App
from textual.binding import Binding
from textual.command import CommandPalette
from textual.widgets._footer import FooterKey
from textual.widgets._toast import Toast

from client.lobby_mirror import Companion
from siam_tui.app.app import SiamApp
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.dialogs import LeaveScreen
from siam_tui.ui.key_footer import KeyFooter
from tests.siam_tui.app.stage import app_of, until, until_screen
from tests.siam_tui.table.stage import Theatre, stage


class Keys(App):
    """An app some of whose keys can be pressed."""

    BINDINGS: ClassVar = [Binding(key, key, key.upper()) for key in "abcd"]
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, able):
        super().__init__()
        self.able = able

    def compose(self):
        yield KeyFooter()

    def check_action(self, action, parameters):
        return action in self.able or len(action) > 1

    @property
    def keys(self):
        return [key for key in self.query(FooterKey) if key.description]


async def test_keys_come_in_their_order_and_go_and_the_others_stay():
    app = Keys("ac")
    async with app.run_test() as pilot:
        await pilot.pause()
        before = {key.description: key for key in app.keys}
        assert list(before) == ["A", "C"]
        app.able = "bcd"
        app.refresh_bindings()
        await pilot.pause()
        assert [key.description for key in app.keys] == ["B", "C", "D"]
        assert app.keys[1] is before["C"]


async def test_when_nothing_has_changed_no_key_is_made_anew():
    app = Keys("abc")
    async with app.run_test() as pilot:
        await pilot.pause()
        before = app.keys
        app.refresh_bindings()
        await pilot.pause()
        assert all(one is other for one, other in zip(app.keys, before, strict=True))


async def test_a_key_that_stands_elsewhere_now_moves():
    app = Keys("abc")
    async with app.run_test() as pilot:
        await pilot.pause()
        first = app._bindings.key_to_bindings.pop("a")
        app._bindings.key_to_bindings["a"] = first
        app.refresh_bindings()
        await pilot.pause()
        assert [key.description for key in app.keys] == ["B", "C", "A"]


class ManyKeys(Keys):
    """An app with more keys than a narrow footer has room for."""

    BINDINGS: ClassVar = [
        *(Binding(key, key, f"Do something with {key}") for key in "abcd"),
        Binding("question_mark", "help", "Help"),
        Binding("q", "leave", "Leave"),
    ]


async def test_the_way_out_and_the_help_are_never_cut_off():
    app = ManyKeys("abcd")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert [key.description for key in app.keys[-2:]] == ["Help", "Leave"]
        assert all(key.region.right <= 80 for key in app.keys), "a key is shown whole or not"
        assert len(app.keys) == 4
        await pilot.resize_terminal(12, 24)
        await until(pilot, lambda: [key.description for key in app.keys] == ["Leave", "Help"])
        await pilot.resize_terminal(200, 24)
        await until(pilot, lambda: app.keys[-1].description == "Leave")


async def test_another_key_at_a_table_changes_no_order_and_takes_no_way_out():
    table = stage(3, 6, to_move=1, people=(Companion("key-Eve", "Eve"),))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()

        def shown():
            return [key.description for key in app.screen.query_one(KeyFooter).query(FooterKey)]

        before = shown()
        assert {"Talk", "End early", "Leave"} <= set(before)
        table.undoable = table.seat
        table.tell()
        await until(pilot, lambda: "Take back" in shown())
        assert [each for each in shown() if each in before] == [
            each for each in before if each in shown()
        ]
        assert {"End early", "Help", "Leave"} <= set(shown())
        keys = app.screen.query_one(KeyFooter).query(FooterKey)
        assert all(key.region.right <= 80 for key in keys)


async def test_the_palette_shows_its_own_keys(tmp_path):
    app = app_of(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+p")
        palette = await until_screen(pilot, CommandPalette)
        await until(pilot, lambda: list(palette.query(FooterKey)))
        assert [each.description for each in palette.query(FooterKey)] == [
            "Exit the command palette"
        ]
        assert palette.query_one(KeyFooter).region == (0, 23, 80, 1)
        await app.leave()


def is_toast(widget):
    return isinstance(widget, Toast)


def toasts_on(screen):
    """Return where notifications are seen."""
    places = screen._compositor.visible_widgets
    shown = [clip.intersection(place) for each, (place, clip) in places.items() if is_toast(each)]
    return [each for each in shown if each.area]


class Table(Theatre):
    """An app with nothing but a table, which shows notifications where the real app does."""

    CSS_PATH = Path(inspect.getfile(SiamApp)).with_name(SiamApp.CSS_PATH)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_a_notification_at_a_table_covers_no_title_log_or_keys(size):
    app = Table(stage(3, 7))
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        for number in range(2):
            app.notify(f"Somebody says something long number {number}. ", title="A title")
        await until(pilot, lambda: len([t for t in app.screen.query(Toast) if t.size]) == 2)
        toasts = toasts_on(app.screen)
        assert toasts
        read = [each.region for each in app.screen.query("#title, #bar, KeyFooter")]
        log = app.screen.query_one("#log").region
        read.append(log.crop_size((log.width, 1)).translate((0, log.height - 1)))
        assert not any(toast.overlaps(other) for toast in toasts for other in read)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize(("key", "panel"), [("", "#home"), ("b", "#panel"), ("comma", "#panel")])
async def test_a_notification_covers_no_panel_and_no_keys(tmp_path, size, key, panel):
    app = app_of(tmp_path)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        home = app.screen
        await pilot.press(*filter(None, [key]))
        await until(pilot, lambda: not key or app.screen is not home)
        app.notify("This game is kept: choose Go on.", title="Your game waits")
        await until(pilot, lambda: [each for each in app.screen.query(Toast) if each.size])
        toasts = toasts_on(app.screen)
        assert toasts
        read = [each.region for each in app.screen.query(f"{panel}, KeyFooter")]
        assert len(read) == 2
        assert not any(toast.overlaps(other) for toast in toasts for other in read)
        await app.leave()


@pytest.mark.usefixtures("own_folders")
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize("help_is_open", [False, True])
async def test_a_notification_covers_neither_the_lobby_nor_the_help(
    tmp_path, link, size, help_is_open
):
    app = app_of(tmp_path, Start(link))
    async with app.run_test(size=size, notifications=True) as pilot:
        screen = await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        if help_is_open:
            await pilot.press("question_mark")
            screen = await until_screen(pilot, RulesScreen)
        page = screen.query_one("#page" if help_is_open else "#lobby")
        height = page.region.height
        app.notify("Your turn", title="King of Siam")
        app.notify("Your table is gone: its game was over, and all have left it.")
        await until(pilot, lambda: len([each for each in screen.query(Toast) if each.size]) == 2)
        toasts = toasts_on(screen)
        assert len(toasts) == 2
        read = [each.region for each in screen.query("#lobby, #page, #chapters, KeyFooter")]
        assert not any(toast.overlaps(other) for toast in toasts for other in read)
        assert page.region.height < height
        app.clear_notifications()
        await until(pilot, lambda: page.region.height == height)
        await app.leave()


async def test_no_key_stands_twice_when_keys_and_size_change_at_once():
    app = Keys("a")
    async with app.run_test() as pilot:
        await pilot.pause()
        app.able = "abcd"
        footer = app.query_one(KeyFooter)
        footer.on_resize()
        app.refresh_bindings()
        await until(pilot, lambda: len(app.keys) >= 4)
        await pilot.pause()
        assert [key.description for key in app.keys] == ["A", "B", "C", "D"]


@pytest.mark.parametrize("size", [(80, 22), (80, 24), (200, 60)], ids=str)
async def test_a_dialog_shows_its_own_keys_in_place_of_those_below_it(size):
    app = Theatre(stage(3, 7))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("q")
        dialog = await until_screen(pilot, LeaveScreen)
        await until(pilot, lambda: list(dialog.query(FooterKey)))
        shown = dialog.query_one(KeyFooter)
        assert [key.description for key in shown.query(FooterKey)] == [
            "Stay",
            "Away for now",
            "Leave",
        ]
        assert shown.region == (0, size[1] - 1, size[0], 1), "no key below it is seen"
        assert not dialog.query_one("#ask").region.overlaps(shown.region)
