"""A network that is there wherever the tests run."""

from __future__ import annotations

import pytest

from siam_tui.discovery import network_search
from tests.siam_tui.discovery.lobbies import HERE


@pytest.fixture
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the loopback network for one to announce and search."""
    monkeypatch.setenv("SIAM_LAN", HERE)
    monkeypatch.setattr(network_search, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(network_search, "_ANSWER_SECONDS", 1.0)
