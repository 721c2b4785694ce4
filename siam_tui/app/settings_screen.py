"""How one wants the app to be: every choice is worn at once, and kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from protocol.messages import MAX_NAME
from siam_tui.app.themed_app import ThemedApp
from siam_tui.appearance.style import Look, chip
from siam_tui.appearance.theme import theme_names
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.settings import ANIMATIONS, ASCIIS, PALETTE_NAMES
from siam_tui.profile.user_error import UserError
from siam_tui.ui.line_input import LineInput
from siam_tui.ui.panel_screen import PanelScreen, row, trouble_line
from siam_tui.ui.picker import Picker
from siam_tui.ui.text_widgets import Select, Static

_PALETTES = {
    "classic": "classic: as in the printed game",
    "colour-blind": "colour-blind: apart in lightness too",
    "mono": "mono: letters and shades, no colours",
}
_ANIMATIONS = {
    "none": "none: everything at once",
    "basic": "basic: lists scroll smoothly",
    "full": "full: what was just played glows as well",
}
_ASCIIS = {
    "auto": "as the locale allows",
    "yes": "ASCII only",
    "no": "all signs",
}


class SettingsScreen(PanelScreen[None]):
    """The settings, and a sample of how the board looks with them."""

    PANEL_TITLE = "Settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back"),
        Binding("comma", "back", show=False),
    ]

    def __init__(self, dressed: ThemedApp) -> None:
        """Prepare.

        Args:
            dressed: the app whose settings they are.
        """
        super().__init__()
        self._dressed = dressed

    def body(self) -> Iterable[Widget]:
        """Show a line for each setting."""
        now = self._dressed.settings
        yield Vertical(
            row("Your name", LineInput(now.name, id="name", max_length=MAX_NAME, compact=True)),
            row("Palette", Picker(_palettes(), "palette", now.palette)),
            row("Theme", Picker([(name, name) for name in theme_names()], "theme", now.theme)),
            row("Characters", Picker([(_ASCIIS[a], a) for a in ASCIIS], "ascii", now.ascii)),
            row("Bell", _switch("bell", "rings when it is your turn", now.bell)),
            row("Notification", _switch("notifications", "while you look away", now.notifications)),
            row("Animation", Picker(_animations(), "animation", now.animation)),
            classes="form",
        )
        yield Static(id="sample")
        yield trouble_line()

    def on_mount(self) -> None:
        """Begin with what is most often changed."""
        self.query_one("#palette").focus()
        self.wear(self._dressed.look)

    def wear(self, look: Look) -> None:
        """Show the sample with another look."""
        self.query_one("#sample", Static).update(sample(look))

    @on(Select.Changed)
    def _chosen(self, event: Select.Changed) -> None:
        assert event.select.id is not None
        if getattr(self._dressed.settings, event.select.id) != event.value:
            self._change(event.select.id, event.value)

    @on(Input.Submitted)
    @on(Input.Blurred)
    def _named(self, event: Input.Submitted | Input.Blurred) -> None:
        name = clean_name(event.value)
        if not name:
            self.say("A name has at least one letter that can be seen.")
        elif name != self._dressed.settings.name:
            self._change("name", name)

    def _change(self, key: str, value: object) -> None:
        self.say("")
        try:
            self._dressed.change_settings(**{key: value})  # type: ignore[arg-type]  # as offered
        except UserError as trouble:
            self.say(str(trouble))


def _switch(key: str, told: str, value: bool) -> Picker[bool]:
    choices = [(f"on: {told}", True), ("off", False)]
    return Picker(choices, key, value)


def _palettes() -> list[tuple[str, str]]:
    return [(_PALETTES[name], name) for name in PALETTE_NAMES]


def _animations() -> list[tuple[str, str]]:
    return [(_ANIMATIONS[name], name) for name in ANIMATIONS]


def sample(look: Look) -> Content:
    """Return how followers, controllers, choices and tiles look."""
    glyphs, palette = look.glyphs, look.palette
    names = ("Rama", "Lao", "Malay", "British")
    factions = [
        Content.assemble(chip(f, look, f" {name[0]} "), f" {name}") for f, name in enumerate(names)
    ]
    flags = [chip(f, look, f" {glyphs.flag}{name[0]} {name} ") for f, name in enumerate(names)]
    tiles = [
        Content.styled(f" {glyphs.contested}1 Ayutthaya{glyphs.king} ", palette.contested_name),
        Content.assemble((" 2 ", palette.key), (" to choose ", palette.target)),
        Content.assemble((" 3 Kedah ", palette.cursor)),
    ]
    lines = (Content("   ").join(parts) for parts in (factions, flags, tiles))
    return Content("\n").join(lines)
