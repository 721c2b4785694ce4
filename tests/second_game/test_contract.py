"""A game written against the contracts themselves keeps the laws of all games."""

from __future__ import annotations

import pytest

from games.author.game import MAX_MOVE, MAX_POSITION
from games.author.marks import MOST_SEATS
from games.contract import GameError
from games.map_files import MAX_MAP_BYTES
from games.registry import game_names, game_of, spec_of
from games.testing import laws
from protocol import limits
from tests.installed_games import OURS

NAMES = (*OURS, "nim")
TestNim = laws("nim", games=8)


def test_a_game_that_is_installed_is_known_and_ours_come_first() -> None:
    assert game_names() == NAMES
    with pytest.raises(GameError, match=f"there is: {', '.join(NAMES)}"):
        spec_of("chess")


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_gives_another_setup_and_there_is_no_seat_after_the_last(name: str) -> None:
    spec, game = spec_of(name), game_of(name)
    for players in spec.players:
        start = game.new(players, 2**256 - 1)
        assert any(game.new(players, seed) != start for seed in range(8))
        with pytest.raises(ValueError, match="seat"):
            game.view(start, game.count_seats(start))


def test_the_laws_know_what_the_wire_carries() -> None:
    assert (MAX_POSITION, MAX_MOVE) == (limits.MAX_POSITION, limits.MAX_MOVE)
    assert (MOST_SEATS, MAX_MAP_BYTES) == (limits.MAX_SEATS, limits.MAX_MAP)
