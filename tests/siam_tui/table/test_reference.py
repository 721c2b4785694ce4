"""What each card or action does, on one screen: for every game, and by a key."""

import pytest

from games.registry import game_of
from games.siam import Siam, load_map
from siam_tui.appearance.style import Look
from siam_tui.games.registry import shown_games
from siam_tui.model.table_view import see
from siam_tui.plain.help_pages import answer_question
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.reference import ReferenceScreen, reference_lines
from siam_tui.typed.commands import CommandSet, Place, Typed
from siam_tui.ui.panel_screen import LEAST_HEIGHT, LEAST_WIDTH
from tests.siam_tui.app.stage import until, until_screen
from tests.siam_tui.table.hands import footer, text
from tests.siam_tui.table.stage import Theatre, stage
from texts import LANGUAGES, speaking


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game", [*map(game_of, shown_games()), Siam(load_map("albion"))], ids=lambda game: game.name
)
def test_it_fits_the_smallest_screen(game, language):
    with speaking(language):
        lines = list(reference_lines(game, 76, Look()))
    assert 1 <= len(lines) <= 20
    assert all(line.cell_length <= 76 for line in lines)


@pytest.mark.parametrize(
    ("map_name", "signs"),
    [("siam", ["⚐L2 ⚐B", "⚑L ⌂L", "R2 L1 M0"]), ("albion", ["⚐W2 ⚐F", "⚑W ⌂W", "E2 S1 W0"])],
)
def test_its_signs_have_the_letters_and_names_of_the_map(map_name, signs):
    lines = [line.plain for line in reference_lines(Siam(load_map(map_name)), 76, Look())]
    assert 1 <= len(lines) <= 20
    text = "\n".join(lines)
    assert all(sign in text for sign in signs)
    assert ("Lao" in text) == (map_name == "siam")


async def test_f1_shows_it_at_a_table_and_puts_it_away():
    app = Theatre(stage(3, 6))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, ReferenceScreen)
        assert "Maharacha" in text(app, "#reference")
        assert {"Back to the table", "All rules"} == footer(app)
        await pilot.press("f1")
        await pilot.pause()
        assert not isinstance(app.screen, ReferenceScreen)


async def test_its_key_for_the_rules_opens_them_over_it():
    app = Theatre(stage(3, 6))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        await pilot.pause()
        await pilot.press("question_mark")
        await until_screen(pilot, RulesScreen)
        await pilot.press("escape")
        await until_screen(pilot, ReferenceScreen)


async def test_all_of_it_is_in_sight_on_the_lowest_screen():
    app = Theatre(stage(3, 6))
    async with app.run_test(size=(LEAST_WIDTH, LEAST_HEIGHT)) as pilot:
        await pilot.pause()
        await pilot.press("f1")
        screen = await until_screen(pilot, ReferenceScreen)
        await until(pilot, lambda: screen.query_one("#reference").size.height)
        assert screen.query_one("VerticalScroll").max_scroll_y == 0


def test_text_mode_tells_it():
    table = stage(3, 6)
    view = see(table.state(), table.me)
    told = list(answer_question(Typed("reference", ""), CommandSet(Place.TABLE), view))
    assert any(line.startswith("Khon Thai. ") for line in told)
