"""Commands of the lobby's owner, who sends under the server's own key.

`server.commands.command_table` refuses them from everybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from protocol import commands, messages, owner
from protocol.limits import MAX_REASON, MAX_REASONS
from protocol.messages import Count
from protocol.owner import MAX_ORIGIN, MAX_REPORTED
from protocol.text import printable
from server.lobby.effects import Answered, Effects, RemindersChanged
from server.lobby.lobby import Lobby, Step
from server.lobby.upkeep import close_table, expel_player
from server.refusals import RefusedError
from server.tables.seating import quoted
from server.tables.table import Player, Table
from server.tables.views import seats_of
from texts import Message, say

T = TypeVar("T")

MAX_BANS = 1000
"""Players who may be banned at a time."""


def refuse_unless_owner(lobby: Lobby, player: Player) -> None:
    """Return if a player owns the lobby.

    Raises:
        RefusedError: not_host.
    """
    if player.id != _owner_of(lobby):
        raise RefusedError("not_host", say("server/not-owner"))


def refuse_if_banned(lobby: Lobby, player: Player) -> None:
    """Return unless a player is banned from the lobby.

    Raises:
        RefusedError: banned_from_lobby.
    """
    if (ban := lobby.bans.get(player.id)) is not None:
        raise RefusedError("banned_from_lobby", _why_banned(ban))


def ask_counts(lobby: Lobby, _: Player, __: commands.AskCounts) -> Step:
    """Answer with what the server has rejected, by reason."""
    reasons = lobby.context.rejections.by_reason()[:MAX_REASONS]
    counts = tuple(Count(reason[:60], times) for reason, times in reasons)
    return lobby, (Answered(messages.Counts(counts)),)


def ask_tables(lobby: Lobby, _: Player, command: owner.AskTables) -> Step:
    """Answer with a page of the tables, private ones too.

    Raises:
        RefusedError: in_cluster.
    """
    _refuse_in_cluster(lobby)
    tables = tuple(lobby.tables.values())
    page = tuple(_table_report(lobby, each) for each in _page(tables, command.first))
    return lobby, (Answered(owner.Tables(command.first, len(tables), page)),)


def ask_players(lobby: Lobby, _: Player, command: owner.AskPlayers) -> Step:
    """Answer with a page of the people the server remembers, those heard of last first.

    Raises:
        RefusedError: in_cluster.
    """
    _refuse_in_cluster(lobby)
    heard = lobby.context.players.all_heard()
    people = [each for each in heard if each != _owner_of(lobby) and not lobby.is_bot(each)]
    people.sort(key=lambda each: -(heard[each] or -1.0))
    page = tuple(_player_report(lobby, each) for each in _page(people, command.first))
    return lobby, (Answered(owner.Players(command.first, len(people), page)),)


def ask_bans(lobby: Lobby, _: Player, command: owner.AskBans) -> Step:
    """Answer with a page of the banned players."""
    bans = tuple(lobby.bans.values())
    page = tuple(_page(bans, command.first))
    return lobby, (Answered(owner.Bans(command.first, len(bans), page)),)


def close_table_for_owner(lobby: Lobby, _: Player, command: owner.CloseTable) -> Step:
    """Close a table, even while a game runs there.

    Raises:
        RefusedError: unknown_table.
    """
    if command.table not in lobby.tables:
        raise RefusedError("unknown_table", say("server/no-table"))
    why = quoted(command.why)
    lobby, effects = close_table(lobby, command.table, say("server/closed-by-owner", why=why))
    return lobby, (*effects, Answered(messages.Done()))


def ban_player(lobby: Lobby, _: Player, command: owner.BanPlayer) -> Step:
    """Refuse a player's commands from now on, and take them from their tables.

    Raises:
        RefusedError: cannot_ban, too_many_bans.
    """
    player, bans, context = command.player, lobby.bans, lobby.context
    if player == _owner_of(lobby) or lobby.is_bot(player):
        raise RefusedError("cannot_ban", say("server/cannot-ban"))
    if player not in bans and len(bans) >= MAX_BANS:
        raise RefusedError("too_many_bans", say("server/too-many-bans", n=MAX_BANS))
    reason = printable(command.why, MAX_REASON)
    ban = owner.Ban(player, context.players.name_of(player), reason, int(context.rules.date()))
    lobby = replace(lobby, bans={**bans, player: ban})
    lobby, effects = expel_player(lobby, player, _why_banned(ban))
    return lobby, (*effects, *_forget_address(lobby, player), Answered(messages.Done()))


def _forget_address(lobby: Lobby, player: str) -> Effects:
    """Forget where a banned player is reminded: they cannot ask for that any more."""
    if (desk := lobby.context.reminders) is None:
        return ()
    return (RemindersChanged(desk.book.without(player)),)


def expel_banned(lobby: Lobby, ban: owner.Ban) -> Step:
    """Take a player from their tables whom another part of the lobby has banned."""
    return expel_player(lobby, ban.player, _why_banned(ban))


def unban_player(lobby: Lobby, _: Player, command: owner.UnbanPlayer) -> Step:
    """Accept a banned player's commands again.

    Raises:
        RefusedError: not_banned.
    """
    if command.player not in lobby.bans:
        raise RefusedError("not_banned", say("server/not-banned"))
    bans = {player: ban for player, ban in lobby.bans.items() if player != command.player}
    return replace(lobby, bans=bans), (Answered(messages.Done()),)


def _refuse_in_cluster(lobby: Lobby) -> None:
    if lobby.context.rules.part:
        raise RefusedError("in_cluster", say("server/in-cluster"))


def _owner_of(lobby: Lobby) -> str:
    return lobby.context.rules.key.public.fingerprint


def _table_report(lobby: Lobby, table: Table) -> owner.TableReport:
    return owner.TableReport(
        table.id,
        table.status,
        table.map_title,
        table.host,
        table.host_name,
        seats_of(table),
        bool(table.key),
        int(lobby.context.idle.idle_for(table)),
    )


def _player_report(lobby: Lobby, player: str) -> owner.PlayerReport:
    tables, players = lobby.tables.values(), lobby.context.players
    heard = players.heard(player)
    return owner.PlayerReport(
        player,
        players.name_of(player),
        None if heard is None else max(0, int(lobby.context.clock() - heard)),
        players.origin(player)[:MAX_ORIGIN],
        sum(table.host == player for table in tables),
        0 if player in lobby.bans else sum(table.seat_of(player) is not None for table in tables),
        players.is_regular(player),
    )


def _why_banned(ban: owner.Ban) -> Message:
    """Return what a banned player is told."""
    return say("server/banned-by-owner", why=quoted(ban.why))


def _page(found: Sequence[T], first: int) -> Sequence[T]:
    return found[first : first + MAX_REPORTED]
