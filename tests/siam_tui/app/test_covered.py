"""A screen that cannot be seen is not painted, and is right again when it is seen."""

from textual.app import App
from textual.screen import ModalScreen, Screen

from siam_tui.ui.panel_screen import is_covered


async def test_only_what_lets_nothing_through_covers_a_screen():
    async with App().run_test() as pilot:
        below = pilot.app.screen
        await pilot.app.push_screen(ModalScreen())
        assert not is_covered(below)
        await pilot.app.push_screen(Screen())
        assert is_covered(below)
        await pilot.app.push_screen(ModalScreen())
        assert is_covered(below)
        assert not is_covered(pilot.app.screen)
