"""A game in which bots take the other seats: opened, filled and started in one go."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.registry import spec_of
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.messages import Done
from protocol.states import TableState
from siam_tui.lobby.kept_games import KeptGame, mark_game
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Player, Session, host, left_game
from siam_tui.lobby.standby import Standby
from siam_tui.profile.user_error import UserError

DEMO_PACE = 1.5
"""Seconds a bot takes for a move while a person watches the demo."""
_DEMO_LEVELS = ("minister", "minister", "greedy")


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to open.

    Attributes:
        opening: the command that opens it.
        levels: the levels of the bots that sit down at once, by seat: from the second seat, or from
            the first one if only bots play.
    """

    opening: OpenTable
    levels: tuple[str, ...] = ()


def demo_game(name: str) -> NewTable:
    """Return the game of bots that the demo shows: with three of them, or as near as can be.

    Raises:
        GameError: there is no such game.
    """
    players = spec_of(name).players
    count = min(max(len(_DEMO_LEVELS), min(players)), max(players))
    levels = _DEMO_LEVELS + _DEMO_LEVELS[:1] * max(players)
    return NewTable(OpenTable(name, count, seat=None), levels[:count])


async def resume_bot_game(
    kept: KeptGame, player: Player, pace: float, standby: Standby | None = None
) -> Session:
    """Start the server of a kept game, and connect to it; it is then the game played last.

    Args:
        kept: the game.
        player: who plays.
        pace: least seconds that a bot takes for a move.
        standby: where a server may be loaded already.

    Raises:
        UserError: the server could not start, or the game is over.
    """
    session = await host(Serving(pace=pace, kept=kept.folder), player, standby)
    session.table = kept.table
    try:
        await session.client.ready()
        state = await session.client.follow(kept.table)
        await _mark(session, state)
    except BaseException as error:
        if not isinstance(error, RefusedError):  # else its table is gone, and so is the game
            session.kept = None
        await session.close()
        if isinstance(error, RefusedError | ConnectionEndedError):
            raise UserError(str(error)) from error
        raise
    return session


async def play_bot_game(session: Session, game: NewTable) -> None:
    """Open, fill and start a game; it is then the one that the session is about.

    Raises:
        UserError: the lobby refused, or the connection has ended.
    """
    try:
        session.table = await open_bot_game(session.client, game)
        await start_game(session.client, session.table)
        # Followed already here, so that its board is drawn at once.
        await _mark(session, await session.client.follow(session.table))
    except (RefusedError, ConnectionEndedError) as error:
        raise UserError(str(error)) from error


async def _mark(session: Session, state: TableState) -> None:
    """Note that a game is played; whose turn it will be when a kill ends it, nobody can know."""
    if session.kept is not None:
        left = replace(left_game(state, session.client.me), my_turn=None)
        record = session.record_of_game(state)
        await asyncio.to_thread(mark_game, session.kept, session.table, left, record)


async def open_bot_game(client: Client, game: NewTable) -> str:
    """Open the table and seat the bots; return the table's id. `StartGame` is still to come.

    Raises:
        RefusedError: the lobby does not do that; says why.
        ConnectionEndedError: the client has ended.
    """
    opened = await client.request(game.opening)
    assert isinstance(opened, Done)
    for number, level in enumerate(game.levels, start=int(game.opening.seat is not None)):
        await client.request(SeatBot(opened.table, number, level))
    return opened.table


async def start_game(client: Client, table: str) -> None:
    """Deal and begin.

    Raises:
        RefusedError, ConnectionEndedError: as `open_bot_game`.
    """
    await client.request(StartGame(table))
