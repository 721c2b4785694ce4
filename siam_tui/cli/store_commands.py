"""Command lines of ``siam store`` and ``siam cluster``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siam_tui.cli.config_file import ConfigFile
from siam_tui.cli.options import Store
from siam_tui.profile.user_error import UserError

if TYPE_CHECKING:
    from server.store.place import StorePlace

store_commands = typer.Typer(help="Move your lobby to another store.")

_COPIED = (
    "Copied the lobby to {target}. Open tables: {tables}. Kept records: {records}.\n"
    "Serve it from there from now on: `siam serve --store {target}`. Never serve the original "
    "again, or there are two lobbies with one key."
)


@store_commands.callback()
def store() -> None:
    """Move your lobby to another store."""


@store_commands.command("copy")
def copy(
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="The store: a file, or postgresql://...")
    ],
    target: Annotated[
        str, typer.Argument(metavar="TO", help="Where there is none yet: a file, or a database.")
    ],
) -> None:
    """Copy a lobby into an empty store, and check the copy.

    The lobby must not be served meanwhile. A store is a file or a database.
    """
    from server.store.copying import copy_store
    from server.store.errors import StoreError

    there = read_place(target, "TO")
    try:
        copied = copy_store(read_place(source, "FROM"), there)
    except StoreError as error:
        raise UserError(str(error)) from error
    typer.echo(_COPIED.format(target=there, tables=copied.tables, records=copied.records))


def read_place(text: str, option: str) -> StorePlace:
    """Read where a store is.

    Raises:
        BadParameter: it is neither a path nor the URL of a PostgreSQL database.
    """
    from server.store.place import parse_place

    try:
        return parse_place(text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}", param_hint=option) from None


def read_store(text: str) -> StorePlace | None:
    """Read `--store`; None if it was not given."""
    return read_place(text, "--store") if text else None


if TYPE_CHECKING:
    from server.config import Config

cluster_commands = typer.Typer(help="Look after a lobby that several servers run.")

_NO_BROKER = (
    "Servers of a cluster share a broker, which none of them brings along: give --broker URL."
)
_NO_DATABASE = (
    "Servers of a cluster share a database: give --store postgresql://USER@HOST/DATABASE."
)
_NO_STORE = "Name the cluster's database: --store postgresql://USER@HOST/DATABASE."


@cluster_commands.callback()
def cluster() -> None:
    """Look after a lobby that several servers run."""


@cluster_commands.command("status")
def status(_config: ConfigFile = None, store: Store = "") -> None:
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
        UserError: it lacks what the servers share.
    """
    from server.store.place import PostgresUrl

    if not config.in_cluster:
        return
    if config.broker is None:
        raise UserError(_NO_BROKER)
    if not isinstance(config.store, PostgresUrl):
        raise UserError(_NO_DATABASE)
