"""Command line of ``siam key``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from siam_tui.cli.config_file import ConfigFile, served_profile
from siam_tui.cli.context import open_profile

if TYPE_CHECKING:
    from siam_tui.profile.key_files import Which

key_commands = typer.Typer(help="Show, export and import the keys of your profile.")

Server = Annotated[bool, typer.Option("--server", help="The lobby's key instead of the player's.")]


@key_commands.callback(invoke_without_command=True)
def key(ctx: typer.Context) -> None:
    """Show, export and import the keys of your profile: who you are, and the lobby you host."""
    if ctx.invoked_subcommand is None:
        print_fingerprints(ctx)


@key_commands.command("show")
def print_fingerprints(ctx: typer.Context, _config: ConfigFile = None) -> None:
    """Print the keys' fingerprints and files. If there are no keys, make them."""
    from siam_tui.cli.key_transfer import show_keys

    show_keys(open_profile(ctx, served_profile(ctx)))


@key_commands.command("export")
def export_to_file(
    ctx: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; - prints the key.")
    ],
    server: Server = False,
    _config: ConfigFile = None,
) -> None:
    """Write a key to a new file that only you can read."""
    from siam_tui.cli.key_transfer import export_key

    export_key(open_profile(ctx, served_profile(ctx)), _which(server), file)


@key_commands.command("import")
def import_from_file(
    ctx: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to read; - reads standard input.")
    ],
    server: Server = False,
    _config: ConfigFile = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace another key, which is kept.")
    ] = False,
) -> None:
    """Import an exported key. Another key is replaced only with --replace."""
    from siam_tui.cli.key_transfer import import_key

    import_key(open_profile(ctx, served_profile(ctx)), _which(server), file, replace=replace)


def _which(server: bool) -> Which:
    return "server" if server else "player"
