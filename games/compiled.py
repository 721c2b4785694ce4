"""Chooses between compiled modules (mypyc) and their source text.

If a compiler is available when the package is built, the modules that each folder lists in
``compiled_modules.txt`` are compiled too. Edits take effect at once: the compiled modules are used
only if they match the present source, and never with ``SIAM_PURE=1`` in the environment.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
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


def modules(folder: Path = _HERE) -> tuple[str, ...]:
    """Return the compiled modules, as paths inside this package."""
    return tuple(
        f"{listed.parent.relative_to(folder)}/{name}.py"
        for listed in sorted(folder.rglob(LIST))
        for name in listed.read_text().split()
    )


def digest(folder: Path = _HERE) -> str:
    """Return the hash of the text of `modules`."""
    found = sha256()
    for module in modules(folder):
        found.update((folder / module).read_bytes())
    return found.hexdigest()


def in_use() -> bool:
    """Return whether the rules run compiled."""
    first = modules()[0].removesuffix(".py").replace("/", ".")
    spec = find_spec(f"games.{first}")
    return spec is not None and not (spec.origin or "").endswith(".py")


def choose() -> None:
    """See to it that Python imports the text where the compiled modules are not to be used."""
    stamp = _HERE / STAMP
    if not stamp.exists():
        return
    if os.environ.get("SIAM_PURE") or stamp.read_text().strip() != digest():
        sys.meta_path.insert(0, _Text())


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
