"""The turn order (F13)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

import pytest


def test_F13_order_brings_a_franc_and_a_place_when_the_round_ends(build, play, legal):
    here = play(build(), "order")
    assert (here.francs[0], here.changes, here.turn) == (6, (0,), 1)
    here = play(here, "coins", "place:1@LIE")
    assert (here.asks, here.turn) == ("order", 0)
    assert legal(here) == {"order:1", "order:2", "order:3"}
    after = play(here, "order:2")
    assert (after.order, after.turn, after.asks, after.changes) == ((1, 0, 2), 1, "act", ())


@pytest.mark.parametrize(("place", "order"), [(1, (1, 0, 2)), (2, (0, 1, 2)), (3, (0, 2, 1))])
def test_F13_a_seat_goes_earlier_later_or_stays_and_the_others_keep_their_sequence(
    build, play, place, order
):
    here = play(build(), "coins", "order", "place:1@LIE", f"order:{place}")
    assert here.order == order


def test_F13_a_place_is_one_of_the_seats(build, play, refusal):
    here = play(build(), "coins", "place:1@LIE", "order")
    for move in ("order:4", "coins"):
        told = "Choose your place in the turn order: order:1 to order:3."
        assert refusal(here, move) == told


def test_F13_the_seat_on_the_space_shifts_before_the_queens_seat(build, play):
    here = play(build(4), "order", "coins", "queen:order", "place:1@LIE")
    assert (here.asks, here.turn, here.changes) == ("order", 0, (0, 2))
    here = play(here, "order:1")
    assert (here.asks, here.turn, here.order) == ("order", 2, (0, 1, 2, 3))
    after = play(here, "order:1")
    assert (after.order, after.turn) == ((2, 0, 1, 3), 2)


def test_F13_also_if_the_queens_seat_chose_earlier(build, play):
    here = play(build(4), "coins", "queen:order", "order", "place:1@LIE")
    assert (here.turn, here.changes) == (2, (2, 1))


def test_F13_the_closing_comes_before_the_shift(build, play):
    seats = "0.5.0.0.0.-|0.6.0.0.0.-|0.7.1.0.0.-"
    here = play(build(LIE="-+T", seats=seats), "coins", "place:1@BRA", "order")
    assert here.asks == "loans"
    assert play(here, "done").asks == "order"


def test_F13_a_pawn_left_on_order_shifts_no_more(build, play):
    seats = "0.5.0.0.0.order|0.6.0.0.0.-|0.7.0.0.0.-"
    here = play(build(seats=seats), "coins", "place:1@BRA", "build:T@LIE", "done")
    assert (here.asks, here.turn) == ("act", 0)


def test_F13_F15_an_end_of_the_game_cancels_shifts(build, play):
    seats = "0.5.0.0.0.-|8.6.0.0.0.-|8.7.0.0.0.-"
    here = play(build(LIE="B1", king="LUX.10", seats=seats), "order", "king:NAM1")
    assert (here.asks, here.turn, here.changes) == ("over", 1, (0,))
