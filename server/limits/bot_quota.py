"""Decides which bots run, and whether more of them may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from server.limits.table_quota import reserved
from server.players.player_facts import PlayerFacts
from server.players.presence import Presence
from server.refusals import RefusedError
from server.tables.table import Table

ASLEEP_SECONDS = 600.0
"""How long all people of a game must be away before its bots stop."""


@dataclass(frozen=True, slots=True)
class BotQuota:
    """Shares out the bots: each host gets some, and a quarter is reserved for regular players.

    Only bots whose game runs count. If a game waits for people who are all away, its bots stop.
    They run again as soon as one of these people looks at the table.

    Attributes:
        most: how many bots may run at a time; stand-ins for people who leave may be more.
        of_host: how many bots may run at one host's tables once half of all run.
        presence: who is there.
        facts: what is known of players.
    """

    most: int
    of_host: int
    presence: Presence
    facts: PlayerFacts

    def runs(self, table: Table) -> bool:
        """Return whether the bots of a table run: its game runs, and not all people are away."""
        if table.drawing:
            return True
        if table.status != "running":
            return False
        people = table.people()
        if table.clock is not None or table.game.turn(table.position) not in people:
            return True
        return any(not self._is_long_gone(table, table.seats[seat].player) for seat in people)

    def refuse_seat(self, table: Table) -> None:
        """Return if one more bot may be seated at a table before its game.

        Raises:
            RefusedError: too_many_bots.
        """
        if len(table.bots()) >= self.most:
            raise _no_more()

    def refuse_start(self, table: Table, tables: Iterable[Table]) -> None:
        """Return if the bots of a table may begin to run.

        Raises:
            RefusedError: too_many_bots.
        """
        if not (wanted := len(table.bots())):
            return
        others = [each for each in tables if each.id != table.id and self.runs(each)]
        of_host = sum(len(each.bots()) for each in others if each.host == table.host)
        crowded = sum(len(each.bots()) for each in others) + wanted > self.most // 2
        if crowded and of_host and of_host + wanted > self.of_host:
            raise RefusedError(
                "too_many_bots",
                f"{of_host} bots play at your other tables, and others need bots too: "
                "wait until a game is over.",
            )
        if self._running(others, table.host) + wanted > self.most:
            raise _no_more()

    def refuse_stand_in(self, table: Table, tables: Iterable[Table]) -> None:
        """Return if one more bot may run for somebody who is away from a running game.

        Raises:
            RefusedError: too_many_bots.
        """
        others = (each for each in tables if each.id != table.id and self.runs(each))
        if sum(len(each.bots()) for each in others) + len(table.bots()) >= self.most:
            raise _no_more()

    def _running(self, tables: Iterable[Table], host: str) -> int:
        """Return how many of the places that this host may use are taken by running bots."""
        running = Counter[bool]()
        for table in tables:
            running[self.facts.is_regular(table.host)] += len(table.bots())
        of_newcomers = self.most - reserved(self.most)
        if self.facts.is_regular(host):
            return running[True] + min(running[False], of_newcomers)
        return max(running.total(), running[False] + reserved(self.most))

    def _is_long_gone(self, table: Table, player: str) -> bool:
        return (self.presence.seconds_away(table.id, player) or 0.0) >= ASLEEP_SECONDS


def _no_more() -> RefusedError:
    return RefusedError(
        "too_many_bots", "This server runs as many bots as it can: wait until a game is over."
    )
