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
        SUBMIT: what the button says, and what the key is called that takes the form.
        FIRST: selects what has the focus first; one Enter on the button takes what most want.
    """

    SUBMIT: ClassVar[str] = ""
    FIRST: ClassVar[str] = "#submit"

    def __init_subclass__(cls, **options: bool) -> None:
        """Bind the key that takes the form from any of its fields."""
        cls.BINDINGS = [Binding("ctrl+s", "submit", cls.SUBMIT)]
        super().__init_subclass__(**options)

    def body(self) -> Iterable[Widget]:
        """Show the fields and the buttons."""
        yield from self.fields()
        yield trouble_line()
        yield Horizontal(
            Button(self.SUBMIT, id="submit"), Button("Back", id="back"), classes="buttons"
        )

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

    def on_mount(self) -> None:
        """Put the focus where a person begins."""
        self.query_one(self.FIRST).focus()

    def on_input_submitted(self) -> None:
        """Take the form on Enter in a line."""
        self.action_submit()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Take the form, or go back."""
        if event.button.id == "submit":
            self.action_submit()
        else:
            self.action_back()

    def action_submit(self) -> None:
        """Take the form, or say in it what is wrong."""
        with self.showing_errors():
            self.take(self.read())
