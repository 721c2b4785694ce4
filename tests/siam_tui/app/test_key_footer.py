"""The footer tells what can be done now, and touches only what has changed."""

from typing import ClassVar

from textual.app import App
from textual.binding import Binding
from textual.widgets._footer import FooterKey

from siam_tui.ui.key_footer import KeyFooter


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
