"""The help: opened where one is, read by keys and by mouse, its examples stepped through."""

import pytest
from textual.app import App
from textual.widgets import Markdown, OptionList

from games.siam import Siam, load_map
from siam_tui.games.examples import ExampleWidget
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.siam.ui import UI
from siam_tui.rules.rules_text import app_chapters
from siam_tui.rules.screen import RulesScreen
from tests.siam_tui.app.stage import until


class Shelf(App):
    """An app with nothing but the help."""

    def __init__(self, chapter=""):
        super().__init__()
        self.chapter = chapter
        self.closed = False

    def on_mount(self):
        self.push_screen(RulesScreen(UI.name, self.chapter), self.close)

    def close(self, _):
        self.closed = True


def position(app):
    return app.screen.query_one(BoardMap).view.position


@pytest.mark.parametrize("chapter", [c.id for c in (*app_chapters(UI), *UI.rules.chapters())])
async def test_every_chapter_opens(chapter):
    async with Shelf(chapter).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        listed = pilot.app.screen.query_one(OptionList)
        assert listed.highlighted_option.id == chapter
        assert pilot.app.screen.query(Markdown)


async def test_no_other_chapter_is_shown_on_the_way(monkeypatch):
    shown = []
    make = RulesScreen._part

    def note(screen, part):
        shown.append(part)
        return make(screen, part)

    monkeypatch.setattr(RulesScreen, "_part", note)
    chapter = UI.rules.chapters()[-1]
    async with Shelf(chapter.id).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert shown == list(chapter.parts)


async def test_arrows_turn_to_other_chapters_and_escape_closes():
    async with Shelf("table").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("down", "down", "down", "down", "down")
        await pilot.pause()
        assert pilot.app.screen.query(ExampleWidget)
        await pilot.press("pagedown")
        await until(pilot, lambda: pilot.app.screen.query_one("#page").scroll_y > 0)
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.closed


async def test_page_down_reads_every_chapter_to_its_end_and_page_up_goes_back():
    async with Shelf().run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        listed, page = (pilot.app.screen.query_one(each) for each in (OptionList, "#page"))
        opened = [listed.highlighted_option.id]
        while len(opened) < 4:
            at_end = page.scroll_y >= page.max_scroll_y
            await pilot.press("pagedown")
            await pilot.pause()
            if listed.highlighted_option.id != opened[-1]:
                assert at_end
                assert page.scroll_y == 0
                opened.append(listed.highlighted_option.id)
        chapters = [each.id for each in (*app_chapters(UI), *UI.rules.chapters())]
        assert opened == chapters[: len(opened)]
        await pilot.press("home")
        await pilot.pause()
        await pilot.press("down", "pageup")
        await pilot.pause()
        assert listed.highlighted_option.id == chapters[0]


async def test_an_example_goes_on_by_keys_and_by_clicks():
    async with Shelf("struggles").run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        await pilot.press("tab")
        start = position(pilot.app)
        await pilot.press("right", "right")
        assert position(pilot.app).resolved == start.resolved + 1
        await pilot.press("left")
        assert position(pilot.app).passes == 1
        await pilot.press("right", "right", "right", "right", "right")
        assert position(pilot.app).resolved == start.resolved + 2
        await pilot.click(BoardMap)
        assert position(pilot.app) == start


async def test_what_the_rules_say_is_shown():
    async with Shelf("maharacha").run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        await pilot.press("tab", "right", "right")
        said = str(pilot.app.screen.query_one("#said").render())
        assert "bears a King marker" in said


@pytest.mark.parametrize(("board", "letters"), [("siam", "R L M"), ("albion", "E S W")])
def test_the_help_of_a_table_has_the_letters_of_its_map(board, letters):
    chapters = app_chapters(UI, Siam(load_map(board)))
    (table,) = (part for each in chapters if each.id == "table" for part in each.parts)
    assert f"the letters of the factions, **{letters}**," in table
    assert ("R L M" in table.partition("In typed moves")[0]) == (board == "siam")
    assert ("Lao" in table) == (board == "siam")


async def test_help_knows_which_map_is_played():
    albion = Siam(load_map("albion"))
    app = App()
    async with app.run_test(size=(120, 36)) as pilot:
        app.push_screen(RulesScreen(UI.name, "table", rules=albion))
        await pilot.pause()
        assert any("E S W" in each.source for each in app.screen.query(Markdown))
