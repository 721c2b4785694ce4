"""The setup (F2), and what is open (F18)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

from collections import Counter

import pytest

from games.foreign_king import ForeignKing

GAME = ForeignKing()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_F2_nothing_is_on_the_map_and_the_turn_order_gives_the_francs(players: int) -> None:
    for seed in range(20):
        position = GAME.new(players, seed)
        board, king, _, virtual, order, changes, turn, asks = str(position).split()
        assert (board, king, changes, asks) == ("/".join("-" * 9), "-.30", "-", "act")
        assert virtual == ("0" if players == 2 else "-")
        assert turn == order[0]
        assert [position.francs[seat] for seat in position.order] == [5, 6, 7, 8][:players]
        colours = range(len(position.scores))
        assert {position.supply(each) for each in colours} == {15 if players == 2 else 14}
        assert position.pawns == (None,) * players


def test_F2_every_turn_order_is_drawn() -> None:
    drawn = Counter(GAME.new(3, seed).order for seed in range(600))
    assert len(drawn) == 6
    assert min(drawn.values()) > 70


def test_F2_a_seed_gives_the_same_setup_on_every_machine() -> None:
    drawn = [GAME.new(4, seed).order for seed in (0, 1, 2**256 - 1)]
    assert drawn == [(2, 1, 3, 0), (3, 0, 1, 2), (2, 3, 0, 1)]


@pytest.mark.parametrize(("players", "seed"), [(1, 0), (5, 0), (2, -1), (2, 1 << 256)])
def test_F2_other_numbers_of_players_and_seeds_are_refused(players: int, seed: int) -> None:
    with pytest.raises(ValueError, match=r"2 to 4 can play|a seed is a number"):
        GAME.new(players, seed)


def test_F18_everything_is_open() -> None:
    position = GAME.new(3, 5)
    assert all(GAME.view(position, seat) is position for seat in (None, 0, 1, 2))
    assert GAME.log_is_open
    assert GAME.name_hidden_part(position) is None
    with pytest.raises(ValueError, match="there is no seat 3; seats are 0 to 2"):
        GAME.view(position, 3)
