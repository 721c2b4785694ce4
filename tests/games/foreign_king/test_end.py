"""The end of the game (F4, F15), final points and winners (F16)."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

import pytest

from games.foreign_king.scoring import final_points, province_sums, share_prize

# F15


@pytest.mark.parametrize(("second", "ends"), [(8, True), (7, False), (9, True)])
def test_F15_the_marker_at_or_below_the_second_highest_score_ends_the_game(
    build, play, second, ends
):
    seats = f"0.5.0.0.0.-|{second}.6.0.0.0.-|9.7.0.0.0.-"
    here = play(build(king="LUX.10", seats=seats), "king:NAM1")
    assert (here.asks == "over") == ends
    assert here.turn == (0 if ends else 1)


def test_F15_two_equal_best_scores_are_the_highest_and_the_second_highest(build, play):
    seats = "0.5.0.0.0.-|8.6.0.0.0.-|8.7.0.0.0.-"
    assert play(build(king="LUX.10", seats=seats), "king:NAM1").asks == "over"


def test_F15_the_virtual_players_score_counts(build, play):
    seats = "0.5.0.0.0.-|9.6.0.0.0.-"
    assert play(build(2, king="LUX.10", seats=seats, virtual="8"), "king:NAM1").asks == "over"
    assert play(build(2, king="LUX.10", seats=seats, virtual="7"), "king:NAM1").asks == "act"


def test_F15_ten_inactive_factories_end_the_game(build, play):
    seats = "0.5.1.1.0.-|0.6.0.0.0.-|0.7.0.0.0.-"
    here = play(build(LIE="A1B1+Mmmmmttttt", king="LUX.20", seats=seats), "king:LIE1")
    assert play(here, "shut:M").asks == "loans"
    assert play(here, "shut:M", "done").asks == "over"
    assert play(here, "shut:-", "done").asks == "act"


def test_F15_nine_inactive_factories_do_not(build, play):
    seats = "0.5.1.1.0.-|0.0.0.0.0.-|0.7.0.0.0.-"
    here = play(build(LIE="A1+Mmmmttttt", LUX="-", king="LUX.20", seats=seats), "king:LIE1")
    assert here.factories_in(7) == (0, 4, 0, 5)
    assert play(here, "done").asks == "act"


def test_F15_the_seat_on_turn_still_has_its_closing(build, play, legal):
    seats = "8.8.1.1.0.-|8.6.0.0.0.-|0.7.0.0.0.-"
    here = play(build(LIE="C1+t", king="LUX.9", seats=seats), "king:NAM1")
    assert (here.asks, here.turn) == ("loans", 0)
    assert legal(here) == {"done", "repay:1"}
    assert (play(here, "repay:1").asks, play(here, "repay:1").turn) == ("over", 0)


def test_F15_the_round_is_not_played_out_and_nothing_can_be_played(game, build, play, refusal):
    seats = "8.8.0.0.0.-|8.6.0.0.0.-|0.7.0.0.0.-"
    over = play(build(king="LUX.9", seats=seats), "king:NAM1")
    assert game.turn(over) is None
    assert list(game.moves(over)) == []
    assert game.count(over) == 0
    assert game.forced(over) is None
    assert refusal(over, "coins") == "The game is over."
    with pytest.raises(ValueError, match="the game is over"):
        game.idle(over)


# F4: seats that can do nothing, whose citizens are all in the Congress


def stuck(francs: int, pawn: str, score: int = 0) -> str:
    return f"{score}.{francs}.0.0.14.{pawn}"


def test_F4_a_seat_that_can_use_no_space_skips_and_closes(game, build, play, legal, refusal):
    seats = f"{stuck(2, 'coins')}|0.6.1.1.0.king|0.7.0.0.0.order"
    here = build(LIE="B1+T", king="LUX.20", seats=seats)
    assert legal(here) == {"skip"}
    assert game.format_move(game.forced(here)) == "skip"
    assert game.idle(here) == game.forced(here)
    assert "costs 3 francs" in refusal(here, "build:M@LIE")
    after = play(here, "skip")
    assert (after.turn, after.pawns[0], after.francs[0]) == (1, "coins", 2)


def test_F4_the_closing_follows_a_skip(build, play, legal):
    seats = "0.4.1.1.14.coins|0.6.0.0.0.king|0.7.0.0.0.order"
    stock = {"LIE": "-+MMMMMTTTTT"}
    here = play(build(**stock, king="LUX.20", seats=seats), "skip")
    assert (here.asks, here.turn) == ("loans", 0)
    assert legal(here) == {"done", "repay:1"}


def test_F4_the_game_goes_on_while_any_seat_could_use_a_space(build, play):
    seats = f"{stuck(2, 'coins')}|{stuck(2, 'king')}|0.2.0.0.13.order"
    here = play(build(king="LUX.20", seats=seats, turn="2"), "congress:supply")
    assert (here.asks, here.turn) == ("act", 0)  # order is free for seats 0 and 1


def test_F4_the_game_ends_when_no_seat_at_all_could_use_a_space(game, build, play):
    """Pawns are on coins and king, no factory is left, and all citizens are in the Congress."""
    here = build(
        2, LIE="-+MMMMMTTTTT", king="LUX.20", turn="1",
        seats="0.2.1.1.15.coins|0.2.0.0.15.place",
    )  # fmt: skip
    over = play(here, "king:NAM1")
    assert (over.asks, over.turn) == ("over", 0)  # whose turn it would have been
    assert game.parse(str(over)) == over
    assert game.outcome(over).text == "seats 0 points 5,2,0"


def test_F4_a_seat_that_can_pay_for_a_factory_can_act(build, play):
    here = build(2, king="LUX.20", seats="0.2.0.0.15.coins|0.3.0.0.15.place", turn="1")
    assert play(here, "king:NAM1").asks == "act"
    poor = build(2, king="LUX.20", seats="0.2.0.0.15.coins|0.2.0.0.15.place", turn="1")
    assert play(poor, "king:NAM1").asks == "over"


# F16


@pytest.mark.parametrize(
    ("prize", "holdings", "shares"),
    [
        (9, (4, 2, 1), [9, 0, 0]),
        (9, (4, 4, 1), [4, 4, 0]),
        (9, (4, 4, 4, 4), [2, 2, 2, 2]),
        (3, (1, 1, 0), [1, 1, 0]),
        (3, (0, 0, 0), [0, 0, 0]),
    ],
)
def test_F16_ties_share_a_prize_rounded_down_and_nothing_wins_nothing(prize, holdings, shares):
    assert share_prize(prize, holdings) == shares


def test_F16_the_example_of_the_screens(game):
    over = game.parse(
        "A1+T/-+m/A1+m/B6C5+T/C2+Mt/C2+t/B5C4+mt/-/- ANT.9 "
        "9.0.4.1.2.king|10.3.0.0.1.move|9.1.3.0.1.build - 0>1>2 - 0 over"
    )
    outcome = game.outcome(over)
    assert outcome.text == "seats 1 points 15,17,13"
    assert (outcome.winners, outcome.points, outcome.virtual_wins) == ((1,), (15, 17, 13), False)
    assert province_sums(over) == (4, 5, 5)
    assert [tuple(each)[:6] for each in final_points(over)] == [
        (9, -6, 0, 9, 3, 0),
        (10, 0, 4, 0, 0, 3),
        (9, 0, 4, 0, 0, 0),
    ]


def over_with(build, *seats: str, **board: str):
    filled = "|".join(f"{each}.-" for each in seats)
    return build(king="LUX.1", seats=filled, asks="over", **board)


def test_F16_scores_may_fall_below_0(game, build):
    over = over_with(build, "1.0.2.2.0", "1.1.0.0.0", "0.0.0.0.0", LIE="-+t", NAM="-+t")
    assert game.outcome(over).text == "seats 1 points -2,4,0"


def test_F16_a_tie_is_won_by_most_medals(game, build):
    board = {"LIE": "-+t", "NAM": "-+t", "BRA": "-+t"}
    over = over_with(build, "10.0.0.0.0", "1.0.3.0.0", "1.0.0.0.0", **board)
    assert game.outcome(over).text == "seats 1 points 10,10,1"


def test_F16_a_tie_with_as_many_medals_is_shared(game, build):
    board = {"LIE": "-+t", "NAM": "-+t", "BRA": "-+t"}
    over = over_with(build, "6.0.1.0.0", "0.0.1.0.0", "6.0.1.0.0", **board)
    assert game.outcome(over).text == "seats 0,2 points 9,3,9"
    none = over_with(build, "6.0.0.0.0", "0.0.0.0.0", "6.0.0.0.0")
    assert game.outcome(none).text == "seats 0,2 points 6,0,6"
