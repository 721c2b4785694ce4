"""Formats tables, players and bans as lines for a lobby's owner, and finds them by typed text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from protocol.keys import is_fingerprint, shortened
from protocol.limits import MAX_NAME, MAX_REASON
from protocol.owner import HERE_SECONDS, MAX_ORIGIN, Ban, PlayerReport, TableReport
from protocol.text import printable
from siam_tui.appearance.cells import pad_end
from siam_tui.profile.user_error import UserError
from texts import Message, say, tell

_LEAST_LETTERS = 4

Person = PlayerReport | Ban


def table_line(table: TableReport) -> str:
    """Return a table as a line."""
    who = name_and_key(table.host_name, table.host) if table.host else None
    return "  ".join(
        (
            pad_end(table.table, 8),
            pad_end(tell("owner/table/status", status=table.status), 7),
            ", ".join(
                printable(seat.name, MAX_NAME) or tell("owner/table/free") for seat in table.seats
            ),
            tell("owner/table/host", who=who),
            usage_text(table.idle),
            *([tell("owner/table/private")] if table.private else ()),
        )
    )


def player_line(player: PlayerReport, *, is_banned: bool = False) -> str:
    """Return a player as a line.

    Args:
        player: what the server reports.
        is_banned: whether the player is banned, and so sits nowhere, whatever an older server says.
    """
    parts = [
        f"{shortened(player.player)}  {printable(player.name, MAX_NAME)}",
        presence_text(player.silent),
        tell("owner/player/banned") if is_banned else _at_tables(player.seats, player.hosts),
    ]
    if player.regular:
        parts.append(tell("owner/player/regular"))
    if player.origin:
        parts.append(tell("owner/player/origin", origin=printable(player.origin, MAX_ORIGIN)))
    return "  ".join(parts)


def _at_tables(seats: int, hosts: int) -> str:
    """Return at how many tables a player sits, and of how many they are the host."""
    text = tell("owner/player/sits", n=seats)
    return f"{text}  {tell('owner/player/hosts', n=hosts)}" if hosts else text


def ban_line(ban: Ban) -> str:
    """Return a ban as a line."""
    since = datetime.fromtimestamp(ban.at).astimezone().strftime("%Y-%m-%d %H:%M")
    why = printable(ban.why, MAX_REASON)
    parts = (name_and_key(ban.name, ban.player), tell("owner/ban/since", date=since))
    return "  ".join((*parts, f"“{why}”") if why else parts)


def name_and_key(name: str, player: str) -> str:
    """Return a player's name and the beginning of their fingerprint."""
    return f"{printable(name, MAX_NAME)} {shortened(player)}".lstrip()


def presence_text(silent: int | None) -> str:
    """Return whether a player is here, or for how long they have been silent."""
    state = "unknown" if silent is None else "here" if silent < HERE_SECONDS else "silent"
    return tell("owner/presence", state=state, time=_duration(silent or 0))


def usage_text(idle: int) -> str:
    """Return whether a table is in use, or for how long it has been idle."""
    return tell("owner/usage", idle=None if idle < HERE_SECONDS else _duration(idle))


def find_table(text: str, tables: Iterable[TableReport]) -> TableReport:
    """Return the table with this id, or with an id that begins so.

    Raises:
        UserError: no table or several match.
    """
    found = [table for table in tables if text and table.table.startswith(text)]
    exact = [table for table in found if table.table == text]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise UserError(tell("owner/find/tables", text=repr(text)))
    raise UserError(tell("owner/find/no-table", text=repr(text[:40])))


def find_player(text: str, people: Iterable[Person], where: str) -> tuple[str, str]:
    """Return the fingerprint and name of the matching player.

    Args:
        text: a fingerprint, at least four letters of its beginning, or a name.
        people: the players to search.
        where: the command that lists them.

    Raises:
        UserError: no player or several match.
    """
    wanted = text.casefold()
    found = [
        (each.player, printable(each.name, MAX_NAME))
        for each in people
        if each.player == wanted
        or (len(wanted) >= _LEAST_LETTERS and each.player.startswith(wanted))  # type: ignore[characters]
        or printable(each.name, MAX_NAME).casefold() == wanted
    ]
    if len(found) == 1:
        return found[0]
    if found:
        several = tuple(f"{name} {player}" for player, name in found[:5])
        raise UserError(tell("owner/find/players", several=several))
    if is_fingerprint(wanted):
        return wanted, ""
    raise UserError(tell("owner/find/no-player", text=repr(text[:40]), where=where))


def check_reason(why: str) -> None:
    """Check that a reason is short enough.

    Raises:
        UserError: it is too long.
    """
    if len(why) > MAX_REASON:  # type: ignore[characters]
        raise UserError(tell("owner/reason-too-long", n=len(why), most=MAX_REASON))  # type: ignore[characters]


def _duration(seconds: int) -> Message:
    """Return a duration in words."""
    hours, minutes = divmod(seconds // 60, 60)
    return say("owner/time", hours=hours, minutes=minutes, seconds=seconds)
