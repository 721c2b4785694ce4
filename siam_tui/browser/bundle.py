"""Joins the page's modules into one script, for a file that carries everything itself. Pure.

It reads no JavaScript beyond the forms that our modules keep to: imports of names at the beginning
of lines, and exports of functions, classes and constants.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from typing import Final

_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function\*?|class|const)) (\w+)", re.MULTILINE)


def bundle(modules: Mapping[str, str], entry: str) -> str:
    """Return one script with a module and all that it imports.

    Args:
        modules: the text of each module by its path.
        entry: the path of the module that is run.

    Raises:
        KeyError: a module that is imported is not there.
    """
    names: dict[str, str] = {}
    parts: list[str] = []

    def add(path: str) -> str:
        if path not in names:
            body = _joined(modules[path], path, add)
            names[path] = f"module{len(names)}"
            parts.append(f"const {names[path]} = (() => {{\n{body}}})();\n")
        return names[path]

    add(entry)
    return '"use strict";\n' + "".join(parts)


def _joined(text: str, path: str, add: Callable[[str], str]) -> str:
    """Return a module as the body of a function that returns what it exports."""
    exported: list[str] = []

    def imported(match: re.Match[str]) -> str:
        target = add(posixpath.normpath(posixpath.join(posixpath.dirname(path), match[2])))
        return f"const {match[1]} = {target};\n"

    def kept(match: re.Match[str]) -> str:
        exported.append(match[2])
        return f"{match[1]} {match[2]}"

    text = _EXPORT.sub(kept, _IMPORT.sub(imported, text))
    return f"{text}\nreturn {{ {', '.join(exported)} }};\n"
