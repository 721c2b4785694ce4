"""Whose language is spoken: that of `--language`, else of the settings, else of the environment."""

import asyncio
import os
import signal

import pytest
from textual.command import CommandList, CommandPalette

from games.record import format_record
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from tests.patience import PATIENCE
from tests.programs import run, running
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.app.terminal import exit_code, on_terminal
from tests.siam_tui.replay.games import recorded
from texts import language, set_language

GERMAN = {"LC_MESSAGES": "de_DE.UTF-8"}


@pytest.fixture(autouse=True)
def _in_english_again():
    yield
    set_language("en")


@pytest.mark.parametrize(
    ("given", "kept", "spoken"),
    [
        ("", "auto", "it"),
        ("", "es", "es"),
        ("fr", "es", "fr"),
        ("auto", "es", "it"),
        ("en", "auto", "en"),
    ],
)
def test_what_is_given_comes_before_what_is_kept_and_that_before_the_environment(
    tmp_path, monkeypatch, given, kept, spoken
):
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    Profile.named(tmp_path, "default").change_settings(language=kept)
    app_of(tmp_path, Start(language=given))
    assert language() == spoken
    assert Profile.named(tmp_path, "default").settings().language == kept


async def test_workers_threads_and_timers_of_the_app_speak_it(tmp_path):
    app, heard = app_of(tmp_path, Start(language="de")), []
    async with piloted(app) as pilot:
        app.set_timer(0.01, lambda: heard.append(language()))
        await app.run_worker(lambda: heard.append(language()), thread=True).wait()
        while len(heard) < 2:
            await pilot.pause(0.01)
    assert heard == ["de", "de"]


async def test_what_textual_says_is_said_in_it_too(tmp_path):
    app = app_of(tmp_path, Start(language="de"))
    async with piloted(app) as pilot:
        await pilot.press("ctrl+p", *"qqqq")
        found = await until_screen(pilot, CommandPalette)
        await until(pilot, lambda: found.query_one(CommandList).option_count == 1)
        nothing = found.query_one(CommandList).get_option_at_index(0)
        assert str(nothing.prompt) == "Nichts gefunden"
        app.deliver_screenshot(path=str(tmp_path))
        await until(pilot, lambda: app._notifications)
        told = [(each.title, each.message) for each in app._notifications]
        assert told[0][0] == "Bildschirmfoto"
        assert told[0][1].startswith(f"Gespeichert in {tmp_path}")


async def test_the_app_and_text_mode_on_a_terminal_speak_as_the_environment_asks(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann", **GERMAN)
    await terminal.until(b"Gegen Bots spielen")
    terminal.type(b"q")
    assert await exit_code(pid) == 0
    terminal.close()
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--plain", **GERMAN)
    await terminal.until(b"Du bist Ann.")
    os.kill(pid, signal.SIGHUP)
    await exit_code(pid)
    terminal.close()


async def test_a_kept_language_is_spoken_from_the_first_screen_on(tmp_path):
    profiles = tmp_path / "config" / "siam-tui" / "profiles"
    Profile.named(profiles, "default").change_settings(language="es", name="Ann")
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", **GERMAN)
    await terminal.until(b"Jugar contra bots")
    assert "Gegen Bots" not in terminal.everything.decode()
    terminal.type(b"q")
    assert await exit_code(pid) == 0
    terminal.close()


async def test_a_pipe_gets_english_unless_a_language_is_given(tmp_path):
    profiles = tmp_path / "config" / "siam-tui" / "profiles"
    Profile.named(profiles, "default").change_settings(language="es", name="Ann")
    assert "You are Ann." in await said_to_nobody(tmp_path, "--plain")
    assert "Tu es Ann." in await said_to_nobody(tmp_path, "--plain", "--language", "fr")
    learning = await said_to_nobody(tmp_path, "--language", "auto", "learn", "--plain")
    assert "Du bist Ann." in learning


async def said_to_nobody(home, *arguments):
    """Return what siam says in a German environment to who types nothing."""
    async with running(home, *arguments, **GERMAN) as process:
        said, _ = await asyncio.wait_for(process.communicate(b""), PATIENCE)
    return said.decode()


async def test_a_language_may_stand_before_a_command_and_behind_it(tmp_path):
    for words in (("--language", "it", "rules", "xx"), ("rules", "--language", "it", "xx")):
        code, _, said = await run(tmp_path, *words)
        assert code == 2
        assert "nelle regole di King of Siam" in said


@pytest.mark.parametrize("words", [("--language", "xx"), ("rules", "--language", "xx")])
async def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(tmp_path, words):
    code, out, said = await run(tmp_path, *words)
    assert (code, out) == (2, "")
    assert "siam does not speak 'xx': the languages are auto, en, es, fr, it, de." in said


async def test_an_exported_game_is_in_the_language_and_json_the_same_in_all(tmp_path):
    file = tmp_path / "game.siam"
    file.write_text(format_record(recorded()), "utf-8")
    code, said, _ = await run(tmp_path, "export", str(file), "--html", "--language", "de")
    assert (code, "gespeichert" in said) == (0, True)
    assert '<html lang="de">' in file.with_suffix(".html").read_text("utf-8")
    analyse = ("analyse", str(file), "--nodes", "5")
    _, english, _ = await run(tmp_path, *analyse, "--json")
    _, german, _ = await run(tmp_path, *analyse, "--json", "--language", "de")
    assert english == german != ""
    _, german, _ = await run(tmp_path, *analyse, "--language", "de")
    assert "Züge" in german
