"""Installs games of a folder for tests, and for the programs that they start."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import siam_tui.games.registry as screens
from games import registry
from tests.programs import ROOT

OURS = tuple(name for name in registry.installed_games() if not registry.package_of(name))
"""The games that come with siam."""
_THEIR_TESTS = Path(__file__).parent / "siam_tui" / "games"
_NAMESPACES = ("siam_games", "siam_game_screens")


def lines_of(name: str, file: str) -> list[str]:
    """Return the lines of a file among the tests of a game of ours: what all tests expect of it."""
    return (_THEIR_TESTS / name.replace("-", "_") / file).read_text("utf-8").splitlines()


def install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[str]:
    """Put games where Python finds what is installed; yield the path for other programs."""
    path = os.pathsep.join(map(str, (folder, ROOT)))
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", path)
    forget_games()
    yield path
    forget_games()


def forget_games() -> None:
    """Have the games looked for anew when one is next asked for."""
    registry.added_places.cache_clear()
    registry.package_of.cache_clear()
    registry._added_specs.cache_clear()
    registry.spec_of.cache_clear()
    screens._added_uis.cache_clear()
    screens.ui_of.cache_clear()
    for name in [each for each in sys.modules if each.partition(".")[0] in _NAMESPACES]:
        del sys.modules[name]


def add_entry_points(folder: Path, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Write what pip would write beside a package: where its entry points lead."""
    info = folder / "a_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-game\nVersion: 1.0\n")
    lines = (
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    )
    (info / "entry_points.txt").write_text("\n".join(lines))
