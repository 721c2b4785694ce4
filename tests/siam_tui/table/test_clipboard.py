"""Copying: what the terminal is sent, and what tmux is given."""

import asyncio
import base64
from pathlib import Path

from textual.app import App

from siam_tui.terminal.clipboard import copy_to_clipboard
from tests.patience import PATIENCE
from tests.requirements import need_program


async def test_the_terminal_is_sent_the_text_by_osc_52(monkeypatch):
    monkeypatch.delenv("TMUX", raising=False)
    app = App()
    async with app.run_test():
        written = []
        monkeypatch.setattr(app._driver, "write", written.append)
        copy_to_clipboard(app, "R1/- äß")
        encoded = base64.b64encode("R1/- äß".encode()).decode()
        assert f"\x1b]52;c;{encoded}\a" in written


async def test_inside_tmux_it_is_there_to_be_pasted(tmp_path, monkeypatch):
    program = need_program("tmux")

    async def tmux(*arguments):
        process = await asyncio.create_subprocess_exec(
            program, "-S", str(tmp_path / "socket"), *arguments, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return out.decode()

    await tmux("-f", "/dev/null", "new-session", "-d", "cat")
    try:
        monkeypatch.setenv("TMUX", f"{tmp_path / 'socket'},1,0")
        monkeypatch.setenv("PATH", str(Path(program).parent))
        app = App()
        async with app.run_test():
            copy_to_clipboard(app, "a position")
            await app.workers.wait_for_complete()
        assert await tmux("show-buffer") == "a position"
    finally:
        await tmux("kill-server")


async def test_a_tmux_that_is_not_there_is_no_trouble(monkeypatch, tmp_path):
    monkeypatch.setenv("TMUX", "nowhere,1,0")
    monkeypatch.setenv("PATH", str(tmp_path))
    app = App()
    async with app.run_test():
        copy_to_clipboard(app, "a position")
        await app.workers.wait_for_complete()
        assert app.clipboard == "a position"
