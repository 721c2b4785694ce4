"""The page that stops reminders, for people who have no siam."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest_asyncio

from client.client import Client
from protocol.keys import SecretKey
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    Reminders,
    SetReminder,
)
from server.config import Config
from server.reminders.reminder_settings import ReminderSettings
from siam_tui.doors.web.lobby_feed import LobbyFeed
from siam_tui.doors.web.web_door import listening
from siam_tui.doors.web.web_settings import WebSettings
from tests.brokers import RunningServer, running_broker, running_server
from tests.server.reminders.postal import code_in, stop_code_in


@pytest_asyncio.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[RunningServer]:
    reminders = ReminderSettings(email=True)
    async with running_broker("embedded", tmp_path) as address:
        config = Config(SecretKey.generate(), broker=address, reminders=reminders)
        async with running_server(address, config) as running:
            yield running


async def taken_text(running: RunningServer) -> str:
    """Return the text of the next message that would be sent."""
    desk = running.server.service._reminders
    assert desk is not None
    return (await desk._postbox.take()).text


async def reminders_of(client: Client) -> Reminders:
    found = await client.request(AskReminders())
    assert isinstance(found, Reminders)
    return found


async def test_only_the_button_stops_and_only_with_the_code(lobby: RunningServer) -> None:
    settings = WebSettings(str(lobby.link), address="127.0.0.1")
    async with (
        Client(lobby.link, SecretKey.generate(), "Ann") as ann,
        listening(settings, LobbyFeed(lobby.link, None)) as ready,
        aiohttp.ClientSession(f"http://127.0.0.1:{ready.port}") as http,
    ):
        await ann.ready()
        await ann.request(SetReminder("email", "ann@example.org"))
        text = await taken_text(lobby)
        await ann.request(ConfirmReminder(code_in(text)))
        path = f"/stop/{stop_code_in(text)}"

        async with http.get(path) as answer:  # as mail programs do by themselves
            page = await answer.text()
            assert answer.status == 200
            assert "form-action 'self'" in answer.headers["Content-Security-Policy"]
            assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert '<form method="post">' in page
        assert "ann@" not in page
        assert (await reminders_of(ann)).confirmed

        async with http.post("/stop/ABCD-EFGH-JKLM-NPQR") as answer:
            assert answer.status == 404
        async with http.post(path, data={"List-Unsubscribe": "One-Click"}) as answer:
            assert answer.status == 200
        assert (await reminders_of(ann)).address == ""
        async with http.post(path) as answer:
            assert answer.status == 404
        for odd in ("/stop/", "/stop/<b>", "/stop/a", "/stop/ABCD-EFGH-JKLM-NPQR/x"):
            async with http.post(odd) as answer:
                assert answer.status in {404, 405}


async def test_wrong_codes_lock_nobody_out_who_has_a_right_one(lobby: RunningServer) -> None:
    """Behind a proxy that is not named, all people have one address."""
    settings = WebSettings(str(lobby.link), address="127.0.0.1")
    async with (
        Client(lobby.link, SecretKey.generate(), "Ann") as ann,
        listening(settings, LobbyFeed(lobby.link, None)) as ready,
        aiohttp.ClientSession(f"http://127.0.0.1:{ready.port}") as http,
    ):
        await ann.ready()
        await ann.request(SetReminder("email", "ann@example.org"))
        path = f"/stop/{stop_code_in(await taken_text(lobby))}"

        async def status_of(place: str) -> int:
            async with http.post(place) as answer:
                return answer.status

        wrong = [status_of("/stop/ABCD-EFGH-JKLM-NPQR") for _ in range(24)]
        assert await asyncio.gather(*wrong, status_of(path)) == [404] * 24 + [200]
