"""Lobbies on this computer and its networks, as text mode lists them."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.discovery.known_lobbies import KnownLobbies, save_known
from siam_tui.discovery.search import FoundLobby
from siam_tui.plain.nearby_lobbies import NearbyLobbies
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from tests.programs import serving
from tests.siam_tui.plain.talker import talking


def lobby(seed: int) -> FoundLobby:
    """Return a lobby on the network that is called Friday."""
    key = SecretKey(bytes([seed]) * 32).public
    return FoundLobby(Link(BrokerAddress("mqtt", "192.0.2.7", 1883), key), "", None, "Friday")


async def test_a_listed_lobby_is_joined_by_its_number(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, "--lobby-name", "Friday club") as (_, link),
        talking(tmp_path, "--plain", "--name", "Ann") as ann,
    ):
        ann.type("join 1", "lobbies")
        await ann.until("There is no lobby 1. Type lobbies to list them.")
        told = await ann.until("Lobby 1, Friday club, your own account. 0 tables")
        assert told.endswith(f"Key {link.lobby}.")
        ann.type("join 2", "join 1")
        await ann.until("There is no lobby 2.")
        await ann.until("You are in the lobby Friday club.")


async def test_where_none_is_open_this_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIAM_LOBBIES", str(tmp_path))
    told = await NearbyLobbies(tmp_path).search()
    assert told == ["No lobby is open on this computer, or found on its network."]


def test_a_lobby_that_takes_a_known_name_is_entered_only_after_a_warning(tmp_path: Path) -> None:
    save_known(tmp_path / "known_lobbies", KnownLobbies().remembering(lobby(1)))
    nearby = NearbyLobbies(tmp_path)
    nearby._listed = (lobby(2),)
    with pytest.raises(UserError, match=r"NOT the lobby Friday .* Type join 1 again"):
        nearby.read_place(Typed("join", "1"))
    assert nearby.read_place(Typed("join", "1")) == lobby(2).link
    again = NearbyLobbies(tmp_path)
    again._listed = (lobby(2),)
    assert again.read_place(Typed("watch", "1")) == lobby(2).link
