"""The two paths of the rules: one text, run as Python or compiled from it (mypyc).

Where the package is built with a compiler at hand, `MODULES` are compiled too. Whoever edits one of
them goes on with the text, not with machine code of yesterday: the compiled path is taken only
while it is of the text as it stands, and never with ``SIAM_PURE=1`` in the environment.
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

_SIAM: Final = (
    "actions",
    "candidates",
    "constants",
    "endgame",
    "endings",
    "exchanges",
    "judging",
    "lastactions",
    "lastcard",
    "lastdraw",
    "listing",
    "moves",
    "play",
    "playouts",
    "position",
    "randomgame",
    "running",
    "tables",
    "thinking",
)
_SEARCH: Final = ("think", "tree")
MODULES: Final = (
    *(f"siam/{name}.py" for name in _SIAM),
    *(f"search/{name}.py" for name in _SEARCH),
)
"""What is compiled, as paths inside this package."""
STAMP: Final = "compiled.sha256"
"""The file beside this one that says of which text the compiled modules are."""
_HERE: Final = Path(__file__).parent


def digest(folder: Path = _HERE) -> str:
    """Return the hash of the text of `MODULES`."""
    found = sha256()
    for module in MODULES:
        found.update((folder / module).read_bytes())
    return found.hexdigest()


def in_use() -> bool:
    """Return whether the rules run compiled."""
    spec = find_spec("games.siam.randomgame")
    return spec is not None and not (spec.origin or "").endswith(".py")


def choose() -> None:
    """See to it that Python imports the text where the compiled modules are not to be used."""
    stamp = _HERE / STAMP
    if not stamp.exists():
        return
    if os.environ.get("SIAM_PURE") or stamp.read_text().strip() != digest():
        sys.meta_path.insert(0, _Text())


class _Text:
    """Finds this package's modules as text, whatever else lies beside it."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of this package is; None for any other."""
        if path is None or not name.startswith("games."):
            return None
        (folder, *_) = path
        return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name, target)
