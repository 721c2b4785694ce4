"""The King's journeys (F10) and what happens where he arrives (F11)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

import pytest


def with_medals(*medals: int) -> str:
    return "|".join(f"0.9.{each}.{each}.0.-" for each in medals)


# F10


def test_F10_from_the_portrait_the_king_goes_anywhere_free_and_the_marker_falls_one(
    build, play, legal, refusal
):
    start = build(seats="0.0.0.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-")
    assert len(legal(start, "king:")) == 9
    after = play(start, "king:LUX0")
    assert (after.king, after.marker, after.francs[0]) == (8, 29, 0)
    assert refusal(start, "king:LUX1") == (
        "From his portrait the King goes anywhere in 0 steps: king:LUX0."
    )


def test_F10_steps_cost_one_less_and_lower_the_marker_one_more(build, play):
    after = play(build(king="WFL.20"), "king:LUX4")
    assert (after.king, after.marker, after.francs[0]) == (8, 15, 2)


def test_F10_more_steps_than_needed_are_allowed_through_different_provinces(build, legal, refusal):
    start = build(king="LUX.20", seats=with_medals(0, 0, 0))
    assert legal(start, "king:LIE") == {f"king:LIE{steps}" for steps in range(1, 9)}
    assert refusal(start, "king:LUX2") == (
        "The King is in Luxembourg: move him to another province."
    )
    assert refusal(start, "king:WFL2") == (
        "The King cannot go from Luxembourg to West Flanders in 2 steps through different "
        "provinces. Possible: 3, 4, 5, 6, 7, 8."
    )
    assert "Possible: 1, 2" in refusal(start, "king:LIE0")


def test_F10_only_what_can_be_paid(build, legal, refusal):
    start = build(king="LUX.20", seats="0.1.0.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-")
    assert legal(start, "king:") == {
        "king:NAM1", "king:LIE1", "king:LIM2", "king:BRA2", "king:HAI2", "king:NAM2", "king:LIE2",
    }  # fmt: skip
    assert "costs 2 francs; you have 1 franc" in refusal(start, "king:WFL3")


def test_F10_the_marker_stops_at_0(build, play):
    after = play(build(LUX="A1", king="WFL.2"), "king:LUX4")
    assert after.marker == 0


# F11: an empty province


def test_F11_in_an_empty_province_nothing_happens(build, play):
    seats = "0.9.1.1.3.-|0.9.0.0.2.-|0.9.0.0.1.-"
    after = play(build(LIE="-+MT", king="LUX.20", seats=seats), "king:LIE1")
    assert (after.asks, after.turn, after.factories_in(7)) == ("loans", 0, (1, 0, 1, 0))


# F11.1: Congress


def congress(build, *men: int, board: str = "A1B1", order: str = "1>2>0", turn: str = "0"):
    first, *others = men
    seats = "|".join([f"0.3.1.1.{first}.-", *(f"0.3.0.0.{each}.-" for each in others)])
    return build(LIE=f"{board}+MT", king="LUX.20", seats=seats, order=order, turn=turn)


def test_F11_seats_are_asked_most_congressmen_first_then_by_the_turn_order(build, play):
    asked = []
    here = play(congress(build, 2, 2, 3), "king:LIE1")
    while here.asks == "congress":
        asked.append(here.asked)
        here = play(here, "no")
    assert asked == [2, 1, 0]  # the mover like anyone
    assert here.asks == "shut"


def test_F11_the_first_yes_moves_all_congressmen_and_ends_the_asking(game, build, play):
    here = play(congress(build, 2, 2, 3), "king:LIE1", "no")
    assert (game.turn(here), here.turn) == (1, 0)
    after = play(here, "yes")
    assert after.congressmen == (2, 0, 3)
    assert after.citizens_in(7) == (1, 3, 0)
    assert after.scores == (0, 9, 0)
    assert after.turn == 1


def test_F11_seats_without_congressmen_are_not_asked(build, play):
    assert play(congress(build, 0, 0, 0, board="A2B1"), "king:LIE1").scores == (9, 0, 0)
    assert play(congress(build, 0, 0, 1), "king:LIE1").asked == 2


@pytest.mark.parametrize(
    ("men", "asked"), [((2, 2), None), ((0, 0), None), ((1, 2), 1), ((1, 0), 0)]
)
def test_F11_two_players_with_equally_many_are_not_asked(build, play, men, asked):
    seats = f"0.3.0.0.{men[0]}.-|0.3.0.0.{men[1]}.-"
    here = play(build(2, LIE="A1", king="LUX.20", seats=seats), "king:LIE1")
    assert (here.asks == "congress", here.asked) == (asked is not None, asked)


def test_F11_the_question_takes_only_yes_or_no(build, play, refusal):
    here = play(congress(build, 0, 0, 1), "king:LIE1")
    assert refusal(here, "done") == "Answer yes or no: do all your congressmen go to Liège?"


# F11.2: a leader


def test_F11_a_leader_scores_the_active_factories_which_become_inactive(build, play):
    seats = "0.9.0.0.0.-|2.9.1.1.0.-|0.9.0.0.0.-"
    after = play(build(LIE="A1B2C1+MMmTTTt", king="LUX.20", seats=seats), "king:LIE1")
    assert after.scores == (0, 2 + 2 * 6 + 3 * 3, 0)
    assert after.factories_in(7) == (0, 3, 0, 4)


def test_F11_without_active_factories_three_full_citizens_score_a_point(build, play):
    for citizens, points in ((2, 0), (3, 1), (5, 1), (6, 2), (14, 4)):
        here = play(build(LIE=f"A1C{citizens}", king="LUX.20"), "king:LIE1")
        assert here.scores == (0, 0, points)


# F11.3: nobody leads


def tie(build, factories: str = "+MTt"):
    return build(LIE=f"A2B2C1{factories}", king="LUX.20", seats=with_medals(1, 0, 0))


def test_F11_where_nobody_leads_the_seat_on_turn_may_make_a_factory_inactive(
    build, play, legal, refusal
):
    here = play(tie(build), "king:LIE1")
    assert (here.asks, here.decider) == ("shut", 0)
    assert legal(here) == {"shut:M", "shut:T", "shut:-"}
    for move, factories in (
        ("shut:M", (0, 1, 1, 1)),
        ("shut:T", (1, 0, 0, 2)),
        ("shut:-", (1, 0, 1, 1)),
    ):
        after = play(here, move)
        assert (after.factories_in(7), after.scores) == (factories, (0, 0, 0))
    assert refusal(here, "yes") == (
        "Nobody leads Liège: make one factory there inactive (shut:M or shut:T), or none (shut:-)."
    )


def test_F11_only_a_type_that_is_active_there(build, play, legal, refusal):
    here = play(tie(build, "+mT"), "king:LIE1")
    assert legal(here) == {"shut:T", "shut:-"}
    assert refusal(here, "shut:M") == "Liège has no active metal factory."


def test_F11_without_an_active_factory_nobody_is_asked(build, play):
    assert play(tie(build, "+mt"), "king:LIE1").asks == "loans"


def test_F11_the_queen_asks_the_same(build, play):
    seats = "0.9.0.0.0.place|0.6.0.0.1.king|0.7.0.0.0.-|0.8.0.0.0.-"
    here = play(build(4, LIE="A1", king="LUX.20", seats=seats), "queen:king:LIE1")
    assert (here.asks, here.asked) == ("congress", 1)
