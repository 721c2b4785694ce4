"""Forks: where a game went on anew after a take-back, and what the next move is signed with."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.fairness import GameId
from protocol.signing import Fork, SignedMove, add_fork, are_ordered, fork_at, takes_at

GAME = GameId("lobby", "table", 1)
SETUP = b"s" * 32
FORK = Fork(2, 5, b"d" * 32)


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(0, 2**32))
def test_however_moves_are_taken_back_the_forks_are_those_of_one_game(
    steps: list[int], seed: int
) -> None:
    """Some moves are played, then some are taken back; again and again."""
    random, forks, ply, takes = Random(seed), (), 0, 0
    for moves in steps:
        ply += moves
        if random.random() < 0.7:
            ply, takes = random.randint(0, ply), takes + 1
            forks = add_fork(forks, Fork(takes, ply, bytes(32)))
            assert fork_at(forks, ply) == forks[-1]
            assert forks[-1].takes == takes
        assert are_ordered(forks, ply)
        assert takes_at(forks, ply) == (forks[-1].takes if forks else 0) == takes
        assert len(forks) <= ply + 1  # so a record does not grow with every take-back


@pytest.mark.parametrize(
    "forks",
    [
        (Fork(0, 5, bytes(32)),),
        (Fork(1, 11, bytes(32)),),
        (FORK, FORK),
        (FORK, Fork(2, 6, bytes(32))),
        (FORK, Fork(3, 5, bytes(32))),
        (FORK, Fork(1, 6, bytes(32))),
        (FORK, Fork(3, 4, bytes(32))),
    ],
    ids=str,
)
def test_numbers_and_places_only_rise(forks: tuple[Fork, ...]) -> None:
    assert not are_ordered(forks, 10)


@pytest.mark.parametrize(
    ("fork", "game", "setup", "kept"),
    [
        (Fork(3, 5, b"d" * 32), GAME, SETUP, b"k" * 32),
        (Fork(2, 4, b"d" * 32), GAME, SETUP, b"k" * 32),
        (Fork(2, 5, b"e" * 32), GAME, SETUP, b"k" * 32),
        (FORK, GAME._replace(number=2), SETUP, b"k" * 32),
        (FORK, GAME, b"t" * 32, b"k" * 32),
        (FORK, GAME, SETUP, b"l" * 32),
    ],
)
def test_every_part_changes_the_chain(fork: Fork, game: GameId, setup: bytes, kept: bytes) -> None:
    assert fork.next_chain(game, setup, kept) != FORK.next_chain(GAME, SETUP, b"k" * 32)


def test_a_move_of_an_earlier_format_is_signed_as_no_move_of_today() -> None:
    """Not even one before any take-back."""
    old, new = (SignedMove(GAME, 3, 1, "player", SETUP, "pass", SETUP, t) for t in (None, 0))
    assert old.stated() != new.stated()
    assert b"takes" not in old.stated()
    assert new.stated().count(b"takes 0") == 1
