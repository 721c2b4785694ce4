"""A folder of kept games: each once, the oldest go first, and many are listed quickly."""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from games.record import Record, format_record
from siam_tui.model import game_folder
from siam_tui.model.game_folder import INDEX, MOST_BYTES_EACH, GameFolder, game_of_record
from siam_tui.model.played_game import PlayedGame, game_id
from siam_tui.profile.user_error import UserError
from tests.siam_tui.replay.games import recorded

LOBBY = "a" * 24


def kept_game(record: Record, number: int, day: int = 1, table: str = "t1") -> PlayedGame:
    return replace(
        game_of_record(record),
        ended=f"2026-11-{day:02}T20:15:00",
        opponents="people",
        seat=1,
        id=game_id(LOBBY, table, number),
    )


def fill(folder: GameFolder, count: int) -> Record:
    """Keep so many games, one a day; return the record that all of them have."""
    record = recorded(players=2, moves=8)
    for number in range(1, count + 1):
        folder.keep(kept_game(record, number, number), format_record(record))
    return record


def numbers(folder: GameFolder) -> list[int]:
    return sorted(int(game.id[-1]) for game in folder.list_games() if game.id)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes, as on a disk that is full."""
    before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))


def test_a_game_is_listed_with_its_facts_and_read_again(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path / "games", 10)
    record = fill(folder, 1)
    (game,) = folder.list_games()
    assert game == replace(kept_game(record, 1), file=game.file)
    assert game.players == ("Ann", "Ben")
    assert game.read() == format_record(record)
    assert folder.list_games() == [game]
    assert (tmp_path / "games" / game.file).stat().st_mode & 0o077 == 0


async def test_the_same_game_is_kept_once_whoever_keeps_it_and_when(tmp_path: Path) -> None:
    record = recorded(players=2, moves=8)
    text = format_record(record)
    folders = [GameFolder(tmp_path, 10) for _ in range(8)]
    games = [kept_game(record, 1, day) for day in range(1, 9)]
    keeping = (
        asyncio.to_thread(each.keep, game, text) for each, game in zip(folders, games, strict=True)
    )
    await asyncio.gather(*keeping)
    assert len(folders[0].list_games()) == 1
    assert folders[1].kept_ids() == {game_id(LOBBY, "t1", 1)}


def test_the_oldest_go_first_and_what_a_person_put_there_stays(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path, 3)
    own = tmp_path / "20000101-own.siam"
    own.write_text(format_record(recorded(players=2, moves=4)))
    fill(folder, 5)
    assert numbers(folder) == [3, 4, 5]
    assert own.exists()


def test_bytes_are_bounded_too(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path, 3)
    text = format_record(recorded(players=2, moves=4))
    long = text + " {long}" * (MOST_BYTES_EACH // 5)
    for number in range(1, 4):
        game = kept_game(recorded(players=2, moves=4), number, number)
        folder.keep(game, long)
    assert numbers(folder) == [2, 3]
    total = sum(each.stat().st_size for each in tmp_path.glob("*.siam"))
    assert total <= 3 * MOST_BYTES_EACH


def test_none_is_kept_or_deleted_where_none_is_wanted(tmp_path: Path) -> None:
    fill(GameFolder(tmp_path, 3), 2)
    none = GameFolder(tmp_path)
    fill(none, 1)
    assert numbers(none) == [1, 2]


def test_records_are_read_once_and_the_index_is_made_anew_where_it_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, read = GameFolder(tmp_path, 10), []
    fill(folder, 3)

    def count(text: str) -> Record:
        read.append(text)
        return game_folder_read(text)

    game_folder_read = game_folder.read_record
    monkeypatch.setattr(game_folder, "read_record", count)
    games = folder.list_games()
    assert not read, "what was kept was noted"
    index = tmp_path / INDEX
    for text in ("", "\xff{[\n7\n[]\n{}\nnull", index.read_text()[:-9], "[" * 100_000):
        read.clear()
        index.write_text(text)
        assert sorted(folder.list_games(), key=str) == sorted(games, key=str)
        assert read
        read.clear()
        assert sorted(folder.list_games(), key=str) == sorted(games, key=str)
        assert not read, "it was written anew"
    index.unlink()
    assert len(folder.list_games()) == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", "Ann"),
        ("players", [7]),
        ("moves", "many"),
        ("seat", "first"),
        ("id", 7),
        ("opponents", []),
        ("result", None),
        ("version", []),
    ],
)
def test_facts_of_another_kind_are_read_from_the_record(
    tmp_path: Path, name: str, value: object
) -> None:
    folder = GameFolder(tmp_path, 10)
    fill(folder, 1)
    games = folder.list_games()
    facts = json.loads((tmp_path / INDEX).read_text())
    (tmp_path / INDEX).write_text(json.dumps(facts | {name: value}))
    assert folder.list_games() == games


def test_a_damaged_record_is_told_and_read_again_once_it_is_mended(tmp_path: Path) -> None:
    folder = GameFolder(tmp_path, 10)
    record = fill(folder, 2)
    path = tmp_path / folder.list_games()[0].file
    path.write_text("[Game]")
    troubles = [game.trouble for game in folder.list_games() if game.trouble]
    assert len(troubles) == 1
    assert f"{path} cannot be replayed: line 1" in troubles[0]
    assert [game.trouble for game in folder.list_games() if game.trouble] == troubles
    path.write_text(format_record(record))
    assert not any(game.trouble for game in folder.list_games())


def test_a_full_disk_is_told_nothing_is_left_behind_and_it_can_be_tried_again(
    tmp_path: Path,
) -> None:
    folder, record = GameFolder(tmp_path / "games", 10), recorded(players=2)
    game, text = kept_game(record, 1), format_record(record)
    with largest_file(100), pytest.raises(UserError, match=r"full\. Free some space\."):
        folder.keep(game, text)
    assert not list((tmp_path / "games").iterdir())
    folder.keep(game, text)
    assert numbers(folder) == [1]


def test_a_game_is_kept_where_only_its_facts_cannot_be(tmp_path: Path) -> None:
    folder, record = GameFolder(tmp_path, 10), recorded(players=2, moves=2)
    (tmp_path / INDEX).mkdir()
    folder.keep(kept_game(record, 1), format_record(record))
    assert numbers(folder) == [1]
