"""``siam lobby``: the owner's commands on the command line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from client.errors import ConnectionEndedError, RefusedError
from protocol.keys import SecretKey
from protocol.links import Link
from siam_tui.discovery.search import find_lobbies
from siam_tui.owner.client import Owner, connected_owner
from siam_tui.owner.report import (
    HERE_SECONDS,
    ban_line,
    check_reason,
    find_player,
    find_table,
    name_and_key,
    player_line,
    table_line,
)
from siam_tui.profile.key_files import read_key
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import spell_duration


@dataclass(frozen=True, slots=True)
class OwnedLobby:
    """A lobby and its owner's access to it.

    Attributes:
        link: its invite link.
        key: the server's key, which proves ownership.
        password: the broker's, if it needs one.
        me: fingerprint of the owner's player key.
        patience: seconds to wait for an answer.
    """

    link: Link
    key: SecretKey
    password: str | None
    me: str
    patience: int


def find_owned_lobby(profile: Profile, given: Link | None) -> tuple[Link, SecretKey]:
    """Return the link and the key of the lobby a profile owns.

    Args:
        profile: the owner's profile.
        given: its link, or None to search this computer.

    Raises:
        UserError: the profile does not have the lobby's key, or the lobby is not found.
    """
    key = _server_key(profile)
    if given is not None:
        if given.server != key.public:
            raise UserError(
                "This profile does not have the key of that lobby: give the profile that serves "
                "it with --profile, or import the key with `siam key import --server FILE`."
            )
        return given, key
    for found in find_lobbies(lobbies_folder()):
        if found.is_own and found.link.server == key.public:
            return found.link, key
    raise UserError(
        "Your lobby is not announced on this computer: serve it with `siam serve`, "
        "or give its invite link, as in `siam lobby tables --link LINK`."
    )


async def list_tables(owner: Owner) -> None:
    """Print one line per table."""
    _print_list(map(table_line, await owner.tables()), "There is no table.")


async def list_players(owner: Owner, *, everybody: bool) -> None:
    """Print one line per player: those present, or all the server remembers."""
    players, banned = await owner.players(), {each.player for each in await owner.bans()}
    here = [
        each
        for each in players
        if everybody or (each.silent is not None and each.silent < HERE_SECONDS)
    ]
    lines = (player_line(each, is_banned=each.player in banned) for each in here)
    _print_list(lines, "Nobody is here now.")
    if len(here) < len(players):
        sys.stdout.write(f"Not here now: {len(players) - len(here)} more. --all lists them.\n")


async def list_bans(owner: Owner) -> None:
    """Print one line per banned player."""
    _print_list(map(ban_line, await owner.bans()), "Nobody is banned.")


async def close_table(owner: Owner, text: str, why: str) -> None:
    """Close the table with this id, or the beginning of an id."""
    check_reason(why)
    table = find_table(text, await owner.tables())
    await owner.close_table(table.table, why)
    sys.stdout.write(f"Table {table.table} is closed.\n")


async def ban_player(owner: Owner, text: str, why: str) -> None:
    """Ban the player with this name or fingerprint."""
    check_reason(why)
    player, name = find_player(text, await owner.players(), "siam lobby players --all")
    await owner.ban(player, why)
    sys.stdout.write(
        f"{name_and_key(name, player)} is banned. `siam lobby unban {player}` allows them again.\n"
    )


async def unban_player(owner: Owner, text: str) -> None:
    """Allow the banned player with this name or fingerprint again."""
    player, name = find_player(text, await owner.bans(), "siam lobby bans")
    await owner.unban(player)
    who = name_and_key(name, player)
    sys.stdout.write(f"{who} is no longer banned, and may leave the lobby and come in again.\n")


def _server_key(profile: Profile) -> SecretKey:
    try:
        return read_key(profile.key_file("server"))
    except FileNotFoundError as error:
        raise UserError(
            "This profile has no lobby of its own: only the owner of a lobby may do this. Give "
            "the profile that serves it with --profile."
        ) from error


def player_fingerprint(profile: Profile) -> str:
    """Return the fingerprint of a profile's player; empty if it has never played."""
    file = profile.key_file("player")
    return read_key(file).public.fingerprint if file.exists() else ""


def _print_list(lines: Iterable[str], none: str) -> None:
    found = list(lines)
    sys.stdout.write("".join(f"{line}\n" for line in found) or f"{none}\n")


def run_as_owner(lobby: OwnedLobby, work: Callable[[Owner], Awaitable[None]]) -> None:
    """Connect to a lobby as its owner, and do something there.

    Raises:
        UserError: the lobby does not answer, refuses, or the connection has ended.
    """
    asyncio.run(_connect_and(lobby, work))


async def _connect_and(lobby: OwnedLobby, work: Callable[[Owner], Awaitable[None]]) -> None:
    async with connected_owner(lobby.link, lobby.key, lobby.password, lobby.me) as owner:
        try:
            async with asyncio.timeout(lobby.patience):
                await work(owner)
        except TimeoutError as error:
            why = owner.client.trouble or "There was no answer at all."
            raise UserError(
                f"The lobby did not answer within {spell_duration(lobby.patience)}. {why}"
            ) from error
        except (RefusedError, ConnectionEndedError) as error:
            raise UserError(str(error)) from error
