"""What the host says about the page, and what cannot be served."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.cli.serving.doors import WebDoor, WebOptions, page_url
from siam_tui.doors.web.lobby_feed import LobbyFeed
from siam_tui.doors.web.web_door import listening
from siam_tui.doors.web.web_settings import WebReady, WebSettings
from siam_tui.profile.user_error import UserError
from tests.doors.web.open_page import open_page

LINK = Link(BrokerAddress("mqtt", "10.0.0.1", 1883), SecretKey(bytes(32)).public)


def test_settings_and_answers_survive_the_pipe() -> None:
    settings = WebSettings(
        str(LINK), hosts=("a", "b"), certificate="c.pem", proxies=("127.0.0.1", "172.18.0.0/16")
    )
    assert WebSettings.of_line(settings.to_line()) == settings
    assert WebReady.of_line(WebReady(8080).to_line()) == WebReady(8080)


def test_the_host_is_told_the_address() -> None:
    settings = WebOptions(0, "", 40).settings("box.example", None)
    assert {"localhost", "box.example"} <= set(settings.hosts)
    assert (settings.spectators, settings.per_address) == (40, 10)
    door = WebDoor(settings, "box.example")
    local = replace(LINK, broker=BrokerAddress("mqtt", "127.0.0.1", 1883))
    assert str(local) in door.settings_line(local)
    told = door.opened(WebReady(8080).to_line())
    assert "http://box.example:8080/\n" in told
    assert "plain http" in told
    assert "private tables" in told
    assert WebSettings.of_line(door.settings_line(local)).port == 8080


def test_an_address_is_written_as_browsers_expect() -> None:
    settings = WebSettings("", port=443, certificate="c.pem")
    assert page_url(settings, "::1") == "https://[::1]/"
    assert page_url(replace(settings, certificate=""), "box") == "http://box:443/"


def test_https_needs_both_files() -> None:
    with pytest.raises(UserError, match="give both --web-cert and --web-key"):
        WebOptions(0, "", 1, Path("c.pem")).settings("box", None)


def test_a_proxy_is_named_by_its_address() -> None:
    settings = WebOptions(0, "", 1, proxies=("127.0.0.1", "::1")).settings("box", None)
    assert settings.proxies == ("127.0.0.1", "::1")
    with pytest.raises(UserError, match="--web-proxy nginx is no address"):
        WebOptions(0, "", 1, proxies=("nginx",)).settings("box", None)


async def test_what_cannot_be_served_is_said(tmp_path: Path) -> None:
    feed = LobbyFeed(LINK, None)
    broken = WebSettings(str(LINK), certificate=str(tmp_path / "none"), key=str(tmp_path / "none"))
    with pytest.raises(UserError, match="cannot be used"):
        async with listening(broken, feed):
            pass
    async with open_page() as page:
        taken = WebSettings(str(LINK), address="127.0.0.1", port=page.port)
        with pytest.raises(UserError, match="in use already"):
            async with listening(taken, feed):
                pass
