"""Who sits where, who is the host, and who is sent away: each change makes the next table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from protocol.commands import SendAway
from protocol.keys import PublicKey
from protocol.limits import MAX_REASON
from protocol.messages import SentAway
from protocol.text import printable
from server.refusals import RefusedError
from server.tables.play import settle
from server.tables.table import FREE, Player, Seat, Table
from texts import Message, Person, say

STAND_IN_LEVEL = "minister"
"""The level of the bot that takes over when a person leaves a running game."""


def stand_in_seat(bot: PublicKey, level: str = STAND_IN_LEVEL) -> Seat:
    """Return what a seat becomes when a bot stands in, before it has its player's name."""
    return Seat("stand_in", level=level, actor=bot.fingerprint, key=bot.raw)


def take_seat(table: Table, player: Player, number: int) -> Table:
    """Seat a person, or give them their own seat back from the stand-in.

    Raises:
        RefusedError: no_such_seat, already_seated, already_running, seat_taken.
    """
    seat = _seat_at(table, number)
    own = table.seat_of(player.id)
    if own is not None and own != number:
        raise RefusedError("already_seated", say("server/already-seated", n=own + 1))
    if own is None:
        _refuse_unless_free(table, seat)
    elif seat.holder == "person":
        return table
    seated = table.with_seat(
        number, Seat("person", player.id, player.name, actor=player.id, key=player.key.raw)
    )
    only = table.only or player.id
    seated = replace(seated, only=only, shared=table.shared or only != player.id)
    return seated if table.host else seated.changed(host=player.id, host_name=player.name)


def leave(table: Table, player: Player, bot: Seat) -> Table:
    """Let a player leave; `bot` is the stand-in that takes over in a running game.

    Raises:
        RefusedError: not_seated.
    """
    if table.seat_of(player.id) is None and table.host != player.id:
        raise RefusedError("not_seated", say("server/not-seated"))
    return without(table, player.id, bot)


def without(table: Table, player: str, bot: Seat) -> Table:
    """Return a table that a player has left or had to leave; this may close it.

    Args:
        table: the table.
        player: fingerprint of the player, who is the host or has a seat, or both.
        bot: the stand-in for a game that runs or is being dealt.
    """
    number = table.seat_of(player)
    left = table
    if number is not None and table.status != "running" and not table.drawing:
        left = freed(table, number)
    elif number is not None and table.seats[number].holder == "person":
        left = _replaced(table, number, bot)
    if table.host == player:
        left = _hand_over(left, -1 if number is None else number)
    return settle(left)


def seat_bot(table: Table, player: Player, number: int, bot: Seat) -> Table:
    """Put a bot on a free seat.

    Raises:
        RefusedError: not_host, no_such_seat, already_running, seat_taken.
    """
    refuse_unless_host(table, player)
    _refuse_unless_free(table, _seat_at(table, number))
    return table.with_seat(number, bot)


def stand_in(
    table: Table, player: Player, number: int, bot: Seat, away: Mapping[str, float]
) -> Table:
    """Let a bot play for a person who is away, until they are back.

    Args:
        table: the table, its game running.
        player: the host, or any seated player if the host is away for that long as well.
        number: the seat of the absent person.
        bot: level and key of the stand-in.
        away: for how many seconds the absent players have been away.

    Raises:
        RefusedError: not_host, no_such_seat, seat_taken, not_away.
    """
    limit = table.terms.away_limit
    seated = table.acting_for(player.id) is not None
    if not (seated and _overdue(away, table.host, limit)):
        refuse_unless_host(table, player)
    seat = _seat_at(table, number)
    if seat.holder != "person":
        raise RefusedError("seat_taken", say("server/bot-plays"))
    if not limit:
        raise RefusedError("not_away", say("server/seats-wait"))
    if not _overdue(away, seat.player, limit):
        not_away = say("server/not-away", who=Person(seat.name), time=_say_time(limit))
        raise RefusedError("not_away", not_away)
    return settle(_replaced(table, number, replace(bot, absent=True)))


def come_back(table: Table, player: Player) -> Table:
    """Give a player who was away their seat back, if a bot plays for them because of that."""
    number = table.seat_of(player.id)
    if number is None or not table.seats[number].absent:
        return table
    return take_seat(table, player, number)


