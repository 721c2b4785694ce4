"""Makes the files of ``8986fa89/``; it runs in a checkout of that release.

They were made by::

    git worktree add ../8986fa89 8986fa89
    cd ../8986fa89
    PYTHONPATH=. python <this file> <the folder 8986fa89/ beside this file>

with the dependencies of ``pyproject.toml``; nothing in them was changed afterwards. They hold keys
of players and of a lobby that exist nowhere else. It is the last release in whose games nothing
that is signed states take-backs, and in whose records names are signed.

- ``home/`` is what ``siam serve`` wrote for Ann. At one table a game is over and the next one runs,
  at another one a game of Reino de Ámbar runs. In both, moves were taken back.
- ``records/`` has the game that ended, as ``siam records --to`` wrote it.
"""

from __future__ import annotations

import asyncio
import gzip
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from protocol.commands import Agree, PlayMove, StartGame, TakeBack
from protocol.keys import SecretKey
from protocol.links import Link
from tests.e2e.guests import Guest, after, drawn_move, guest, is_over, mover, play_all, seated
from tests.programs import run, serving

NAMES = ("Ann", "Ben")


def key_of(name: str) -> SecretKey:
    """Return the key of a player, by their name."""
    return SecretKey(name.encode().ljust(32))


async def play_until(guests: list[Guest], table: str, ply: int, random: Random) -> None:
    """Play so many moves."""
    while (state := await guests[0].until(table, lambda _: True)).ply < ply:
        seat, now = mover(state), (state.status, state.game_number, state.takes, state.ply)
        assert seat is not None
        own = await guests[seat].until(
            table, lambda s, now=now: (s.status, s.game_number, s.takes, s.ply) == now
        )
        await guests[seat].done(PlayMove(table, own.game_number, own.ply, drawn_move(own, random)))
        await guests[0].until(table, after(state.ply + 1))


async def take_back(guests: list[Guest], table: str) -> None:
    """Take the last move back; who made it asks."""
    state = await guests[0].until(table, lambda state: state.undoable is not None)
    assert state.undoable is not None
    for each in (guests[state.undoable], guests[1 - state.undoable]):
        await each.done(TakeBack(table, state.game_number, state.ply, True))
    await guests[0].until(table, lambda now: now.takes == state.takes + 1)


async def play_evening(link: Link) -> None:
    """Play at two tables."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(link, n, key_of(n))) for n in NAMES]
        random = Random(5)
        table = await seated(people)
        await people[0].done(StartGame(table))
        await play_until(people, table, 6, random)
        await take_back(people, table)
        await play_all(people, table, 2)
        for each in people:
            await each.until(table, is_over)
            await each.done(Agree(table, 1, "again", True))
        await people[0].until(table, lambda now: now.game_number == 2 and now.status == "running")
        other = await seated(people, game="amber")
        await people[0].done(StartGame(other))
        for each, ply in ((table, 8), (other, 6)):
            await people[0].until(each, lambda now: now.status == "running")
            await play_until(people, each, ply, random)
            while (await people[0].until(each, lambda _: True)).undoable is None:
                state = await people[0].until(each, lambda _: True)
                await play_until(people, each, state.ply + 1, random)
            await take_back(people, each)


async def main(out: Path) -> None:
    """Make all files in a folder that is not there yet."""
    home = out / "home"
    home.mkdir(parents=True)
    async with serving(home) as (server, link):
        await play_evening(link)
        server.send_signal(signal.SIGTERM)
        await server.wait()
    code, _, complaints = await run(home, "records", "--to", str(out / "records"))
    assert code == 0, complaints


def keep_files(out: Path) -> None:
    """Pack the store, and leave out what only a running program needs."""
    for path in (*out.rglob("*.db"),):
        path.with_suffix(".db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    for path in (*out.rglob("*.db*"), *out.rglob("*.log"), *out.rglob("siam-lobby-*")):
        if path.suffix != ".gz":
            path.unlink()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
    keep_files(Path(sys.argv[1]))
