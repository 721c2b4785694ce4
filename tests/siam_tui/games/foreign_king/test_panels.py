"""The lines and panels around the board of The Foreign King."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from attrs import evolve

from games.foreign_king.constants import SPACES_OF
from games.foreign_king.scoring import final_points
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.choice_kinds import space_choice
from siam_tui.games.foreign_king.ending.points_table import points_table
from siam_tui.games.foreign_king.facts import end_facts, holdings
from siam_tui.games.foreign_king.forecast import explain_first_points, forecast, score_king
from siam_tui.games.foreign_king.forecast_panel import outlook
from siam_tui.games.foreign_king.panels import medals, seats
from siam_tui.games.foreign_king.province_table import province_table
from siam_tui.games.foreign_king.track_and_spaces import remaining, score_track, spaces_line
from tests.siam_tui.games.foreign_king.moments import GAME, MOMENTS, shown_at, view_at

LOOK = Look()
WIDTHS = [80, 120, 200]
SIDES = [34, 45, 71]
every_moment = pytest.mark.parametrize("moment", MOMENTS)


def position_at(moment):
    return GAME.parse(MOMENTS[moment])


def seats_text(moment, width=34, **changes):
    return "\n".join(b.plain for b in seats(replace(view_at(moment), **changes), width, LOOK))


@every_moment
@pytest.mark.parametrize("width", WIDTHS)
def test_the_track_fits_its_line_and_shows_all_scores_and_the_king(moment, width):
    position = position_at(moment)
    text = score_track(position, width, LOOK).plain
    assert len(text) <= width
    assert text.count(LOOK.glyphs.king) >= 1
    end = end_facts(position)
    assert f"{end.second}: {end.to_go} to go" in text or "end" in text
    cell = (text.index("15") - 1) // 15
    for score in {score for score in position.scores if score < 30}:
        here = text[1 + score * cell :][:2]
        assert re.match(r"[A-DV♔]", here)


def test_a_score_beyond_the_track_stands_at_its_end_as_a_number():
    assert "C33" in score_track(position_at("four"), 120, LOOK).plain
    assert remaining(position_at("four"), 20, LOOK).plain.strip() == "2nd A 9: 3 to go"


@every_moment
@pytest.mark.parametrize("width", WIDTHS)
def test_the_spaces_fit_their_line_and_each_can_be_pointed_at(moment, width):
    shown = shown_at(moment)
    text, places = spaces_line(shown, width, LOOK)
    assert text.cell_length <= width
    spaces = SPACES_OF[shown.position.seats]
    assert [choice for _, choice in places] == list(map(space_choice, spaces))
    for (xs, _), space in zip(places, spaces, strict=True):
        assert space in text.plain[xs.start : xs.stop]
    for seat, space in enumerate(shown.position.pawns):
        assert f"[{'ABCD'[seat]}]{space}" in text.plain


def test_a_space_shows_its_key_where_it_may_be_chosen_and_a_sign_where_it_is():
    text, _ = spaces_line(shown_at("choosing"), 80, LOOK)
    assert " V move" in text.plain
    begun, _ = spaces_line(shown_at("choosing", "V4"), 80, LOOK)
    assert "▶V move" in begun.plain
    assert " K king" in begun.plain
    asked, _ = spaces_line(shown_at("congress"), 80, LOOK)
    assert " · build" in asked.plain


@every_moment
@pytest.mark.parametrize("width", SIDES)
def test_every_seat_shows_what_lies_before_it_in_turn_order(moment, width):
    position, text = position_at(moment), seats_text(moment, width)
    assert all(len(line) <= width for line in text.splitlines())
    names = [("Ann", "Ben", "Chai", "Dara")[seat] for seat in position.order]
    assert re.findall("Ann|Ben|Chai|Dara", text) == names
    lines = text.splitlines()[width == SIDES[2] :]
    per_seat = 1 if width == SIDES[2] else 2
    for place, seat in enumerate(position.order):
        told = " ".join(lines[place * per_seat : (place + 1) * per_seat])
        held = holdings(position, seat)
        assert f"{held.francs}ƒ" in told
        assert re.search(rf"\b{held.score}\b", told)
        assert re.search(rf"\b{held.supply}\b", told)
        assert re.search(rf"\b{held.congressmen}\b", told)
        assert held.pawn in told
    assert ("virtual" in text) == (position.virtual is not None)


@pytest.mark.parametrize("width", [67, 71])
def test_what_is_said_of_a_player_is_never_cut_in_the_table(width):
    view = view_at("choosing")
    lines = [each.plain for each in seats(view, width, LOOK)]
    own = next(line for line in lines if "Ann" in line)
    assert "Ann you, host " in own or "Ann you " in own
    assert not any("…" in line for line in lines)
    assert all(len(line) <= width for line in lines)
    hosted = replace(view, state=evolve(view.state, host=view.me))
    own = next(each.plain for each in seats(hosted, width, LOOK) if "Ann" in each.plain)
    assert "Ann you, host " in own


def test_the_seat_on_turn_is_marked_even_while_another_is_asked():
    assert "▶B Ben" in seats_text("congress")
    assert seats_text("congress").count("▶") == 1


def test_an_intended_shift_and_a_clock_are_shown():
    assert "queen ↻" in seats_text("four")
    assert "0:45" in seats_text("four", clocks={0: "0:45"})
    assert "0:45" in seats_text("four", 71, clocks={0: "0:45"})


@pytest.mark.parametrize(
    ("unused", "loans", "signs"), [(2, 1, "●●○"), (0, 0, "–"), (5, 2, "●5○2"), (0, 6, "○6")]
)
def test_medals_are_shown_one_by_one_or_counted(unused, loans, signs):
    held = replace(holdings(position_at("four"), 0), medals=unused + loans, loans=loans)
    assert medals(held, LOOK).plain == signs
    assert medals(held, Look(ASCII)).plain.isascii()


def test_the_forecast_is_what_the_game_would_end_with_now():
    position = position_at("choosing")
    found = forecast(position)
    assert found.points == tuple(each.total for each in final_points(position)) == (7, 6, 13)
    assert (found.order, found.lead(0)) == ([2, 0, 1], -6)
    told = outlook(view_at("choosing"), position, 45, LOOK).plain
    assert told == " If it ended now: C13 A7 B6, you trail by 6"
    watching = outlook(view_at("choosing", me=None), position, 45, LOOK).plain
    assert watching.endswith("Chai wins")


def test_before_anybody_has_scored_the_forecast_says_what_the_points_are_for():
    assert explain_first_points(position_at("choosing")) == ()
    start = GAME.new(3, 5)
    view = replace(view_at("choosing"), position=start)
    assert outlook(view, start, 71, LOOK).plain.splitlines() == [
        " If the game ended now: A3 B0 C0, you lead by 3",
        " Nobody has scored yet: the points are for most francs.",
    ]
    assert outlook(view, start, 34, LOOK).plain.splitlines()[-1] == (
        " The points are for most francs."
    )
    unscored = position_at("choosing")._replace(scores=(0, 0, 0), loans=(0, 0, 0))
    assert explain_first_points(unscored)[-1] == "The points are prizes at the end."
    equal = start._replace(francs=(0, 0, 0))
    assert explain_first_points(equal)[0] == "Nobody has any points yet."


def test_a_move_being_built_shows_the_forecast_after_it_and_now():
    shown = shown_at("choosing", "V4588")
    told = outlook(shown.view, shown.position, 45, LOOK).plain
    assert told.splitlines() == [
        " After this move: C9 A6 B6, you trail by 3",
        "             Now: C13 A7 B6, you trail by 6",
    ]


@pytest.mark.parametrize(
    ("moment", "keys", "lines"),
    [
        ("choosing", "K1", ["C13 A7 B6, you trail by 6", "C21 B6 A-3, you trail by 24"]),
        ("congress", "", ["B24 C16 A10", "A19 C16 B15", "B24 C16 A10"]),
    ],
)
def test_where_the_congress_is_asked_there_is_a_forecast_for_each_answer(moment, keys, lines):
    shown = shown_at(moment, keys)
    told = outlook(shown.view, shown.position, 71, LOOK).plain.splitlines()
    assert len(told) == len(lines)
    assert all(line in each for line, each in zip(lines, told, strict=True))
    assert told[0].startswith(" If all congressmen stay")
    narrow = outlook(shown.view, shown.position, 34, LOOK).plain.splitlines()
    assert len(narrow) == len(lines)
    assert all(len(line) <= 34 for line in narrow)


def test_a_province_scores_only_for_its_leader_and_only_if_somebody_is_there():
    position = position_at("choosing")
    assert score_king(position).scores == (12, 3, 3)
    assert score_king(position._replace(king=1)) == position._replace(king=1)
    tie = position_at("virtual")._replace(king=3)
    assert score_king(tie).scores == tie.scores


@pytest.mark.parametrize("moment", ["over", "over with two"])
@pytest.mark.parametrize("width", SIDES)
def test_the_table_of_final_points_adds_up(moment, width):
    lines = points_table(view_at(moment), width, LOOK).plain.splitlines()
    assert all(len(line) <= width for line in lines)
    numbers = [
        [
            int(n)
            for n in re.findall(r"-?\d+", re.sub(r"^.{17}|\(\d+\)", "", line.replace("–", "0")))
        ]
        for line in lines[1:]
        if "─" not in line
    ]
    *parts, totals = numbers
    assert [sum(column) for column in zip(*parts, strict=True)] == totals
    assert totals == [each.total for each in final_points(position_at(moment))]


@pytest.mark.parametrize("time", ["1:02:33", "2 d 23 h"])
def test_a_long_time_stands_apart_from_the_congress_in_a_wide_table(time):
    view = view_at("congress")
    names = ("Wilhelmina-Charlotte", "Maximilian-Ferdinand", "Katharina")
    held = zip(view.state.seats, names, strict=True)
    state = evolve(view.state, seats=tuple(evolve(seat, name=name) for seat, name in held))
    view = replace(view, state=state, clocks={1: time})
    told = [line.plain for line in seats(view, 90, LOOK)]
    assert {len(line) for line in told} == {90}
    assert f"  2  {time}  king" in told[3]
    assert "Maximilian-Ferdinand" in told[3]


def test_a_table_of_provinces_says_who_leads_by_how_much_and_what_the_king_brings():
    told = province_table(GAME.map, position_at("four"), 89, LOOK).plain.splitlines()
    columns = [re.split(r"\s{2,}", line.strip()) for line in told]
    assert columns[0] == ["province", "citizens", "lead", "factories", "King brings", "King's way"]
    first = ["1 West Flanders", "A3 B2 C1 D4", "⚑D by 1", "⌂Mt", "D", "6", "3 steps"]
    assert columns[1] == first
    assert columns[4] == ["♔4 Limburg", "A3 B2 D3", "tie", "⌂mT"]
    assert columns[9] == ["9 Luxembourg", "empty", "2 steps"]
    assert told[10] == "  In stock: 3 metal factories."
    narrow = province_table(GAME.map, position_at("four"), 71, LOOK).plain.splitlines()
    assert "King's way" not in narrow[0]
    assert all(len(line) <= 71 for line in narrow)
    over = province_table(GAME.map, position_at("over"), 89, LOOK).plain
    assert "King brings" not in over
    assert "In stock" not in over


@pytest.mark.parametrize("width", [60, 89])
def test_the_forecast_has_a_table_of_what_the_points_are_for(width):
    shown = shown_at("choosing", "V4588")
    told = outlook(shown.view, shown.position, width, LOOK, has_table=True).plain.splitlines()
    assert told[0].startswith(" After this move: C9 A6 B6")
    totals = next(line for line in told if "final points" in line)
    assert [int(n) for n in re.findall(r"\d+", totals)] == [6, 6, 9]
    assert all(len(line) <= width for line in told)
