"""A terminal that is closed while screens change ends the app quietly."""

import asyncio
from random import Random

from tests.siam_tui.app.terminal import exit_code, on_terminal

FROM_HOME = (b"?", b"?\x1b?", b",", b"j", b"h", b"b", b"b\x13", b"l", b"p", b"r", b"\x10")


def pytest_generate_tests(metafunc):
    tries = 20 if metafunc.config.getoption("--long") else 3
    metafunc.parametrize("seed", range(tries))


async def test_a_terminal_that_is_closed_at_some_moment_is_no_bug(tmp_path, seed):
    dice = Random(seed)
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await terminal.until(b"Play against bots")
    terminal.type(dice.choice(FROM_HOME))
    await asyncio.sleep(dice.uniform(0, 0.3))
    terminal.close()
    assert await exit_code(pid) == 0
    logs = "".join(log.read_text() for log in tmp_path.rglob("*.log"))
    assert "Traceback" not in logs
    assert "bug" not in logs
