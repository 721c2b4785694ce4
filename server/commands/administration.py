"""What the owner of a lobby asks and orders: tables, players, closing, banning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from protocol.messages import (
    MAX_ORIGIN,
    MAX_REASON,
    MAX_REPORTED,
    AskBans,
    AskPlayers,
    AskTables,
    Ban,
    BanPlayer,
    Bans,
    CloseTable,
    Done,
    OwnerCommand,
    PlayerReport,
    Players,
    Reply,
    TableReport,
    Tables,
    UnbanPlayer,
)
from protocol.text import printable
from server.idle import IdleTracker
from server.lobby.lobby import Lobby
from server.players.sessions import Sessions
from server.refusals import RefusedError
from server.tables.dismissal import quoted
from server.tables.table import Player, Table
from server.tables.views import seats_of

T = TypeVar("T")

MAX_BANS = 1000
"""Players who may be banned at a time."""


@dataclass(slots=True)
class Administration:
    """Carries out the commands of a lobby's owner, who sends under the server's own key.

    Attributes:
        lobby: the tables and bans.
        sessions: the players.
        idle: knows since when tables are idle.
    """

    lobby: Lobby
    sessions: Sessions
    idle: IdleTracker

    def refuse_unless_owner(self, player: Player) -> None:
        """Return if somebody owns the lobby.

        Raises:
            RefusedError: not_host.
        """
        if player.id != self._owner:
            raise RefusedError("not_host", "Only the owner of this lobby may do that.")

    def carry_out(self, player: Player, command: OwnerCommand) -> Reply:
        """Carry out an owner's command.

        Raises:
            RefusedError: not_host, unknown_table, cannot_ban, too_many_bans, not_banned.
        """
        self.refuse_unless_owner(player)
        match command:
            case AskTables(first):
                tables = tuple(self.lobby.tables.values())
                return Tables(first, len(tables), tuple(map(self._table, _page(tables, first))))
            case AskPlayers(first):
                people = self._players()
                return Players(first, len(people), tuple(map(self._player, _page(people, first))))
            case AskBans(first):
                bans = tuple(self.lobby.bans.values())
                return Bans(first, len(bans), tuple(_page(bans, first)))
            case CloseTable(table, why):
                self._close(table, why)
            case BanPlayer(whom, why):
                self._ban(whom, why)
            case UnbanPlayer(whom):
                self._unban(whom)
        return Done()

    def refuse_if_banned(self, player: Player) -> None:
        """Return unless somebody is banned from the lobby.

        Raises:
            RefusedError: banned_from_lobby.
        """
        if (ban := self.lobby.bans.get(player.id)) is not None:
            raise RefusedError("banned_from_lobby", _banned(ban))

    @property
    def _owner(self) -> str:
        return self.lobby.rules.key.public.fingerprint

    def _close(self, table: str, why: str) -> None:
        if table not in self.lobby.tables:
            raise RefusedError(
                "unknown_table", "There is no such table here: it may have been closed."
            )
        self.lobby.close(table, f"The owner of this lobby has closed the table{quoted(why)}")

    def _ban(self, player: str, why: str) -> None:
        """Refuse a player's commands from now on, and take them from their tables."""
        if player == self._owner or self.lobby.is_bot(player):
            raise RefusedError("cannot_ban", "That is the lobby's own key or one of its bots.")
        bans = self.lobby.bans
        if player not in bans and len(bans) >= MAX_BANS:
            raise RefusedError(
                "too_many_bans", f"{MAX_BANS} players are banned: allow one of them again first."
            )
        known = self.sessions.get(player)
        reason = printable(why, MAX_REASON)
        ban = Ban(player, known.name if known else "", reason, int(self.lobby.rules.date()))
        self.lobby.bans = {**bans, player: ban}
        self.lobby.expel(player, _banned(ban))

    def _unban(self, player: str) -> None:
        bans = self.lobby.bans
        if player not in bans:
            raise RefusedError("not_banned", "That player is not banned here.")
        self.lobby.bans = {each: ban for each, ban in bans.items() if each != player}

    def _players(self) -> list[str]:
        """Return the people the server knows, those heard of last first."""
        heard = self.sessions.all_heard()
        people = (each for each in heard if each != self._owner and not self.lobby.is_bot(each))
        return sorted(people, key=lambda each: -(heard[each] or -1.0))

    def _table(self, table: Table) -> TableReport:
        return TableReport(
            table.id,
            table.status,
            table.map_title,
            table.host,
            table.host_name,
            seats_of(table),
            bool(table.key),
            int(self.idle.idle_for(table)),
        )

    def _player(self, player: str) -> PlayerReport:
        known = self.sessions.get(player)
        tables = self.lobby.tables.values()
        heard = self.sessions.heard(player)
        return PlayerReport(
            player,
            known.name if known else "",
            None if heard is None else max(0, int(self.lobby.clock() - heard)),
            self.sessions.origin(player)[:MAX_ORIGIN],
            sum(table.host == player for table in tables),
            sum(table.seat_of(player) is not None for table in tables),
            self.sessions.is_regular(player),
        )


def _banned(ban: Ban) -> str:
    """Return what a banned player is told."""
    return f"The owner of this lobby has banned you from it{quoted(ban.why)}"


def _page(found: Sequence[T], first: int) -> Sequence[T]:
    return found[first : first + MAX_REPORTED]
