"""For these tests, and the programs they start, the small games are installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.author.conftest import python_path

__all__ = ["own_folders", "python_path"]


@pytest.fixture(autouse=True)
def own_folders(own_folders: Path, python_path: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep all files in a folder of the test, and let programs find the games all the same."""
    monkeypatch.setenv("PYTHONPATH", python_path)
    return own_folders
