"""A game in which bots take the other seats: opened in one go, and proposed again the next time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from client.bots.levels import LEVELS
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.registry import game_names, spec_of
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.messages import Done
from protocol.states import TableState
from siam_tui.games.registry import shown_games
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Player, Session, host, left_game
from siam_tui.lobby.standby import Standby
from siam_tui.lobby.waiting_games import KeptGame, mark_game
from siam_tui.profile.small_files import KeptFile
from siam_tui.profile.user_error import UserError

_FIRST: Final = "random"
"""The level of bots of which a first game can be won."""


def _proposed(level: str) -> Mapping[str, object]:
    """Return what is proposed for a game that was never played: one bot of a level."""
    return {"players": 2, **{f"bot{number}": level for number in range(1, 8)}}


FIRST_GAME: Final = _proposed(_FIRST)
"""Proposed to a player who has never played any game."""


class LastBots:
    """The values of the form's fields by their names, for each game.

    For a game that was never played, the first bot of the game played last is proposed. A file that
    cannot be read or written is done without: then `FIRST_GAME` is proposed.
    """

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._file = KeptFile(folder / "last-bots.json")

    def values(self) -> dict[str, Mapping[str, object]]:
        """Return the values to propose for each game; the form ignores those it does not know."""
        kept = self._file.read(_parse_games) or {}
        return dict.fromkeys(shown_games(), _proposed(_last_level(kept))) | kept

    def has_played(self, game: str) -> bool:
        """Return whether a game against bots was ever dealt."""
        return game in (self._file.read(_parse_games) or {})

    def levels(self, game: str) -> tuple[str, ...]:
        """Return the levels of the bots to propose for a game, as many as can play it."""
        values, players = self.values().get(game, FIRST_GAME), spec_of(game).players
        count = values.get("players")
        count = count if isinstance(count, int) and count in players else max(2, min(players))
        levels = (values.get(f"bot{number}") for number in range(1, count))
        return tuple(
            each if isinstance(each, str) and each in LEVELS else _FIRST for each in levels
        )

    def keep_levels(self, game: str, levels: Sequence[str]) -> None:
        """Keep the bots that were chosen for a game, and what else was chosen before."""
        bots = {f"bot{number}": level for number, level in enumerate(levels, start=1)}
        self.keep(game, {**self.values().get(game, {}), "players": len(levels) + 1, **bots})

    def keep(self, game: str, values: Mapping[str, object]) -> None:
        """Keep the values that were chosen for a game."""
        kept = self._file.read(_parse_games) or {}
        others = {name: chosen for name, chosen in kept.items() if name != game}
        self._file.write(json.dumps({"games": {**others, game: dict(values)}}))


def _last_level(kept: Mapping[str, Mapping[str, object]]) -> str:
    """Return the level of the first bot in the game played last, which stands at the end."""
    level = next(reversed(list(kept.values())), FIRST_GAME).get("bot1")
    return level if isinstance(level, str) and level in LEVELS else _FIRST


def _parse_games(text: str) -> dict[str, Mapping[str, object]]:
    kept = json.loads(text)
    games = kept.get("games")
    if games is None:
        return _of_one_game(kept)
    return {name: values for name, values in games.items() if isinstance(values, dict)}


def _of_one_game(values: Mapping[str, object]) -> dict[str, Mapping[str, object]]:
    """Return the values of a file written when there was one game, the first one of today.

    In such a file an option that was chosen is the value of a field of another name.
    """
    game = game_names()[0]
    chosen = spec_of(game).option_names.intersection(map(str, values.values()))
    return {game: {**values, **{name: name for name in chosen}}}


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
