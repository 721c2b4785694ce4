"""Talk at a table, and who may talk and listen."""

from __future__ import annotations

from dataclasses import replace

from protocol.limits import KEPT_TALK, MAX_TALK
from protocol.messages import Talk, TalkLine
from protocol.text import printable
from server.refusals import RefusedError
from server.tables.table import Player, Said, Table
from texts import say


def is_closed_to_seats(table: Table) -> bool:
    """Return whether a team game runs in which seated players may neither talk nor listen."""
    teams = table.game.teams(len(table.seats))
    return table.status == "running" and bool(teams) and not table.terms.open_talk


def add_line(table: Table, player: Player, text: str, at: int) -> Table:
    """Return the table with a new line of talk, in the same revision, since no game changes.

    Raises:
        RefusedError: talk_closed, nothing_said.
    """
    seat = table.seat_of(player.id)
    if seat is not None and is_closed_to_seats(table):
        raise RefusedError("talk_closed", say("server/talk-closed"))
    shown = printable(text, MAX_TALK)
    if not shown:
        raise RefusedError("nothing_said", say("server/nothing-said"))
    number = table.talk[-1].line.number + 1 if table.talk else 1
    line = TalkLine(number, player.id, player.name, seat, shown, at)
    said = Said(line, table.game_number if is_closed_to_seats(table) else 0)
    return replace(table, talk=(*table.talk, said)[-KEPT_TALK:])


def may_hear(table: Table, player: str, said: Said) -> bool:
    """Return whether a player may read a line now."""
    kept_from_seats = is_closed_to_seats(table) and said.during == table.game_number
    return not kept_from_seats or table.seat_of(player) is None


def talk(table: Table, player: str, after: int) -> Talk:
    """Return the lines after a given one that a player may read."""
    lines = (
        said.line
        for said in table.talk
        if said.line.number > after and may_hear(table, player, said)
    )
    return Talk(table.id, tuple(lines))
