"""Command line of ``siam config``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from siam_tui.cli.config_file import config_of, lines_of, read_as_served
from siam_tui.cli.store_commands import read_store, refuse_unless_shared

config_commands = typer.Typer(help="Check and show a configuration file of `siam serve`.")

File = Annotated[Path, typer.Argument(metavar="FILE", help="The file, as `siam serve --config`.")]

_RIGHT = "{file} can be served. It gives: {names}."
_EMPTY = "{file} can be served. It gives nothing."


@config_commands.callback()
def config() -> None:
    """Check and show a configuration file of `siam serve`."""


@config_commands.command("check")
def check(ctx: typer.Context, file: File) -> None:
    """Check a file for `siam serve --config`.

    The files that it names are read too. Nothing is served.
    """
    serving = read_as_served(ctx, file)
    check_serving(serving.params)
    given = config_of(serving)
    assert given is not None
    names = ", ".join(given.values)
    typer.echo((_RIGHT if names else _EMPTY).format(file=file, names=names))


@config_commands.command("show")
def show(ctx: typer.Context, file: File) -> None:
    """Show every option with a file, and where its value comes from.

    Values that nobody gave stand behind a #. No file that holds a secret is opened.
    """
    serving = read_as_served(ctx, file)
    given = config_of(serving)
    assert given is not None
    typer.echo("\n".join(lines_of(serving, given)))


def check_serving(given: Mapping[str, Any]) -> None:
    """Return if the options of `serve` fit together, and the files that they name can be used.

    Nothing is opened that a running server has, such as its ports and its store.

    Args:
        given: the options by the names of the parameters of `serve`.

    Raises:
        UserError: something cannot be served so; says what and why.
        BadParameter: an option's value cannot be used.
    """
    from protocol.keys import SecretKey
    from server.config import Config
    from siam_tui.cli.serve_values import read_lobby_name, read_record_limit
    from siam_tui.cli.serving.doors import check_web_files
    from siam_tui.cli.serving.notify_file import read_notify_file
    from siam_tui.cli.serving.serve_texts import refuse_guests
    from siam_tui.profile.given_secrets import broker_password
    from siam_tui.profile.invitations import read_broker

    doors = (given["ssh"], given["web"], given["notify"])
    refuse_guests(given["announce"], private=given["private"], doors=doors)
    read_record_limit(given["keep_records"])
    read_lobby_name(given["lobby_name"])
    address = read_broker(given["broker"]) if given["broker"] else None
    if given["password_file"]:
        broker_password(address, given["password_file"])
    reminding = read_notify_file(given["notify"], None) if given["notify"] else None
    check_web_files(given["web_cert"], given["web_key"], tuple(given["web_proxy"] or ()))
    config = Config(
        key=SecretKey.generate(),
        broker=address,
        store=read_store(given["store"]),
        in_cluster=given["cluster"],
        reminders=None if reminding is None else reminding.reminders,
    )
    refuse_unless_shared(config)
