"""Makes the files of `tests/releases`; it runs in a checkout of the release they are to be of.

The files in ``36136ca/`` were made by::

    git worktree add ../36136ca 36136ca
    cd ../36136ca
    PYTHONPATH=. python <this file> <the folder 36136ca/ beside this file>

with the dependencies of ``pyproject.toml``; nothing in them was changed afterwards. They hold keys
of players and of a lobby that exist nowhere else.

- ``home/`` is what the programs of that release wrote for the account of Ann, who served a lobby
  and played there with Ben, Cat, Dan and a bot; the lobby's store is compressed. Two tables are
  over, two run, and a private one waits.
- ``engine.txt`` is a conversation with ``siam engine`` about three whole games.
- ``links.txt`` has a line for each kind of invite link.
- ``records/`` has the games that ended in the lobby, as ``siam records --to`` wrote them.
"""

# ruff: noqa: I001 - some of these modules are only in that release

from __future__ import annotations

import asyncio
import gzip
import signal
import sys
from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path
from random import Random

from games.engine import Engine
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import Agree, OpenTable, PlayMove, Say, SeatBot, StartGame, TakeBack
from protocol.terms import ClockTerms, Terms
from siam_tui.keyfiles import write_new
from siam_tui.last_bots import LastBots
from siam_tui.learn.progress import Progress
from siam_tui.nearby.known import KnownLobbies, KnownLobby, save_known
from siam_tui.practice.progress import Progress as Practice
from siam_tui.private_tables import PrivateTables
from siam_tui.profiles import Profile
from siam_tui.seen import Seen
from tests.e2e.guests import Guest, after, drawn_move, guest, is_over, mover, play_all, seated
from tests.programs import run, serving

NAMES = ("Ann", "Ben", "Cat", "Dan")
TABLE_KEY = b"key of the private table".ljust(32)


def key_of(name: str) -> SecretKey:
    """Return the key of a player, by their name."""
    return SecretKey(name.encode().ljust(32))


def profile_of(home: Path) -> Path:
    """Return the folder of the profile that people who never heard of profiles have."""
    return home / "config" / "siam-tui" / "profiles" / "default"


async def play_until(guests: list[Guest], table: str, ply: int, random: Random) -> None:
    """Play so many moves; seats without a guest are bots'."""
    while (state := await guests[0].until(table, lambda _: True)).ply < ply:
        seat, now = mover(state), (state.takes, state.ply)
        assert seat is not None
        if seat < len(guests):
            own = await guests[seat].until(table, lambda s, now=now: (s.takes, s.ply) == now)
            move = drawn_move(own, random)
            await guests[seat].done(PlayMove(table, own.game_number, own.ply, move))
        await guests[0].until(table, after(state.ply + 1))


async def finish(guests: list[Guest], seed: int, **options: object) -> str:
    """Play a game to its end at a table of its own."""
    table = await seated(guests, **options)
    await guests[0].done(StartGame(table))
    await play_all(guests, table, seed)
    for each in guests:
        await each.until(table, is_over)
    return table


async def play_evening(link: Link, own_map: str) -> str:
    """Play at four tables, and open a private one; return its id."""
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(guest(link, n, key_of(n))) for n in NAMES]
        ann = people[0]
        await finish(people[:3], 3, map=own_map)
        await finish(people, 4, options=("open_discards",))

        terms = Terms(clock=ClockTerms(3600, 5, False))
        table = await finish(people[:2], 2, terms=terms)
        for each in people[:2]:
            await each.done(Agree(table, 1, "again", True))
        await ann.until(table, lambda state: state.game_number == 2 and state.status == "running")
        random = Random(5)
        await play_until(people[:2], table, 8, random)
        state = await ann.until(table, after(8))
        mine = state.undoable == 0
        for each in people[:2] if mine else people[1::-1]:
            await each.done(TakeBack(table, 2, 8, True))
        await ann.until(table, lambda state: state.takes == 1)
        await play_until(people[:2], table, 9, random)
        await ann.done(Say(table, "Your move, I think."))

        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ann.done(SeatBot(table, 1, "greedy"))
        await ann.done(StartGame(table))
        await play_until([ann], table, 5, random)

        table = (await ann.done(OpenTable("siam", 2, key=TABLE_KEY))).table
        ann.client.hold_key(table, TABLE_KEY)
        await ann.client.follow(table)
        return str(table)


