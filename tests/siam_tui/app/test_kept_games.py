"""Which game against bots is offered again, and which are dropped."""

import fcntl
import os

from siam_tui.lobby.kept_games import STORE, KeptGames, mark_game


def begun(games, table, game="siam"):
    folder = games.new_folder()
    folder.mkdir(parents=True)
    (folder / f"{STORE}.lock").touch()
    mark_game(folder, table, game)
    return folder


def test_the_latest_one_is_offered_and_the_others_are_dropped(tmp_path):
    games = KeptGames(tmp_path)
    assert games.latest() is None
    older, newer = begun(games, "t1"), begun(games, "t2")
    os.utime(older / "game.json", (1, 1))
    assert games.latest() == (newer, "t2", "siam")
    games.drop_others(newer)
    assert not older.exists()
    assert newer.exists()


def test_one_that_is_played_now_is_neither_offered_nor_dropped(tmp_path):
    games = KeptGames(tmp_path)
    folder = begun(games, "t1")
    with (folder / f"{STORE}.lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert games.latest() is None
        games.drop_others(games.new_folder())
        assert folder.exists()
    assert games.latest() == (folder, "t1", "siam")


def test_a_damaged_mark_is_as_none(tmp_path):
    games = KeptGames(tmp_path)
    for text in ("", "{}", '{"table": 7}', '{"table": "t", "game": 7}', "[]", "\xff"):
        (begun(games, "t1") / "game.json").write_text(text)
        assert games.latest() is None


def test_which_game_is_kept_is_known_but_not_of_one_that_an_earlier_release_kept(tmp_path):
    games = KeptGames(tmp_path)
    folder = begun(games, "t1", "amber")
    assert games.latest().game == "amber"
    (folder / "game.json").write_text('{"table": "t1"}')
    assert games.latest() == (folder, "t1", "")
