"""The server program whose store has lost a file, and the copy that `siam backup` makes of it."""

from __future__ import annotations

import shutil
from pathlib import Path

from protocol.commands import OpenTable
from tests.e2e.guests import guest
from tests.e2e.program import program
from tests.programs import run


async def test_a_store_without_its_log_is_refused_and_a_backup_put_in_its_place(tmp_path: Path):
    copy = tmp_path / "copy.db"
    async with program("embedded", tmp_path) as (served, link):
        store = ("--store", str(served.store))
        async with guest(link, "Ann") as ann:
            kept = (await ann.done(OpenTable("siam", 2))).table
            code, said, _ = await run(tmp_path, "backup", str(copy), *store)
            assert (code, said) == (
                0,
                f"Copied the lobby to {copy}. Open tables: 1. Kept records: 0.\n",
            )
            await ann.done(OpenTable("siam", 3))
        await served.kill()
        log = served.store.with_name("lobby.db-wal")
        assert log.stat().st_size
        log.unlink()

        code, said, complaint = await run(tmp_path, "serve", "--port", "0", *store)
        assert (code, said) == (2, "")
        assert "is older than its server left it" in complaint
        assert "--accept-older-store" in complaint
        assert "Traceback" not in complaint

        code, _, complaint = await run(tmp_path, "backup", str(copy), *store)
        assert code == 2
        assert "is there already" in complaint

        shutil.copy(copy, served.store)
        arguments, served.arguments = served.arguments, (*served.arguments, "--accept-older-store")
        assert await served.start() == link
        async with guest(link, "Ben") as ben:
            assert ben.client.lobby is not None
            assert [table.table for table in ben.client.lobby.tables] == [kept]
        await served.terminate()
        served.arguments = arguments
        assert await served.start() == link
