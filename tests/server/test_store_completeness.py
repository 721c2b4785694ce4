"""A store that lacks commits is refused; one that has them all is not, however it ended."""

# ruff: noqa: ASYNC240 - small files, looked at between two steps of a test

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from server.store.errors import StoreError
from server.store.saved import Changes
from server.store.sqlite.commit_marker import MAX_COUNT, count_lost, marker_path, next_count
from server.store.store import open_store
from tests.server.test_store import LOBBY, a_table, refusal

ACCEPTED = "--accept-older-store"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lobby.db"


async def killed(path: Path, tables: int = 3, **options: bool) -> Path:
    """Leave a store as a server does that is killed after opening tables, a commit each."""
    original = path.parent / "original" / path.name
    if path.exists():
        original.parent.mkdir()
        for each in path.parent.glob(f"{path.name}*"):
            each.rename(original.parent / each.name)
    async with open_store(original, LOBBY, **options) as store:
        before = len((await store.load()).tables)
        for number in range(before, before + tables):
            await store.commit(Changes((a_table(number),)))
        for each in original.parent.iterdir():
            shutil.copy(each, path.parent)
    shutil.rmtree(original.parent)
    return path


def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


async def tables(path: Path, *, accept_older: bool = False) -> int:
    async with open_store(path, LOBBY, accept_older=accept_older) as store:
        return len((await store.load()).tables)


