"""The page for looking things up: it has all that is open, and nothing else."""

from __future__ import annotations

from functools import partial

import pytest

from games.amber.constants import AREAS, PROBLEMS, VALUES
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.amber import overview as overview_page
from siam_tui.games.amber.names import area_noun, problem_noun
from siam_tui.games.amber.overview import in_spare_room, overview
from siam_tui.table.dialogs import OverviewScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.games.amber.moments import GAME, MOMENTS, view_at
from tests.siam_tui.games.amber.solo import solo
from tests.siam_tui.table.stage import Theatre, stage
from texts import tell


def page(moment, me=0, width=100, look=None):
    parts = overview(view_at(moment, me), width, look or Look())
    return {title: "\n".join(line.plain for line in lines) for title, lines in parts}


def test_the_own_cards_with_their_areas_and_those_played():
    cards = page("alone")["Cards"].splitlines()
    assert cards[1] == "☼S Suns: 2 Castle, 5 Penitent"
    assert "You have played Leaves, Wyrms, Knots, Harvest." in cards
    assert "Dummy: 2 cards in hand, the last card played is Waves." in cards
    assert "○M §Y ∞K Watchman: all areas" in page("first card")["Cards"]
    assert "Ben: 7 cards in hand, no card played." in page("first card")["Cards"]


@pytest.mark.parametrize("moment", [name for name in MOMENTS if name != "over"])
@pytest.mark.parametrize("me", [0, None])
def test_every_problem_is_there_once_and_nothing_hidden_is_told_apart(moment, me):
    problems = page(moment, me)["Problems"]
    seen = view_at(moment, me).position
    own = () if me is None else seen.seats[me].kept or ()
    for problem in range(len(PROBLEMS)):
        named = f"{VALUES[problem] or '♔'} {tell(problem_noun(problem))} "
        assert problems.count(named) == (problem not in own)
    assert f"in the deck ({seen.deck_size})" in problems


@pytest.mark.parametrize("width", [74, 106])
@pytest.mark.parametrize("moment", MOMENTS)
def test_it_fits_and_has_all_areas_and_walls(moment, width):
    for look in (Look(), Look(ASCII)):
        for title, lines in overview(view_at(moment), width, look):
            assert title
            assert all(line.cell_length <= width for line in lines)
    told = page(moment, width=width)
    for area in range(len(AREAS)):
        assert tell(area_noun(area), form="start") in told["Areas"]
    position = view_at(moment).position
    for seat in range(len(position.seats)):
        assert f"wall {position.wall(seat)} = 6 - " in told["Kept Problems and walls"]


def test_a_spectator_finds_no_own_cards_and_before_the_start_there_is_nothing():
    told = page("alone", me=None)
    assert "You" not in told["Cards"]
    assert "Savage" not in told["Kept Problems and walls"]
    assert overview(view_at("start"), 100, Look()) == []


def test_two_positions_that_differ_in_what_is_hidden_have_the_same_page():
    position = GAME.new(3, 5)
    other = position._replace(deck=position.deck[::-1])
    pages = []
    for each in (position, other):
        text = GAME.format(GAME.view(each, 0))
        pages.append(overview(view_at("", 0, text), 100, Look()))
    assert pages[0] == pages[1]


class Made:
    """Counts how often the parts for looking things up are made."""

    def __init__(self, monkeypatch, *names):
        self.parts = []
        for name in names:
            made = getattr(overview_page, name)
            monkeypatch.setattr(overview_page, name, partial(self.make, name, made))

    def make(self, name, made, *given):
        self.parts.append(name)
        return made(*given)


@pytest.mark.parametrize("moment", MOMENTS)
def test_spare_lines_show_whole_parts_and_make_no_other(monkeypatch, moment):
    view, look, width = view_at(moment), Look(), 72
    parts = dict(overview(view, width, look))
    made = Made(monkeypatch, "wall_rows", "hidden_problems", "_own_cards")
    for height in range(40):
        told = in_spare_room(view, width, height, look).plain
        lines = told.split("\n") if told else []
        assert len(lines) <= height
        for title in ("Areas", "Kept Problems and walls", "Cards"):
            whole = "\n".join(["", title, *(line.plain for line in parts[title])])
            assert (title in lines) == (whole in "\n".join(["", *lines]))
        assert "Problems" not in lines
        assert height > 2 or not made.parts
    assert "hidden_problems" not in made.parts
    assert "wall_rows" in made.parts


async def test_a_key_opens_and_closes_it():
    app = Theatre(solo(moves=6))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("i")
        assert isinstance(app.screen, OverviewScreen)
        await until(pilot, lambda: app.screen.query_one("VerticalScroll").max_scroll_y)
        told = "\n".join(line.plain for line in app.screen.query_one("#overview").lines())
        assert "Round " in told
        await pilot.press("pagedown")
        await until(pilot, lambda: app.screen.query_one("VerticalScroll").scroll_y > 0)
        await pilot.press("i")
        assert not isinstance(app.screen, OverviewScreen)


async def test_a_game_that_shows_everything_does_not_offer_it():
    app = Theatre(stage())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("i")
        assert not isinstance(app.screen, OverviewScreen)
