"""The guide on adding a game works as it stands there."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.testing import laws
from siam_tui.games.registry import ui_of
from tests.installed_games import add_entry_points, install
from texts import tell

GUIDE = (Path(__file__).parents[2] / "docs/how-to/add-a-game.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
GAMES = [block for block in BLOCKS if block.startswith('"""Three Men\'s Morris."""')]
(PROJECT,) = (tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL))


@pytest.fixture(params=GAMES, ids=["noughts-and-crosses", "morris"])
def installed(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[None]:
    """Put the game of the guide and its entry points where an installation would put them."""
    (tmp_path / "morris.py").write_text(request.param)
    add_entry_points(tmp_path, PROJECT["project"]["entry-points"])
    sys.modules.pop("morris", None)
    for _ in install(monkeypatch, tmp_path):
        yield
    sys.modules.pop("morris", None)


def test_the_guide_has_two_games() -> None:
    assert len(GAMES) == 2


@pytest.mark.usefixtures("installed")
def test_the_games_of_the_guide_keep_the_laws_and_have_screens() -> None:
    tested = laws("morris", games=2)()
    tests = [name for name in dir(tested) if name.startswith("test_")]
    assert len(tests) > 10
    for name in tests:
        getattr(tested, name)()
    assert tell(ui_of("morris").texts.move_help).startswith("A move is written as ")


def test_the_last_game_of_the_guide_is_the_one_of_the_tests() -> None:
    example = Path(__file__).parents[1] / "author/games/morris.py"
    assert GAMES[-1] == example.read_text()
