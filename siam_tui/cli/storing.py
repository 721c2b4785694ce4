"""Commands about the file a lobby is kept in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from siam_tui.cli.context import profile_of
from siam_tui.cli.options import ProfileName, StoreFile
from siam_tui.profile.user_error import UserError


def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy is written.")],
    store: StoreFile = None,
    profile: ProfileName = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of a file that is there already.")
    ] = False,
) -> None:
    """Copy your lobby's store, also while it is served; only you can read the copy."""
    from server.store import StoreError
    from server.store.backup import back_up
    from siam_tui.profile.paths import store_file

    path = store or store_file(profile_of(ctx, profile).server_key().public.fingerprint)
    try:
        copied = back_up(path, file, replace=replace)
    except StoreError as error:
        raise UserError(str(error)) from error
    typer.echo(
        f"Copied the lobby to {file}. Open tables: {copied.tables}. Kept records: {copied.records}."
    )
