"""A form in the frame: fields, a line for what is wrong with them, and the button that takes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget

from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text_widgets import Button

Result = TypeVar("Result")
Entered = TypeVar("Entered")


class FormScreen(PanelScreen[Result], Generic[Entered, Result]):
    """Asks for what `read` returns; dismisses with it, or with nothing.

    Attributes:
        SUBMIT: the label of the button, and of the keys that take the form.
    """

    SUBMIT: ClassVar[str] = ""

    def __init_subclass__(cls, **options: bool) -> None:
        """Bind the keys that take the form from any of its fields; only Escape leaves it."""
        cls.BINDINGS = [
            *cls.__dict__.get("BINDINGS", ()),
            Binding("enter", "submit", cls.SUBMIT),
            Binding("ctrl+s", "submit", cls.SUBMIT, show=False),
            Binding("q", "ignore", show=False),
        ]
        super().__init_subclass__(**options)

    def body(self) -> Iterable[Widget]:
        """Show the fields and the button."""
        yield from self.fields()
        yield trouble_line()
        yield Horizontal(Button(self.SUBMIT, id="submit"), classes="buttons")

    @abstractmethod
    def fields(self) -> Iterable[Widget]:
        """Yield what is asked for."""

    @abstractmethod
    def read(self) -> Entered:
        """Return what was entered.

        Raises:
            UserError: something of it cannot be; says what, and what can.
        """

    @abstractmethod
    def take(self, entered: Entered) -> None:
        """Do what the form is for."""

    def on_input_submitted(self) -> None:
        """Take the form on Enter in a line."""
        self.action_submit()

    def on_button_pressed(self) -> None:
        """Take the form."""
        self.action_submit()

    def action_submit(self) -> None:
        """Take the form, or say in it what is wrong."""
        with self.showing_errors():
            self.take(self.read())

    def action_ignore(self) -> None:
        """Do nothing: a key that goes back on other screens is easily pressed in a form."""
