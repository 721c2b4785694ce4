"""A player sets, confirms, tests and stops reminders: on the screen and in text mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from client.client import Client
from protocol.keys import SecretKey
from protocol.reminders.reminder_messages import Reminders
from server.config import Config
from server.reminders.reminder_desk import OutgoingMessage
from server.reminders.reminder_settings import ReminderSettings
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.profile.user_error import UserError
from siam_tui.reminders.reminder_screen import ReminderScreen
from siam_tui.reminders.reminder_words import run_reminders, tell_reminders
from tests.brokers import RunningServer, running_broker, running_server
from tests.patience import PATIENCE
from tests.server.reminders.postal import code_in, stop_code_in
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from tests.siam_tui.table.hands import footer

ADDRESS = "ann@example.org"
OFFERED = ReminderSettings(email=True, ntfy_hosts=("ntfy.sh",), webhook_hosts=("hooks.example",))
SIZES = {"compact": (80, 24), "wide": (200, 60)}


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[RunningServer]:
    async with running_broker("embedded", tmp_path) as address:
        config = Config(SecretKey.generate(), broker=address, reminders=OFFERED)
        async with running_server(address, config) as running:
            yield running


async def next_message(running: RunningServer) -> OutgoingMessage:
    """Wait for the next message that would be sent."""
    desk = running.server.service._reminders
    assert desk is not None
    return await asyncio.wait_for(desk._postbox.take(), PATIENCE)


async def screen_of(pilot: Pilot[None]) -> ReminderScreen:
    """Open the screen from the lobby; its form is there."""
    await until_screen(pilot, LobbyScreen)
    await until(pilot, lambda: "tables" in text_of(pilot.app, "#lobby-title"))
    await until(pilot, lambda: "Reminders" in footer(pilot.app))
    await pilot.press("r")
    screen = await until_screen(pilot, ReminderScreen)
    await until(pilot, lambda: screen.query("#address") and screen.query_one("#address").has_focus)
    assert isinstance(screen, ReminderScreen)
    return screen


async def press(pilot: Pilot[None], button: str) -> None:
    """Go to a button once it is shown, and press it."""
    shown = pilot.app.screen.query_one(button)
    await until(pilot, lambda: shown.display and shown.region.width)
    shown.focus()
    await until(pilot, lambda: shown.has_focus)
    await pilot.press("enter")


async def test_on_the_screen(tmp_path: Path, lobby: RunningServer) -> None:
    app = app_of(tmp_path, Start(lobby.link))
    async with piloted(app) as pilot:
        screen = await screen_of(pilot)

        def told(text: str) -> bool:
            return text in text_of(app, "#reminders")

        assert told("You have set no address.")
        await pilot.press(*"not an address", "enter")
        await until(pilot, lambda: "no e-mail address" in text_of(app, "#trouble"))
        assert screen.query_one("#address").has_focus
        screen.query_one("#address", Input).value = ADDRESS
        await pilot.press("enter")
        await until(pilot, lambda: screen.query_one("#code").has_focus)
        await until(pilot, lambda: told(f"A code was sent by e-mail to {ADDRESS}."))
        code = code_in((await next_message(lobby)).text)
        screen.query_one("#code", Input).value = "ABCD-EFGH"
        await pilot.press("enter")
        await until(pilot, lambda: "This is not the code." in text_of(app, "#trouble"))
        screen.query_one("#code", Input).value = code
        await pilot.press("enter")
        await until(pilot, lambda: told(f"You are reminded by e-mail at {ADDRESS}."))
        await press(pilot, "#test")
        test = await next_message(lobby)
        assert test.subject.startswith("Test of your reminders")
        await press(pilot, "#stop")
        await until(pilot, lambda: told("You have set no address."))
        await until(pilot, lambda: not screen.query_one("#address", Input).value)
        await pilot.press("escape")
        await until_screen(pilot, LobbyScreen)


async def test_in_text_mode(lobby: RunningServer) -> None:
    async with (
        Client(lobby.link, SecretKey.generate(), "Ann") as ann,
        Client(lobby.link, SecretKey.generate(), "Ben") as ben,
    ):
        for each in (ann, ben):
            await each.ready(PATIENCE)

        async def say(line: str, client: Client = ann) -> str:
            return " ".join(await run_reminders(client, line))

        assert "With ntfy, you can use ntfy.sh." in await say("")
        assert "A code is on its way." in await say("webhook https://hooks.example/a/b")
        code = code_in((await next_message(lobby)).text)
        assert await say(f"code {code}") == "From now on you are reminded there."
        assert await say("test") == "A test message is on its way."
        stop = stop_code_in((await next_message(lobby)).text)
        stopped = "This address gets no more messages from this lobby."
        assert await say(f"stop {stop}", ben) == stopped
        assert "You have set no address." in await say("")
        for wrong in ("stop", "test", "email", "code", "ntfy https://evil.example/a", "fax 1"):
            with pytest.raises(UserError):
                await say(wrong)


async def test_a_lobby_without_reminders_has_no_key_for_them(tmp_path: Path) -> None:
    async with running_broker("embedded", tmp_path) as address, running_server(address) as running:
        app = app_of(tmp_path, Start(running.link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "tables" in text_of(app, "#lobby-title"))
            session = app.session
            assert session is not None
            await session.find_reminders(lambda: None)
            assert "Reminders" not in footer(app)
            with pytest.raises(UserError, match="sends no reminders"):
                await run_reminders(session.client, "")
        assert not running.server.service.tally.total


async def test_a_server_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    class SilentLobby:
        """A lobby whose server never answers."""

        async def request(self, _: object) -> Any:
            await asyncio.Event().wait()

    monkeypatch.setattr("siam_tui.reminders.reminder_requests._SECONDS", 0.01)
    with pytest.raises(UserError, match="did not answer"):
        await run_reminders(SilentLobby(), "")


def test_hostile_text_of_a_server_is_one_line() -> None:
    known = Reminders(True, kind="email", address="a\x1b[2J\n@b", trouble="x\u202ey")
    assert all(line.isprintable() for line in tell_reminders(known))


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_picture(snap_compare: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    async def prepare(pilot: Pilot[None]) -> None:
        async with running_broker("embedded", tmp_path) as address:
            config = Config(SecretKey.generate(), broker=address, reminders=OFFERED)
            async with (
                running_server(address, config) as running,
                Client(running.link, SecretKey.generate(), "Ann") as ann,
            ):
                await ann.ready(PATIENCE)
                list(await run_reminders(ann, f"email {ADDRESS}"))
                code = code_in((await next_message(running)).text)
                list(await run_reminders(ann, f"code {code}"))
                await pilot.app.push_screen(ReminderScreen(ann))
                screen = await until_screen(pilot, ReminderScreen)
                await until(pilot, lambda: screen.query("#address"))
                await until(pilot, lambda: screen.query_one("#address").has_focus)
                screen.workers.cancel_all()
                for field in screen.query(Input):
                    field.cursor_blink = False
                await pilot.pause()

    assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=prepare)
