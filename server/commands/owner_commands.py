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
from server.players.sessions import REGULAR_SECONDS
from server.refusals import RefusedError
from server.store.saved import ListAsked
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
    """Answer with a page of the tables, private ones too."""
    if lobby.context.rules.part:
        return lobby, (_list_asked(lobby, command),)
    tables = [each for each in lobby.tables.values() if _is_table_sought(each, command.text)]
    page = tuple(_table_report(lobby, each) for each in _page(tables, command.first))
    return lobby, (Answered(owner.Tables(command.first, len(tables), page)),)


def ask_players(lobby: Lobby, _: Player, command: owner.AskPlayers) -> Step:
    """Answer with a page of the people the server remembers, those heard of last first."""
    if lobby.context.rules.part:
        return lobby, (_list_asked(lobby, command),)
    heard, now = lobby.context.players.all_heard(), lobby.context.clock()
    people = [
        each
        for each, at in heard.items()
        if not (each == _owner_of(lobby) or lobby.is_bot(each))
        and _is_sought(command.text, each, lobby.context.players.name_of(each))
        and not (command.here and (at is None or now - at >= owner.HERE_SECONDS))
    ]
    people.sort(key=lambda each: -(heard[each] or -1.0))
    page = tuple(_player_report(lobby, each) for each in _page(people, command.first))
    return lobby, (Answered(owner.Players(command.first, len(people), page)),)


def ask_bans(lobby: Lobby, _: Player, command: owner.AskBans) -> Step:
    """Answer with a page of the banned players."""
    bans = [
        each for each in lobby.bans.values() if _is_sought(command.text, each.player, each.name)
    ]
    page = tuple(_page(bans, command.first))
    return lobby, (Answered(owner.Bans(command.first, len(bans), page)),)


def _list_asked(lobby: Lobby, question: owner.AskTables | owner.AskPlayers) -> ListAsked:
    """Return what the store is asked in a cluster, where each server knows its own part only."""
    players, now = lobby.context.players, lobby.context.clock()
    heard = {
        player: (players.name_of(player), None if at is None else max(0.0, now - at))
        for player, at in players.all_heard().items()
        if isinstance(question, owner.AskPlayers)
    }
    return ListAsked(
        question, _owner_of(lobby), lobby.context.rules.date() - REGULAR_SECONDS, heard
    )


def _is_table_sought(table: Table, text: str) -> bool:
    return _is_sought(text, table.id, table.host_name, *(seat.name for seat in table.seats))


def _is_sought(text: str, start: str, *names: str) -> bool:
    """Return whether an entry is wanted: its id begins so, or a name contains the text."""
    wanted = text.casefold()
    return start.startswith(wanted) or any(wanted in name.casefold() for name in names)


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


def expel_banned(lobby: Lobby) -> Step:
    """Take all banned players from their tables."""
    players_at = lobby.context.presence.players_at
    here = {
        player
        for table in lobby.tables.values()
        for player in players_at(table.id) | {table.host, *_players_themselves(table)}
        if player in lobby.bans
    }
    effects: Effects = ()
    for player in sorted(here):
        lobby, after = expel_player(lobby, player, _why_banned(lobby.bans[player]))
        effects += after
    return lobby, effects


def _players_themselves(table: Table) -> list[str]:
    """Return who plays at a table now; a stand-in plays for who was taken from a running game."""
    return [seat.player for seat in table.seats if seat.holder == "person"]


def unban_player(lobby: Lobby, _: Player, command: owner.UnbanPlayer) -> Step:
    """Accept a banned player's commands again.

    Raises:
        RefusedError: not_banned.
    """
    if command.player not in lobby.bans:
        raise RefusedError("not_banned", say("server/not-banned"))
    bans = {player: ban for player, ban in lobby.bans.items() if player != command.player}
    return replace(lobby, bans=bans), (Answered(messages.Done()),)


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
