"""The app on a real terminal: how it begins and how it ends."""

import os
import signal

import pytest

from siam_tui.terminal.notifications import POP_TITLE
from tests.siam_tui.app.terminal import LEAVE_ALTERNATE_SCREEN, exit_code, on_terminal

BUG = """
from siam_tui.ui.panel_screen import PanelScreen

def bug(self):
    secret = "a secret of this process"
    for _ in range({times}):
        self.app.call_later(fail)

def fail():
    raise RuntimeError("a bug")

PanelScreen.action_help = bug
from siam_tui.cli import main
main()
"""


async def test_q_ends_it_and_gives_the_screen_back(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await terminal.until(b"Play against bots")
    terminal.type(b"q")
    assert await exit_code(pid) == 0
    await terminal.until(LEAVE_ALTERNATE_SCREEN)
    terminal.close()


async def test_sigterm_ends_it_and_gives_the_screen_back(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await terminal.until(b"Play against bots")
    os.kill(pid, signal.SIGTERM)
    assert await exit_code(pid) == 0
    await terminal.until(LEAVE_ALTERNATE_SCREEN)
    terminal.close()


async def test_a_bug_is_told_and_the_app_goes_on(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-c", BUG.format(times=1), "--name", "Ann")
    await terminal.until(b"Play against bots")
    terminal.type(b"?")
    await terminal.until(b"because of a bug")
    assert "RuntimeError: a bug" in next((tmp_path / "state").rglob("app.log")).read_text()
    terminal.type(b"q")
    assert await exit_code(pid) == 0
    terminal.close()


async def test_bugs_without_end_leave_the_terminal_clean_and_say_where_the_log_is(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-c", BUG.format(times=50), "--name", "Ann")
    await terminal.until(b"Play against bots")
    terminal.type(b"?")
    assert await exit_code(pid) == 1
    await terminal.until(LEAVE_ALTERNATE_SCREEN)
    await terminal.until(b"Please report it.")
    (log,) = (tmp_path / "state").rglob("app.log")
    assert str(log).encode() in terminal.shown.replace(b"\r\n", b"")  # it may be a long one
    assert POP_TITLE.encode() in terminal.shown
    assert b"Traceback" not in terminal.shown
    assert b"a secret" not in terminal.shown
    assert "RuntimeError: a bug" in log.read_text()
    terminal.close()


@pytest.mark.parametrize("key", [b"q", b"\x11"], ids=["q", "ctrl+q"])
async def test_the_demo_is_a_game_one_can_watch_and_leave(tmp_path, key):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "demo")
    await terminal.until(b"Struggle 1")
    terminal.type(key)
    assert await exit_code(pid) == 0
    terminal.close()
