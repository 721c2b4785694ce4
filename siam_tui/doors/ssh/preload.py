"""Loads everything that a session may need, so that all sessions share it."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from games.registry import prepare_games
from siam_tui.games.registry import shown_games, ui_of

_PACKAGES: Final = (
    "client",
    "siam_tui.app",
    "siam_tui.lobby",
    "siam_tui.plain",
    "siam_tui.table",
    "siam_tui.replay",
    "siam_tui.learn",
    "siam_tui.practice",
    "siam_tui.rules",
    "textual.layouts",
)
_OTHERS: Final = (
    "asyncio.subprocess",
    "concurrent.futures.thread",
    "encodings.ascii",
    "encodings.idna",
    "rich._emoji_codes",
    "textual.drivers.headless_driver",
    "textual.drivers.linux_driver",
    "textual.pilot",
    "textual.system_commands",
    "tomlkit",
)
_WIDGETS: Final = "textual.widgets"


def preload() -> None:
    """Load the app, the text mode, the client and all games."""
    for name in (*_OTHERS, *_modules()):
        importlib.import_module(name)
    widgets = importlib.import_module(_WIDGETS)
    for name in widgets.__all__:
        getattr(widgets, name)  # loads its module
    cell_len("🔎")  # loads the table of widths
    prepare_games()
    for game in shown_games():
        ui = ui_of(game)
        _ = ui.lessons, ui.puzzles, ui.rules, ui.texts


def _modules() -> Iterator[str]:
    for package in _PACKAGES:
        module = importlib.import_module(package)
        for each in pkgutil.walk_packages(module.__path__, f"{package}."):
            if not each.name.endswith("__main__"):
                yield each.name
