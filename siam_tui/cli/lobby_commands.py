"""Command line of ``siam lobby``."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from siam_tui.cli.config_file import ConfigFile, served_link
from siam_tui.cli.context import open_profile
from siam_tui.cli.options import CaFile, PasswordFile, ProfileName

if TYPE_CHECKING:
    from siam_tui.owner.client import Owner

lobby_commands = typer.Typer()

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

Sought = Annotated[
    str,
    typer.Argument(
        metavar="[TEXT]", help="Only those whose id or key begins so, or with this in a name."
    ),
]


_SHARED: Final[dict[str, tuple[Any, object]]] = {
    "_config": (ConfigFile, None),
    "link": (LobbyLink, ""),
    "password_file": (PasswordFile, None),
    "_ca": (CaFile, None),
    "profile": (ProfileName, ""),
    "wait": (Wait, None),
}
"""The options of all these commands, which may also stand before the command's name."""


def _take_options(
    command: Callable[..., None], own: Iterable[Parameter] = ()
) -> Callable[..., None]:
    """Declare a command's own options and the shared ones, as typer reads them."""
    parameters = (
        Parameter("ctx", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *own,
        *(
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
            for name, (annotation, default) in _SHARED.items()
        ),
    )
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _owner_command(work: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Register a command: what a function does once it is connected as the owner."""
    known = {**globals(), "Owner": object}
    _, *own = signature(work, eval_str=True, globals=known).parameters.values()

    @wraps(work)
    def command(ctx: typer.Context, **given: Any) -> None:  # noqa: ANN401 - as they are declared
        chosen = {each.name: given.pop(each.name, each.default) for each in own}
        _run_as_owner(ctx, lambda owner: work(owner, **chosen), given)

    return lobby_commands.command()(_take_options(command, own))


def _run_as_owner(
    ctx: typer.Context, work: Callable[[Owner], Awaitable[None]], given: dict[str, Any]
) -> None:
    import asyncio

    from siam_tui.owner.client import (
        connected_owner,
        do_as_owner,
        find_owned_lobby,
        player_fingerprint,
    )
    from siam_tui.profile.given_secrets import broker_password, read_given_link

    before = ctx.meta.get(_BEFORE, {})
    chosen = {name: given.get(name) or before.get(name) for name in _SHARED}
    owner = open_profile(ctx, chosen["profile"] or "")
    link = read_given_link(chosen["link"]) if chosen["link"] else served_link(ctx, owner)
    found, key = find_owned_lobby(owner, link)
    password = broker_password(found.broker, chosen["password_file"])
    connection = connected_owner(found, key, password, player_fingerprint(owner))
    asyncio.run(do_as_owner(connection, work, chosen["wait"] or _WAIT))


def manage(ctx: typer.Context, **given: object) -> None:
    """Manage your running lobby; without a command, list its tables.

    A lobby is yours if your profile has its key (`siam key` shows it): run these commands under the
    account and the profile that serve it.
    """
    ctx.meta[_BEFORE] = given
    if ctx.invoked_subcommand is None:
        tables(ctx)


lobby_commands.callback(invoke_without_command=True)(_take_options(manage))


_NONE = "There is no table."


def _print_rest(shown: int, total: int) -> None:
    if shown < total:
        sys.stdout.write(f"{total - shown} more: give a TEXT to find some of them.\n")


def _print_list(lines: Iterable[str], none: str) -> None:
    found = list(lines)
    sys.stdout.write("".join(f"{line}\n" for line in found) or f"{none}\n")


@_owner_command
async def tables(owner: Owner, text: Sought = "") -> None:
    """List all tables, including private ones, or those with a text.

    One line each: id, state, seats, host, and how long it has been idle.
    """
    from siam_tui.owner.report import table_line

    found = await owner.tables(text)
    _print_list(map(table_line, found.entries), "There is no table with that." if text else _NONE)
    _print_rest(len(found.entries), found.total)


@_owner_command
async def players(
    owner: Owner,
    text: Sought = "",
    *,
    everybody: Annotated[bool, typer.Option("--all", help="Also absent players.")] = False,
) -> None:
    """List the players who are here, or those of them with a text.

    One line each: start of the fingerprint, name, last activity, tables, whether they played here
    before today, and their address if it is known.
    """
    from siam_tui.owner.report import player_line

    found = await owner.players(text, here=not everybody)
    banned = {each.player for each in (await owner.bans(text)).entries}
    lines = (player_line(each, is_banned=each.player in banned) for each in found.entries)
    _print_list(lines, "There is nobody with that." if text else "Nobody is here now.")
    _print_rest(len(found.entries), found.total)
    if not everybody and (more := (await owner.players(text, 1)).total - found.total) > 0:
        sys.stdout.write(f"Not here now: {more} more. --all lists them.\n")


@_owner_command
async def bans(owner: Owner, text: Sought = "") -> None:
    """List the banned players, or those with a text."""
    from siam_tui.owner.report import ban_line

    found = await owner.bans(text)
    _print_list(map(ban_line, found.entries), "Nobody is banned.")


@_owner_command
async def close(
    owner: Owner,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="Its id, or the start of the id.")],
    why: Why = "",
) -> None:
    """Close a table.

    The people there see the reason. A running game is archived as unfinished.
    """
    from siam_tui.owner.report import check_reason, find_table

    check_reason(why)
    found = find_table(table, (await owner.tables(table)).entries).table
    await owner.close_table(found, why)
    sys.stdout.write(f"Table {found} is closed.\n")


@_owner_command
async def ban(owner: Owner, player: PlayerText, why: Why = "") -> None:
    """Ban a player by their key.

    The lobby refuses all their commands, with your reason. Their seats become free; in a running
    game a bot replaces them. Bans survive restarts. A banned person can return with a new key.
    """
    from siam_tui.owner.report import check_reason, find_player, name_and_key

    check_reason(why)
    known = (await owner.players(player)).entries
    key, name = find_player(player, known, "siam lobby players --all")
    await owner.ban(key, why)
    sys.stdout.write(
        f"{name_and_key(name, key)} is banned. `siam lobby unban {key}` allows them again.\n"
    )


@_owner_command
async def unban(owner: Owner, player: PlayerText) -> None:
    """Allow a banned player again."""
    from siam_tui.owner.report import find_player, name_and_key

    key, name = find_player(player, (await owner.bans(player)).entries, "siam lobby bans")
    await owner.unban(key)
    who = name_and_key(name, key)
    sys.stdout.write(f"{who} is no longer banned, and may leave the lobby and come in again.\n")
