"""The lobby between two commands: an immutable value, with who may see its private tables."""

from __future__ import annotations

import hmac
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from protocol.keys import SecretKey
from protocol.owner import Ban
from server.bots.bot_seats import BotSeat, bot_seats
from server.lobby.context import LobbyContext
from server.lobby.effects import Effects, GameEnded, LineSaid, TableChanged, TableKept
from server.lobby.listing import Listing
from server.tables import clocks
from server.tables.table import Seat, Table

MAX_GUESTS = 200
"""Players remembered at each table who have shown its key; the others must show it again."""


@dataclass(frozen=True, slots=True)
class Guests:
    """The players who have shown the keys of private tables since the server started.

    Attributes:
        shown: their fingerprints by the table's id, those who showed the key last at the end.
    """

    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def with_key_shown(self, player: str, table: Table, key: bytes) -> Guests:
        """Return the guests with a player who shows a key; the same if it is not the table's."""
        if not table.key or not hmac.compare_digest(table.key, key):
            return self
        here = self.shown.get(table.id, ())
        if here[-1:] == (player,):
            return self
        others = tuple(each for each in here if each != player)
        return Guests({**self.shown, table.id: (*others, player)[-MAX_GUESTS:]})

    def may_see(self, player: str, table: Table) -> bool:
        """Return whether a player may know that a table exists."""
        return (
            not table.key
            or table.host == player
            or table.viewer(player) is not None
            or player in self.shown.get(table.id, ())
        )

    def without_player(self, player: str, table: str) -> Guests:
        """Return the guests without a player at a table, who must show its key again."""
        here = self.shown.get(table, ())
        if player not in here:
            return self
        return Guests({**self.shown, table: tuple(each for each in here if each != player)})

    def of_tables(self, tables: Container[str]) -> Guests:
        """Return the guests of these tables only, named by their ids."""
        if all(table in tables for table in self.shown):
            return self
        return Guests({table: here for table, here in self.shown.items() if table in tables})


@dataclass(frozen=True, slots=True)
class Lobby:
    """All tables at one moment; `with_table` makes the next lobby.

    Attributes:
        context: what commands look up outside the lobby; the same for every next lobby.
        listing: the tables as everybody sees them.
        tables: the tables by id, oldest first.
        bot_keys: the keys of the bots that act for a seat, by fingerprint.
        bans: the players whose commands are refused, by fingerprint.
        guests: who has shown the keys of private tables.
        names: players who are called by this name at every table; not all such players.
    """

    context: LobbyContext
    listing: Listing
    tables: Mapping[str, Table] = field(default_factory=dict)
    bot_keys: Mapping[str, SecretKey] = field(default_factory=dict)
    bans: Mapping[str, Ban] = field(default_factory=dict)
    guests: Guests = field(default_factory=Guests)
    names: Mapping[str, str] = field(default_factory=dict)

    def with_table(self, table: Table, *, bot: SecretKey | None = None) -> Step:
        """Return the next lobby, in which a table is new or has changed, and what that entails.

        Args:
            table: the table; if its status is closed, the next lobby is without it.
            bot: the key of a new bot, which is kept if it acts for one of the table's seats.
        """
        before = self.tables.get(table.id)
        if before is table:
            return self, ()
        table = clocks.wind(table, self.context.clock())
        if table.status == "closed":
            tables = {name: each for name, each in self.tables.items() if name != table.id}
            listing = self.listing.without_table(table.id)
        else:
            tables = {**self.tables, table.id: table}
            listing = self.listing.with_tables((table,))
        after = replace(
            self,
            tables=tables,
            listing=listing,
            bot_keys=self._bot_keys_after(before, table, bot),
            guests=self.guests.of_tables(tables),
        )
        return after, _effects(before, table)

    def _bot_keys_after(
        self, before: Table | None, table: Table, bot: SecretKey | None
    ) -> Mapping[str, SecretKey]:
        """Return the keys of the bots that act for a seat once a table has changed."""
        seats = () if table.status == "closed" else table.seats
        if before is not None and seats == before.seats:
            return self.bot_keys
        acting = {seat.actor for seat in seats}
        left = {seat.actor for seat in before.seats} - acting if before else set[str]()
        keys = {name: key for name, key in self.bot_keys.items() if name not in left}
        if bot is not None and bot.public.fingerprint in acting:
            keys[bot.public.fingerprint] = bot
        return keys

    # ------------------------------------------------------------ what others ask about it

    def bots(self) -> dict[tuple[str, int], BotSeat]:
        """Return the seats that bots are to play for now, by table and seat."""
        runs, keys = self.context.bot_quota.runs, self.bot_keys
        if not keys:
            return {}
        with_bots = (
            table
            for table in self.tables.values()
            if any(seat.actor in keys for seat in table.seats) and runs(table)
        )
        return bot_seats(with_bots, keys)

    def is_bot(self, player: str) -> bool:
        """Return whether a fingerprint is that of a bot of this lobby."""
        return player in self.bot_keys

    def players(self) -> frozenset[str]:
        """Return the fingerprints of the hosts, the people who have seats, and the bots."""
        tables = self.tables.values()
        return frozenset(table.host for table in tables) | _keys_at(tables)

    def playing(self) -> frozenset[str]:
        """Return the people and bots who play in a game that runs or is being dealt."""
        return _keys_at(
            table for table in self.tables.values() if table.drawing or table.status == "running"
        )


Step: TypeAlias = tuple[Lobby, Effects]
"""The next lobby, and the effects that go with it."""


def new_lobby(context: LobbyContext) -> Lobby:
    """Return a lobby without tables."""
    rules = context.rules
    return Lobby(context, Listing(rules.app, rules.levels, rules.name, parts=rules.parts))


def _effects(before: Table | None, table: Table) -> Effects:
    """Return what a table's change entails."""
    ended = before is not None and before.status == "running" != table.status
    after: Effects = (GameEnded(table),) if ended else ()
    if before is None or before.revision != table.revision:
        return TableChanged(table), *after
    if table.talk != before.talk:
        after = (*after, LineSaid(table))
    return TableKept(table), *after


def _keys_at(tables: Iterable[Table]) -> frozenset[str]:
    """Return the fingerprints of those whose seats are at tables, and who acts for them."""
    seats: Iterable[Seat] = (seat for table in tables for seat in table.seats)
    return frozenset(key for seat in seats for key in (seat.player, seat.actor))
