"""What a lobby's screen says above, below and in place of its tables. Pure functions."""

from __future__ import annotations

from client.changes import Status
from client.client import Client
from protocol.keys import shortened
from siam_tui.appearance.cells import text_width
from siam_tui.ui.invite_text import invite_text

_REFUSED = "You cannot open tables here. If the owner allows you again, press Q and come in again."
_ENDED = "This connection has ended. To come in again, press Q and join the lobby again."
_UNREACHED = "You can open a table when the lobby is reached again."
_STOPPED = "The lobby does not run. You can open a table when it runs again."
_TROUBLE = "⚠ {}"
_TRIED_AGAIN = "⚠ {} Trying again."
RETRYING = (Status.CONNECTING, Status.LOST)
"""While the client tries again, and its trouble does not say so itself."""


def heading(client: Client, tables: int, turns: int, *, watching: bool, awaited: str = "") -> str:
    """Return the line above the tables: the lobby, how many tables it has, and who looks at it.

    Args:
        client: the connection.
        tables: how many tables are listed.
        turns: at how many of them it is the player's turn.
        watching: whether the player only watches.
        awaited: what to say while a lobby does not answer in which a game of the player waits.
    """
    if client.status is not Status.ONLINE:
        if not client.trouble:
            return "Connecting ..."
        if awaited and client.status in RETRYING:
            return _TROUBLE.format(awaited)
        form = _TRIED_AGAIN if client.status in RETRYING else _TROUBLE
        return form.format(client.trouble)
    role = "watching" if watching else f"you are {client.name}, key {shortened(client.me)}"
    count = "1 table" if tables == 1 else f"{tables} tables"
    waiting = f" · your turn at {turns}" if turns else ""
    lobby = client.lobby
    name = lobby.name if lobby and lobby.name else "Lobby"
    return f"{name} · {count} · {role}{waiting}"


def tell_empty(client: Client, *, watching: bool) -> str:
    """Return what stands in place of the tables where there are none.

    Args:
        client: the connection.
        watching: whether the player only watches.
    """
    if client.lobby is None:
        return ""
    if client.status is Status.REFUSED:
        return _REFUSED
    if client.status.ended:
        return _ENDED
    if watching:
        return "No table yet. New tables appear here."
    return tell_closed(client) or "No table yet. Press O to open one; others see it at once."


def tell_closed(client: Client) -> str:
    """Return why no table can be opened now; empty if one can."""
    if client.status is Status.ONLINE and client.lobby is not None and client.lobby.serving:
        return ""
    if client.status.ended:
        return client.trouble
    return _UNREACHED if client.status is Status.LOST else _STOPPED


def tell_invitation(invitation: str, width: int) -> str:
    """Return how others are invited: by a link that fits into one line, else by a key.

    A link over two lines can neither be selected nor clicked whole.

    Args:
        invitation: the invite link, or the command that leads here.
        width: how many cells a line has; 0 if that is not known yet.
    """
    text = invite_text(invitation)
    return f"{text.lobby}\n{invitation}" if text_width(invitation) <= width else text.by_key
