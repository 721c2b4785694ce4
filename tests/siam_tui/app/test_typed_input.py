"""What is typed or pasted is bounded, and the app can be left while too much of it comes."""

import ast
import asyncio
import os
import signal
from pathlib import Path

import pytest
from textual.app import App
from textual.events import Key, Paste
from textual.widgets import Input

import siam_tui
from siam_tui.terminal.driver import BEGIN, BURST, END, LONGEST_PASTE, TypedInput
from siam_tui.ui.line_input import LineInput
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, piloted, until
from tests.siam_tui.app.terminal import exit_code, on_terminal, to_a_game

FLOODS = {
    "words": b"say hello there my friend " * 4000,
    "lines": b"say hi\r" * 14_000,
    "arrows": b"\x1b[C" * 34_000,
    "pasted": b"\x1b[200~" + b"x" * 100_000 + b"\x1b[201~",
    "no UTF-8": b"\xe9" * 100_000,
}


class TestTypedInput:
    def test_keys_stay_keys(self):
        for keys in ("a", "\r", "\x1b[A\x1b[B", "hello", "\x1b[<35;10;10M" * 50):
            assert TypedInput().feed(keys) == keys

    def test_a_burst_is_a_paste_but_for_what_steers(self):
        burst = "x" * BURST
        assert TypedInput().feed(f"{burst}\x11\r") == f"{BEGIN}{burst}{END}\x11\r"

    @pytest.mark.parametrize("size", [1, 2, 3, 5, 4096])
    def test_a_paste_is_cut_wherever_its_pieces_end(self, size):
        typed, sent = TypedInput(), f"a{BEGIN}{'y' * 20_000}{END}b{BEGIN}z\x1b[20{END}"
        pieces = [sent[at : at + size] for at in range(0, len(sent), size)]
        read = "".join(map(typed.feed, pieces))
        assert read == f"a{BEGIN}{'y' * LONGEST_PASTE}{END}b{BEGIN}z\x1b[20{END}"

    def test_a_paste_whose_end_is_lost_ends(self):
        typed = TypedInput()
        typed.feed(f"{BEGIN}abc")
        assert typed.end_paste() == END
        assert not typed.end_paste()
        assert typed.feed("d") == "d"


class OneLine(App[None]):
    def compose(self):
        yield LineInput(max_length=10)


async def test_a_paste_that_is_too_long_is_cut_and_it_is_said():
    app = OneLine()
    async with app.run_test() as pilot:
        line = app.query_one(LineInput)
        line.value = "abc"
        app.screen.post_message(Paste(""))
        line.post_message(Paste("\n0123456789\nmore"))
        await until(pilot, lambda: line.value == "abc0123456")
        await until(pilot, lambda: app._notifications)
        assert "10 characters" in next(iter(app._notifications)).message


class TwoLines(App[None]):
    def compose(self):
        yield LineInput(max_length=20, id="first")
        yield LineInput(max_length=20, id="second")


@pytest.mark.parametrize(
    ("keys", "first", "second"),
    [
        ("a b backspace c", "ac", ""),
        ("a b backspace backspace c d backspace e", "ce", ""),
        ("b c home a", "abc", ""),
        ("a c left b end d", "abcd", ""),
        ("a b tab c d backspace e", "ab", "ce"),
        ("a tab b shift+tab c", "c", "b"),  # a field that gets the focus is selected
    ],
)
async def test_keys_that_come_in_one_burst_act_in_their_order(keys, first, second):
    app = TwoLines()
    async with app.run_test() as pilot:
        for key in keys.split():
            app.post_message(Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        values = [app.query_one(name, LineInput).value for name in ("#first", "#second")]
        assert values == [first, second]


def test_every_input_of_the_app_has_a_greatest_length():
    found = 0
    for module in Path(siam_tui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "Input", module
                if node.func.id == "LineInput":
                    found += 1
                    assert "max_length" in {each.arg for each in node.keywords}, module
    assert found > 8


def peak_memory(pid):
    """Return the most memory a process has used, in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "VmHWM" in line) / 1024


async def has_room(descriptor):
    """Return once a terminal takes more."""
    loop, has_come = asyncio.get_running_loop(), asyncio.Event()
    loop.add_writer(descriptor, has_come.set)
    try:
        await has_come.wait()
    finally:
        loop.remove_writer(descriptor)


async def flood(terminal, sent):
    """Send as fast as the terminal takes it."""
    os.set_blocking(terminal.descriptor, False)
    async with asyncio.timeout(PATIENCE):
        while sent:
            try:
                sent = sent[os.write(terminal.descriptor, sent) :]
            except BlockingIOError:
                await has_room(terminal.descriptor)
            await asyncio.sleep(0)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
async def test_a_hundred_kilobytes_of_keys_cost_no_memory_and_quitting_works(tmp_path, request):
    kinds = FLOODS if request.config.getoption("--long") else ("words", "no UTF-8")
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await to_a_game(terminal)
    terminal.type(b":why nothing\r")  # at once: no key may go elsewhere
    await terminal.until(b"nothing")
    terminal.type(b"\x1b")
    terminal.type(b":")
    await terminal.until(b"Type a move")
    before = peak_memory(pid)
    for kind in kinds:
        await flood(terminal, FLOODS[kind])
    assert peak_memory(pid) < before + 40
    os.kill(pid, signal.SIGTERM)
    await flood(terminal, FLOODS["arrows"][:4000])
    assert await exit_code(pid) == 0
    terminal.close()


async def test_the_search_of_the_palette_is_bounded_too(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: isinstance(app.focused, Input))
        app.focused.post_message(Paste("q" * 50))
        await until(pilot, lambda: app.focused.value == "q" * 50)
        app.focused.post_message(Paste("q" * 100))
        await pilot.pause()
        assert app.focused.value == "q" * 50
