"""The server as people start it: a program of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from random import Random

from protocol.links import parse_link
from protocol.messages import OpenTable, SeatBot, StartGame
from tests.e2e.guests import PATIENCE, check_hands_hidden, check_replay, guest


async def test_a_game_against_bots_on_a_private_server_that_ends_with_its_input(tmp_path: Path):
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "serve", "--private", "--port", "0",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **homes},
    )  # fmt: skip
    assert serving.stdin is not None
    assert serving.stdout is not None
    async with asyncio.timeout(PATIENCE):
        link = parse_link((await serving.stdout.readline()).decode())
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 3))).table
            await ann.client.follow(table)
            for seat in (1, 2):
                await ann.done(SeatBot(table, seat, "greedy"))
            await ann.done(StartGame(table))
            state = await ann.play(table, Random(6))
            check_replay(state, *await ann.client.history(table))
            check_hands_hidden(ann.states)
        serving.stdin.close()
        assert await serving.stdout.read() == b""
        assert await serving.wait() == 0
