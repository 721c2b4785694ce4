"""The rules' two paths, compiled and pure: the same text, and the same results.

All tests of the rules run on the path this machine has; `.ci/run` runs them on both.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games import compiled

ROOT = Path(compiled.__file__).parents[1]
RESULTS = """
from random import Random
from games.search import Limits, think
from games.siam import Siam
from games.siam.random_moves import play_random_games
from games.siam.bots.search_adapter import ThinkingSiam
siam = Siam()
for players in (2, 3, 4):
    position = siam.new(players, 5)
    print(play_random_games(position, 60, Random(3)), siam.count(position))
    random = Random(players)
    while not position.over:
        move = siam.random_move(position, random)
        position = siam.play(position, move)
        print(siam.format_move(move), position)
    thought = think(ThinkingSiam(), siam.new(players, 6), Limits(nodes=30), Random(1))
    print(thought.nodes, [format(each, ".9f") for each in thought.values], thought.line)
"""


def run(program, folder=ROOT, **environment):
    """Return what a program prints that finds this project's rooms in a folder."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=os.environ | {"PYTHONPATH": str(folder)} | environment,
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    return done.stdout


@pytest.mark.skipif(not compiled.in_use(), reason="nothing is compiled here: there is one path")
def test_both_paths_play_and_think_the_same():
    which = "print(__import__('games.compiled').compiled.in_use())"
    assert run(which) == "True\n"
    assert run(which, SIAM_PURE="1") == "False\n"
    assert run(RESULTS) == run(RESULTS, SIAM_PURE="1")


def test_machine_code_of_another_text_is_not_used(tmp_path, monkeypatch):
    """Whoever edits the rules plays by what they wrote, whatever was compiled before."""
    monkeypatch.delenv("SIAM_PURE", raising=False)  # set where all rules are tested as pure Python
    shutil.copytree(
        ROOT / "games", tmp_path / "games", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    suffix = ".abi3.so"
    (tmp_path / f"games/siam/listing{suffix}").write_bytes(b"no machine code at all")
    stamp = tmp_path / "games" / compiled.STAMP
    program = "import games.siam.listing as it; print(it.__file__)"
    stamp.write_text(compiled.digest(tmp_path / "games"))
    with pytest.raises(subprocess.CalledProcessError):  # it is taken for what it says it is
        run(program, tmp_path)
    stamp.write_text("another")
    assert run(program, tmp_path).endswith("listing.py\n")


def test_a_hash_is_of_all_that_is_compiled(tmp_path):
    shutil.copytree(ROOT / "games", tmp_path / "games")
    before = compiled.digest(tmp_path / "games")
    native = tmp_path / "games" / "siam" / compiled.NATIVE
    native.mkdir()
    for name in ("some.c", "some.h"):
        (native / name).write_text("/* some */\n")
    assert compiled.digest(tmp_path / "games") != before
    before = compiled.digest(tmp_path / "games")
    c_text = compiled.native_text(tmp_path / "games")
    assert {"siam/native/some.c", "siam/native/some.h"} <= set(c_text)
    for module in (*compiled.modules(), *c_text):
        text = tmp_path / "games" / module
        text.write_text(text.read_text() + "# more\n")
        after = compiled.digest(tmp_path / "games")
        assert after != before, module
        before = after


def test_a_library_is_used_only_where_it_matches_the_present_text(tmp_path, monkeypatch):
    monkeypatch.delenv("SIAM_PURE", raising=False)
    ignored = shutil.ignore_patterns("*.so", "__pycache__", compiled.STAMP)
    shutil.copytree(ROOT / "games", tmp_path / "games", ignore=ignored)
    folder = tmp_path / "games" / "siam"
    program = (
        "from pathlib import Path; from games import compiled; "
        f"print(compiled.library_beside(Path({str(folder)!r})))"
    )
    assert run(program, tmp_path) == "None\n"
    stamp, library = tmp_path / "games" / compiled.STAMP, folder / compiled.LIBRARY
    library.write_bytes(b"a library")
    assert run(program, tmp_path) == "None\n"
    stamp.write_text(compiled.digest(tmp_path / "games"))
    assert run(program, tmp_path) == f"{library}\n"
    assert run(program, tmp_path, SIAM_PURE="1") == "None\n"
    stamp.write_text("another")
    assert run(program, tmp_path) == "None\n"
