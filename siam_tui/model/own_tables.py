"""The tables of a lobby at which a player has a seat, followed while another screen is open."""

from __future__ import annotations

from collections.abc import Callable

from client.changes import LobbyChanged, TableChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from protocol.links import Link
from protocol.states import TableState, TableSummary
from siam_tui.model.table_view import holds, see
from siam_tui.profile.remembered_games import LastSeen


class OwnTables:
    """A player's tables in one lobby, and those at which it is the player's turn.

    Attributes:
        seen: when the player last looked at each table.
        invite: returns what invites others to a table.
    """

    def __init__(
        self,
        client: Client,
        link: Link,
        seen: LastSeen,
        invite: Callable[[str], str],
        *,
        watching: bool = False,
    ) -> None:
        """Prepare.

        Args:
            client: the connection to the lobby.
            link: the lobby's invite link.
            seen: when the player last looked at each table.
            invite: returns what invites others to a table.
            watching: whether the player only watches, and so has no table.
        """
        self.seen = seen
        self.invite = invite
        self._client, self._link, self._watching = client, link, watching
        self._announced: dict[str, tuple[int, int, int]] = {}

    async def follow(
        self, my_turn: Callable[[TableState], object], is_going: Callable[[], bool]
    ) -> None:
        """Follow them until the client has ended.

        Args:
            my_turn: called with each state in which it has become the player's turn.
            is_going: whether the player is going to a table. It is followed when they are there:
                before, the others would read that the player is away.
        """
        async with self._client.changes() as changes:
            await self._follow_new()
            async for change in changes:
                if isinstance(change, LobbyChanged) and not is_going():
                    await self._follow_new()
                elif isinstance(change, TableChanged) and self._is_news(change.state):
                    my_turn(change.state)

    async def _follow_new(self) -> None:
        for table in self.all():
            if self._client.table(table.table) is None:
                try:
                    await self._client.follow(table.table, in_background=True)
                except (RefusedError, ConnectionEndedError):
                    return  # the next change of the lobby says what there is

    def _is_news(self, state: TableState) -> bool:
        moment = (state.game_number, state.takes, state.ply)
        if not is_to_move(state, self._client.me) or self._announced.get(state.table) == moment:
            return False
        self._announced[state.table] = moment
        return True

    def all(self) -> list[TableSummary]:
        """Return the tables at which the player has a seat, as the lobby lists them."""
        lobby, me = self._client.lobby, self._client.me
        if lobby is None or self._watching:
            return []
        return [table for table in lobby.tables if any(holds(seat, me) for seat in table.seats)]

    def my_turn(self, table: str) -> bool:
        """Return whether it is the player's turn at a table."""
        return is_my_turn(self._client, table)

    def after(self, table: str, *, is_spectator: bool = False) -> str:
        """Return the table to show after this one: where it is the player's turn, else the next.

        Somebody who watches steps through all tables of the lobby. Empty if there is no other.

        Args:
            table: the table that is shown.
            is_spectator: whether the player has no seat there.
        """
        names = [each.table for each in self.all()]
        if self._watching or is_spectator:
            names = [each.table for each in self._client.lobby.tables] if self._client.lobby else []
        at = names.index(table) + 1 if table in names else 0
        others = [name for name in names[at:] + names[:at] if name != table]
        waiting = [name for name in others if self.my_turn(name)]
        return next(iter(waiting or others), "")

    def place(self, table: str) -> str:
        """Return the key of a table in `seen`."""
        return f"{self._link.lobby}/{table}"


def is_my_turn(client: Client, table: str) -> bool:
    """Return whether it is the player's turn; known only of tables the player has been at."""
    state = client.table(table)
    return state is not None and is_to_move(state, client.me)


def is_to_move(state: TableState, me: str) -> bool:
    """Return whether it is the turn of the player with this fingerprint."""
    try:
        return see(state, me).my_turn
    except GameError:  # a game of rules this program does not have
        return False
