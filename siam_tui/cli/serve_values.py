"""Reads what options of `siam serve` give: the lobby's name, its key and store, and its limits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from protocol.keys import SecretKey
    from server.store.place import StorePlace
    from server.store.retention import RecordLimit
    from siam_tui.profile.profiles import Profile


def key_and_store(
    host: Profile, place: StorePlace | None, keep: Path | None, *, new_lobby: bool, is_kept: bool
) -> tuple[SecretKey, StorePlace | None]:
    """Return the lobby's key, and where its tables are kept; None for nowhere.

    Args:
        host: who serves.
        place: the store that was given, if one was.
        keep: the folder that has both, for programs.
        new_lobby: whether the lobby has a key that is not kept.
        is_kept: whether its tables are kept where nothing says so.
    """
    from protocol.keys import SecretKey
    from siam_tui.lobby.waiting_games import KEY, STORE
    from siam_tui.profile.key_files import load_or_create_key
    from siam_tui.profile.paths import store_file

    if keep is not None:
        return load_or_create_key(keep / KEY), place or keep / STORE
    key = SecretKey.generate() if new_lobby else host.server_key()
    return key, place or (store_file(key.public.fingerprint) if is_kept else None)


def read_lobby_name(given: str) -> str:
    """Return the name that was given to a lobby, made printable.

    Raises:
        BadParameter: no letter of it is visible.
    """
    from siam_tui.profile.profiles import clean_name

    if given and not clean_name(given):
        raise typer.BadParameter("it needs at least one visible letter", param_hint="--lobby-name")
    return clean_name(given)


def usual_name(host: str) -> str:
    """Return what a lobby is called that got no name; empty where there is no room for that."""
    from protocol.limits import MAX_NAME
    from siam_tui.discovery.search import usual_lobby_name

    name = usual_lobby_name(host) if host else ""
    return name if len(name) <= MAX_NAME else ""  # type: ignore[characters]


def read_record_limit(text: str) -> RecordLimit:
    """Read `--keep-records`.

    Raises:
        BadParameter: it is no limit.
    """
    from server.store.retention import KEEP_ALL, parse_record_limit

    try:
        return parse_record_limit(text) if text else KEEP_ALL
    except ValueError as error:
        raise typer.BadParameter(f"{error}", param_hint="--keep-records") from error
