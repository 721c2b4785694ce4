"""A store is copied while it is served, and the copy is served again."""

# ruff: noqa: ASYNC240 - small files, looked at between two steps of a test

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from server.store.copying import Copied, back_up
from server.store.errors import StoreError
from server.store.saved import Changes
from server.store.store import open_store
from tests.server.test_store import LOBBY, a_table, fill
from tests.server.test_store_completeness import killed, tables


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "served" / "lobby.db"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy.db"


async def test_it_has_all_that_was_committed_and_nothing_since(path: Path, target: Path) -> None:
    async with open_store(path, LOBBY) as store:
        await store.commit(Changes((a_table(1), a_table(2))))
        umask = os.umask(0)
        try:
            assert back_up(path, target) == Copied(2, 0)
        finally:
            os.umask(umask)
        await store.commit(Changes((a_table(3),)))
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert {each.name for each in target.parent.iterdir()} == {"served", "copy.db"}
    assert await tables(target) == 2


async def test_one_of_a_store_that_is_not_served_has_its_log(path: Path, target: Path) -> None:
    path.parent.mkdir()
    await killed(path)
    assert back_up(path, target) == Copied(3, 0)
    assert await tables(target) == 3
    assert await tables(path) == 3


async def test_one_put_in_the_place_of_its_store_is_older(path: Path, target: Path) -> None:
    await fill(path, 1)
    back_up(path, target)
    async with open_store(path, LOBBY) as store:
        await store.commit(Changes((a_table(7),)))
    shutil.copy(target, path)
    with pytest.raises(StoreError, match="accept-older-store"):
        await tables(path)
    assert await tables(path, accept_older=True) == 1


async def test_a_file_is_replaced_only_when_that_is_asked_for(path: Path, target: Path) -> None:
    await fill(path, 2)
    target.write_text("my letter")
    with pytest.raises(StoreError, match="is there already"):
        back_up(path, target)
    assert target.read_text() == "my letter"
    back_up(path, target, replace=True)
    assert await tables(target) == 2


async def test_it_never_takes_the_place_of_the_store(path: Path) -> None:
    async with open_store(path, LOBBY) as store:
        await store.commit(Changes((a_table(),)))
        for end in ("", "-wal", ".lock", ".commits"):
            with pytest.raises(StoreError, match="belongs to the store"):
                back_up(path, path.parent / "." / f"{path.name}{end}", replace=True)
    assert await tables(path) == 1


async def test_nothing_but_a_file_is_replaced(path: Path, target: Path) -> None:
    await fill(path)
    target.mkdir()
    with pytest.raises(StoreError, match="no regular file"):
        back_up(path, target, replace=True)


async def test_where_it_cannot_be_written_it_says_so_and_leaves_nothing(
    path: Path, tmp_path: Path
) -> None:
    await fill(path)
    (tmp_path / "file").touch()
    for target in (tmp_path / "none" / "copy.db", tmp_path / "file" / "copy.db"):
        with pytest.raises(StoreError, match=r"The copy .* cannot be written"):
            back_up(path, target)
    assert {each.name for each in tmp_path.iterdir()} == {"served", "file"}


async def test_no_store_and_a_damaged_one_make_no_copy(path: Path, target: Path) -> None:
    with pytest.raises(StoreError, match="There is no store"):
        back_up(path, target)
    await fill(path)
    with path.open("rb+") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(StoreError, match="damaged"):
        back_up(path, target)
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="another program"):
        back_up(path, target)
    assert not target.exists()
