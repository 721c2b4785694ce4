"""Sends players away from a table, and keeps them away."""

from __future__ import annotations

from protocol.commands import SendAway
from protocol.limits import MAX_REASON
from protocol.messages import SentAway
from protocol.text import printable
from server.refusals import RefusedError
from server.tables.seating import freed, refuse_unless_host
from server.tables.table import Player, Table

MAX_BANNED = 200
"""Players banned from one table; those banned longest ago may return first."""


def send_away(table: Table, player: Player, command: SendAway) -> Table:
    """Free a player's seat before the start, and ban them if the command says so.

    Raises:
        RefusedError: not_host, yourself, already_running.
    """
    refuse_unless_host(table, player)
    if command.player == player.id:
        raise RefusedError("yourself", "To go yourself, leave the table.")
    number = table.seat_of(command.player)
    if number is not None and (table.status == "running" or table.drawing):
        raise RefusedError("already_running", "Nobody who plays is sent away before the end.")
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
        raise RefusedError("banned", f"{table.host_name} does not want you at this table.")


def quoted(why: str) -> str:
    """Return the end of a sentence: the reason in quotes, or a full stop if there is none."""
    reason = printable(why, MAX_REASON)
    return f": “{reason}”" if reason else "."


def farewell(table: Table, command: SendAway) -> SentAway:
    """Return the message to a player who is sent away."""
    kept = "does not want you at this table any more" if command.ban else "asks you to go"
    return SentAway(table.id, f"The table's host, {table.host_name}, {kept}{quoted(command.why)}")
