"""Which lobbies are announced on the network, where, and what is no announcement."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from protocol import PROTOCOL_VERSION
from protocol.keys import encode_key
from protocol.links import BrokerAddress
from server.config import Config
from siam_tui.cli.serving.host import AnnouncementSettings, Host
from siam_tui.discovery.audience import Audience
from siam_tui.discovery.network_announcer import (
    MAX_TEXT,
    SERVICE,
    NetworkAnnouncement,
)
from siam_tui.discovery.network_candidates import (
    Candidate,
)
from siam_tui.discovery.network_search import NetworkSearch
from siam_tui.discovery.own_networks import announced_addresses, near_addresses
from tests.siam_tui.discovery.lobbies import ANN, HERE

KEY = encode_key(ANN.public.raw)


GOOD = {"protocol": str(PROTOCOL_VERSION), "key": KEY}


def test_an_announcement_is_read_as_it_was_written() -> None:
    one = NetworkAnnouncement(("10.0.0.1",), 1883, ANN.public)
    assert NetworkAnnouncement.parse(one.addresses, one.port, b"", one.properties()) == one


@pytest.mark.parametrize(
    ("port", "text", "entries"),
    [
        (1883, b"x" * (MAX_TEXT + 1), GOOD),
        (25, b"", GOOD),
        (0, b"", GOOD),
        (70000, b"", GOOD),
        (1883, b"", {}),
        (1883, b"", {"key": KEY}),
        (1883, b"", GOOD | {"protocol": "1"}),
        (1883, b"", GOOD | {"key": None}),
        (1883, b"", GOOD | {"key": KEY[:-2]}),
        (1883, b"", GOOD | {"key": "\x1b[2J"}),
    ],
)
def test_what_is_no_announcement(port: int, text: bytes, entries: dict[str, str | None]) -> None:
    with pytest.raises(ValueError, match=r"it|its"):
        NetworkAnnouncement.parse((HERE,), port, text, entries)


async def test_an_announcement_whose_name_cannot_be_one_is_ignored() -> None:
    search = NetworkSearch(lambda: True, asyncio.Event())
    for name in (f"x\0y.{SERVICE}", f".{SERVICE}", f"{'x' * 70}.{SERVICE}"):
        assert await search._read_announcement(None, Candidate(name)) == ()  # type: ignore[arg-type]


class TestAddresses:
    def test_strangers_cannot_have_us_call_computers_elsewhere(self, loopback: None) -> None:
        assert near_addresses(("192.0.2.1", "127.8.8.8", "10.0.0.1", HERE)) == ("127.8.8.8", HERE)

    @pytest.mark.parametrize(
        ("bind", "addresses"),
        [(HERE, (HERE,)), ("0.0.0.0", (HERE,)), ("127.0.0.2", ()), ("::1", ())],
    )
    def test_a_lobby_is_announced_where_it_listens(
        self, loopback: None, bind: str, addresses: tuple[str, ...]
    ) -> None:
        assert announced_addresses(bind) == addresses

    @pytest.mark.parametrize("wanted", ["off", "192.0.2.1"])
    def test_the_player_can_say_where_not(
        self, monkeypatch: pytest.MonkeyPatch, wanted: str
    ) -> None:
        monkeypatch.setenv("SIAM_LAN", wanted)
        assert announced_addresses("0.0.0.0") == ()

    def test_loopback_is_no_network_by_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SIAM_LAN", "")
        assert HERE not in announced_addresses("0.0.0.0")


class TestWhoIsAnnounced:
    @pytest.mark.parametrize(
        ("changes", "audience", "addresses"),
        [
            ({}, Audience.EVERYONE, (HERE,)),
            ({}, Audience.ACCOUNT, ()),
            ({}, Audience.NOBODY, ()),
            ({"owners": frozenset({"ann"})}, Audience.EVERYONE, ()),
            ({"broker": BrokerAddress("mqtt", HERE, 1883)}, Audience.EVERYONE, ()),
            ({"host": "127.0.0.2"}, Audience.EVERYONE, ()),
        ],
    )
    async def test_only_lobbies_for_everybody_with_a_port_on_the_network(
        self,
        tmp_path: Path,
        loopback: None,
        changes: dict[str, Any],
        audience: Audience,
        addresses: tuple[str, ...],
    ) -> None:
        config = Config(ANN, **({"host": HERE} | changes))
        host = Host(config, AnnouncementSettings(tmp_path, audience, "Ann"), private=True)
        assert host.network_addresses() == addresses
