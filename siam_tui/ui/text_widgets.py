"""Textual's widgets for text, without markup: a string is shown as it is, brackets and all.

Textual reads markup in the strings most of its widgets are given, so that a name such as
``[@click=app.quit]`` would be a command. Our screens use these widgets only (ruff refuses
Textual's own). Markup of ours is written out where it is meant: ``Content.from_markup(...)``, with
other people's text as its variables.

What is given as a message or a noun is told anew by `retell`, when another language is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypedDict, TypeVar, Unpack

from rich.text import Text
from textual import widgets
from textual.content import Content
from textual.visual import VisualType
from textual.widgets._select import SelectCurrent
from textual.widgets.option_list import Option
from textual.widgets.select import NoSelection

from siam_tui.ui.text import Text as Words
from siam_tui.ui.text import told
from texts import Message, Noun, tell

Picked = TypeVar("Picked")


class WidgetOptions(TypedDict, total=False):
    """What every widget may be given."""

    name: str | None
    id: str | None
    classes: str | None
    disabled: bool


Shown: TypeAlias = "VisualType | Message | Noun"


def _told(content: Shown) -> VisualType:
    return tell(content) if isinstance(content, (Message, Noun)) else content


class Static(widgets.Static):
    """A text that is shown."""

    def __init__(self, content: Shown = "", **options: Unpack[WidgetOptions]) -> None:
        """Prepare; a string is no markup."""
        super().__init__(_told(content), markup=False, **options)
        self._source = content

    def update(self, content: Shown = "", *, layout: bool = True) -> None:
        """Show another text."""
        self._source = content
        super().update(_told(content), layout=layout)

    def retell(self) -> None:
        """Tell the text in the language that is spoken now."""
        if isinstance(self._source, (Message, Noun)):
            super().update(tell(self._source))


class Label(widgets.Label):
    """The name of a field."""

    def __init__(self, content: Shown = "", **options: Unpack[WidgetOptions]) -> None:
        """Prepare; a string is no markup."""
        super().__init__(_told(content), markup=False, **options)
        self._source = content

    def retell(self) -> None:
        """Tell the name in the language that is spoken now."""
        self.update(_told(self._source))


class Button(widgets.Button):
    """A button."""

    def __init__(
        self,
        label: Words,
        *,
        compact: bool = False,
        **options: Unpack[WidgetOptions],
    ) -> None:
        """Prepare; the label is no markup."""
        super().__init__(Content(told(label)), compact=compact, **options)
        self._source = label

    def retell(self) -> None:
        """Tell the label in the language that is spoken now."""
        self.label = Content(told(self._source))


class OptionList(widgets.OptionList):
    """A list to choose a line from."""

    def __init__(
        self, *content: Option | VisualType | None, **options: Unpack[WidgetOptions]
    ) -> None:
        """Prepare; a string is no markup."""
        super().__init__(*content, markup=False, **options)


class Select(widgets.Select[Picked]):
    """A field in which one of several choices is picked."""

    def __init__(
        self, choices: Iterable[tuple[Words, Picked]], *, value: Picked, name: str
    ) -> None:
        """Prepare.

        Args:
            choices: what each is called, which is no markup, and what it stands for.
            value: what is picked at first.
            name: the field's id.
        """
        self._source = tuple(choices)
        super().__init__(self._offered(), value=value, allow_blank=False, id=name, compact=True)

    def _offered(self) -> list[tuple[Text, Picked]]:
        return [(Text(told(words)), choice) for words, choice in self._source]

    def retell(self) -> None:
        """Tell the choices in the language that is spoken now."""
        picked = self.value
        with self.prevent(widgets.Select.Changed):
            self.set_options(self._offered())
            if not isinstance(picked, NoSelection):
                self.value = picked
        named = (words for words, choice in self._options if choice == picked)
        self.query_one(SelectCurrent).update(next(named))


class DataTable(widgets.DataTable[Text]):
    """A table of lines to choose from."""

    def add_line(self, *cells: str, key: str) -> None:
        """Add a line.

        Args:
            cells: what stands in its columns; no markup.
            key: names the line.
        """
        self.add_row(*(Text(cell, end="") for cell in cells), key=key)
