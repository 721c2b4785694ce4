"""Asks a visitor for the language they want to read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.app.themed_app import ThemedApp
from siam_tui.profile.language import use_language
from siam_tui.ui.panel_screen import PanelList, PanelScreen
from siam_tui.ui.text_widgets import Static
from texts import LANGUAGES, language, say


class LanguageList(PanelList):
    """The languages; Enter is named among the keys, as it is the list's own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "app/name/continue")]


class LanguageScreen(PanelScreen[str]):
    """The languages, named in themselves; the one under the cursor is spoken at once.

    Dismisses with the chosen one.
    """

    PANEL_TITLE = say("app/language/title")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "back", show=False)]
    DEFAULT_CSS: ClassVar[str] = "LanguageScreen #panel Static { margin-top: 1; }"

    def __init__(self, themed_app: ThemedApp) -> None:
        """Prepare; the language that is spoken now is proposed."""
        super().__init__()
        self._themed_app = themed_app

    def body(self) -> Iterable[Widget]:
        """Show the languages."""
        yield LanguageList(*(Option(name, id=short) for short, name in LANGUAGES.items()))
        yield Static(say("app/language/later"))

    def on_mount(self) -> None:
        """Begin with the language that is proposed."""
        menu = self.query_one(LanguageList)
        menu.highlighted = list(LANGUAGES).index(language())
        menu.focus()

    @on(LanguageList.OptionHighlighted)
    def _speak(self, event: LanguageList.OptionHighlighted) -> None:
        if event.option_id and event.option_id != language():
            use_language(event.option_id)
            self._themed_app.retell()

    @on(LanguageList.OptionSelected)
    def _choose(self, event: LanguageList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer no way back: the proposed language is chosen as quickly."""
        return action != "back"
