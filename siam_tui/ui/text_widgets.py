"""Textual's widgets for text, without markup: a string is shown as it is, brackets and all.

Textual reads markup in the strings most of its widgets are given, so that a name such as
``[@click=app.quit]`` would be a command. Our screens use these widgets only (ruff refuses
Textual's own). Markup of ours is written out where it is meant: ``Content.from_markup(...)``, with
other people's text as its variables.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, TypeVar, Unpack

from rich.text import Text
from textual import widgets
from textual.content import Content
from textual.visual import VisualType
from textual.widgets.option_list import Option

Picked = TypeVar("Picked")


class WidgetOptions(TypedDict, total=False):
    """What every widget may be given."""

    name: str | None
    id: str | None
    classes: str | None
    disabled: bool


class Static(widgets.Static):
    """A text that is shown."""

    def __init__(self, content: VisualType = "", **options: Unpack[WidgetOptions]) -> None:
        """Prepare; a string is no markup."""
        super().__init__(content, markup=False, **options)


class Label(widgets.Label):
    """The name of a field."""

    def __init__(self, content: VisualType = "", **options: Unpack[WidgetOptions]) -> None:
        """Prepare; a string is no markup."""
        super().__init__(content, markup=False, **options)


class Button(widgets.Button):
    """A button."""

    def __init__(
        self, label: str, *, compact: bool = False, **options: Unpack[WidgetOptions]
    ) -> None:
        """Prepare; the label is no markup."""
        super().__init__(Content(label), compact=compact, **options)


class OptionList(widgets.OptionList):
    """A list to choose a line from."""

    def __init__(
        self, *content: Option | VisualType | None, **options: Unpack[WidgetOptions]
    ) -> None:
        """Prepare; a string is no markup."""
        super().__init__(*content, markup=False, **options)


class Select(widgets.Select[Picked]):
    """A field in which one of several choices is picked."""

    def __init__(self, choices: Iterable[tuple[str, Picked]], *, value: Picked, name: str) -> None:
        """Prepare.

        Args:
            choices: what each is called, which is no markup, and what it stands for.
            value: what is picked at first.
            name: the field's id.
        """
        offered = [(Text(words), choice) for words, choice in choices]
        super().__init__(offered, value=value, allow_blank=False, id=name, compact=True)


class DataTable(widgets.DataTable[Text]):
    """A table of lines to choose from."""

    def add_line(self, *cells: str, key: str) -> None:
        """Add a line.

        Args:
            cells: what stands in its columns; no markup.
            key: names the line.
        """
        self.add_row(*(Text(cell, end="") for cell in cells), key=key)
