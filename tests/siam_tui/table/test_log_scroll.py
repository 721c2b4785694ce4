"""The log is scrolled to its end, whatever makes it longer."""

from textual import on
from textual.app import App, ComposeResult
from textual.content import Content

from siam_tui.ui.text_line import Line, LogScroll
from tests.siam_tui.app.stage import until


class LogApp(App[None]):
    """A log that is scrolled only when it says that its size has changed."""

    CSS = """
    #log { height: 4; width: 28; scrollbar-size-vertical: 1; }
    Line { height: auto; width: 1fr; }
    """

    def compose(self) -> ComposeResult:
        self.line = Line(id="entries")
        self.log_scroll = LogScroll(self.line, id="log", can_focus=False)
        yield self.log_scroll

    @on(LogScroll.Resized)
    def scroll(self) -> None:
        self.call_after_refresh(self.log_scroll.scroll_end, animate=False)


async def test_a_scrollbar_that_breaks_more_lines_does_not_hide_the_end():
    told = [
        "Merry Lek laughs and plays any legal move.",
        "Round 1: Discovery, Merchant",  # fits only without the scrollbar
        "Merry Lek plays Light Keeper, CAS: +2 infl",
    ]
    app = LogApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.log_scroll.size == (28, 4))
        await pilot.pause()
        app.line.show(
            lambda width: Content("\n").join(
                line for text in told for line in Content(text).wrap(max(1, width))
            )
        )
        await until(pilot, lambda: app.log_scroll.virtual_size == (27, 6))
        await until(pilot, lambda: app.log_scroll.scroll_y == app.log_scroll.max_scroll_y == 2)
