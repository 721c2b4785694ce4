"""Command line of ``siam cluster``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from siam_tui.cli.options import Store
from siam_tui.profile.user_error import UserError

if TYPE_CHECKING:
    from server.config import Config

cluster_commands = typer.Typer(help="Look after a lobby that several servers run.")

_NO_BROKER = (
    "Servers of a cluster share a broker, which none of them brings along: give --broker URL."
)
_NO_DATABASE = (
    "Servers of a cluster share a database: give --store postgresql://USER@HOST/DATABASE."
)
_NO_REMINDERS = (
    "A server of a cluster sends no reminders yet, for each computer would have addresses of its "
    "own: omit --notify."
)
_NO_STORE = "Name the cluster's database: --store postgresql://USER@HOST/DATABASE."


@cluster_commands.callback()
def cluster() -> None:
    """Look after a lobby that several servers run."""


@cluster_commands.command("status")
def status(store: Store = "") -> None:
    """Show which server runs which parts, and how many tables each has."""
    from server.store.errors import StoreError
    from server.store.place import PostgresUrl
    from siam_tui.cli.store_commands import read_store

    place = read_store(store)
    if not isinstance(place, PostgresUrl):
        raise UserError(_NO_STORE)
    try:
        from server.store.place import need_psycopg

        need_psycopg()
        from server.store.parts.status import read_status

        found = read_status(place)
    except StoreError as error:
        raise UserError(str(error)) from error
    for line in found.lines():
        typer.echo(line)


def refuse_unless_shared(config: Config) -> None:
    """Return if a server is alone, or can be one of a cluster.

    Raises:
        UserError: it lacks what the servers share, or is to have what only one server has.
    """
    from server.store.place import PostgresUrl

    if not config.in_cluster:
        return
    if config.broker is None:
        raise UserError(_NO_BROKER)
    if not isinstance(config.store, PostgresUrl):
        raise UserError(_NO_DATABASE)
    if config.reminders is not None:
        raise UserError(_NO_REMINDERS)
