"""Small games, written against `games.author`, are installed for these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.installed_games import install


@pytest.fixture(autouse=True)
def python_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install the games; return the path for other programs."""
    yield from install(monkeypatch, Path(__file__).parent / "installed")
