"""A second game in the house: for these tests, and the programs they start, Nim is installed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import siam_tui.games.registry as screens
from games import registry
from tests.programs import ROOT

_INSTALLED = Path(__file__).parent / "installed"
_NAMESPACES = ("siam_games", "siam_game_screens")


@pytest.fixture(autouse=True)
def python_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Put the game where Python finds what is installed; return the path for other programs."""
    path = os.pathsep.join(map(str, (_INSTALLED, ROOT)))
    monkeypatch.syspath_prepend(_INSTALLED)
    monkeypatch.setenv("PYTHONPATH", path)
    forget_games()
    yield path
    forget_games()


def forget_games() -> None:
    """Have the games looked for anew when one is next asked for."""
    registry._spec_modules.cache_clear()
    registry._added_specs.cache_clear()
    registry.spec_of.cache_clear()
    screens._ui_modules.cache_clear()
    screens._added_uis.cache_clear()
    screens.ui_of.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] in _NAMESPACES]:
        del sys.modules[name]
