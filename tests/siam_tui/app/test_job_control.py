"""Ctrl-Z and fg, in a real shell with job control on a real terminal."""

import asyncio
import fcntl
import struct
import sys
import termios

from tests.patience import PATIENCE
from tests.requirements import need_program
from tests.siam_tui.app.terminal import exit_code, run_on_terminal, to_a_game

PROMPT = b"shell> "


def shell_on_terminal(tmp_path):
    bash = need_program("bash")
    shell = ["/usr/bin/env", "-u", "LINES", "-u", "COLUMNS", bash, "--norc", "--noprofile", "-i"]
    return run_on_terminal(tmp_path, shell, PS1=PROMPT.decode())


async def stop(terminal):
    terminal.shown_from_here()
    terminal.type(b"\x1a")
    await terminal.until(b"Stopped")
    await until_prompt(terminal)


async def until_prompt(terminal):
    """Wait for a new prompt: older ones are still on the screen."""
    async with asyncio.timeout(PATIENCE):
        while PROMPT not in terminal.shown:
            terminal.more.clear()
            await terminal.more.wait()


async def leave_shell(terminal, pid):
    await until_prompt(terminal)
    terminal.type(b"exit\n")
    assert await exit_code(pid) == 0
    terminal.close()


async def test_the_app_is_suspended_and_goes_on_in_a_terminal_of_another_size(tmp_path):
    pid, terminal = shell_on_terminal(tmp_path)
    await terminal.until(PROMPT)
    terminal.type(f"{sys.executable} -m siam_tui --name Ann\n".encode())
    await to_a_game(terminal)
    await stop(terminal)
    assert b"\x1b[?1049l" in terminal.shown
    assert b"\x1b[23;2t" in terminal.shown  # the title is the shell's again
    terminal.type(b"echo still $((40 + 2))\n")
    await terminal.until(b"still 42")
    terminal.type(b"bg\n")  # it may not take the terminal, and is stopped again
    await terminal.until(b"siam_tui --name Ann &")
    terminal.type(b'until [ -n "$(jobs -s)" ]; do :; done; echo stopped a$((1 + 1))gain\n')
    await terminal.until(b"stopped a2gain")
    resize(terminal, 30, 100)
    terminal.shown_from_here()
    terminal.type(b"\nfg\n")
    await terminal.until(b"\x1b[?1049h")
    async with asyncio.timeout(PATIENCE):
        while terminal.text.splitlines()[0].find("YOUR TURN") < 80:  # it stands at the right edge
            terminal.more.clear()
            await terminal.more.wait()
    assert "King of Siam" in terminal.text.splitlines()[0]
    terminal.type(b"p\r")
    await terminal.until(b"to move")
    terminal.shown_from_here()
    terminal.type(b"\x11\x11")
    await leave_shell(terminal, pid)


async def test_plain_gives_the_terminal_back_and_keeps_the_line(tmp_path):
    pid, terminal = shell_on_terminal(tmp_path)
    await terminal.until(PROMPT)
    terminal.type(f"{sys.executable} -m siam_tui --plain --name Ann\n".encode())
    await terminal.until(b"> ")
    terminal.type(b"hel")
    await terminal.until(b"> hel")
    await stop(terminal)
    terminal.type(b"stty -a; echo done\n")
    await terminal.until(b" echo ")
    terminal.shown_from_here()
    terminal.type(b"fg\n")
    await terminal.until(b"> hel")
    terminal.type(b"p\n")
    await terminal.until(b"Rules: rules, notation, help, language.")
    terminal.shown_from_here()
    terminal.type(b"quit\n")
    await leave_shell(terminal, pid)


async def test_without_a_shell_the_app_stays_and_says_so(tmp_path):
    pid, terminal = run_on_terminal(tmp_path, [sys.executable, "-m", "siam_tui", "--name", "Ann"])
    await terminal.until(b"Play against bots")
    terminal.type(b"\x1a")
    await terminal.until(b"cannot be suspended")
    await terminal.until(b"Play against bots")
    terminal.type(b"\x11")
    assert await exit_code(pid) == 0
    terminal.close()


def resize(terminal, lines, columns):
    terminal._screen.resize(lines, columns)
    terminal._screen.reset()  # pyte knows no alternate screen
    fcntl.ioctl(terminal.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
