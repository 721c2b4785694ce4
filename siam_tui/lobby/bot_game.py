"""A game whose other seats are bots: opened, filled and started in one go."""

from __future__ import annotations

from dataclasses import dataclass

from client import Client
from protocol.messages import Done, OpenTable, SeatBot, StartGame

GAME = "siam"


@dataclass(frozen=True, slots=True)
class BotGame:
    """What to play.

    Attributes:
        levels: the bots' levels, by seat from the first after one's own, or from the first of all.
        seated: whether one plays oneself, on the first seat; else one looks on.
        map: name of a built-in map, or the text of one's own.
        options: the table's options.
    """

    levels: tuple[str, ...]
    seated: bool = True
    map: str = ""
    options: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.levels) + self.seated


async def open_bot_game(client: Client, game: BotGame) -> str:
    """Open the table and seat the bots; return the table's id. `StartGame` is still to come.

    Raises:
        RefusedError: the lobby does not do that; says why.
        ConnectionEndedError: the client has ended.
    """
    seat = 0 if game.seated else None
    opened = await client.request(OpenTable(GAME, game.players, game.options, game.map, seat))
    assert isinstance(opened, Done)
    for number, level in enumerate(game.levels, start=int(game.seated)):
        await client.request(SeatBot(opened.table, number, level))
    return opened.table


async def start(client: Client, table: str) -> None:
    """Deal and begin.

    Raises:
        RefusedError, ConnectionEndedError: as `open_bot_game`.
    """
    await client.request(StartGame(table))
