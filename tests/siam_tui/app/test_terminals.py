"""The app on real terminals: poor ones, colourless ones, and some that nobody looks at."""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import struct
import sys
import termios

import pytest

from games.record import format_record
from tests.patience import PATIENCE
from tests.programs import environment
from tests.requirements import need_program
from tests.siam_tui.app.terminal import (
    LEAVE_ALTERNATE_SCREEN,
    Terminal,
    exit_code,
    on_terminal,
    run_on_terminal,
    to_a_game,
)
from tests.siam_tui.replay.games import recorded

COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
REVERSE = re.compile(rb"\x1b\[(?:\d+;)*7[;m]")
UNKNOWN = {"TMUX": "", "TERM_PROGRAM": "", "VTE_VERSION": ""}
"""A terminal that does not say what it is."""
SEQUENCE = re.compile(rb"\x1b\][^\x07]*\x07")
"""A command to the terminal that ends as the bell sounds."""
LOOK_BACK, LOOK_AWAY = b"\x1b[I", b"\x1b[O"
NINE = b"\x1b]9;Your turn\x07"
SEVEN = b"\x1b]777;notify;King of Siam;Your turn\x07"


async def look_away_until(terminal, wanted):
    """Pass and look away until something is told.

    Again, if the turn was told but not yet there when the key came, or was there again before one
    looked away. One looks back first: a key makes the app think that one does, and tmux tells of
    changes only. No title is waited for: of several at once tmux shows the last one.
    """
    terminal.shown_from_here()
    while wanted not in terminal.shown:
        assert "The game is over" not in terminal.text
        terminal.more.clear()
        terminal.type(LOOK_BACK + b"p\r")
        await asyncio.wait_for(terminal.more.wait(), PATIENCE)  # the keys are there
        terminal.type(LOOK_AWAY)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE / 10):
                await terminal.until(wanted)


async def quit_from(terminal, pid):
    terminal.type(b"\x11\x11")
    assert await exit_code(pid) == 0
    await terminal.until(LEAVE_ALTERNATE_SCREEN)
    terminal.close()


@pytest.mark.parametrize(
    "asked", [{"LC_ALL": "C"}, {"LANG": "C", "LC_ALL": "", "LC_CTYPE": ""}, "--ascii"], ids=str
)
async def test_a_terminal_without_utf_8_gets_ascii_and_nothing_else(tmp_path, asked):
    more = asked if isinstance(asked, dict) else {}
    given = (asked,) if isinstance(asked, str) else ()
    name = ("--name", "Zoe")
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", *given, *name, **more)
    await to_a_game(terminal)
    for key, shown in ((b",", b"Animation"), (b"\x1b", b""), (b"?", b"arrows"), (b"\x1b", b"")):
        terminal.shown_from_here()
        terminal.type(key)
        await terminal.until(shown)
    await quit_from(terminal, pid)
    assert terminal.everything.isascii()


async def test_without_colours_not_one_is_sent_and_the_cursor_can_be_seen(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann", NO_COLOR="1")
    await to_a_game(terminal)
    terminal.type(b"\t")
    await terminal.until(b"Choose")
    await quit_from(terminal, pid)
    assert not COLOUR.findall(terminal.everything)
    assert REVERSE.findall(terminal.everything)


async def test_my_turn_rings_the_bell_renames_the_window_and_notifies_if_i_look_away(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann", **UNKNOWN)
    await to_a_game(terminal)
    await terminal.until(b"\x1b]2;Your turn - King of Siam\x07")
    await look_away_until(terminal, NINE + SEVEN)
    assert b"\x07\x1b]9;" in terminal.shown  # the bell comes before it
    await quit_from(terminal, pid)


async def test_bell_and_notification_can_be_switched_off(tmp_path):
    folder = tmp_path / "config" / "siam-tui" / "profiles" / "default"
    folder.mkdir(parents=True)
    folder.joinpath("settings.toml").write_text("bell = false\nnotifications = false\n")
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann", **UNKNOWN)
    await to_a_game(terminal)
    await look_away_until(terminal, b" to move - King of Siam\x07")
    await terminal.until(b"\x1b]2;Your turn - King of Siam\x07")
    await quit_from(terminal, pid)
    assert b"\x1b]9;" not in terminal.everything
    assert b"\x07" not in SEQUENCE.sub(b"", terminal.everything)


async def test_ctrl_l_draws_what_somebody_else_has_overwritten(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await terminal.until(b"Play against bots")
    terminal.draw(b"\x1b[H" + b"mail for you " * 20)
    assert "mail for you" in terminal.text
    terminal.type(b"\x0c")
    async with asyncio.timeout(PATIENCE):
        while "mail for you" in terminal.text:
            terminal.more.clear()
            await terminal.more.wait()
    assert "Play against bots" in terminal.text
    await quit_from(terminal, pid)


async def test_in_tmux_the_notification_reaches_the_terminal_around_it(tmp_path):
    tmux = need_program("tmux")
    conf = tmp_path / "tmux.conf"
    conf.write_text(
        "set -g allow-passthrough on\nset -g focus-events on\nset -g set-titles on\n"
        "set -g set-titles-string '#T'\n"
    )
    program = f"{sys.executable} -m siam_tui --name Ann"
    socket = str(tmp_path / "tmux.socket")
    sizes = {"LINES": "", "COLUMNS": ""}  # tmux takes a line of the terminal for itself
    pid, terminal = run_on_terminal(
        tmp_path,
        [tmux, "-S", socket, "-f", str(conf), "new-session", program],
        lines=30,
        **UNKNOWN,
        **sizes,
    )
    await to_a_game(terminal)
    await look_away_until(terminal, NINE)
    await terminal.until(SEVEN)
    terminal.type(b"\x11\x11")
    assert await exit_code(pid) == 0  # tmux ends with its only window
    terminal.close()


@pytest.mark.parametrize("times", range(3))
async def test_the_app_ends_when_its_terminal_vanishes_without_a_word(tmp_path, times):
    """As in a container whose other end is cut: nobody sends SIGHUP, and writes begin to fail."""
    far, near = pty.openpty()
    fcntl.ioctl(near, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    app = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "replay", str(recorded_file(tmp_path)),
        stdin=near, stdout=near, stderr=near, start_new_session=True,
        env=environment(tmp_path, TERM="xterm-256color"),
    )  # fmt: skip
    os.close(near)
    screen = Terminal(far)
    await screen.until(b"Start of")
    screen.type(b" ++++")  # it plays by itself, fast
    await screen.until(b"2 of")
    screen.close()
    await asyncio.wait_for(app.wait(), PATIENCE)


def recorded_file(folder):
    file = folder / "evening.siam"
    file.write_text(format_record(recorded()))
    return file
