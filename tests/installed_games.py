"""Installs games of a folder for tests, and for the programs that they start."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import siam_tui.games.registry as screens
from games import registry
from tests.programs import ROOT

_NAMESPACES = ("siam_games", "siam_game_screens")


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[str]:
    """Put games where Python finds what is installed; yield the path for other programs."""
    path = os.pathsep.join(map(str, (folder, ROOT)))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", path)
    _forget_games()
    yield path
    _forget_games()


def _forget_games() -> None:
    """Have the games looked for anew when one is next asked for."""
    registry._spec_modules.cache_clear()
    registry.spec_of.cache_clear()
    screens._ui_modules.cache_clear()
    screens.ui_of.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] in _NAMESPACES]:
        del sys.modules[name]
