"""A game in which bots take the other seats: opened, filled and started in one go."""

from __future__ import annotations

from dataclasses import dataclass

from client import Client, ConnectionEndedError, RefusedError
from games.registry import spec_of
from protocol.messages import Done, OpenTable, SeatBot, StartGame
from siam_tui.lobby.session import Session
from siam_tui.profile.user_error import UserError

DEMO_PACE = 1.5
"""Seconds a bot takes for a move while a person watches the demo."""
_DEMO_LEVELS = ("minister", "minister", "greedy")


@dataclass(frozen=True, slots=True)
class BotGame:
    """What to play.

    Attributes:
        game: the game's short name.
        levels: the bots' levels, by seat: from the second seat, or from the first one if only bots
            play.
        seated: whether the player takes the first seat; else the player watches.
        map: name of a built-in map, or the text of the player's own.
        options: the table's options.
    """

    game: str
    levels: tuple[str, ...]
    seated: bool = True
    map: str = ""
    options: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.levels) + self.seated


def demo_game(name: str) -> BotGame:
    """Return the game of bots that the demo shows: with three of them, or as near as can be.

    Raises:
        GameError: there is no such game.
    """
    players = spec_of(name).players
    count = min(max(len(_DEMO_LEVELS), min(players)), max(players))
    levels = _DEMO_LEVELS + _DEMO_LEVELS[:1] * max(players)
    return BotGame(name, levels[:count], seated=False)


async def play_bot_game(session: Session, game: BotGame) -> None:
    """Open, fill and start a game; it is then the one that the session is about.

    Raises:
        UserError: the lobby refused, or the connection has ended.
    """
    try:
        session.table = await open_bot_game(session.client, game)
        await start_game(session.client, session.table)
    except RefusedError as refusal:
        raise UserError(refusal.sentence) from refusal
    except ConnectionEndedError as error:
        raise UserError(str(error)) from error


async def open_bot_game(client: Client, game: BotGame) -> str:
    """Open the table and seat the bots; return the table's id. `StartGame` is still to come.

    Raises:
        RefusedError: the lobby does not do that; says why.
        ConnectionEndedError: the client has ended.
    """
    seat = 0 if game.seated else None
    opened = await client.request(OpenTable(game.game, game.players, game.options, game.map, seat))
    assert isinstance(opened, Done)
    for number, level in enumerate(game.levels, start=int(game.seated)):
        await client.request(SeatBot(opened.table, number, level))
    return opened.table


async def start_game(client: Client, table: str) -> None:
    """Deal and begin.

    Raises:
        RefusedError, ConnectionEndedError: as `open_bot_game`.
    """
    await client.request(StartGame(table))
