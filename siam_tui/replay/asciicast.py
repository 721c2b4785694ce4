"""Records a game as the app shows it, move by move, in the format of asciinema (version 2)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from textual.app import App
from textual.pilot import Pilot

from games.record import Record
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import DARK, themes
from siam_tui.model.replay import Replay
from siam_tui.replay.screen import ReplayScreen

SIZE: Final = (100, 30)
MOVE_SECONDS: Final = 1.5
_SAME: Final = 2
"""How often a screen must be found unchanged."""
_CLEAR: Final = "\x1b[2J\x1b[?25l"
_LINE: Final = "\x1b[{row};1H{text}"


class RecordingApp(App[None]):
    """An app without a terminal that shows one replay."""

    def __init__(self, replay: Replay) -> None:
        """Prepare to show a game from its start."""
        super().__init__()
        self._replay = replay

    def on_mount(self) -> None:
        """Show the replay in the usual theme, without animation."""
        self.animation_level = "none"
        for theme in themes():
            self.register_theme(theme)
        self.theme = DARK.name
        self._shown = ReplayScreen(self._replay, look=Look())
        self.push_screen(self._shown)

    def show_moment(self, ply: int) -> None:
        """Show the moment after so many moves."""
        self._shown.action_to(ply)

    def lines(self) -> list[str]:
        """Return the lines of the screen, with the codes of a terminal for colours."""
        width, height = self.size
        console = Console(
            file=io.StringIO(),
            width=width,
            height=height,
            force_terminal=True,
            color_system="truecolor",
            legacy_windows=False,
        )
        update = self.screen._compositor.render_update(full=True)  # noqa: SLF001 - as App.export_screenshot
        with console.capture() as captured:
            console.print(update, end="")
        return captured.get().split("\n")[:height]


async def asciicast(record: Record) -> str:
    """Return a record as an asciicast: each move is shown for `MOVE_SECONDS`.

    Raises:
        InvalidRecordError: a move is illegal, or the end is not the result.
    """
    app = RecordingApp(Replay.of(record))
    frames: list[list[str]] = []
    async with app.run_test(size=SIZE) as pilot:
        for ply in range(len(record.moves) + 1):
            app.show_moment(ply)
            frames.append(await _settled(pilot))
    return "".join(f"{json.dumps(line)}\n" for line in cast_lines(frames, record.game.title))


async def _settled(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the screen once nothing changes any more.

    That the processor has nothing to do, which `Pilot.pause` waits for, takes far longer.
    """
    app = pilot.app
    assert isinstance(app, RecordingApp)
    shown: list[str] = []
    same = 0
    while same < _SAME:
        await pilot.pause(0)  # until all widgets have handled their messages
        before, shown = shown, app.lines()
        same = same + 1 if shown == before else 0
    return shown


def cast_lines(frames: Sequence[Sequence[str]], title: str) -> Iterator[object]:
    r"""Iterate over the lines of an asciicast: its head, then what each frame changes.

    >>> [*cast_lines([["a", "b"], ["a", "c"]], "x")][2]
    [1.5, 'o', '\x1b[2;1Hc']
    """
    width, height = SIZE
    yield {"version": 2, "width": width, "height": height, "title": title}
    shown: Sequence[str] = ()
    for number, frame in enumerate(frames):
        changed = "".join(
            _LINE.format(row=row, text=text)
            for row, text in enumerate(frame, start=1)
            if row > len(shown) or shown[row - 1] != text
        )
        yield [number * MOVE_SECONDS, "o", changed if shown else _CLEAR + changed]
        shown = frame
