"""A plugin of mypy: text that is drawn is measured in cells of the terminal, not in characters.

A Chinese character takes two cells, a combining mark none, and a flag of two characters two. So
`len` of a text, `ljust`, `rjust` and `center` shift what stands behind it. In `siam_tui` they are
errors; use `siam_tui.appearance.cells`. A line that counts characters for another reason, such as
the letters of a key, ends with ``# type: ignore[characters]``, and says why where that is unclear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.errorcodes import ErrorCode
from mypy.nodes import Expression
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import Instance, ProperType, Type, UnionType, get_proper_type

CHARACTERS: Final = ErrorCode("characters", "Characters are counted where cells count", "siam")
_DRAWING: Final = "siam_tui/"
_NOT_DRAWING: Final = tuple(f"siam_tui/{name}/" for name in ("typed", "terminal", "profile"))
"""They read what is typed, and write bytes and files."""
_PADDING: Final = tuple(f"builtins.str.{name}" for name in ("ljust", "rjust", "center"))
_MESSAGE: Final = "{what} counts characters, not cells: use siam_tui.appearance.cells"


class TextWidthPlugin(Plugin):
    """Finds what counts the characters of texts in the folders that draw."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Look at each call of `len`."""
        return _check_len if fullname == "builtins.len" else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Look at each call that pads a text."""
        return _check_padding if fullname in _PADDING else None


def _check_len(context: FunctionContext) -> Type:
    if any(_is_text(get_proper_type(each)) for (each,) in context.arg_types):
        _fail(context, context.context, "len")
    return context.default_return_type


def _check_padding(context: MethodContext) -> Type:
    _fail(context, context.context, "padding")
    return context.default_return_type


def _fail(context: FunctionContext | MethodContext, where: object, what: str) -> None:
    assert isinstance(where, Expression)
    path = context.api.path.replace("\\", "/")  # type: ignore[attr-defined]
    if _DRAWING in path and not any(each in path for each in _NOT_DRAWING):
        context.api.fail(_MESSAGE.format(what=what), where, code=CHARACTERS)


def _is_text(found: ProperType) -> bool:
    if isinstance(found, UnionType):
        return any(_is_text(get_proper_type(each)) for each in found.items)
    names = ("builtins.str", "textual.content.Content")
    return isinstance(found, Instance) and found.type.fullname in names


def plugin(_version: str) -> type[Plugin]:
    """Return the plugin, as mypy asks for it."""
    return TextWidthPlugin