class TestAfterAKill:
    async def test_everything_is_there(self, path: Path) -> None:
        assert await tables(await killed(path)) == 3
        assert await tables(path) == 3

    async def test_without_its_log_it_is_refused_as_often_as_it_is_tried(self, path: Path) -> None:
        wal(await killed(path)).unlink()
        for _ in range(3):
            told = await refusal(path)
            assert "changes missing: 3" in told
            assert ACCEPTED in told

    @pytest.mark.parametrize("place", [0, 32, 32 + 24 + 4096])
    async def test_with_noise_in_its_log_it_is_refused_and_the_log_is_left_alone(
        self, path: Path, place: int
    ) -> None:
        noisy = wal(await killed(path))
        with noisy.open("rb+") as file:
            file.seek(place)
            file.write(os.urandom(64))
        damaged = noisy.read_bytes()
        for _ in range(2):
            assert "is missing or damaged" in await refusal(path)
            assert noisy.read_bytes() == damaged

    async def test_what_is_left_is_taken_when_that_is_wished_and_counted_from_there(
        self, path: Path
    ) -> None:
        await killed(path, 2)
        wal(await killed(path, 3)).unlink()
        assert "changes missing: 3" in await refusal(path)
        assert await tables(path, accept_older=True) == 2
        assert await tables(path) == 2
        wal(await killed(path, 1)).unlink()
        assert "changes missing: 1" in await refusal(path)

    @pytest.mark.parametrize("when", [{"MAX_COMMITS": 1}, {"EVERY": 0.01}], ids=["many", "time"])
    async def test_without_its_log_it_has_all_there_was_at_the_last_checkpoint(
        self, path: Path, when: dict[str, float], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name, value in when.items():
            monkeypatch.setattr(f"server.store.sqlite.database.{name}", value)
        original = path.parent / "original" / path.name
        async with open_store(original, LOBBY) as store:
            await store.commit(Changes((a_table(),)))
            checkpoints = store._database._checkpoints
            assert checkpoints is not None
            await checkpoints.done.wait()
            for each in original.parent.iterdir():
                shutil.copy(each, path.parent)
        wal(path).unlink()
        assert await tables(path) == 1

    @pytest.mark.parametrize("noise", [None, b"no log"], ids=["gone", "noise"])
    async def test_one_whose_tables_were_all_in_the_log_of_an_earlier_release_is_refused(
        self, path: Path, noise: bytes | None
    ) -> None:
        earlier = sqlite3.connect(path)  # which was never closed, and left everything in its log
        earlier.execute("PRAGMA journal_mode = WAL")
        earlier.execute("CREATE TABLE lobby (id, schema, starts)")
        with earlier:
            earlier.execute("INSERT INTO lobby VALUES (?, 1, 1)", (LOBBY,))
        alone = path.with_name("alone.db")
        shutil.copy(path, alone)
        earlier.close()
        if noise:
            wal(alone).write_bytes(noise)
        for _ in range(2):
            assert "copied without" in await refusal(alone)
        assert await tables(alone, accept_older=True) == 0


class TestOlderCopies:
    async def test_one_in_the_place_of_a_newer_one_is_refused(self, path: Path) -> None:
        await killed(path)
        await tables(path)
        older = shutil.copy(path, path.with_name("older"))
        async with open_store(path, LOBBY) as store:
            await store.commit(Changes((a_table(7),)))
        shutil.copy(older, path)
        assert "A copy is in its place" in await refusal(path)
        assert await tables(path, accept_older=True) == 3

    @pytest.mark.parametrize("empty", [False, True], ids=["gone", "empty"])
    async def test_one_that_is_gone_is_not_begun_anew_unasked(
        self, path: Path, empty: bool
    ) -> None:
        await killed(path)
        for each in (path, wal(path)):
            each.unlink()
        if empty:
            path.touch()
        for _ in range(2):
            told = await refusal(path)
            assert "missing or empty" in told
            assert ACCEPTED in told
        assert await tables(path, accept_older=True) == 0
        assert await tables(path) == 0

    async def test_one_copied_alone_while_it_was_served_is_refused(
        self, path: Path, tmp_path: Path
    ) -> None:
        await killed(path)
        alone = tmp_path / "alone" / "lobby.db"
        alone.parent.mkdir()
        shutil.copy(path, alone)
        for _ in range(2):
            assert "copied without" in await refusal(alone)
        assert await tables(alone, accept_older=True) == 0

    async def test_one_copied_alone_when_it_was_closed_is_whole(
        self, path: Path, tmp_path: Path
    ) -> None:
        await tables(await killed(path))
        alone = tmp_path / "alone" / "lobby.db"
        alone.parent.mkdir()
        shutil.copy(path, alone)
        assert await tables(alone) == 3

    async def test_another_lobbys_is_told_as_that(self, path: Path) -> None:
        await killed(path)
        assert "another lobby" in await refusal(path, "other")
        shutil.rmtree(path.parent, ignore_errors=True)
        path.parent.mkdir()
        marker_path(path).write_text("siam store 1\nother\n0000000009\n")
        assert await tables(path) == 0


class TestMarkers:
    """The small file beside the store."""

    async def test_one_that_is_deleted_or_damaged_is_made_anew(self, path: Path) -> None:
        await killed(path)
        for text in (None, "", "garbage", "siam store 1\nlobby\n99999999999\n"):
            marker_path(path).unlink()
            if text is not None:
                marker_path(path).write_text(text)
            assert await tables(path) == 3
        wal(await killed(path, 1)).unlink()
        assert "changes missing: 1" in await refusal(path)

    async def test_one_that_a_power_failure_left_behind_does_no_harm(self, path: Path) -> None:
        await killed(path)
        marker_path(path).write_text(f"siam store 1\n{LOBBY}\n0000000001\n")
        assert await tables(path) == 3

    async def test_a_store_of_an_earlier_release_has_none(self, path: Path) -> None:
        await tables(await killed(path))
        with sqlite3.connect(path) as earlier:  # which leaves a store in this mode, and uncounted
            earlier.execute("PRAGMA journal_mode = WAL")
            earlier.execute("PRAGMA user_version = 0")
        earlier.close()
        marker_path(path).unlink()
        assert not wal(path).exists()
        assert await tables(path) == 3

    async def test_an_earlier_release_may_serve_between(self, path: Path) -> None:
        await killed(path)
        with sqlite3.connect(path) as earlier:  # it does not count, and leaves no log
            earlier.execute("UPDATE lobby SET starts = starts + 1")
        earlier.close()
        assert await tables(path) == 3

    def test_the_count_goes_round(self) -> None:
        assert next_count(MAX_COUNT) == 1
        assert count_lost(MAX_COUNT, 2) == 2
        assert count_lost(2, MAX_COUNT) == 0
        assert (count_lost(5, 5), count_lost(6, 5), count_lost(4, 5)) == (0, 0, 1)

    async def test_one_that_is_a_link_is_not_followed(self, path: Path, tmp_path: Path) -> None:
        other = tmp_path / "other"
        other.write_text("mine")
        marker_path(path).symlink_to(other)
        with pytest.raises(StoreError, match="cannot be written"):
            await tables(path)
        assert other.read_text() == "mine"
