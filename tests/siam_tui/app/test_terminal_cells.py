"""A terminal that gets only what differs shows what it would show if it got everything."""

import asyncio
from textwrap import wrap

import pyte
from hypothesis import given
from hypothesis import strategies as st

from siam_tui.terminal.cell_diff import TerminalCells
from tests.patience import PATIENCE
from tests.requirements import need_program

COLUMNS, LINES = 12, 4
STYLES = ("", "\x1b[1m", "\x1b[38;5;188;48;5;233m", "\x1b[7;31m", "\x1b[0;4m")
OTHERS = (
    "\x1b]2;Your turn\x07",
    "\x07",
    "\x1b[?2026h",
    "\x1b[2;3H\x1b[K",  # behind the last column, what this erases differs between terminals
    "\x1b[2J",
    "\x1b[0m",
    "\x1b[H",
)


@st.composite
def paintings(draw):
    """Draw what Textual may write: texts at places, what is no text, and the cursor sent home."""
    parts = []
    for _ in range(draw(st.integers(1, 6))):
        row, column = draw(st.integers(1, LINES)), draw(st.integers(1, COLUMNS))
        text = draw(st.text("ab é─", min_size=1, max_size=COLUMNS + 1 - column))
        if column < COLUMNS - 3 and draw(st.integers(0, 9)) == 0:
            text = "a王b"
        parts.append(f"\x1b[{row};{column}H{draw(st.sampled_from(STYLES))}{text}\x1b[0m")
        if draw(st.booleans()) and row < LINES:
            parts.append(f"\r\n{draw(st.sampled_from(STYLES))}below\x1b[0m")
        if draw(st.integers(0, 3)) == 0:
            parts.append(draw(st.sampled_from(OTHERS)))
    return f"{''.join(parts)}\x1b[{draw(st.integers(1, LINES))};{draw(st.integers(1, COLUMNS))}H"


def terminal():
    screen = pyte.Screen(COLUMNS, LINES)
    return screen, pyte.Stream(screen)


@given(st.lists(paintings(), min_size=1, max_size=6))
def test_it_shows_the_same_after_each_painting(paintings):
    cells = TerminalCells()
    (all_shown, everything), (shown, differing) = terminal(), terminal()
    for painting in paintings:
        everything.feed(painting)
        differing.feed(cells.update(painting))
        assert shown.buffer == all_shown.buffer
        assert (shown.cursor.y, shown.cursor.x) == (all_shown.cursor.y, all_shown.cursor.x)


def test_what_is_shown_already_is_not_written():
    cells = TerminalCells()
    painting = "\x1b[2;1H\x1b[1mKing of Siam\x1b[0m\x1b[1;1H"
    assert cells.update(painting) == painting
    assert cells.update(painting) == ""


def test_of_a_line_only_what_differs_is_written():
    cells = TerminalCells()
    cells.update("\x1b[1;1H\x1b[7mLao 3\x1b[0m Rama 2, and British 1\x1b[1;1H")
    written = cells.update("\x1b[1;1H\x1b[7mLao 4\x1b[0m Rama 2, and British 1\x1b[1;1H")
    assert written == "\x1b[1;5H\x1b[7m4\x1b[0m\x1b[1;1H"


def test_another_style_of_the_same_letters_is_written():
    cells = TerminalCells()
    cells.update("\x1b[1;1H\x1b[7mLao\x1b[0m")
    assert cells.update("\x1b[1;1H\x1b[1mLao\x1b[0m") == "\x1b[1;1H\x1b[1mLao\x1b[0m"


def test_titles_bells_and_links_pass():
    cells = TerminalCells()
    cells.update("\x1b[1;1Hturn")
    for told in ("\x1b]2;Your turn\x07", "\x07", "\x1b]9;now\x1b\\", "\x1b[?25l", "\x1b[22;0t"):
        assert cells.update(told) == told
    assert cells.update("\x1b[1;1Hturn") == ""
    link = "\x1b[1;1H\x1b]8;id=1;https://example.org\x1b\\turn\x1b]8;;\x1b\\"
    assert "https://example.org" in cells.update(link)
    assert cells.update(link) == ""


def test_a_terminal_somebody_else_wrote_on_gets_everything():
    cells = TerminalCells()
    painting = "\x1b[1;1HKing of Siam\x1b[1;1H"
    cells.update(painting)
    cells.invalidate()
    assert "King of Siam" in cells.update(painting)
    cells.update("\x1b[?1049h")
    assert "King of Siam" in cells.update(painting)


def test_controls_among_text_and_overrides_of_its_direction_are_not_written():
    written = TerminalCells().update("\x1b[1;1HAnn\x9b31m\x90\x7f\x0e\u202e!")
    assert written == "\x1b[1;1HAnn31m!"


LINK = "siam://example/T1#abcdefghijklmnop"


def shown_link(cells):
    """Return what is written to show a link over three lines, with the app's lines around it."""
    lines = [f"\x1b[1mLink\x1b[0m{' ' * 8}", *wrap(LINK, COLUMNS)]
    return cells.update(
        "\x1b[?7l"
        + "".join(
            f"\x1b[{row};1H\x1b[7m{line.ljust(COLUMNS)}\x1b[0m" for row, line in enumerate(lines, 1)
        )
        + "\x1b[1;1H"
    )


def test_rows_that_are_joined_look_as_before():
    cells = TerminalCells()
    screen, stream = terminal()
    stream.feed(shown_link(cells))
    before = [[screen.buffer[y][x] for x in range(COLUMNS)] for y in range(LINES)]
    joined = cells.join_rows(range(2, 5), COLUMNS)
    assert LINK in joined, "the terminal wraps it"
    stream.feed(joined)
    assert before == [[screen.buffer[y][x] for x in range(COLUMNS)] for y in range(LINES)]
    assert (screen.cursor.y, screen.cursor.x) == (0, 0)


def test_rows_that_are_not_known_are_not_joined():
    cells = TerminalCells()
    shown_link(cells)
    cells.invalidate()
    assert not cells.join_rows(range(2, 5), COLUMNS)


async def test_a_terminal_copies_joined_rows_without_a_line_break(tmp_path):
    program, bash = need_program("tmux"), need_program("bash")

    async def tmux(*arguments):
        process = await asyncio.create_subprocess_exec(
            program, "-S", str(tmp_path / "socket"), *arguments, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        return [line.rstrip() for line in out.decode().splitlines()]

    cells, size = TerminalCells(), ("-x", str(COLUMNS), "-y", str(LINES))
    (tmp_path / "shown").write_text(shown_link(cells))
    (tmp_path / "joined").write_text(cells.join_rows(range(2, 5), COLUMNS))
    # tmux answers where its cursor is when it has read all that came before.
    script = tmp_path / "script"
    script.write_text(
        f"tmux={program}; cd {tmp_path}\n"
        "show() { cat $1; printf '\\033[6n'; read -rs -d R; $tmux wait-for -S $1; }\n"
        "show shown; $tmux wait-for join; show joined; cat\n"
    )
    await tmux("-f", "/dev/null", "new-session", "-d", *size, f"{bash} {script}")
    try:
        await tmux("wait-for", "shown")
        assert LINK not in await tmux("capture-pane", "-p", "-J")
        await tmux("wait-for", "-S", "join")
        await tmux("wait-for", "joined")
        assert LINK in await tmux("capture-pane", "-p", "-J")
    finally:
        await tmux("kill-server")
