"""The learned judgement, held against the rules and against the same network in plain Python."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from games import compiled
from games.registry import spec_of
from games.search import Limits, think
from games.siam import BUILT_IN_MAPS, Position, Siam, load_map
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.judgement import native_network
from games.siam.judgement.learned_adapter import LearnedSiam
from games.siam.judgement.native_network import (
    NETWORKS,
    NetworkFileError,
    network_for,
    read_network,
    write_network,
)
from games.siam.judgement.packing import pack
from games.siam.listing import moves
from tests.games.judgement.reference import Reference

TRAINED = [players for players in (2, 3, 4) if (NETWORKS / f"{players}.net").exists()]
LEARNED, PLAIN = LearnedSiam(), ThinkingSiam()
FIGURES = {"players": 2}
native = pytest.mark.skipif(network_for(2) is None, reason="the C text is not compiled here")


def positions(players: int, seed: int) -> list[tuple[Siam, Position]]:
    """Return all positions of a random game but the last, where it is over."""
    siam = Siam(load_map(BUILT_IN_MAPS[seed % len(BUILT_IN_MAPS)]))
    random, position = Random(seed), siam.new(players, seed)
    found = []
    while not position.over:
        found.append((siam, position))
        position = siam.play(position, siam.random_move(position, random))
    return found


def test_there_is_a_network_for_each_number_of_players() -> None:
    assert {2, 3, 4} <= set(TRAINED)


@native
@pytest.mark.parametrize("players", TRAINED)
def test_the_c_text_and_plain_python_judge_the_same(players: int) -> None:
    reference = Reference(NETWORKS / f"{players}.net", players)
    network = network_for(players)
    assert network is not None
    checked = 0
    for seed in range(6):
        for _, position in positions(players, seed):
            if PLAIN.certain(position) is None:
                judged = network.judge(pack(position))
                assert judged == pytest.approx(reference.judge(position), abs=1e-5)
                checked += 1
    assert checked > 60


@native
@pytest.mark.parametrize("players", TRAINED)
def test_every_legal_move_is_compared_once_by_what_it_leads_to(players: int) -> None:
    random, network = Random(players), network_for(players)
    assert network is not None
    for siam, position in random.sample(positions(players, 7) + positions(players, 8), 12):
        if cards_left(position) < 2:
            continue
        choices = LEARNED.choices(position, None)
        legal = list(moves(position))
        assert choices.complete
        assert len(choices.best_first) == len(legal)
        assert {choice.move for choice in choices.best_first} == set(legal)
        worths = [choice.worth for choice in choices.best_first]
        assert worths == sorted(worths, reverse=True)
        for choice in random.sample(choices.best_first, min(20, len(legal))):
            after = siam.play(position, choice.move)
            values = PLAIN.certain(after) or network.judge(pack(after))
            assert choice.worth == pytest.approx(values[PLAIN.side(position)], abs=1e-6)


@native
@pytest.mark.parametrize("players", TRAINED)
def test_the_best_moves_are_found_without_comparing_all(players: int) -> None:
    for _, position in positions(players, 9):
        if cards_left(position) < 4:
            break
        everything = LEARNED.choices(position, None).best_first
        few = LEARNED.choices(position, 40).best_first
        assert len(few) < max(200, len(everything))
        assert few[0].worth > everything[0].worth - 0.02


@native
def test_a_position_that_hides_a_hand_is_judged_by_hand() -> None:
    siam = Siam()
    view = siam.view(siam.new(2, 1), 0)
    view = view._replace(seats=tuple(seat._replace(hand=None) for seat in view.seats))
    assert LEARNED.judge(view) == PLAIN.judge(view)


@native
def test_with_three_players_a_position_is_worth_the_mean_of_both_judgements() -> None:
    position = Siam().new(3, 1)
    network = network_for(3)
    assert network is not None
    pairs = zip(network.judge(pack(position)), PLAIN.judge(position), strict=True)
    mean = tuple((one + other) / 2 for one, other in pairs)
    assert LEARNED.judge(position) == LEARNED.choices(position, 8).values == mean


@native
def test_the_same_seed_and_limit_give_the_same_thought() -> None:
    position = Siam().new(2, 4)
    one, other = (think(LEARNED, position, Limits(nodes=60), Random(3)) for _ in range(2))
    assert (one.move, one.values, one.line) == (other.move, other.values, other.line)


@native
def test_bytes_that_are_no_position_are_refused() -> None:
    network = network_for(2)
    assert network is not None
    for packed in (bytes(113), b"\xff" * 113, pack(Siam().new(3, 1))):
        with pytest.raises(ValueError, match="no position"):
            network.judge(packed)
        with pytest.raises(ValueError, match="no position"):
            network.compare(packed, 8, 100)


def test_a_searchable_game_can_be_sent_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(spec_of("siam").searchable(Siam())))
    position = Siam().new(2, 2)
    assert copy.judge(position) == LEARNED.judge(position)


def test_without_what_is_compiled_the_judgement_is_made_by_hand() -> None:
    program = (
        "from games.siam import Siam\n"
        "from games.siam.judgement.learned_adapter import LearnedSiam\n"
        "from games.siam.bots.search_adapter import ThinkingSiam\n"
        "position = Siam().new(2, 1)\n"
        "print(LearnedSiam().judge(position) == ThinkingSiam().judge(position))\n"
        "print(LearnedSiam().choices(position, 8) == ThinkingSiam().choices(position, 8))\n"
    )
    root = Path(compiled.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=os.environ | {"PYTHONPATH": str(root), "SIAM_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    assert done.stdout == "True\nTrue\n"


class TestFile:
    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        path = tmp_path / "2.net"
        write_network(path, FIGURES, b"12" * 50)
        assert read_network(path, 100) == b"12" * 50

    @pytest.mark.parametrize("size", [0, 99, 101])
    def test_another_size_is_refused(self, tmp_path: Path, size: int) -> None:
        path = tmp_path / "2.net"
        write_network(path, FIGURES, b"12" * 50)
        with pytest.raises(NetworkFileError, match="must have"):
            read_network(path, size)

    def test_a_small_file_that_unpacks_to_much_takes_little(self, tmp_path: Path) -> None:
        path = tmp_path / "2.net"
        write_network(path, FIGURES, bytes(200_000_000))
        with pytest.raises(NetworkFileError, match="must have"):
            read_network(path, 1000)

    def test_a_long_file_is_not_read(self, tmp_path: Path) -> None:
        path = tmp_path / "2.net"
        write_network(path, FIGURES, b"12" * 50)
        with path.open("ab") as file:
            file.write(bytes(2_000_000))
        with pytest.raises(NetworkFileError, match="no network"):
            read_network(path, 100)

    def test_no_file_is_a_reason(self, tmp_path: Path) -> None:
        with pytest.raises(NetworkFileError, match="cannot be read"):
            read_network(tmp_path / "2.net", 100)

    @native
    @pytest.mark.parametrize("kept", [0, 1, 18, 100, -1])
    def test_a_damaged_file_leaves_the_judgement_made_by_hand(
        self, tmp_path: Path, kept: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = (NETWORKS / "2.net").read_bytes()
        (tmp_path / "2.net").write_bytes(whole[:kept])
        monkeypatch.setattr(native_network, "NETWORKS", tmp_path)
        position = Siam().new(2, 1)
        assert LEARNED.judge(position) == PLAIN.judge(position)
        assert "2 players: made by hand (2.net is " in native_network.describe_judgement()
