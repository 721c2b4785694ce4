"""Tells what is known about a table that nothing happens at any more, seen by its players."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from client.client import Client
from client.links.server_link import ServerLink
from protocol.topics import part_of
from tests.chaos.tables import Table
from tests.e2e.guests import mover

PATIENCE = 60.0
"""Seconds without a move after which a table stalls."""


def describe_stall(table: Table) -> list[str]:
    """Return lines: what each player of a table sees, asks for, and has of its server."""
    lines = [f"table {table.name}, part {part_of(table.name)}: {_last_move(table)}"]
    for each in table.guests:
        lines += (f"  {line}" for line in _describe_player(each.client, table.name))
    return lines


def _last_move(table: Table) -> str:
    if not table.moves:
        return "no move was ever acknowledged"
    sent, acknowledged = table.moves[-1]
    ago, took = monotonic() - sent, acknowledged - sent
    return f"the last move was sent {ago:.0f} s ago, and acknowledged after {took:.2f} s"


def _describe_player(client: Client, table: str) -> Iterator[str]:
    mirror, links = client._mirror, client._link
    yield f"{client.name}: {client.status.name} {client.trouble}"
    watch = mirror.tables.get(table)
    state = None if watch is None else watch.shown
    if watch is None or state is None:
        yield f"  shown: nothing, of {watch!r}"
    else:
        to_move = mover(state)
        yield (
            f"  shown: game {state.game_number}, {state.status}, revision {state.revision}, ply "
            f"{state.ply}, viewer {state.viewer}, to move {to_move}; in doubt: {watch._doubted}, "
            f"behind: {watch.behind}, rank: {watch._rank}"
        )
    connection = links._connection
    filters = ", ".join(each.rsplit("/", 2)[-2] for each in connection._filters)
    yield f"  connected: {connection._mqtt is not None}, reads: {filters}"
    yield f"  rejected: {dict(client.refused)}, held back: {mirror.deliveries.held_back}"
    for link in (links.main, links.link_for(table)):
        yield f"  {_describe_link(link)}"
    for pending in links._requests:
        yield f"  waits: {pending.command!r:.200}, sent {pending.sent} times since"


def _describe_link(link: ServerLink) -> str:
    session, greeting, owner = link._session, link._greeting, link._owners._highest
    epoch = None if owner is None else owner.epoch
    return (
        f"part {link.part}, epoch {epoch}: {link.status.name} {link.trouble}, "
        f"has key: {link._has_key}, session: {session.begun}, welcomed: {greeting.is_welcomed}, "
        f"greets: {greeting._to_greet.is_set()}, "
        f"waits for a welcome: {session._greeting is not None}, "
        f"counter: {session._counter}, read: {session._last_read}"
    )
