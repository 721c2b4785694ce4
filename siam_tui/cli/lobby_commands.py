"""Command line of ``siam lobby``."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, wraps
from inspect import Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from siam_tui.cli.context import open_profile
from siam_tui.cli.options import CaFile, PasswordFile, ProfileName

if TYPE_CHECKING:
    from siam_tui.owner.client import Owner

lobby_commands = typer.Typer()

Work: TypeAlias = Callable[["Owner"], Awaitable[None]]
"""What a command does once it is connected as the owner."""

_BEFORE = "siam_tui.lobby_options"
"""Where a command line keeps the options that stand before a command of ``siam lobby``."""
_WAIT = 15

LobbyLink = Annotated[
    str,
    typer.Option(
        "--link",
        metavar="LINK",
        help="Your lobby's invite link; - or @FILE says where it is. By default your lobby on this "
        "computer.",
    ),
]
Wait = Annotated[
    int | None,
    typer.Option(
        metavar="SECONDS",
        min=1,
        help="How long to wait for the lobby's answer; 15 seconds by default.",
    ),
]
Why = Annotated[
    str, typer.Option(metavar="TEXT", help="The reason, which the players concerned will see.")
]
PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER", help="A name, a fingerprint, or at least its first four letters."
    ),
]


def _run_as_owner(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    work: Work,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    wait: Wait = None,
) -> None:
    from siam_tui.owner.commands import (
        OwnedLobby,
        find_owned_lobby,
        player_fingerprint,
        run_as_owner,
    )
    from siam_tui.profile.given_links import read_given_link
    from siam_tui.profile.passwords import broker_password

    before = ctx.meta.get(_BEFORE, {})  # the options that stand before the command
    link, password_file = link or before.get("link", ""), password_file or before.get("file")
    profile, wait = profile or before.get("profile", ""), wait or before.get("wait") or _WAIT
    owner = open_profile(ctx, profile)
    found, key = find_owned_lobby(owner, read_given_link(link) if link else None)
    password = broker_password(found.broker, password_file)
    run_as_owner(OwnedLobby(found, key, password, player_fingerprint(owner), wait), work)


def _owner_command(choose: Callable[..., Work]) -> Callable[..., None]:
    """Register a command that does what a function returns; it gets the options of all of them.

    Those are the options of `_run_as_owner`. They follow the function's own.
    """
    own = signature(choose, eval_str=True).parameters
    context, _, *shared = signature(_run_as_owner, eval_str=True).parameters.values()

    @wraps(choose)
    def command(ctx: typer.Context, **given: Any) -> None:  # noqa: ANN401 - as they are declared
        work = choose(**{name: given.pop(name) for name in own if name in given})
        _run_as_owner(ctx, work, **given)

    parameters = (context, *own.values(), *shared)
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # typer reads it
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return lobby_commands.command()(command)


@lobby_commands.callback(invoke_without_command=True)
def manage(
    ctx: typer.Context,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    _ca: CaFile = None,
    profile: ProfileName = "",
    wait: Wait = None,
) -> None:
    """Manage your running lobby; without a command, list its tables.

    A lobby is yours if your profile has its key (`siam key` shows it): run these commands under the
    account and the profile that serve it.
    """
    given = {"link": link, "file": password_file, "profile": profile, "wait": wait}
    ctx.meta[_BEFORE] = given
    if ctx.invoked_subcommand is None:
        tables(ctx)


@_owner_command
def tables() -> Work:
    """List all tables, including private ones.

    One line each: id, state, seats, host, and how long it has been idle.
    """
    from siam_tui.owner.commands import list_tables

    return list_tables


@_owner_command
def players(
    everybody: Annotated[bool, typer.Option("--all", help="Also absent players.")] = False,
) -> Work:
    """List the players who are here.

    One line each: start of the fingerprint, name, last activity, tables, whether they played here
    before today, and their address if it is known.
    """
    from siam_tui.owner.commands import list_players

    return partial(list_players, everybody=everybody)


@_owner_command
def bans() -> Work:
    """List the banned players."""
    from siam_tui.owner.commands import list_bans

    return list_bans


@_owner_command
def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or the start of the id.")],
    why: Why = "",
) -> Work:
    """Close a table.

    The people there see the reason. A running game is archived as unfinished.
    """
    from siam_tui.owner.commands import close_table

    return partial(close_table, text=table, why=why)


@_owner_command
def ban(player: PlayerText, why: Why = "") -> Work:
    """Ban a player by their key.

    The lobby refuses all their commands, with your reason. Their seats become free; in a running
    game a bot replaces them. Bans survive restarts. A banned person can return with a new key.
    """
    from siam_tui.owner.commands import ban_player

    return partial(ban_player, text=player, why=why)


@_owner_command
def unban(player: PlayerText) -> Work:
    """Allow a banned player again."""
    from siam_tui.owner.commands import unban_player

    return partial(unban_player, text=player)
