"""Command line of ``siam lobby``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siam_tui.cli.context import open_profile
from siam_tui.cli.options import PasswordFile, ProfileName

if TYPE_CHECKING:
    from siam_tui.owner.commands import OwnedLobby

lobby_commands = typer.Typer()

LobbyLink = Annotated[
    str,
    typer.Option(
        "--link",
        metavar="LINK",
        help="Your lobby's invite link; by default your lobby on this computer.",
    ),
]
Wait = Annotated[
    int, typer.Option(metavar="SECONDS", min=1, help="How long to wait for the lobby's answer.")
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


@lobby_commands.callback(invoke_without_command=True)
def manage(ctx: typer.Context) -> None:
    """Manage your running lobby; without a command, list its tables.

    A lobby is yours if your profile has its key (`siam key` shows it): run these commands under the
    account and the profile that serve it.
    """
    if ctx.invoked_subcommand is None:
        tables(ctx)


@lobby_commands.command()
def tables(
    ctx: typer.Context,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """List all tables, including private ones.

    One line each: id, state, seats, host, and how long it has been idle.
    """
    from siam_tui.owner.commands import list_tables

    list_tables(_lobby(ctx, link, password_file, profile, wait))


@lobby_commands.command()
def players(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    everybody: Annotated[bool, typer.Option("--all", help="Also absent players.")] = False,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """List the players who are here.

    One line each: start of the fingerprint, name, last activity, tables, whether they played here
    before today, and their address if it is known.
    """
    from siam_tui.owner.commands import list_players

    list_players(_lobby(ctx, link, password_file, profile, wait), everybody=everybody)


@lobby_commands.command()
def bans(
    ctx: typer.Context,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """List the banned players."""
    from siam_tui.owner.commands import list_bans

    list_bans(_lobby(ctx, link, password_file, profile, wait))


@lobby_commands.command()
def close(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or the start of the id.")],
    why: Why = "",
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """Close a table.

    The people there see the reason. A running game is archived as unfinished.
    """
    from siam_tui.owner.commands import close_table

    close_table(_lobby(ctx, link, password_file, profile, wait), table, why)


@lobby_commands.command()
def ban(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    player: PlayerText,
    why: Why = "",
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """Ban a player by their key.

    The lobby refuses all their commands, with your reason. Their seats become free; in a running
    game a bot replaces them. Bans survive restarts. A banned person can return with a new key.
    """
    from siam_tui.owner.commands import ban_player

    ban_player(_lobby(ctx, link, password_file, profile, wait), player, why)


@lobby_commands.command()
def unban(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    player: PlayerText,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """Allow a banned player again."""
    from siam_tui.owner.commands import unban_player

    unban_player(_lobby(ctx, link, password_file, profile, wait), player)


def _lobby(
    ctx: typer.Context, link: str, password_file: PasswordFile, profile: str, wait: int
) -> OwnedLobby:
    from siam_tui.owner.commands import OwnedLobby, find_owned_lobby, player_fingerprint
    from siam_tui.profile.invitations import read_link
    from siam_tui.profile.passwords import broker_password

    owner = open_profile(ctx, profile)
    found, key = find_owned_lobby(owner, read_link(link) if link else None)
    password = broker_password(found.broker, password_file)
    return OwnedLobby(found, key, password, player_fingerprint(owner), wait)
