"""A field of a form in which one of several choices is picked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from textual.binding import Binding
from textual.widget import Widget
from textual.widgets.select import NoSelection

from siam_tui.ui.text_widgets import Select

Picked = TypeVar("Picked")


class Picker(Select[Picked], inherit_bindings=False):
    """A line that opens as a list on Enter.

    The arrows go on to the next field, as they do from all other fields of a form; Textual's own
    opens on them as well, and so holds up whoever goes through a form by them.
    """

    BINDINGS = [  # noqa: RUF012 - as its base class has it
        Binding("enter,space", "show_overlay", "Choose")
    ]

    def __init__(
        self, choices: Iterable[tuple[str, Picked]], name: str, value: Picked | None = None
    ) -> None:
        """Prepare.

        Args:
            choices: what each is called, and what it stands for.
            name: the field's id.
            value: what is picked at first; by default the first choice.
        """
        offered = list(choices)
        first = offered[0][1] if value is None else value
        super().__init__(offered, value=first, name=name)
        self._first = first

    @property
    def picked(self) -> Picked:
        """What is picked; also in the moment before the field is mounted, when `value` is unset."""
        value = self.value
        return self._first if isinstance(value, NoSelection) else value


def picked(form: Widget, name: str) -> Any:  # noqa: ANN401 - of the type of the field's choices
    """Return what is picked in a form's field, by its id."""
    return form.query_one(f"#{name}", Picker).picked
