"""An app that looks and sounds as its settings say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter, Monochrome
from textual.notifications import SeverityLevel
from textual.theme import Theme

from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look, Themeable, look_of
from siam_tui.appearance.theme import CONSOLE, DARK, themes, use_scroll_bars
from siam_tui.games.registry import tell_broken_games
from siam_tui.model.start import Start
from siam_tui.profile.key_settings import describe_keys, replaced_keys
from siam_tui.profile.language import use_language
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.settings import Settings
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.driver import TerminalDriver
from siam_tui.terminal.filters import ASCII_ONLY, COLOURLESS, TEXT_ONLY
from siam_tui.terminal.notifications import POP_TITLE, PUSH_TITLE, Turn, notification, title
from siam_tui.terminal.own_process import NO_SHELL
from siam_tui.terminal.standard_streams import terminal_encoding
from siam_tui.ui.retelling import retell
from texts import tell

_ENTER = "⏎↵"


class ThemedApp(App[None]):
    """An app that follows the settings of a profile, and keeps changes to them.

    Attributes:
        settings: the present ones.
        look: the signs and colours of the board, by the settings and what the terminal can show.
    """

    def __init__(self, profile: Profile, begin: Start) -> None:
        """Prepare.

        Args:
            profile: whose settings they are.
            begin: the options of the command line, which hold for this run.

        Raises:
            UserError: the settings cannot be read, or something in them is wrong.
        """
        super().__init__(driver_class=TerminalDriver)
        self.profile = profile
        self.settings = _settings_now(profile.settings(), begin)
        use_language(self.settings.language)
        self.look = self._make_look()
        self._told = begin.told
        self._broken_games = tell_broken_games() if begin.visit is None else ()
        self._terminal_title = ""
        self._changed_keys = profile.changed_keys()

    def start_theme(self) -> None:
        """Register the themes, apply the settings', and set the terminal's title."""
        self._terminal_title = self.TITLE or ""
        self._write_terminal(PUSH_TITLE + title(self._terminal_title))
        for name in self.available_themes:
            self.unregister_theme(name)
        for theme in themes():
            self.register_theme(theme)
        self._apply_settings()
        self.set_keymap(self._changed_keys)
        self.theme_changed_signal.subscribe(self, self._keep_theme)

    def new_key(self, key: str) -> str:
        """Return what replaces a usual key of the table; empty if nothing does."""
        return dict(replaced_keys(self._changed_keys, "table")).get(key, "")

    def describe_new_keys(self, where: str) -> str:
        """Return the keys that were changed in a place, as Markdown; empty for none."""
        return describe_keys(self._changed_keys, where)

    def change_settings(self, **changes: object) -> None:
        """Apply changed settings and keep them.

        Raises:
            UserError: they cannot be kept; they hold until the app ends.
        """
        self.settings = self.settings.with_changes(**changes)
        self._apply_settings()
        if "language" in changes:
            use_language(self.settings.language)
            self.retell()
        self.profile.change_settings(**changes)

    def retell(self) -> None:
        """Tell all screens in the language that is spoken now."""
        retell(self.screen_stack)

    def keep(self, **changes: object) -> None:
        """Apply changed settings; notify the player if they cannot be kept."""
        try:
            self.change_settings(**changes)
        except UserError as trouble:
            self.notify(str(trouble), severity="warning", timeout=20)

    def _make_look(self) -> Look:
        palette, ascii_only = self.settings.palette, self.settings.ascii
        return look_of(palette, ascii_only, terminal_encoding(), no_color=self.no_color)

    def _apply_settings(self) -> None:
        """Show all screens with the theme and look of the settings."""
        self.look = self._make_look()
        use_scroll_bars(ascii_only=self.look.glyphs is ASCII)
        self.theme = self._fitting_theme
        self.animation_level = self.settings.animation
        for screen in self.screen_stack:
            if isinstance(screen, Themeable):
                screen.wear(self.look)
            screen.refresh(layout=True)

    @property
    def _fitting_theme(self) -> str:
        """The theme of the settings; a terminal of 16 colours has one in place of the usual one."""
        few_colours = self.console.color_system == "standard"
        is_usual = self.settings.theme == DARK.name
        return CONSOLE.name if few_colours and is_usual else self.settings.theme

    def _keep_theme(self, theme: Theme) -> None:
        if theme.name not in (self.settings.theme, self._fitting_theme):
            self.keep(theme=theme.name)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a notification, as plain text: it often names people and tables.

        Args:
            message: the text.
            title: what stands above it.
            severity: how it is coloured.
            timeout: seconds for which it stays; None for the default.
            markup: ignored; screens and widgets pass theirs, which is on by default.
        """
        del markup
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    async def on_mount(self) -> None:
        """Show what the player was told before the app took the screen."""
        for told in filter(None, (self._told, *self._broken_games)):
            self.notify(told, timeout=10)

    # Whose turn it is

    def on_unmount(self) -> None:
        """Give the terminal its title back."""
        self._write_terminal(POP_TITLE)

    def on_turn(self, event: Turn) -> None:
        """Show whose turn it is in the title; alert the player to their own turn."""
        name = event.game or self.TITLE or ""
        self._terminal_title = f"{event.words} - {name}" if event.words else name
        self._write_terminal(title(self._terminal_title))
        if not event.called:
            return
        if self.settings.bell:
            self.bell()
        if self.settings.notifications and not self.app_focus:
            self._write_terminal(notification(name, event.words, os.environ))
        if not event.seen:
            self.notify(event.words, title=name)

    def _write_terminal(self, sequence: str) -> None:
        if self._driver is not None and not self.is_headless:
            self._driver.write(sequence)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run what a key is bound to; a capital letter that is not bound is the small one."""
        if await super()._check_bindings(key, priority):
            return True
        small = key.lower()
        is_capital = not priority and len(key) == 1 and key != small  # type: ignore[characters]
        return is_capital and await super()._check_bindings(small)

    # Terminal output

    def action_suspend_process(self) -> None:
        """Suspend the program, as Ctrl-Z does everywhere; `fg` resumes it."""
        driver = self._driver
        if isinstance(driver, TerminalDriver):
            self._write_terminal(POP_TITLE)
            stopped = driver.suspend()
            self._write_terminal(PUSH_TITLE + title(self._terminal_title))
            self.action_redraw()
            if not stopped:
                self.notify(tell(NO_SHELL), severity="warning")

    def action_redraw(self) -> None:
        """Write the whole screen, even the parts that have not changed."""
        if isinstance(self._driver, TerminalDriver):
            self._driver.repaint_all()
        self.screen.refresh()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters: plain text, and ASCII or no colours if the settings want it."""
        filters = [f for f in super().get_line_filters() if not isinstance(f, Monochrome)]
        filters.insert(0, TEXT_ONLY)
        if self.no_color:
            filters.append(COLOURLESS)
        if self.look.glyphs is ASCII:
            filters.append(ASCII_ONLY)
        return filters

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name in the footer; ``Enter`` in place of a sign that is not ASCII."""
        shown = super().get_key_display(binding)
        if self.look.glyphs is not ASCII:
            return shown
        return "".join("Enter" if sign in _ENTER else sign for sign in shown)


def _settings_now(kept: Settings, begin: Start) -> Settings:
    """Return the kept settings, changed by the options of the command line."""
    return replace(
        kept,
        name=clean_name(kept.name),
        palette=begin.palette or kept.palette,
        language=begin.language or kept.language,
        ascii="yes" if begin.ascii else kept.ascii,
    )
