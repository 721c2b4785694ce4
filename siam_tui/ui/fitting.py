"""Texts for the width there is: the first form that fits, and cells of a table. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from textual.content import Content

from siam_tui.appearance.cells import text_width

Form = TypeVar("Form", str, Content)


def first_fit(forms: Iterable[Form], width: int, otherwise: Form | None = None) -> Form:
    """Return the first form that is not wider than there is room for.

    Args:
        forms: in fewer and fewer characters; at least one if nothing else is given.
        width: the room for it.
        otherwise: what to return if none fits; by default the last form.
    """
    for form in forms:
        if (text_width(form) if isinstance(form, str) else form.cell_length) <= width:
            return form
    return form if otherwise is None else otherwise


def at_left(text: Content, width: int, *, ellipsis: bool = False) -> Content:
    """Return a text at the left of a cell, cut to its width; an ellipsis says so if wished."""
    cut = text.truncate(width, ellipsis=ellipsis)
    return cut.pad_right(max(0, width - cut.cell_length))


def at_right(text: Content, width: int) -> Content:
    """Return a text at the right of a cell; one that is too long is left as it is."""
    return text.pad_left(max(0, width - text.cell_length))
