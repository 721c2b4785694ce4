"""The lines and panels around the areas of Reino de Ámbar."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from attrs import evolve

from games.amber import Amber
from games.amber.constants import PROBLEMS
from protocol.states import SeatState
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.style import Look
from siam_tui.games.amber.body import AmberBody
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.ending.points_table import points_table, ranking
from siam_tui.games.amber.facts import (
    strengths,
    strongest,
    with_attempt,
)
from siam_tui.games.amber.forecast import describe_forecast, forecast
from siam_tui.games.amber.panels.hand import hand, hand_width, kept_line
from siam_tui.games.amber.panels.players_table import barbarians, outlook, seats
from siam_tui.games.amber.panels.problems import problem_cards, problem_list
from siam_tui.games.amber.rules.rules_guide import REFERENCE_SIGNS
from siam_tui.games.table_body import Shown
from siam_tui.model.table_source import static_state
from siam_tui.model.table_view import see
from tests.siam_tui.games.amber.moments import GAME, MOMENTS, BodyApp, shown_at, view_at

LOOK = Look()
every_moment = pytest.mark.parametrize("moment", MOMENTS)


def position_at(moment):
    return view_at(moment).position


def lines(content):
    return content.plain.splitlines()


# Problems


def test_the_list_is_that_of_the_design():
    assert lines(problem_list(shown_at("attempts"), LOOK)) == [
        " Problems             tries  A  B  C",
        " E  8 Betrayal  §Y ∞K   –    6  3  7",
        " F  ♔ Bard      ☼S      C    2  1  4",
        " G  ♔ Windfall  ∞K      B    3  1  2",
    ]
    assert lines(problem_list(shown_at("crown"), LOOK))[2:] == [
        " F  ♔ Windfall  ∞K      ▶A   3  1  3",
    ]


@every_moment
def test_lists_and_cards_fit_and_show_every_sum(moment):
    shown = shown_at(moment)
    told, cards = problem_list(shown, LOOK), problem_cards(shown, LOOK)
    assert all(len(line) <= 37 for line in lines(told))
    assert all(len(line) <= 74 for line in lines(cards))
    for place, each in enumerate(shown.position.row, start=1):
        sums = strengths(shown.position, each.problem)
        assert lines(told)[place].split()[-len(sums) :] == list(map(str, sums))
        at = 24 * (place - 1)
        card = [line[at : at + 25] for line in lines(cards)]
        assert " ".join(f"{letter} {n}" for letter, n in zip("ABC", sums, strict=False)) in (
            " ".join(card[4].replace("D", "B").split())
        )


def test_an_attempt_being_chosen_is_counted():
    shown = shown_at("attempts", "G")
    tried = with_attempt(shown.position, shown.position.row[2].problem)
    assert tried.seats[0].gold == 0
    row = lines(problem_list(replace(shown, position=tried), LOOK))[3]
    assert row == " G ▶♔ Windfall  ∞K      BA   3  1  2"
    told = outlook(replace(shown, position=tried), 80, LOOK).plain
    assert told == " Then: Chai has Bard alone; you have Windfall, 3 to 1; nobody tries Betrayal."


def test_ties_go_to_who_spoke_first_or_to_the_dummy_by_an_option():
    position = position_at("alone")._replace(markers=(1, 1) * 7)
    assert strongest(position, 12, (0, 1)) == 0
    assert strongest(position, 12, (1, 0)) == 1
    assert strongest(position, 12, (0, 1), dummy_wins_ties=True) == 1
    assert strongest(position, 12, ()) is None


# Players


@every_moment
@pytest.mark.parametrize("width", [43, 46, 126])
def test_every_player_shows_supply_reserve_gold_cards_and_wall(moment, width):
    view = view_at(moment)
    told = lines(seats(view, width, LOOK))
    assert all(len(line) < width for line in told)
    for seat, line in enumerate(told[1:]):
        held, position = view.position.seats[seat], view.position
        cells = line.split()
        assert cells[-1] == str(position.wall(seat))
        hand_ = f"{'▒' * (held.hand is None and held.cards > 0)}{held.cards}"
        kept = f"{'▒' * (held.kept is None and held.problems > 0)}{held.problems}"
        assert [*cells[-7:-3], cells[-2]] == [
            str(held.influence),
            str(position.reserve(seat)),
            str(held.gold),
            hand_,
            kept,
        ]
    assert ("▶" in "".join(told)) == (not view.position.over)


def test_the_reserve_is_shown_beside_long_names_and_named_by_the_reference():
    view, names = view_at("attempts"), ("Merry Lek", "Ferdinand", "Carefree Kofi")
    held = zip(view.state.seats, names, strict=True)
    state = evolve(view.state, seats=tuple(evolve(seat, name=name) for seat, name in held))
    headings, *told = lines(seats(replace(view, state=state), 44, LOOK))
    assert "sup rsv gold hand last kept wall" in headings
    for line, name in zip(told, ("Lek", "Ferdin\u2026", "Kofi"), strict=True):
        assert name in line
    assert {"sup", "rsv"} <= {str(sign) for sign, _ in REFERENCE_SIGNS}


@pytest.mark.parametrize("width", [43, 80])
def test_clocks_have_a_column_where_they_are_played_with(width):
    view = replace(view_at("attempts"), clocks={0: "0:45", 1: "12:00"})
    told = lines(seats(view, width, LOOK))
    assert "clock" in told[0]
    assert "0:45" in told[1]
    assert "12:00" in told[2]
    assert all(len(line) < width for line in told)


def test_clocks_leave_room_for_names_where_the_screen_has_80_columns():
    view, names = view_at("attempts"), ("Katharina", "Ferdinand", "Wilhelmina")
    held = zip(view.state.seats, names, strict=True)
    state = evolve(view.state, seats=tuple(evolve(seat, name=name) for seat, name in held))
    view = replace(view, state=state, clocks=dict.fromkeys(range(3), "12:00"))
    headings, *told = lines(seats(view, 43, LOOK))
    for line, name in zip(told, ("Katharina", "Ferdinand", "Wilhelmi\u2026"), strict=True):
        assert name in line
        assert len(line) < 43
    assert "gold last kept wall clock" in headings


@pytest.mark.parametrize(
    ("width", "days", "hours"), [(43, "2 d", "13 h"), (80, "2 d 23 h", "13:05:00")]
)
def test_a_long_time_never_touches_the_wall_and_is_never_cut(width, days, hours):
    view = replace(view_at("attempts"), clocks={0: "2 d 23 h", 1: "13:05:00"})
    told = lines(seats(view, width, LOOK))
    assert told[1].endswith(f" {days}")
    assert told[2].endswith(f" {hours}")
    walls = [str(view.position.wall(seat)) for seat in range(2)]
    for line, time, wall in zip(told[1:3], (days, hours), walls, strict=True):
        assert line.removesuffix(time).split()[-1] == wall
    assert all(len(line) < width for line in told)


def test_a_spectator_sees_no_hand_and_nothing_kept():
    shown = shown_at("attempts", me=None)
    assert not hand(shown, 4, LOOK, large=False)
    assert not kept_line(shown, 80, LOOK)


def test_whoever_sees_everything_sees_all_hands():
    shown = shown_at("", "", None, str(GAME.new(2, 3)))
    opened = replace(shown, position=GAME.new(2, 3), view=replace(shown.view, all_open=True))
    told = lines(hand(opened, 4, LOOK, large=False))
    assert [line.split()[0] for line in told] == ["A", "B"]
    assert all("○M ☼S ≈W ♣V §Y ∞K" in line for line in told)


# The hand


def test_a_small_hand_tells_suits_places_and_keys():
    assert lines(hand(shown_at("alone", "S"), 4, LOOK, large=False)) == [
        " ┌────┐ ┏━━━━┓ ┌────┐",
        " │ ○M │ ┃ ☼S ┃ │ ≈W │",
        " │3 6 │ ┃2 5 ┃ │347 │",
        " └ M ─┘ ┗ S ━┛ └ W ─┘",
    ]
    assert len(lines(hand(shown_at("alone"), 3, LOOK, large=False))) == 3
    assert lines(hand(shown_at("attempts"), 3, LOOK, large=False))[2] == " └────┘ └────┘ └────┘"


@pytest.mark.parametrize("pawn", "HTL")
@pytest.mark.parametrize(("large", "width"), [(False, 51), (True, 73)])
def test_seven_cards_fit_and_the_pawn_has_its_own_key(pawn, large, width):
    text = MOMENTS["first card"].replace("MSWVYKT.T.", f"MSWVYK{pawn}.{pawn}.")
    shown = shown_at("first card", "", 0, text)
    told = lines(hand(shown, 8, LOOK, large=large))
    assert {len(line) for line in told[1:]} == {width}
    assert hand_width(shown, large=large) == width
    assert all(f" {key} " in told[2 if large else -1] for key in "MSWVYKX")


@pytest.mark.parametrize(
    ("moment", "width", "text"),
    [
        (
            "attempts",
            80,
            " Kept (only you see): 3 Painter  9 Merchant!  = 3 points, ! is lost at wall 7",
        ),
        ("alone", 80, " Kept (only you see): 3 Savage  4 Sailor  = 7 points, both hold at wall 5"),
        (
            "chain",
            80,
            " Kept (only you see): 3 Savage  4 Sailor  8 Diplomat!  = 7, ! lost at wall 5",
        ),
        (
            "crowded",
            80,
            " Kept (only you see): 2SY! 3SK! 4YK! 5YK! 8MS! 9MS!  = 0, ! lost at wall -1",
        ),
        ("first card", 80, " Kept (only you see): nothing yet"),
    ],
)
def test_kept_problems_are_judged_by_the_wall(moment, width, text):
    assert kept_line(shown_at(moment), width, LOOK).plain == text


# Forecast, Barbarians, end


@pytest.mark.parametrize(
    ("moment", "keys", "text"),
    [
        ("alone", "", " Now: you lead both Problems. Dummy speaks first and would pass."),
        (
            "chain",
            "M664",
            " With your move: you lead both Problems. Dummy would pass.",
        ),
        (
            "attempts",
            "",
            " Now: Chai has Bard alone; Ben has Windfall alone; nobody tries Betrayal.",
        ),
        (
            "solving",
            "",
            " Now: Betrayal is yours; nothing is left unsolved, the Barbarians stay at 2.",
        ),
        (
            "crown",
            "",
            " Now: Windfall is yours; Betrayal stays unsolved: Barbarians 2 > 3.",
        ),
        ("over", "", ""),
    ],
)
def test_the_forecast_says_what_would_happen(moment, keys, text):
    assert outlook(shown_at(moment, keys), 80, LOOK).plain == text


@pytest.mark.parametrize("seed", range(8))
def test_forecasts_of_played_games_agree_with_the_rules_and_fit(seed):
    game = Amber(frozenset({"dummy_wins_ties"} if seed % 2 else ()))
    position, random = game.new(1 + seed % 3, seed), Random(seed)
    while not position.over:
        seat = position.turn
        found = forecast(position, game.chosen)
        move = game.random_move(position, random)
        after = game.play(position, move)
        if position.step == "declare" and position.dummy == seat:
            tried = found.dummy_attempts
            expected = "pass" if tried is None else f"try:{PROBLEMS[tried]}"
            assert game.format_move(move) == expected
        if position.step == "declare" and after.step == "solve":
            settled = {each.problem: each.winner for each in after.row}
            text = game.format_move(move)
            if text != "pass":
                position = with_attempt(position, PROBLEMS.index(text.removeprefix("try:")))
            found = forecast(position, game.chosen)
            assert {each.problem: each.winner for each in found.problems} == settled
        for brief in (False, True):
            told = describe_forecast(found, ("Ann", "Ben", "Chai"), 0, brief=brief)
            assert told.count(".") <= 2
        position = after


@pytest.mark.parametrize("seed", range(6))
def test_the_line_of_the_forecast_is_never_cut(seed):
    """Where there is no room for all of it, whole parts are left out."""
    players, random = 1 + seed % 3, Random(seed)
    position, names = GAME.new(players, seed), ("Ann", "Bartholomew", "Chai")
    seats = tuple(SeatState("person", f"key-{each}", each) for each in names[:players])
    cut = 0
    while not position.over:
        state = static_state("T1", GAME, GAME.view(position, None), seats)
        shown = Shown(see(state, ""), position)
        told = outlook(shown, 80, LOOK)
        assert told.cell_length <= 80
        assert "…" not in told.plain
        assert told.plain == "" or told.plain.endswith(".")
        full = describe_forecast(forecast(position, GAME.chosen), marks_of(shown.view).names, None)
        cut += len(full) > 80
        position = GAME.play(position, GAME.random_move(position, random))
    assert cut


def test_the_line_of_the_barbarians_shows_what_changed_and_who_watches():
    shown = replace(shown_at("next round"), since=position_at("attempts"), spectators=2)
    told = barbarians(shown, 80, LOOK).plain
    assert told.startswith(" Barbarians ▓▓▓░░░ 3 of 6 (was 2)")
    assert told.endswith("deck 9  discard 7  gold left 12 ")
    assert "2 watching" in barbarians(shown, 120, LOOK).plain
    assert "8 of 8" in barbarians(shown_at("crowded"), 80, LOOK).plain
    assert barbarians(shown, 80, Look(ASCII)).plain.isascii()
    assert lines(problem_list(shown, LOOK))[0].startswith(" New Problems")


@pytest.mark.parametrize("width", [74, 80, 120])
def test_the_end_lists_what_holds_and_what_falls_the_best_first(width):
    view = view_at("over")
    assert ranking(view.position) == [1, 2, 0]
    told = lines(points_table(view, width, LOOK))
    assert all(len(line) <= width for line in told)
    text = "\n".join(told)
    assert "♔ B Ben      6     11" in text
    for piece in ("5 Soldier", "8 Diplomat", "9 Darkness", "3 Journey", "8 Mill"):
        assert piece in text


def test_the_end_lists_short_forms_where_lines_are_wanting():
    told = lines(points_table(view_at("over"), 80, LOOK, 6))
    assert len(told) <= 6
    assert told[1].endswith("2SY 4YK 5YK  –")


def test_nobody_wins_where_the_barbarians_do():
    text = MOMENTS["over"].replace("1.7 3 1", "1.7 6 1").replace("BOR4.3.2", "BOR0.0.0")
    view = view_at("over", 0, text)
    assert "♔" not in points_table(view, 80, LOOK).plain


async def test_the_body_goes_from_one_state_to_another():
    app = BodyApp(shown_at("start"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        body = app.screen.query_one(AmberBody)
        for moment in ("first card", "attempts", "over", "alone"):
            app.screen.shown = shown_at(moment)
            body.show(app.screen.shown, LOOK)
            await pilot.pause()
            hand_ = app.screen.query_one("#hand")
            assert hand_.size.width == {"first card": 52, "over": 80}.get(moment, 42)
        body.mark_change(position_at("alone"), app.screen.shown.position)
