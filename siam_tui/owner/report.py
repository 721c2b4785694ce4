"""Formats tables, players and bans as lines for a lobby's owner, and finds them by typed text."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.plural import count_of
from protocol.keys import is_fingerprint, shortened
from protocol.limits import MAX_NAME, MAX_REASON
from protocol.owner import MAX_ORIGIN, Ban, PlayerReport, TableReport
from protocol.text import printable
from siam_tui.appearance.cells import pad_end
from siam_tui.profile.user_error import UserError

HERE_SECONDS = 50
"""Seconds of silence after which a player counts as absent."""
_LEAST_LETTERS = 4
_HOST = "host {who}"
_NO_HOST = "no host"
_SITS = "sits at {tables}"
_SITS_NOWHERE = "sits at no table"
_BANNED = "banned"
_HOSTS = "host of {tables}"

Person = PlayerReport | Ban


def table_line(table: TableReport) -> str:
    """Return a table as a line."""
    seats = ", ".join(printable(seat.name, MAX_NAME) or "free" for seat in table.seats)
    host = _HOST.format(who=name_and_key(table.host_name, table.host)) if table.host else _NO_HOST
    private = "  private" if table.private else ""
    usage = usage_text(table.idle)
    return (
        f"{pad_end(table.table, 8)}  {pad_end(table.status, 7)}  {seats}  {host}  {usage}{private}"
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
        _BANNED if is_banned else _at_tables(player.seats, player.hosts),
    ]
    if player.regular:
        parts.append("has played here before")
    if player.origin:
        parts.append(f"from {printable(player.origin, MAX_ORIGIN)}")
    return "  ".join(parts)


def _at_tables(seats: int, hosts: int) -> str:
    """Return at how many tables a player sits, and of how many they are the host."""
    text = _SITS.format(tables=count_of(seats, "table")) if seats else _SITS_NOWHERE
    return f"{text}  {_HOSTS.format(tables=count_of(hosts, 'table'))}" if hosts else text


def ban_line(ban: Ban) -> str:
    """Return a ban as a line."""
    since = datetime.fromtimestamp(ban.at).astimezone().strftime("%Y-%m-%d %H:%M")
    why = printable(ban.why, MAX_REASON)
    return f"{name_and_key(ban.name, ban.player)}  since {since}" + (f"  “{why}”" if why else "")


def name_and_key(name: str, player: str) -> str:
    """Return a player's name and the beginning of their fingerprint."""
    return f"{printable(name, MAX_NAME)} {shortened(player)}".lstrip()


def presence_text(silent: int | None) -> str:
    """Return whether a player is here, or for how long they have been silent."""
    if silent is None:
        return "not heard of since the start"
    return "here" if silent < HERE_SECONDS else f"silent for {_duration(silent)}"


def usage_text(idle: int) -> str:
    """Return whether a table is in use, or for how long it has been idle."""
    return "in use" if idle < HERE_SECONDS else f"idle for {_duration(idle)}"


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
        raise UserError(f"Several tables begin with {text!r}: give more letters of the id.")
    raise UserError(f"There is no table {text[:40]!r}: `siam lobby tables` lists all.")


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
        several = ", ".join(f"{name} {player}" for player, name in found[:5])
        raise UserError(f"That may be several players: {several}. Give the whole fingerprint.")
    if is_fingerprint(wanted):
        return wanted, ""
    raise UserError(f"No player {text[:40]!r} is known: `{where}` lists all.")


def check_reason(why: str) -> None:
    """Check that a reason is short enough.

    Raises:
        UserError: it is too long.
    """
    if len(why) > MAX_REASON:  # type: ignore[characters]
        raise UserError(f"The reason has {len(why)} characters; {MAX_REASON} is the most.")  # type: ignore[characters]


def _duration(seconds: int) -> str:
    """Return a duration in words."""
    minutes = seconds // 60
    if minutes < 1:
        return f"{seconds} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"
