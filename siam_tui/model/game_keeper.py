"""Keeps the record of every game that a player finishes in a lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from client.changes import LobbyChanged, TableChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from client.signatures import signed_seat
from games.contract import GameError
from games.record import format_record
from protocol.errors import KeyTextError
from protocol.keys import PublicKey
from protocol.states import TableState
from siam_tui.model.game_folder import GameFolder, game_of_record
from siam_tui.model.played_game import Opponents, PlayedGame, game_id
from siam_tui.profile.user_error import UserError
from texts import tell

_LAST_SECONDS: Final = 3.0
"""Seconds that a player who leaves waits at most for a game that has just ended to be kept."""
_MOST_UNPROVEN: Final = 20
"""Games without a proof that the player moved, after which a lobby is not asked for more."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GameKeeper:
    """Keeps games in a folder.

    Attributes:
        folder: where they are kept.
        tell: tells the player that a game could not be kept.
    """

    folder: GameFolder
    tell: Callable[[str], object]

    @asynccontextmanager
    async def following(self, client: Client, lobby: str) -> AsyncIterator[FollowedLobby]:
        """Keep the player's games that end in a lobby, or have ended, while the context lasts.

        Args:
            client: the player's connection.
            lobby: the fingerprint of the lobby's server.
        """
        followed = FollowedLobby(self, client, lobby)
        task = asyncio.create_task(followed.follow())
        try:
            yield followed
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await followed.finish()


@dataclass(slots=True)
class FollowedLobby:
    """One lobby, and the player's games that have ended there.

    Attributes:
        keeper: keeps them.
        client: the player's connection.
        lobby: the fingerprint of the lobby's server.
        unkept: games that could not be written, with their records.
    """

    keeper: GameKeeper
    client: Client
    lobby: str
    unkept: list[tuple[PlayedGame, str]] = field(default_factory=list)
    _done: set[str] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)
    _unproven: int = 0
    _has_told: bool = False
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def follow(self) -> None:
        """Keep each game as soon as it ends, until the connection does."""
        async with self.client.changes() as changes:
            self._done |= await asyncio.to_thread(self.keeper.folder.kept_ids)
            with suppress(ConnectionEndedError):
                await self._look_around()
                async for change in changes:
                    match change:
                        case TableChanged(state):
                            await self._keep_if_over(state)
                        case LobbyChanged():
                            await self._look_around()

    async def settle(self) -> None:
        """Keep what has ended just now, unless the lobby is slow to answer."""
        with suppress(TimeoutError, ConnectionEndedError):
            async with asyncio.timeout(_LAST_SECONDS):
                await self._look_around()

    async def finish(self) -> None:
        """Keep what has ended just now, and what could not be written before."""
        await self.settle()
        waiting, self.unkept, self._has_told = self.unkept, [], False
        for game, text in waiting:
            await self._write(game, text, is_last=True)

    async def _look_around(self) -> None:
        """Keep what has ended at the player's tables; look at those that ended without the player.

        Raises:
            ConnectionEndedError: the client has ended.
        """
        lobby, me = self.client.lobby, self.client.me
        for table in lobby.tables if lobby is not None else ():
            state = self.client.table(table.table)
            is_own = any(seat.player == me for seat in table.seats)
            if state is None and is_own and table.status == "over":
                if table.table in self._asked:
                    continue
                self._asked.add(table.table)
                with suppress(RefusedError):
                    state = await self.client.follow(table.table, in_background=True)
            if state is not None:
                await self._keep_if_over(state)

    async def _keep_if_over(self, state: TableState) -> None:
        """Keep the game of a table if it is over and the player has a seat there."""
        is_own = any(seat.player == self.client.me for seat in state.seats)
        if not is_own or state.status != "over" or not state.ply:
            return
        async with self._asking:
            identity = game_id(self.lobby, state.table, state.game_number)
            if identity not in self._done and self._unproven < _MOST_UNPROVEN:
                await self._keep(state, identity)

    async def _keep(self, state: TableState, identity: str) -> None:
        try:
            found = await self._find_record(state, identity)
        except RefusedError as refusal:
            found = None
            if refusal.code == "too_large":
                self._tell_once(tell("model/game/not-kept", reason=refusal.sentence))
        if found is None:
            self._unproven += 1
        else:
            await self._write(*found)
        self._done.add(identity)

    async def _find_record(self, state: TableState, identity: str) -> tuple[PlayedGame, str] | None:
        """Return a game with its record, if that proves that the player played it.

        Only a player can sign their moves, so a lobby cannot fill the disk with games that it
        made up. How long a record may be is bound on the wire.

        Raises:
            RefusedError: there is no record of it.
            ConnectionEndedError: the client has ended.
        """
        verdict = await self.client.check_game(state.table)
        record, proof = verdict.record, verdict.proof
        if record is None or proof is None:
            return None
        try:
            proven = game_id(PublicKey(proof.server).fingerprint, proof.table, proof.game)
            seat = signed_seat(record, proof, self.client.me)
            if proven != identity or seat is None:
                return None
            game = replace(
                game_of_record(record),
                ended=_time_of_end(record.date or ""),
                opponents=_opponents(state, seat),
                seat=seat,
            )
            return game, format_record(record)
        except (GameError, KeyTextError, ValueError) as error:
            logger.warning("the record of %s cannot be kept: %s", identity, error)
            return None

    async def _write(self, game: PlayedGame, text: str, *, is_last: bool = False) -> None:
        try:
            await asyncio.to_thread(self.keeper.folder.keep, game, text)
        except UserError as trouble:
            self.unkept.append((game, text))
            why = str(trouble)
            self._tell_once(
                tell("model/game/not-kept" if is_last else "model/game/not-kept-yet", reason=why)
            )

    def _tell_once(self, sentence: str) -> None:
        if not self._has_told:
            self._has_told = True
            self.keeper.tell(sentence)


def _time_of_end(date: str) -> str:
    """Return when a game ended, which was on the date of its record: now, or on an earlier day."""
    now = datetime.now(UTC)
    with suppress(ValueError):
        day = datetime.strptime(date, "%Y.%m.%d").replace(tzinfo=UTC)
        now = now if day.date() >= now.date() else day
    return now.isoformat(timespec="seconds").removesuffix("+00:00")


def _opponents(state: TableState, seat: int) -> Opponents:
    """Return against whom the player of a seat has played."""
    holders = [each.holder for number, each in enumerate(state.seats) if number != seat]
    if not holders:
        return "alone"
    return "bots" if all(holder == "bot" for holder in holders) else "people"
