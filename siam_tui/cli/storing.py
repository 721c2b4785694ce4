"""Commands for a lobby's store file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from siam_tui.cli.context import open_profile
from siam_tui.cli.options import ProfileName, StoreFile
from siam_tui.profile.user_error import UserError


def backup(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy to write.")],
    store: StoreFile = None,
    profile: ProfileName = "",
    replace: Annotated[bool, typer.Option("--replace", help="Replace an existing file.")] = False,
) -> None:
    """Back up your lobby's store, even while it is served; only you can read the copy."""
    from server.store import StoreError
    from server.store.backup import back_up
    from siam_tui.profile.paths import store_file

    path = store or store_file(open_profile(ctx, profile).server_key().public.fingerprint)
    try:
        copied = back_up(path, file, replace=replace)
    except StoreError as error:
        raise UserError(str(error)) from error
    typer.echo(
        f"Copied the lobby to {file}. Open tables: {copied.tables}. Kept records: {copied.records}."
    )
