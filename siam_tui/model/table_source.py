"""The source of a table's state: a lobby's client, or a record or lesson in its place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, Protocol

from attrs import evolve

from client.changes import Change, TableChanged
from client.errors import RefusedError
from client.lobby_mirror import Companion, Talks
from client.verify import Verdict
from games.contract import Game
from protocol.commands import Command
from protocol.messages import Reply
from protocol.states import Entry, LobbyState, SeatState, TableState
from texts import tell


class TableSource(Protocol):
    """As much of a `client.Client` as a table's screen asks for; a record and a lesson have it too.

    Attributes:
        me: the fingerprint by which the person is known.
        talks: what is said at the tables, and whom one does not want to hear.
    """

    me: str
    talks: Talks

    @property
    def trouble(self) -> str:
        """A sentence for the person while the table cannot be reached; else empty."""

    @property
    def warning(self) -> str:
        """A sentence for the player while updates are delayed; else empty."""

    @property
    def lobby(self) -> LobbyState | None:
        """The lobby, where the table is in one and it is known."""

    def changes(self) -> AbstractAsyncContextManager[AsyncIterator[Change]]:
        """Listen to every change from now on."""

    async def follow(self, table: str) -> TableState:
        """Keep a table's state current from now on, and return it."""

    def look_away(self, table: str) -> None:
        """Note that the player looks at a followed table no more; its state stays current."""

    async def unfollow(self, table: str) -> None:
        """Stop following a table."""

    def company(self, table: str) -> tuple[Companion, ...]:
        """Return the people at a followed table, also seated ones who are away; no bots."""

    async def history(self, table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return the part of a table's log that may be read now."""

    async def check_game(self, table: str) -> Verdict:
        """Check the game that is over at a table: its record, and that it is what was seen.

        Raises:
            RefusedError: there is no record of it.
        """

    async def request(self, command: Command) -> Reply:
        """Send a command and return its answer.

        Raises:
            RefusedError: it was refused; nothing changed.
        """


def static_state(
    table: str,
    game: Game[Any, Any],
    position: Any,  # noqa: ANN401 - any game's
    seats: tuple[SeatState, ...],
) -> TableState:
    """Return the state of a table that is in no lobby: a spectator's, before the first move.

    Args:
        table: the table's id.
        game: the rules.
        position: the position, or a view of it.
        seats: who sits there.
    """
    return TableState(
        table=table,
        revision=0,
        game=game.name,
        map=game.map.toml if game.map else "",
        options=tuple(sorted(game.options)),
        status="over" if game.turn(position) is None else "running",
        host="",
        host_name="",
        seats=seats,
        position=game.format(position),
    )


OTHERS: Final = ("Ben", "Chai", "Dara", "Emi")
"""What the others at such a table are called."""


class StaticTable:
    """A table in memory, as the screen of one follows it.

    Attributes:
        me: the fingerprint by which the person is known.
        trouble: nothing: there is no connection that could be lost.
        warning: nothing: there is no broker that could hold anything back.
        lobby: None: it is in no lobby.
        talks: nothing: nobody is there to say anything.
    """

    def __init__(self, state: TableState, me: str = "") -> None:
        """Prepare.

        Args:
            state: the table as it is first shown.
            me: the fingerprint by which the person is known.
        """
        self.me = me
        self.trouble = self.warning = ""
        self.lobby: LobbyState | None = None
        self.talks = Talks()
        self.state = state
        self._news: asyncio.Queue[Change] = asyncio.Queue()

    def show(self, state: TableState) -> None:
        """Show another state, which becomes the next revision."""
        self.state = evolve(state, revision=self.state.revision + 1)
        self._news.put_nowait(TableChanged(self.state))

    @asynccontextmanager
    async def changes(self) -> AsyncIterator[AsyncIterator[Change]]:
        """Iterate over the states that are shown."""
        yield self._read()

    async def _read(self) -> AsyncIterator[Change]:
        while True:
            yield await self._news.get()

    async def follow(self, _table: str) -> TableState:
        """Return the table."""
        return self.state

    def look_away(self, _table: str) -> None:
        """Do nothing: nobody is there who could see it."""

    async def unfollow(self, _table: str) -> None:
        """Do nothing: there is no subscription."""

    def company(self, _table: str) -> tuple[Companion, ...]:
        """Return that there is nobody else."""
        return ()

    async def history(self, _table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return an empty log."""
        return self.state.position, self.state.ply, ()

    async def check_game(self, _table: str) -> Verdict:
        """Check nothing: it was not played in a lobby.

        Raises:
            RefusedError: always.
        """
        raise RefusedError("still", tell("model/shown-only"))

    async def request(self, _command: Command) -> Reply:
        """Take no command.

        Raises:
            RefusedError: always.
        """
        raise RefusedError("still", tell("model/shown-only-open"))
