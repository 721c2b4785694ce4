"""``siam demo --plain``: bots play over a real server and broker, and a spectator keeps the log."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable

from client import Client, TableChanged
from games.siam import FACTION_LETTERS, FACTIONS, Map, Position, Siam, parse_map
from protocol.keys import SecretKey
from protocol.messages import Entry, TableState
from siam_tui.bot_game import BotGame, open_bot_game, start
from siam_tui.logs import log_to
from siam_tui.places import log_file
from siam_tui.private_server import PrivateServer, Serving
from siam_tui.trouble import TroubleError

GAME = BotGame(levels=("minister", "minister", "greedy"), seated=False)
"""What the demo plays."""
PACE = 1.5
"""Seconds a move takes where a person watches."""
_LONGEST = 60

Write = Callable[[str], object]


def run_plain() -> None:
    """Play one game at full speed and print it, the record's result as the last line.

    Raises:
        TroubleError: the server could not start, or the game did not come to its end in a minute.
    """
    log_to(log_file("app"))
    try:
        asyncio.run(asyncio.wait_for(_play(_print), _LONGEST))
    except TimeoutError as error:
        raise TroubleError(
            f"The game took longer than {_LONGEST} seconds: is the computer very busy? "
            f"The log is in {log_file('server')}."
        ) from error


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


async def _play(write: Write) -> None:
    key = SecretKey.generate()
    async with PrivateServer(Serving()) as server, Client(server.link, key, "Spectator") as client:
        await client.ready()
        table = await open_bot_game(client, GAME)
        state = await client.follow(table)
        log = _Log(write, state)
        async with client.changes() as changes:
            await start(client, table)
            async for change in changes:
                if not isinstance(change, TableChanged) or change.state.table != table:
                    continue
                state = change.state
                async for entry in _new_entries(client, state, log.written):
                    log.add(entry)
                if state.status == "over":
                    break
        log.end(state)


async def _new_entries(client: Client, state: TableState, written: int) -> AsyncIterator[Entry]:
    """Iterate over the moves up to this state that are not written yet."""
    missing = state.ply - written
    if missing > len(state.news):  # states were lost on the way; the log has them
        _, first, entries = await client.history(state.table)
        for entry in entries[max(0, written - first) : state.ply - first]:
            yield entry
    elif missing > 0:
        for entry in state.news[-missing:]:
            yield entry


class _Log:
    """Writes a game down, a line a move and a chapter a struggle.

    Attributes:
        written: number of moves written.
    """

    def __init__(self, write: Write, state: TableState) -> None:
        self.written = 0
        self._write = write
        self._names = [seat.name for seat in state.seats]
        self._map = parse_map(state.map)
        self._game = Siam(self._map)
        self._chapter = -1
        write(f"{self._game.title}, {self._map.title}: {', '.join(self._names)}")

    def add(self, entry: Entry) -> None:
        """Write a move, and what came of a struggle that it ended."""
        position = self._game.parse(entry.position)
        if self._chapter < 0:  # a first move ends no struggle: all must pass for that
            self._open(position)
        self.written += 1
        name = f"{self._names[entry.seat]} ({entry.seat})"
        forced = "  (no cards left)" if entry.by == "table" else ""
        self._write(f"{self.written:>4}  {name:<16} {entry.move}{forced}")
        for place in range(self._chapter, position.resolved):
            province = position.queue[place]
            control = position.control(province)
            assert control is not None
            self._write(
                f"      {self._map.provinces[province].name}: {self._map.control_name(control)}"
            )
        if position.resolved > self._chapter and not position.over:
            self._open(position)

    def _open(self, position: Position) -> None:
        self._chapter = position.resolved
        province = self._map.provinces[position.queue[position.resolved]]
        self._write(f"\nStruggle {position.resolved + 1} of 8: {province.name}")

    def end(self, state: TableState) -> None:
        """Write the final board, the seats and the result."""
        position = self._game.parse(state.position)
        self._write("\nThe board at the end")
        for line in _board(self._map, position):
            self._write(line)
        for name, seat in zip(self._names, position.seats, strict=True):
            self._write(f"  {name:<22} {_followers(seat.followers)}")
        self._write(f"\n{state.result}")


def _board(board: Map, position: Position) -> list[str]:
    lines = []
    for number, province in enumerate(board.provinces):
        control = position.control(number)
        held = board.control_name(control) if control is not None else "nobody yet: "
        rest = "" if control is not None else _followers(position.followers(number))
        lines.append(f"  {province.name:<22} {held}{rest}")
    return lines


def _followers(trio: tuple[int, ...]) -> str:
    parts = (f"{FACTION_LETTERS[faction]}{trio[faction]}" for faction in FACTIONS)
    return " ".join(parts)
