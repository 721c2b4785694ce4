"""Commands about tables and their seats: open a table, sit down, leave, seat bots, send away."""

from __future__ import annotations

from dataclasses import replace

from games.bot_characters import bot_name
from games.registry import spec_of
from protocol.commands import FreeSeat, LeaveTable, OpenTable, SeatBot, SendAway, TakeSeat
from protocol.keys import SecretKey
from protocol.messages import Done
from protocol.topics import part_of
from server.commands.table_access import changeable_table, finish_change
from server.lobby.effects import Answered, AttendanceTold, Effects, PlayerLeft, PlayersTold
from server.lobby.lobby import Lobby, Step
from server.lobby.upkeep import close_table
from server.refusals import RefusedError
from server.tables import seating
from server.tables.table import FREE, Player, Table
from texts import say


def open_table(lobby: Lobby, player: Player, command: OpenTable) -> Step:
    """Open a table; if the lobby is full, another one may have to close for it.

    Raises:
        RefusedError: wrong_part, too_many_tables, bad_players, and what `open_game` and `take_seat`
            refuse.
    """
    rules = lobby.context.rules
    if rules.part and part_of(player.id, rules.parts) != rules.part:
        raise RefusedError("wrong_part", say("server/wrong-part"))
    closing = lobby.context.table_quota.make_room(player, lobby.tables)
    table = _new_table(lobby, player, command)
    effects: Effects = ()
    if closing:
        lobby, effects = close_table(lobby, closing, say("server/gave-way"))
    lobby, opened = lobby.with_table(table)
    return lobby, (*effects, *opened, Answered(Done(table.id, table.revision)))


def _new_table(lobby: Lobby, player: Player, command: OpenTable) -> Table:
    rules = lobby.context.rules
    opened = rules.open_game(command.game, command.map, command.options)
    players = spec_of(opened.game.name).players
    if command.players not in players:
        title, least, most = opened.game.title, players[0], players[-1]
        wrong = say("server/bad-players", game=title, least=least, most=most)
        raise RefusedError("bad_players", wrong)
    table = Table(
        **opened._asdict(),
        id=rules.new_table_id(),
        options=tuple(sorted(set(command.options))),
        host=player.id,
        host_name=player.name,
        seats=(FREE,) * command.players,
        terms=command.terms,
        key=command.key,
        opened=lobby.context.clock(),
    )
    return table if command.seat is None else seating.take_seat(table, player, command.seat)


def take_seat(lobby: Lobby, player: Player, command: TakeSeat) -> Step:
    """Seat a player, or give them their own seat back from the stand-in."""
    table = changeable_table(lobby, command.table)
    return finish_change(lobby, seating.take_seat(table, player, command.seat))


def leave_table(lobby: Lobby, player: Player, command: LeaveTable) -> Step:
    """Free a player's seat; in a running game a bot stands in for them."""
    table = changeable_table(lobby, command.table)
    key = SecretKey.generate()
    left = seating.leave(table, player, seating.stand_in_seat(key.public))
    return finish_change(lobby, left, bot=key)


def seat_bot(lobby: Lobby, player: Player, command: SeatBot) -> Step:
    """Put a bot on a free seat; in a running game, let it play for a player who is away.

    Raises:
        RefusedError: unknown_level, too_many_bots, and what `seating` refuses.
    """
    table = changeable_table(lobby, command.table)
    context, number, level = lobby.context, command.seat, command.level
    if level not in context.rules.levels:
        levels = tuple(context.rules.levels)
        unknown = say("server/unknown-level", level=repr(level), levels=levels)
        raise RefusedError("unknown_level", unknown)
    key = SecretKey.generate()
    bot = seating.stand_in_seat(key.public, level)
    if table.status == "running":
        context.bot_quota.refuse_stand_in(table, lobby.tables.values())
        away = context.presence.all_away(table)
        changed = seating.stand_in(table, player, number, bot, away)
    else:
        context.bot_quota.refuse_seat(table)
        name = bot_name(level, {seat.name for seat in table.seats})
        bot = replace(bot, holder="bot", player=bot.actor, name=name)
        changed = seating.seat_bot(table, player, number, bot)
    return finish_change(lobby, changed, bot=key)


def free_seat(lobby: Lobby, player: Player, command: FreeSeat) -> Step:
    """Take a bot from its seat before the game starts."""
    table = changeable_table(lobby, command.table)
    return finish_change(lobby, seating.free_seat(table, player, command.seat))


def send_away(lobby: Lobby, player: Player, command: SendAway) -> Step:
    """Send a player away from a table, and tell them so.

    Raises:
        RefusedError: not_there, and what `seating.send_away` refuses.
    """
    table = changeable_table(lobby, command.table)
    _refuse_unless_met(lobby, table, command)
    lobby, effects = finish_change(lobby, seating.send_away(table, player, command))
    guests = lobby.guests.without_player(command.player, command.table)
    farewell = seating.farewell(lobby.tables[command.table], command)
    return replace(lobby, guests=guests), (
        PlayerLeft(command.table, command.player),
        *effects,
        PlayersTold(frozenset((command.player,)), farewell),
        AttendanceTold(command.table),
    )


def _refuse_unless_met(lobby: Lobby, table: Table, command: SendAway) -> None:
    """Refuse to send away somebody who never came: the host could send them any text."""
    there = lobby.context.presence.players_at(table.id) | set(table.banned)
    if command.player not in there and table.seat_of(command.player) is None:
        raise RefusedError("not_there", say("server/not-there"))
