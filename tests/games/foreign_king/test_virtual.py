"""The virtual player of two (F17)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

from games.foreign_king.scoring import final_points


def arrival(build, province: str, **board: str):
    medals = any("+" in each for each in (province, *board.values()))
    seats = f"0.9.{medals:d}.{medals:d}.0.-|0.3.0.0.0.-"
    return build(2, LIE=province, king="LUX.20", seats=seats, **board)


def test_F17_the_other_seat_makes_one_step_less_than_the_points(game, build, play, legal):
    here = play(arrival(build, "B1+MT"), "king:LIE1")
    assert (here.scores, here.asks, here.asked, here.steps) == ((0, 9, 0), "virtual", 0, 8)
    assert (game.turn(here), here.turn) == (0, 0)
    assert legal(here) == {f"virtual:{each}" for each in game.map.ids}


def test_F17_whoever_moved_the_king(build, play):
    here = play(arrival(build, "A1+T"), "king:LIE1")
    assert (here.asked, here.steps) == (1, 2)


def test_F17_a_step_places_a_citizen_or_moves_one_over_a_border(build, play, legal, refusal):
    here = play(arrival(build, "A1+T", WFL="V1"), "king:LIE1")
    assert legal(here, "virtual:WFL") == {"virtual:WFL", "virtual:WFL>EFL", "virtual:WFL>HAI"}
    assert refusal(here, "virtual:WFL>LUX") == (
        "West Flanders and Luxembourg have no common border."
    )
    assert refusal(here, "virtual:LIE>LUX") == "The virtual player has no citizen in Liège."
    assert "2 left" in refusal(here, "done")


def test_F17_one_just_placed_may_move_and_one_moved_may_go_back(build, play):
    here = play(arrival(build, "A2+T"), "king:LIE1", "virtual:LIE")
    assert (here.steps, here.citizens_in(7), here.supply(2)) == (1, (2, 0, 1), 14)
    after = play(here, "virtual:LIE>LUX")
    assert (after.citizens_in(8), after.asked, after.steps) == ((0, 0, 1), None, 0)
    assert after.asks == "loans"


def test_F17_with_an_empty_supply_citizens_only_move(build, legal, play, refusal):
    here = play(arrival(build, "A2+T", LUX="V15"), "king:LIE1")
    assert legal(here) == {"virtual:LUX>NAM", "virtual:LUX>LIE"}
    assert refusal(here, "virtual:LUX").startswith("The supply of the virtual player is empty")


def test_F17_one_point_makes_no_step(build, play):
    here = play(arrival(build, "A3"), "king:LIE1")
    assert (here.scores, here.asks, here.turn) == ((1, 0, 0), "act", 1)


def test_F17_the_virtual_player_leads_and_scores_and_nobody_makes_steps(build, play):
    here = play(arrival(build, "A1B1V2+MT"), "king:LIE1")
    assert (here.scores, here.asks) == ((0, 0, 9), "loans")


def test_F17_it_ties_for_the_lead(build, play):
    assert play(arrival(build, "A2V2+MT"), "king:LIE1").asks == "shut"


def test_F17_steps_come_before_the_end_of_the_game(build, play):
    here = build(2, LIE="A1+T", king="LUX.3", seats="2.9.1.1.0.-|3.3.0.0.0.-", virtual="0")
    here = play(here, "king:LIE1")
    assert here.asks == "virtual"
    assert play(here, "virtual:WFL", "virtual:WFL", "done").asks == "over"


def test_F17_it_shares_no_prize_but_that_for_provinces_doubled(build):
    here = build(
        2, LIE="V1+Mt", LUX="A1+t", NAM="V2", BRA="B1V1+t", king="LIE.5",
        seats="5.3.2.0.0.-|5.3.1.0.0.-", virtual="2", asks="over",
    )  # fmt: skip
    seat, _, virtual = final_points(here)
    assert (seat.provinces, seat.medals, seat.francs, seat.total) == (0, 9, 1, 15)
    assert (virtual.provinces, virtual.led, virtual.industry) == (18, 2, 3)
    assert virtual.total == 2 + 18 + 2 + 3


def test_F17_a_share_is_rounded_down_and_then_doubled(build):
    here = build(
        2, LIE="V1+t", LUX="A1+t", king="LIE.5", seats="5.3.2.0.0.-|5.3.0.0.0.-", asks="over"
    )
    assert [each.provinces for each in final_points(here)] == [4, 0, 8]


def ended(build, seats: str, virtual: str, **board: str):
    return build(2, king="LUX.1", seats=seats, virtual=virtual, asks="over", **board)


def test_F17_it_can_win_alone_and_then_both_seats_have_lost(game, build):
    outcome = game.outcome(ended(build, "2.0.0.0.0.-|3.0.0.0.0.-", "4"))
    assert (outcome.text, outcome.winners) == ("seats V points 2,3,4", ())
    assert outcome.virtual_wins


def test_F17_it_can_share_a_win_with_a_seat_without_medals(game, build):
    outcome = game.outcome(ended(build, "2.0.0.0.0.-|4.0.0.0.0.-", "4"))
    assert (outcome.text, outcome.winners) == ("seats 1,V points 2,4,4", (1,))
    assert outcome.virtual_wins


def test_F17_it_loses_a_tie_to_a_seat_with_a_medal(game, build):
    outcome = game.outcome(ended(build, "4.0.1.0.0.-|4.0.0.0.0.-", "13", LIE="-+t"))
    assert (outcome.text, outcome.winners) == ("seats 0 points 13,4,13", (0,))
    assert not outcome.virtual_wins


def test_F17_three_seats_have_no_virtual_player(build, play):
    assert build().virtual is None
    seats = "0.9.1.1.0.-|0.6.0.0.0.-|0.7.0.0.0.-"
    here = play(build(LIE="A1+MT", king="LUX.20", seats=seats), "king:LIE1")
    assert (here.scores, here.asks) == ((9, 0, 0), "loans")
