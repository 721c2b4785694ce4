"""A broker that refuses the password: every way to a lobby says so and ends, or asks again."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from client.changes import Status
from protocol.commands import OpenTable, SeatBot
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from server.config import Config
from siam_tui.cli.bot import ProgramSeat, run_bot
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session_forms import JoinScreen
from siam_tui.model.start import Start
from siam_tui.plain.dialogue import Dialogue
from siam_tui.plain.lines.line_io import Script
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from tests.brokers import free_port, mosquitto, running_server
from tests.e2e.guests import guest
from tests.programs import environment, player_key_of, run, server_key_of, variables
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from tests.siam_tui.app.terminal import exit_code, on_terminal

PASSWORD = "SIAM_BROKER_PASSWORD"


@asynccontextmanager
async def lobby_with_passwords(folder: Path) -> AsyncIterator[Link]:
    """Run a lobby on mosquitto, which lets in the server and Ann; yield Ann's link."""
    with mosquitto(folder, users={"host": "sesame", "ann": "right"}) as address:
        own = replace(address, user="host")
        config = Config(SecretKey.generate(), broker=own, password="sesame")
        async with running_server(own, config) as server:
            yield Link(replace(address, user="ann"), server.link.server)


async def test_commands_name_the_user_and_where_the_password_comes_from(tmp_path: Path) -> None:
    async with lobby_with_passwords(tmp_path) as link:
        for command in (("join", str(link), "--plain"), ("doctor", str(link))):
            code, out, complaint = await run(tmp_path, *command, **{PASSWORD: "wrong"})
            told = out + complaint
            assert told.count("refuses the user ann") == 1
            assert PASSWORD in told
            assert "--password-file" in told
            assert code == (1 if command[0] == "doctor" else 2)
        (tmp_path / "password").write_text("right\n")
        file = ("--password-file", str(tmp_path / "password"))
        code, out, _ = await run(tmp_path, "doctor", str(link), *file)
        assert (code, "answered after" in out) == (0, True)


async def test_doctor_logs_in_with_your_key_and_your_other_window_goes_on(tmp_path: Path) -> None:
    async with lobby_with_passwords(tmp_path) as link:
        home = tmp_path / "ann"
        await run(home, "key")
        mine = SecretKey.from_text(
            (home / "config" / "siam-tui" / "profiles" / "default" / "player.key").read_text()
        )
        async with guest(link, "Ann", mine, password="right") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            code, said, _ = await run(home, "doctor", str(link), **{PASSWORD: "right"})
            assert (code, "Round trip" in said) == (0, True)
            await ann.done(SeatBot(table, 1, "random"))
            assert (await ann.client.follow(table)).seats[0].name == "Ann"
            assert ann.client.status is Status.ONLINE


async def test_what_manages_a_lobby_and_plays_there_ends_at_a_wrong_password(
    tmp_path: Path,
) -> None:
    async with lobby_with_passwords(tmp_path) as link:
        home = tmp_path / "home"
        key = server_key_of(home)
        own, table = str(replace(link, server=key.public)), str(link.to_table("abcdefgh"))
        engine = f"{sys.executable} -m siam_tui engine"
        commands = (
            ("lobby", "tables", "--link", own),
            ("lobby", "close", "abcdefgh", "--link", own),
            ("bot", "--table", table, "--engine", engine),
            ("serve", "--broker", str(link.broker)),
        )
        for command in commands:
            code, _, complaint = await run(home, *command, **{PASSWORD: "wrong"})
            told = complaint.count("refuses the user ann")
            assert (command[:2], code, told) == (command[:2], 2, 1), complaint


async def test_who_names_no_user_is_told_which_one_a_password_is_for(tmp_path: Path) -> None:
    async with lobby_with_passwords(tmp_path) as link:
        nobody = replace(link, broker=replace(link.broker, user=""))
        code, _, complaint = await run(tmp_path, "watch", str(nobody), "--plain")
        key = player_key_of(tmp_path)
        assert (code, "does not admit the user " in complaint) == (2, True)
        assert "If the broker has passwords, use --password-file." in complaint
        _, out, _ = await run(tmp_path, "doctor", str(nobody))
        assert f"does not admit the user {key.public.fingerprint}." in out


def nowhere() -> Link:
    """Return the link of a lobby where nothing listens."""
    return Link(BrokerAddress("mqtt", "127.0.0.1", free_port()), SecretKey.generate().public)


