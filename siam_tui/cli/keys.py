"""``siam key`` and its commands, as the command line takes them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from siam_tui.profile.key_files import Which
    from siam_tui.profile.profiles import Profile

key_commands = typer.Typer(help="Show, export and import the keys of your profile.")

Server = Annotated[
    bool, typer.Option("--server", help="The lobby's key, in place of the player's.")
]


@key_commands.callback(invoke_without_command=True)
def show(ctx: typer.Context) -> None:
    """Show, export and import the keys of your profile: who you are, and the lobby you host."""
    if ctx.invoked_subcommand is None:
        from siam_tui.cli.key_commands import show as show_keys

        show_keys(_profile(ctx))


@key_commands.command("show")
def show_again(ctx: typer.Context) -> None:
    """Print the keys' fingerprints, and where they are kept."""
    from siam_tui.cli.key_commands import show as show_keys

    show_keys(_profile(ctx))


@key_commands.command("export")
def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; - prints it.")],
    server: Server = False,
) -> None:
    """Write a key to a new file that only you may read."""
    from siam_tui.cli.key_commands import export_key

    export_key(_profile(ctx), _which(server), file)


@key_commands.command("import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where from; - reads it.")],
    server: Server = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Take the place of another key, which is kept.")
    ] = False,
) -> None:
    """Take over a key that was exported; never over another one unasked."""
    from siam_tui.cli.key_commands import import_key

    import_key(_profile(ctx), _which(server), file, replace=replace)


def _which(server: bool) -> Which:
    return "server" if server else "player"


def _profile(ctx: typer.Context) -> Profile:
    from siam_tui.profile.paths import profiles_folder
    from siam_tui.profile.profiles import Profile

    root = ctx.find_root()
    return Profile.at(profiles_folder(), root.obj[0])
