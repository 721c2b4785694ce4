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
    """A line whose value changes with left and right; Space opens the list of all values.

    Up and down move to another field, and Enter is left to the screen. Textual's own opens its list
    on all of these keys.
    """

    BINDINGS = [  # noqa: RUF012 - as its base class has it
        Binding("right", "pick(1)", "Change", key_display="←→"),
        Binding("left", "pick(-1)", show=False),
        Binding("space", "show_overlay", "All"),
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
