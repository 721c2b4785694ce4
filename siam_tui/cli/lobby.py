"""``siam lobby`` and its commands, as the command line takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from siam_tui.cli.context import profile_of
from siam_tui.cli.options import PasswordFile, ProfileName

if TYPE_CHECKING:
    from siam_tui.owner.commands import OwnedLobby

lobby_commands = typer.Typer()

LobbyLink = Annotated[
    str,
    typer.Option(
        "--link",
        metavar="LINK",
        help="Your lobby's invite link; left out, your lobby on this computer.",
    ),
]
Wait = Annotated[
    int, typer.Option(metavar="SECONDS", min=1, help="How long the lobby has to answer.")
]
Why = Annotated[
    str, typer.Option(metavar="TEXT", help="The reason, which those concerned are told.")
]
PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER", help="A name, a fingerprint, or at least four letters of its beginning."
    ),
]


@lobby_commands.callback(invoke_without_command=True)
def manage(ctx: typer.Context) -> None:
    """Manage your lobby while it runs; without a command, list its tables.

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
    """List the tables, private ones too.

    A line each: id, state, seats, host, and for how long nobody used it.
    """
    from siam_tui.owner.commands import list_tables

    list_tables(_lobby(ctx, link, password_file, profile, wait))


@lobby_commands.command()
def players(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    ctx: typer.Context,
    everybody: Annotated[
        bool, typer.Option("--all", help="Also those who are not here now.")
    ] = False,
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """List the players who are here.

    A line each: the beginning of the fingerprint, name, when last heard of, tables, whether they
    have played here before today, and the address where it is known.
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
    table: Annotated[
        str, typer.Argument(metavar="TABLE", help="Its id, or the beginning of the id.")
    ],
    why: Why = "",
    link: LobbyLink = "",
    password_file: PasswordFile = None,
    profile: ProfileName = "",
    wait: Wait = 15,
) -> None:
    """Close a table.

    Those at it are told why. A game that runs there is archived as not finished.
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
    """Ban a player, by their key.

    The lobby refuses all they send, with your reason. Their seats are free; in a game that runs, a
    bot plays on for them. A ban outlives the server. It is of a key, and a new key costs nothing.
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
    from siam_tui.owner.commands import OwnedLobby, owned_link, player_of
    from siam_tui.profile.invitations import read_link
    from siam_tui.profile.passwords import broker_password

    owner = profile_of(ctx, profile)
    found, key = owned_link(owner, read_link(link) if link else None)
    password = broker_password(found.broker, password_file)
    return OwnedLobby(found, key, password, player_of(owner), wait)
