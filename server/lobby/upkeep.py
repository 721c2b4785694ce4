"""Changes of the lobby that no command at a table makes: time, closing, names, a restart.

Each is a function from a lobby to the next one and its effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from protocol.fairness import FORMAT
from protocol.keys import SecretKey
from protocol.messages import SentAway
from protocol.owner import Ban
from server.lobby.context import LobbyContext
from server.lobby.effects import Effects, PlayerLeft, PlayersTold
from server.lobby.lobby import Lobby, Step, new_lobby
from server.tables import clocks, drawing, play, seating, takeback
from server.tables.table import Player, Table
from texts import Message

_MOST_NAMES = 4096
"""Players whose tables need not be searched for an earlier name of theirs."""


def restored_lobby(
    context: LobbyContext,
    tables: Iterable[Table],
    keys: Mapping[str, SecretKey],
    bans: Iterable[Ban] = (),
) -> Lobby:
    """Return the lobby of a server that goes on with what a store has kept.

    Args:
        context: what commands look up outside the lobby.
        tables: the tables, oldest first.
        keys: the bots' keys by fingerprint; those that act for no seat are dropped.
        bans: the banned players.
    """
    server, now = context.rules.key, context.clock()
    wound = [clocks.wind(_without_old_draw(table, server), now) for table in tables]
    actors = {seat.actor for table in wound for seat in table.seats}
    empty = new_lobby(context)
    return replace(
        empty,
        listing=empty.listing.with_tables(wound),
        tables={table.id: table for table in wound},
        bot_keys={name: key for name, key in keys.items() if name in actors},
        bans={ban.player: ban for ban in bans},
    )


def _without_old_draw(table: Table, server: SecretKey) -> Table:
    """Give up a draw that an earlier release began: it cannot be checked like today's."""
    if table.drawing and table.draw is not None and table.draw.format < FORMAT:
        return drawing.give_up(table, "updated", server)
    return table


def rename_player(lobby: Lobby, player: Player) -> Step:
    """Call a player by their present name at every table."""
    if lobby.names.get(player.id) == player.name:
        return lobby, ()
    named = (table for table in lobby.tables.values() if table.is_named(player.id))
    lobby, effects = _with_tables(lobby, (seating.rename(table, player) for table in named))
    others = lobby.names if len(lobby.names) < _MOST_NAMES else {}
    return replace(lobby, names={**others, player.id: player.name}), effects


def close_table(lobby: Lobby, name: str, why: Message | None = None) -> Step:
    """Close a table, even while a game runs there.

    Args:
        lobby: the lobby.
        name: the table's id.
        why: what those at the table are told; None for nothing.
    """
    table = lobby.tables[name]
    if table.drawing:
        table = drawing.give_up(table, "closed", lobby.context.rules.key)
    there = lobby.context.presence.players_at(name) | table.members()
    told: Effects = (PlayersTold(there, SentAway(name, str(why), why)),) if why else ()
    lobby, effects = lobby.with_table(table.changed(status="closed"))
    return lobby, effects + told


def expel_player(lobby: Lobby, player: str, why: Message) -> Step:
    """Take a player, named by fingerprint, from all tables, and tell them why."""
    effects: Effects = ()
    for table in lobby.tables.values():
        if player in lobby.context.presence.players_at(table.id) | table.members():
            key = SecretKey.generate()
            left = seating.without(table, player, seating.stand_in_seat(key.public))
            lobby, changed = lobby.with_table(left, bot=key)
            lobby = replace(lobby, guests=lobby.guests.without_player(player, table.id))
            told = PlayersTold(frozenset((player,)), SentAway(table.id, str(why), why))
            effects += (*changed, PlayerLeft(table.id, player), told)
    return lobby, effects


def end_draw_wait(lobby: Lobby, name: str, *, give_up: bool) -> Step:
    """Go on with a table's draw without those who have not answered in time.

    Args:
        lobby: the lobby.
        name: the table's id.
        give_up: whether a draw that nobody answers is given up; otherwise it keeps waiting.
    """
    table, server = lobby.tables[name], lobby.context.rules.key
    if not drawing.is_unanswered(table):
        return lobby.with_table(drawing.advance(table, server, waited=True))
    if give_up:
        return lobby.with_table(drawing.give_up(table, "nobody", server))
    return lobby, ()


def play_for_expired_clocks(lobby: Lobby) -> Step:
    """Pass for the seats whose time has run out, and refuse take-backs that nobody answered."""
    now, server = lobby.context.clock(), lobby.context.rules.key
    tables = tuple(lobby.tables.values())
    expired = [play.time_out(table, server) for table in tables if clocks.expired(table, now)]
    lapsed = [takeback.lapse(table) for table in tables if clocks.answer_overdue(table, now)]
    return _with_tables(lobby, (*expired, *lapsed))


def has_expired_clocks(lobby: Lobby) -> bool:
    """Return whether `play_for_expired_clocks` would change anything."""
    now = lobby.context.clock()
    return any(
        clocks.expired(table, now) or clocks.answer_overdue(table, now)
        for table in lobby.tables.values()
    )


def stop_clocks(lobby: Lobby) -> Step:
    """Keep what is left on every clock, before the server ends."""
    now = lobby.context.clock()
    timed = (table for table in lobby.tables.values() if table.clock is not None)
    return _with_tables(lobby, (clocks.wind(table, now) for table in timed))


def file_record(lobby: Lobby, name: str, text: str) -> Step:
    """Keep the record of the game that ended at a table, for those who ask for it there."""
    if name not in lobby.tables:
        return lobby, ()
    return lobby.with_table(replace(lobby.tables[name], record=text))


def _with_tables(lobby: Lobby, tables: Iterable[Table]) -> Step:
    effects: Effects = ()
    for table in tables:
        lobby, changed = lobby.with_table(table)
        effects += changed
    return lobby, effects
