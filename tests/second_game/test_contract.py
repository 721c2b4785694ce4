"""A game written against the contracts themselves keeps the laws of all games."""

from __future__ import annotations

import pytest

from games.contract import GameError
from games.registry import game_names, spec_of
from games.testing import laws

TestNim = laws("nim", games=8)


def test_a_game_that_is_installed_is_known_and_ours_come_first() -> None:
    names = ("siam", "foreign-king", "amber", "nim")
    assert game_names() == names
    with pytest.raises(GameError, match=f"there is: {', '.join(names)}"):
        spec_of("chess")
