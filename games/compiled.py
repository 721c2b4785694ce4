"""Chooses between what was compiled and its source text.

If a compiler is available when the package is built, the modules that each folder lists in
``compiled_modules.txt`` are compiled (mypyc). So is the C text in each folder ``native``: it
becomes one shared library beside that folder, without the API of Python, for `ctypes`. Edits take
effect at once: what was compiled is used only if it matches the present source, and never with
``SIAM_PURE=1`` in the environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

STAMP: Final = "compiled.sha256"
"""The file beside this one that says of which text the compiled modules are."""
_HERE: Final = Path(__file__).parent
LIST: Final = "compiled_modules.txt"
"""The file in a folder that names its modules to compile, one a line."""
NATIVE: Final = "native"
"""The name of a folder with C text."""
LIBRARY: Final = "native.lib.so"
"""The shared library of such a folder, beside it; with this name, Python takes it for no module."""


def modules(folder: Path = _HERE) -> tuple[str, ...]:
    """Return the compiled modules, as paths inside this package."""
    return tuple(
        f"{listed.parent.relative_to(folder)}/{name}.py"
        for listed in sorted(folder.rglob(LIST))
        for name in listed.read_text().split()
    )


def native_folders(folder: Path = _HERE) -> tuple[str, ...]:
    """Return the folders with C text, as paths inside this package."""
    found = {file.parent for file in folder.rglob(f"{NATIVE}/*.c")}
    return tuple(sorted(str(each.relative_to(folder)) for each in found))


def native_text(folder: Path = _HERE) -> tuple[str, ...]:
    """Return the files with C text, headers included, as paths inside this package."""
    return tuple(
        str(file.relative_to(folder))
        for each in native_folders(folder)
        for file in sorted((folder / each).iterdir())
        if file.suffix in {".c", ".h"}
    )


def digest(folder: Path = _HERE) -> str:
    """Return the hash of the text of `modules` and `native_text`."""
    found = sha256()
    for file in (*modules(folder), *native_text(folder)):
        found.update((folder / file).read_bytes())
    return found.hexdigest()


@cache
def library_beside(folder: Path) -> Path | None:
    """Return the shared library of a folder's C text; None if the Python text must do.

    Args:
        folder: the one that contains the folder ``native``.
    """
    path = folder / LIBRARY
    return path if path.is_file() and _matches() else None


def in_use() -> bool:
    """Return whether the rules run compiled."""
    first = modules()[0].removesuffix(".py").replace("/", ".")
    spec = find_spec(f"games.{first}")
    return spec is not None and not (spec.origin or "").endswith(".py")


def choose() -> None:
    """See to it that Python imports the text where the compiled modules are not to be used."""
    if (_HERE / STAMP).exists() and not _matches():
        sys.meta_path.insert(0, _Text())


@cache
def _matches() -> bool:
    """Return whether what was compiled is of the present text, and is wanted."""
    stamp = _HERE / STAMP
    if os.environ.get("SIAM_PURE") or not stamp.exists():
        return False
    return stamp.read_text().strip() == digest()


class _Text:
    """Finds this package's modules as source text, ignoring compiled ones."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of this package is; None for any other."""
        if path is None or not name.startswith("games."):
            return None
        (folder, *_) = path
        return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