async def test_a_script_is_told_at_once_what_is_wrong_and_waits_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("siam_tui.plain.whereabouts.ANSWER_SECONDS", 1)
    link = nowhere()
    dialogue = Dialogue(Profile.named(tmp_path, "default"), Script(), "Ann")
    with pytest.raises(UserError, match="did not answer within"):
        await dialogue.run(Start(link))
    wrong = f"Nothing listens at 127.0.0.1:{link.broker.port}: is the server running?"
    told = capsys.readouterr().out
    assert told.endswith(f"Connecting.\n{wrong}\nsiam tries again for 1 second.\n")


def test_the_owner_of_a_program_is_told_at_once_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("siam_tui.cli.bot.ANSWER_SECONDS", 1)
    link = nowhere().to_table("abcdefgh")
    engine = f"{sys.executable} -m siam_tui engine"
    with pytest.raises(UserError, match="did not answer within"):
        run_bot(ProgramSeat(link, None, SecretKey.generate(), "", engine, None, 0.1))
    wrong = f"Nothing listens at 127.0.0.1:{link.broker.port}: is the server running?"
    assert capsys.readouterr().err == f"{wrong} siam tries again for 1 second.\n"


async def test_a_person_in_text_mode_is_told_how_to_stop_waiting(tmp_path: Path) -> None:
    siam = ("-m", "siam_tui", "join", str(nowhere()), "--plain", "--name", "Ann")
    pid, terminal = on_terminal(tmp_path, *siam)
    try:
        await terminal.until(b"siam tries again until the lobby answers. Press Ctrl-C to stop.")
        assert "is the server running?" in terminal.text
        terminal.type(b"\x03")
        assert await exit_code(pid) == 130
    finally:
        terminal.close()


async def test_the_app_says_that_it_tries_again(tmp_path: Path) -> None:
    with variables(environment(tmp_path)):
        app = app_of(tmp_path, Start(nowhere()))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            said = "is the server running? Trying again."
            await until(pilot, lambda: said in text_of(app, "#lobby-title"))


async def test_the_app_asks_again(tmp_path: Path) -> None:
    with variables(environment(tmp_path)):
        async with lobby_with_passwords(tmp_path) as link:
            app = app_of(tmp_path, Start(link, "wrong"))
            async with piloted(app) as pilot:
                form = await until_screen(pilot, JoinScreen)
                await until(pilot, lambda: form.query_one("#password").has_focus)
                assert "refuses the user ann" in text_of(app, "#trouble")
                form.query_one("#password", Input).value = "right"
                await pilot.press("enter")
                await until_screen(pilot, LobbyScreen)
                await until(pilot, lambda: app.session.client.lobby)  # type: ignore[union-attr]


async def test_the_app_asks_for_a_password_that_was_left_empty(tmp_path: Path) -> None:
    with variables(environment(tmp_path)):
        async with lobby_with_passwords(tmp_path) as link:
            app = app_of(tmp_path, Start(link, ""))
            async with piloted(app) as pilot:
                await until_screen(pilot, JoinScreen)
                await until(pilot, lambda: text_of(app, "#trouble"))
                assert "asks for the password of the user ann" in text_of(app, "#trouble")


async def test_text_mode_asks_again_and_the_prompt_can_be_left(tmp_path: Path) -> None:
    async with lobby_with_passwords(tmp_path) as link:
        siam = ("-m", "siam_tui", "join", str(link), "--plain", "--name", "Ann")
        pid, terminal = on_terminal(tmp_path / "ann", *siam, **{PASSWORD: "wrong"})
        try:
            await terminal.until(b"refuses the user ann")
            await terminal.until(b"Password of ann at 127.0.0.1: ")
            terminal.type(b"rught\x7f\x7f\x7f\x7fight\n")
            await terminal.until(b"There is no table yet.")
            terminal.type(b"quit\n")
            assert await exit_code(pid) == 0
        finally:
            terminal.close()
        for key, code in ((b"\x03", 130), (b"\x04", 2)):
            pid, terminal = on_terminal(tmp_path / "ann", *siam, **{PASSWORD: "wrong"})
            try:
                await terminal.until(b"Password of ann at 127.0.0.1: ")
                terminal.type(key)
                assert await exit_code(pid) == code
            finally:
                terminal.close()
