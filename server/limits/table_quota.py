"""Decides who may open a table, and which table closes when the lobby is full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from server.players.player_facts import PlayerFacts
from server.players.presence import AWAY_SECONDS
from server.refusals import RefusedError
from server.tables.table import Player, Table

MAX_HOSTED = 5
"""Tables one player may be the host of at a time."""
GRACE_SECONDS = 120.0
"""How long a host's only table is safe from being closed for another one."""
GONE_SECONDS = 600.0
"""How long everybody must be gone before a table closes at which several people sat."""

_FULL = "The lobby is full: join a table that is there, or try again in a few minutes."


def reserved(places: int) -> int:
    """Return how many of these places are reserved for regular players: a quarter."""
    return places // 4


@dataclass(frozen=True, slots=True)
class TableQuota:
    """Finds a place for a new table.

    A quarter of the places is reserved for regular players. If no place is left for a player, a
    table closes where nobody plays: first one whose people are gone, then one whose host waits
    alone. Among these it is a table of the address with most of them, then of the host with most
    of them, then the oldest. So many tables of few people never keep out another player's first
    one. Running games, and tables where several people are, never close.

    Attributes:
        places: how many tables there may be.
        clock: a clock that never goes back, in seconds.
        facts: what is known of players.
        started: when the server started, by that clock.
    """

    places: int
    clock: Callable[[], float]
    facts: PlayerFacts
    started: float

    def make_room(self, player: Player, tables: Mapping[str, Table]) -> str:
        """Return the id of the table that closes for a new one of this player; empty if none must.

        Raises:
            RefusedError: too_many_tables.
        """
        hosted = sum(table.host == player.id for table in tables.values())
        if hosted >= MAX_HOSTED:
            raise RefusedError(
                "too_many_tables", f"You are the host of {hosted} tables: leave one of them first."
            )
        rivals = self._rivals(player.id, tables.values())
        for group in rivals:
            if (table := self._first_to_close(group)) is not None:
                return table.id
        if rivals:
            raise RefusedError("too_many_tables", _FULL)
        return ""

    def _rivals(self, player: str, tables: Collection[Table]) -> list[Collection[Table]]:
        """Return the groups of tables of which one must close; none if there is room."""
        newcomers = [table for table in tables if not self.facts.is_regular(table.host)]
        if self.facts.is_regular(player):
            return [newcomers, tables] if len(tables) >= self.places else []
        share = self.places - reserved(self.places)
        if origin := self.facts.origin(player):
            neighbours = [table for table in newcomers if self._origin(table) == origin]
            if len(neighbours) >= max(1, share // 2):
                return [neighbours]
        full = len(newcomers) >= share or len(tables) >= self.places
        return [newcomers] if full else []

    def _origin(self, table: Table) -> str:
        return self.facts.origin(table.host)

    def _first_to_close(self, tables: Collection[Table]) -> Table | None:
        idle = [table for table in tables if self._is_idle(table)]
        origins = [self._origin(table) for table in idle]
        of_host = Counter(table.host for table in idle)
        of_origin = Counter(origins)
        of_origin[""] = 1
        first, highest = None, (False, 0, 0)
        for table, origin in zip(idle, origins, strict=True):
            rank = self._is_gone(table), of_origin[origin], of_host[table.host]
            may_go = rank[0] or max(rank) > 1 or self._age(table) >= GRACE_SECONDS
            if may_go and rank > highest:  # among equals the first, which is the oldest
                first, highest = table, rank
        return first

    def _is_idle(self, table: Table) -> bool:
        """Return whether a table can close without ending a game or parting several people."""
        if table.status == "running" or table.drawing:
            return False
        if table.status == "open" and table.is_lone:
            return True
        return self._gone_for(table) >= (AWAY_SECONDS if table.status == "over" else GONE_SECONDS)

    def _is_gone(self, table: Table) -> bool:
        return self._gone_for(table) >= (GONE_SECONDS if table.key else AWAY_SECONDS)

    def _gone_for(self, table: Table) -> float:
        """Return for how many seconds no player of a table has given a sign of life."""
        heard = (self.facts.heard(player) for player in table.members())
        latest = max((at for at in heard if at is not None), default=self.started)
        return self.clock() - latest

    def _age(self, table: Table) -> float:
        opened = self.started if table.opened is None else table.opened
        return self.clock() - opened
