"""``siam lobby``, run as the program it is against a lobby that is served."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.changes import SentAwayFrom, Status
from client.client import Client
from client.errors import ConnectionEndedError
from protocol.commands import OpenTable, TakeSeat
from protocol.keys import SecretKey
from tests.e2e.guests import guest
from tests.patience import PATIENCE
from tests.programs import run, serving


async def lobby(home: Path, *arguments: str) -> tuple[int, list[str]]:
    """Run a command of ``siam lobby``; return its exit code and the lines it wrote."""
    code, out, err = await run(home, "lobby", *arguments)
    return code, (out + err).splitlines()


async def test_an_owner_lists_closes_and_bans(tmp_path: Path) -> None:
    async with serving(tmp_path, "--announce", "everyone") as (_, link):
        key = SecretKey.generate()
        async with guest(link, "Ann") as ann, Client(link, key, "Eve") as eve:
            await eve.ready()
            table = (await ann.done(OpenTable("siam", 3))).table
            await ann.client.follow(table)
            await eve.request(TakeSeat(table, 1))
            await eve.follow(table)

            code, (line,) = await lobby(tmp_path)
            assert (code, line.split()[:2]) == (0, [table, "open"])
            assert "Ann, Eve, free" in line
            for options in (
                ("--link", str(link)),
                ("--wait", "30"),
                ("--link", str(link), "tables"),
            ):
                assert await lobby(tmp_path, *options) == (0, [line])
            code, said = await lobby(tmp_path, "--link", "nowhere", "tables")
            assert (code, "not an invite link" in said[0]) == (2, True)
            code, lines = await lobby(tmp_path, "players")
            assert code == 0
            assert sorted(line.split()[1] for line in lines) == ["Ann", "Eve"]

            async with asyncio.timeout(PATIENCE), eve.changes() as changes:
                code, said = await lobby(tmp_path, "ban", "eve", "--why", "You \x1b[31mflood.")
                assert code == 0, said
                assert said[0].startswith(f"Eve {key.public.short} is banned.")
                while not isinstance(change := await anext(changes), SentAwayFrom):
                    pass
                assert change.sentence.endswith("banned you from it: “You [31mflood.”")
                with pytest.raises(ConnectionEndedError, match="flood"):
                    await eve.request(OpenTable("siam", 2))
                assert eve.status is Status.REFUSED
            await ann.until(table, lambda state: state.seats[1].holder == "free")
            code, lines = await lobby(tmp_path, "players", "--all")
            (banned,) = (line for line in lines if line.split()[1] == "Eve")
            assert "  banned" in banned
            assert "sits" not in banned

            async with Client(link, key, "Eve") as again:
                with pytest.raises(ConnectionEndedError, match="banned"):
                    await again.ready()
            code, said = await lobby(tmp_path, "unban", key.public.short)
            assert (code, said[0].partition(", ")[0]) == (
                0,
                f"Eve {key.public.short} is no longer banned",
            )
            async with Client(link, key, "Eve") as again:
                await again.ready()

            async with asyncio.timeout(PATIENCE), ann.client.changes() as changes:
                code, said = await lobby(tmp_path, "close", table[:6], "--why", "It is late.")
                assert (code, said) == (0, [f"Table {table} is closed."])
                while not isinstance(change := await anext(changes), SentAwayFrom):
                    pass
                assert change.sentence.endswith("has closed the table: “It is late.”")
