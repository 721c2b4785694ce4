"""Screen of the settings: each choice is applied and saved at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import Field, fields
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from protocol.limits import MAX_NAME
from siam_tui.app.themed_app import ThemedApp
from siam_tui.appearance.style import Look
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.settings import name_choice, setting_choices
from siam_tui.profile.user_error import is_limited
from siam_tui.table.game_screen import GameScreen
from siam_tui.ui.form import Picker
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelScreen, row, trouble_line
from siam_tui.ui.text_widgets import Select, Static
from texts import Noun, say, tell


class SettingsScreen(PanelScreen[None]):
    """The settings, and a sample of how the board looks with them."""

    PANEL_TITLE = say("app/settings/title")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "app/key/back"),
        Binding("comma", "back", show=False),
        Binding("enter", "open_list", show=False),
    ]

    def __init__(self, themed_app: ThemedApp, game: str) -> None:
        """Prepare.

        Args:
            themed_app: the app whose settings the screen changes.
            game: the game of which the sample is.
        """
        super().__init__()
        self._game = game
        self._themed_app = themed_app

    def body(self) -> Iterable[Widget]:
        """Show a line for each setting."""
        now = self._themed_app.settings
        rows = (
            row(
                Noun("profile/setting", each.name),
                _setting_input(each, getattr(now, each.name)),
            )
            for each in fields(now)
            if not (each.name == "games" and is_limited())  # a visitor's number is fixed
        )
        yield Vertical(*rows, classes="form")
        yield Static(id="sample")
        yield trouble_line()

    def on_mount(self) -> None:
        """Focus the setting that is changed most often."""
        self.query_one("#palette").focus()
        self.wear(self._themed_app.look)

    def retell(self) -> None:
        """Tell the sample in the language that is spoken now."""
        super().retell()
        self.wear(self._themed_app.look)

    def wear(self, look: Look) -> None:
        """Draw the sample with another look."""
        self.query_one("#sample", Static).update(ui_of(self._game).look_sample(look))

    def action_open_list(self) -> None:
        """Open the list of the focused setting; Space does it in all forms."""
        if isinstance(self.focused, Picker):
            self.focused.action_show_overlay()

    @on(Select.Changed)
    def _change_choice(self, event: Select.Changed) -> None:
        assert event.select.id is not None
        if getattr(self._themed_app.settings, event.select.id) != event.value:
            self._change(event.select.id, event.value)

    @on(Input.Submitted)
    @on(Input.Blurred)
    def _change_name(self, event: Input.Submitted | Input.Blurred) -> None:
        name = clean_name(event.value)
        if not name:
            self.say(tell("app/name/no-letter"))
        elif name != self._themed_app.settings.name:
            self._change("name", name)

    def _change(self, key: str, value: object) -> None:
        self.say("")
        with self.showing_errors():
            self._themed_app.change_settings(**{key: value})


def _setting_input(setting: Field[object], value: object) -> Widget:
    choices = setting_choices(setting)
    if not choices:
        return LineInput(str(value), id=setting.name, max_length=MAX_NAME, compact=True)
    return Picker([(name_choice(setting, each), each) for each in choices], setting.name, value)


def shown_game(screens: Sequence[Screen[Any]], last: str) -> str:
    """Return the game of the uppermost table or record; if none is open, the last chosen one.

    Args:
        screens: the open screens, the uppermost one last.
        last: the short name of the game that was chosen last.
    """
    tables = (each for each in reversed(screens) if isinstance(each, GameScreen))
    names = [each.controller.view.game.name for each in tables if each.controller.view]
    known = shown_games()
    return next((each for each in (*names, last) if each in known), known[0])