def free_seat(table: Table, player: Player, number: int) -> Table:
    """Take a bot from its seat.

    Raises:
        RefusedError: not_host, no_such_seat, already_running, seat_taken.
    """
    refuse_unless_host(table, player)
    seat = _seat_at(table, number)
    if table.status == "running":
        raise RefusedError("already_running", say("server/bots-stay"))
    if seat.holder == "person":
        raise RefusedError("seat_taken", say("server/cannot-free", who=Person(seat.name)))
    return freed(table, number) if seat.holder != "free" else table


def rename(table: Table, player: Player) -> Table:
    """Update a player's name wherever the table names them."""
    seats = tuple(
        replace(seat, name=player.name) if seat.player == player.id else seat
        for seat in table.seats
    )
    host_name = player.name if table.host == player.id else table.host_name
    if seats == table.seats and host_name == table.host_name:
        return table
    return table.changed(seats=seats, host_name=host_name)


def _seat_at(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise RefusedError("no_such_seat", say("server/no-seat", n=len(table.seats)))
    return table.seats[number]


def _refuse_unless_free(table: Table, seat: Seat) -> None:
    if table.status == "running":
        raise RefusedError("already_running", say("server/already-running"))
    if seat.holder != "free":
        raise RefusedError("seat_taken", say("server/seat-taken", who=Person(seat.name)))


def refuse_unless_host(table: Table, player: Player) -> None:
    """Return if a player is the host of a table.

    Raises:
        RefusedError: not_host.
    """
    if table.host != player.id:
        host = Person(table.host_name) if table.host_name else None
        raise RefusedError("not_host", say("server/not-host", host=host))


_UNITS: Final = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}


def _say_time(seconds: int) -> Message:
    """Return a time in the largest unit that it is a whole number of."""
    unit, size = next(each for each in _UNITS.items() if seconds % each[1] == 0)
    return say("server/time", unit=unit, n=seconds // size)


def _overdue(away: Mapping[str, float], player: str, limit: int) -> bool:
    return bool(limit) and away.get(player, 0.0) >= limit


def _replaced(table: Table, number: int, bot: Seat) -> Table:
    """Let a bot play for a seated person, whose wish to end the game early no longer counts."""
    seat = table.seats[number]
    left = table.with_seat(number, replace(bot, player=seat.player, name=seat.name, key=seat.key))
    return left.changed(revision=left.revision, end=left.end - {number})


def freed(table: Table, number: int) -> Table:
    """Return the table with a seat made free; a game that is over keeps the name of who played."""
    name = table.seats[number].name if table.status == "over" else ""
    freed = table.with_seat(number, replace(FREE, name=name))
    return freed.changed(revision=freed.revision, again=table.again - {number})


def _hand_over(table: Table, number: int) -> Table:
    """Make the next seated person, clockwise from a seat, the host; nobody if there is none."""
    count = len(table.seats)
    clockwise = [(number + step) % count for step in range(1, count + 1)]
    for each in clockwise:
        seat = table.seats[each]
        if seat.holder == "person":
            return table.changed(host=seat.player, host_name=seat.name)
    return table.changed(host="", host_name="")


MAX_BANNED = 200
"""Players banned from one table; those banned longest ago may return first."""


def send_away(table: Table, player: Player, command: SendAway) -> Table:
    """Free a player's seat before the start, and ban them if the command says so.

    Raises:
        RefusedError: not_host, yourself, already_running.
    """
    refuse_unless_host(table, player)
    if command.player == player.id:
        raise RefusedError("yourself", say("server/yourself"))
    number = table.seat_of(command.player)
    if number is not None and (table.status == "running" or table.drawing):
        raise RefusedError("already_running", say("server/plays-on"))
    if number is not None:
        table = freed(table, number)
    if command.ban and command.player not in table.banned:
        table = table.changed(banned=(*table.banned, command.player)[-MAX_BANNED:])
    return table


def refuse_if_banned(table: Table, player: str) -> None:
    """Return unless a player is banned from a table.

    Raises:
        RefusedError: banned.
    """
    if player in table.banned:
        raise RefusedError("banned", say("server/not-wanted", host=Person(table.host_name)))


def quoted(why: str) -> Message | None:
    """Return a reason in quotes; None if there is none."""
    reason = printable(why, MAX_REASON)
    return say("server/reason", why=reason) if reason else None


def farewell(table: Table, command: SendAway) -> SentAway:
    """Return the message to a player who is sent away."""
    told = say(
        "server/banned-by-host" if command.ban else "server/sent-away",
        host=Person(table.host_name),
        why=quoted(command.why),
    )
    return SentAway(table.id, str(told), told)