def make_links(link: Link) -> list[str]:
    """Return a link of each kind."""
    server = link.server
    brokers = [
        BrokerAddress("mqtt", "192.0.2.7", 1883),
        BrokerAddress("mqtt", "pi.example", 51883, "ann"),
        BrokerAddress("mqtts", "broker.example", 8883, "ann b"),
        BrokerAddress("ws", "2001:db8::7", 8080),
        BrokerAddress("wss", "broker.example", 443),
    ]
    links = [Link(broker, server) for broker in brokers]
    links += [links[0].to_table("1qh0ig78"), links[2].to_table("1qh0ig78", TABLE_KEY)]
    return [str(each) for each in links]


def converse() -> list[str]:
    """Return a conversation with the engine: commands, and what was answered."""
    engine = Engine(clock=lambda: 0.0)
    lines: list[str] = []

    def say(command: str) -> None:
        lines.extend((f"> {command}", *engine.answer(command)))

    for players, options in ((2, ""), (3, " map=albion"), (4, " open_discards")):
        say(f"game siam{options}")
        say(f"position new players={players} seed={players}")
        random, turn = Random(players), 0
        while engine.answer("status")[0].startswith("turn"):
            position = engine.answer("show")[0]
            if turn % 5 == 0:
                for command in ("count", "view 0", "view spectator", position):
                    say(command)
            say(f"play {random.choice(engine.answer('moves')[:-1])}")
            turn += 1
        for command in ("status", "moves", "play pass"):
            say(command)
    say("position new players=2 seed=7")
    for command in ("position R1/-", "play K:XYZ", "play 1:R@SUK", "moves K:", "game chess"):
        say(command)
    return lines


def write_profile(home: Path, link: Link) -> None:
    """Write Ann's other files as the app of that release does."""
    folder = profile_of(home)
    Profile(folder).change_settings(
        name="Ann",
        palette="colour-blind",
        theme="siam-light",
        bell=False,
        notifications=False,
        animation="none",
        ascii="yes",
    )
    chosen = {"players": 3, "bot1": "greedy", "bot2": "minister", "bot3": "random"}
    LastBots(folder).keep(chosen | {"board": "albion", "discards": "open_discards"})
    Seen(folder / "seen.json", lambda: 1795252800.0).note(f"{link.lobby}/1qh0ig78", 2, 9)
    PrivateTables.of(folder).keep(link.lobby, link.table, link.table_key)
    lobby = KnownLobby(link.server, "ann", "Ann")
    save_known(folder / "known_lobbies", KnownLobbies((lobby,)))
    Progress(folder).finish("turn")
    Practice(folder).solve("p1", date(2026, 11, 21))


async def make_home(home: Path, own_map: str) -> Link:
    """Serve a lobby, play there, and write the other files; return its link."""
    async with serving(home) as (server, link):
        private = await play_evening(link, own_map)
        server.send_signal(signal.SIGTERM)
        await server.wait()
    write_profile(home, link.to_table(private, TABLE_KEY))
    code, _, complaints = await run(home, "records", "--to", str(home.parent / "records"))
    assert code == 0, complaints
    return link


def main(out: Path) -> None:
    """Make all files in a folder that is not there yet."""
    home = out / "home"
    home.mkdir(parents=True)
    own = (Path("games/siam/maps/siam.toml")).read_text()
    own = own.replace('name = "siam"', 'name = "ours"', 1).replace("Siam, 1874", "Our Siam", 1)
    write_new(profile_of(home) / "player.key", key_of("Ann"))
    link = asyncio.run(make_home(home, own))
    (out / "links.txt").write_text("".join(f"{each}\n" for each in make_links(link)))
    (out / "engine.txt").write_text("".join(f"{line}\n" for line in converse()))
    for path in out.rglob("*"):
        if path.suffix == ".db":
            path.with_suffix(".db.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
        if path.is_file() and path.suffix in (".db", ".db-shm", ".db-wal", ".lock", ".log"):
            path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
