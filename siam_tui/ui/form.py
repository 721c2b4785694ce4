"""A form in the frame: fields, a line for what is wrong with them, and the button that takes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets.select import NoSelection

from siam_tui.ui.panel_screen import PanelScreen, trouble_line
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Button, Select
from texts import Message

Picked = TypeVar("Picked")


class Picker(Select[Picked], inherit_bindings=False):
    """A line whose value changes with left and right; Space opens the list of all values.

    Up and down move to another field, and Enter is left to the screen. Textual's own opens its list
    on all of these keys.
    """

    BINDINGS = [  # noqa: RUF012 - as its base class has it
        Binding("right", "pick(1)", "ui/key/change", key_display="←→"),
        Binding("left", "pick(-1)", show=False),
        Binding("space", "show_overlay", "ui/key/all"),
    ]

    def __init__(
        self, choices: Iterable[tuple[Text, Picked]], name: str, value: Picked | None = None
    ) -> None:
        """Prepare.

        Args:
            choices: what each is called, and what it stands for.
            name: the field's id.
            value: what is picked at first; by default the first choice.
        """
        offered = tuple(choices)
        first = offered[0][1] if value is None else value
        super().__init__(offered, value=first, name=name)
        self._first = first
        self._values = [value for _, value in offered]

    def action_pick(self, step: int) -> None:
        """Pick the value so many places further in the list, which has no ends."""
        place = self._values.index(self.picked) + step
        self.value = self._values[place % len(self._values)]

    @property
    def picked(self) -> Picked:
        """What is picked; also in the moment before the field is mounted, when `value` is unset."""
        value = self.value
        return self._first if isinstance(value, NoSelection) else value


def picked(form: Widget, name: str) -> Any:  # noqa: ANN401 - of the type of the field's choices
    """Return what is picked in a form's field, by its id."""
    return form.query_one(f"#{name}", Picker).picked


Result = TypeVar("Result")
Entered = TypeVar("Entered")


class FormScreen(PanelScreen[Result], Generic[Entered, Result]):
    """Asks for what `read` returns; dismisses with it, or with nothing.

    Attributes:
        SUBMIT: the label of the button, and of the keys that take the form.
    """

    SUBMIT: ClassVar[str | Message] = ""

    def __init_subclass__(cls, **options: bool) -> None:
        """Bind the keys that take the form from any of its fields; only Escape leaves it."""
        label = cls.SUBMIT if isinstance(cls.SUBMIT, str) else cls.SUBMIT.id
        cls.BINDINGS = [
            *cls.__dict__.get("BINDINGS", ()),
            Binding("enter", "submit", label),
            Binding("ctrl+s", "submit", label, show=False),
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
