"""`siam` on a terminal that can do nothing but show characters: TERM=dumb."""

import asyncio
import fcntl
import os
import pty
import struct
import subprocess
import termios

from tests.patience import PATIENCE
from tests.programs import SIAM, environment, serving
from tests.siam_tui.app.terminal import Terminal, exit_code, on_terminal
from tests.siam_tui.plain.talker import talking


class Person:
    """Somebody at a dumb terminal."""

    def __init__(self, home, *arguments, columns=80):
        near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.terminal = Terminal(near)
        self.before = termios.tcgetattr(far)
        self.process = subprocess.Popen(
            [*SIAM, *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            env=environment(home, TERM="dumb"),
            start_new_session=True,
        )
        self.far = far

    async def ended(self):
        code = await asyncio.wait_for(asyncio.to_thread(self.process.wait), PATIENCE)
        after = termios.tcgetattr(self.far)
        os.close(self.far)
        self.terminal.close()
        assert after == self.before, "the terminal is given back as it was"
        assert b"\x1b" not in self.terminal.shown
        return code


async def test_a_dumb_terminal_gets_the_dialogue_and_no_escape_sequence(tmp_path):
    ann = Person(tmp_path, "--name", "Ann")
    ann.terminal.type(b"bots random\n")  # before anybody reads it: the terminal echoes it
    await ann.terminal.until(b"You are Ann. Type help")
    await ann.terminal.until(b"then tutorial siam.\r\n")
    await ann.terminal.until(b"(Malay).\r\n")
    assert ann.terminal.shown.count(b"bots random") == 1
    ann.terminal.type(b"boatd\x7f\x7frd\n")
    await ann.terminal.until(b"contested now")
    ann.terminal.type(b"map ayutthaya\n")
    await ann.terminal.until(b"It borders on Sukothai")
    ann.terminal.type(b"hand\n\x1b[A\x1b[A\n")
    await ann.terminal.until(b"Khon Thai, twice")
    ann.terminal.type(b"quit\n")
    await ann.terminal.until(b"Your game is kept. Type resume at the next start to go on with it.")
    assert await ann.ended() == 0
    again = Person(tmp_path, "--name", "Ann")
    await again.terminal.until(b"1. Your turn against Merry Lek, King of Siam: against bots, left ")
    await again.terminal.until(b"Type resume to go on with it.")
    again.terminal.type(b"bots game=amber random\n")
    await again.terminal.until(b"You are at your table.")
    again.terminal.type(b"leave\n")
    await again.terminal.until(b"Type resume and a number to go on; resume alone means 1.")
    again.terminal.type(b"resume amb\nresume foreign-king\nresume 3\n")
    await again.terminal.until(b"There is no game 'amb'.")
    await again.terminal.until(b"No game of The Foreign King waits for you.")
    await again.terminal.until(b"No game 3 waits for you. Type waiting to list those that do.")
    again.terminal.type(b"abandon amber\n")
    await again.terminal.until(b"Type abandon amber again to give it up.")
    again.terminal.type(b"abandon amber\n")
    await again.terminal.until(b"It waits no more.")
    again.terminal.type(b"waiting\n")
    await again.terminal.until(b"Type resume to go on with it.")
    again.terminal.type(b"resume siam\n")
    await again.terminal.until(b"Khon Thai")
    again.terminal.type(b"quit\n")
    assert await again.ended() == 0


async def test_a_terminal_that_goes_without_a_word_ends_the_dialogue(tmp_path):
    ann = Person(tmp_path, "--name", "Ann")
    await ann.terminal.until(b"> ")
    ann.terminal.type(b"bots random\n")
    await ann.terminal.until(b"(Malay).\r\n> ")
    ann.terminal.close()  # no SIGHUP comes of it: it is not the controlling terminal
    os.close(ann.far)
    assert await asyncio.wait_for(asyncio.to_thread(ann.process.wait), PATIENCE) == 0


async def test_a_terminal_that_is_hung_up_ends_the_dialogue_without_an_error_in_the_log(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--plain", "--name", "Ann")
    await terminal.until(b"> ")
    terminal.close()  # the system sends SIGHUP and SIGCONT
    await exit_code(pid)
    (log,) = (tmp_path / "state").rglob("*.log")
    assert "Traceback" not in log.read_text()


async def test_an_end_of_input_that_was_typed_before_anybody_reads_ends_the_dialogue(tmp_path):
    ann = Person(tmp_path, "--name", "Ann")
    ann.terminal.type(b"status\n\x04")
    await ann.terminal.until(b"You are Ann. Type help")
    assert await ann.ended() == 0


async def test_news_do_not_destroy_the_line_that_is_typed(tmp_path):
    async with serving(tmp_path) as (_, link):
        ann = Person(tmp_path / "ann", "join", str(link), "--name", "Ann")
        await ann.terminal.until(b"There is no table yet.")
        ann.terminal.type(b"op")
        await ann.terminal.until(b"> op")
        async with talking(tmp_path / "ben", str(link), "--plain", "--name", "Ben") as ben:
            ben.type("open 3")
            await ann.terminal.until(b"> op\r\nTable 1, Ben's, King of Siam, Siam, 1874, waiting.")
            await ann.terminal.until(b"\r\n> op")
            ann.terminal.type(b"en 2\n")
            await ann.terminal.until(b"You are at your table.")
            assert await ben.leave() == 0
        ann.terminal.type(b"\x04")
        assert await ann.ended() == 0


async def test_what_is_typed_after_the_connection_has_ended_is_not_promised_for_later(tmp_path):
    async with serving(tmp_path) as (_, link):
        home = tmp_path / "ann"
        ann = Person(home, "join", str(link), "--name", "Ann")
        await ann.terminal.until(b"There is no table yet.")
        ann.terminal.type(b"open 2\n")
        await ann.terminal.until(b"You are at your table.")
        async with talking(home, "join", str(link), "--plain") as elsewhere:
            await elsewhere.until("Table 1")
            await ann.terminal.until(b"You have connected from somewhere else")
            ann.terminal.shown_from_here()
            ann.terminal.type(b"say hello\nhelp quit\n")
            await ann.terminal.until(b"Leave the program.")
            assert await elsewhere.leave() == 0
        assert b"You have connected from somewhere else" in ann.terminal.shown
        assert b"This is sent as soon" not in ann.terminal.shown
        ann.terminal.type(b"\x04")
        assert await ann.ended() == 0


async def test_a_command_is_taken_as_a_name_only_after_the_command_name(tmp_path):
    async with serving(tmp_path) as (_, link):
        ann = Person(tmp_path / "ann", "join", str(link), columns=200)
        await ann.terminal.until(b"What should other players call you?")
        for typed in (b"help", b"open 2 private game=siam", b"name"):
            ann.terminal.shown_from_here()
            ann.terminal.type(typed + b"\n")
            await ann.terminal.until(b"To be called that, type name " + typed + b".")
        ann.terminal.type(b"name Open Hand\n")
        await ann.terminal.until(b"You are Open Hand.")
        await ann.terminal.until(b"There is no table yet.")
        ann.terminal.type(b"\x04")
        assert await ann.ended() == 0


async def test_ctrl_c_leaves_and_gives_the_terminal_back(tmp_path):
    ann = Person(tmp_path, "--plain", "--name", "Ann")
    await ann.terminal.until(b"> ")
    os.killpg(ann.process.pid, 2)
    assert await ann.ended() == 130


async def test_lines_break_between_words_and_what_is_copied_stays_whole(tmp_path):
    async with serving(tmp_path) as (_, link):
        ann = Person(tmp_path / "ann", "join", str(link), "--name", "Ann", columns=30)
        await ann.terminal.until(b"open one.")
        ann.terminal.type(b"help all\nlink\nrules colony\n\x04")
        assert await ann.ended() == 0
        async with talking(tmp_path / "ann", str(link), "--plain", "--name", "Ann") as piped:
            piped.type("help all", "link", "rules colony")
            assert await piped.leave() == 0
    answered = ann.terminal.shown.decode().partition("rules colony\r\n")[2]
    lines = [line for line in answered.splitlines() if line.strip("> ")]
    assert str(link) in lines
    too_wide = [line for line in lines if len(line) > 30 and line != str(link)]
    assert too_wide == []
    whole = piped.heard[piped.heard.index("You can type here:") :]
    assert " ".join(lines).split() == " ".join(whole).split(), "a pipe gets the same words"
    assert max(map(len, whole)) > 200, "and lines that are not broken"
