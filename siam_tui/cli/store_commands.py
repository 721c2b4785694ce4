"""Command line of ``siam store``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

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
