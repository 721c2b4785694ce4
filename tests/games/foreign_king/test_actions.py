"""The actions of the spaces: F3, F6–F9, F12 and F14."""

# ruff: noqa: N802 - the F-numbers are written as in the decisions about the rules

from __future__ import annotations

import pytest

NO_FRANCS = "0.0.0.0.0.-|0.0.0.0.0.-|0.0.0.0.0.-"
FOUR = "0.9.0.0.0.coins|0.6.0.0.0.place|0.7.0.0.0.king|0.8.0.0.0.order"


# F3: spaces


def test_F3_the_spaces_depend_on_the_number_of_players(build, legal):
    for number, spaces in ((2, 5), (3, 6), (4, 7)):  # nobody has a citizen to move yet
        words = {move.partition(":")[0] for move in legal(build(number))}
        assert len(words) == spaces
    seats = "0.5.0.0.0.-|0.6.0.0.0.-"
    for word in ("order", "queen"):
        with pytest.raises(ValueError, match="seats: seat 0 has its pawn on"):
            build(2, seats=seats.replace("0.-|", f"0.{word}|"))


def test_F3_a_space_with_a_pawn_is_taken_ones_own_too(build, legal, refusal):
    position = build(seats="0.5.0.0.0.coins|0.6.0.0.0.place|0.7.0.0.0.-")
    words = {move.partition(":")[0] for move in legal(position)}
    assert words == {"build", "congress", "king", "order"}
    assert refusal(position, "coins") == "Your pawn stands on coins: move it to another space."
    assert refusal(position, "place:1@LIE") == "The pawn of B stands on place: choose a free space."


def test_F3_a_pawn_stays_until_its_owners_next_turn(build, play):
    position = play(build(2), "coins", "place:1@LIE", "king:LIE0")
    assert position.pawns == ("king", "place")
    assert position.turn == 1


def test_F3_nobody_may_pass(build, refusal):
    assert refusal(build(2), "skip").startswith("You cannot skip your turn. Choose a space: build")


def test_F3_only_the_pawn_bans_a_repetition(build, play):
    """What was done through the queen may be done by pawn next, if the space is free."""
    position = build(4, seats="0.9.0.0.0.queen|0.6.0.0.0.-|0.7.0.0.0.-|0.8.0.0.0.-")
    assert play(position, "coins").francs[0] == 12


def test_F3_a_space_of_a_bigger_game_is_refused_with_its_name(build, refusal):
    assert refusal(build(2), "order") == "The space order is not in the game with 2 players."
    assert "queen is not in the game with 3" in refusal(build(3), "queen:coins")


# F6: build


def test_F6_a_factory_costs_three_and_the_first_of_a_province_brings_a_medal(build, play):
    position = play(build(LIE="-"), "build:T@LIE")
    assert position.factories_in(7) == (0, 0, 1, 0)
    assert (position.francs[0], position.medals[0]) == (2, 1)
    seats = "0.3.0.0.0.-|0.6.1.0.0.-|0.7.0.0.0.-"
    second = play(build(LIE="-+t", king="LIE.20", seats=seats), "build:M@LIE")
    assert (second.factories_in(7), second.medals) == ((1, 0, 0, 1), (0, 1, 0))


def test_F6_it_is_built_where_one_has_no_citizen_and_any_number_a_province(build, play):
    seats = "0.3.1.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-"
    position = play(build(LIE="B3+MMMMTTTT", seats=seats), "build:M@LIE")
    assert position.factories_in(7) == (5, 0, 4, 0)


def test_F6_only_a_type_in_stock_can_be_built(build, legal, refusal):
    seats = "0.3.0.0.0.-|0.6.1.0.0.-|0.7.1.0.0.-"
    position = build(LIE="-+MMM", LUX="-+MmT", king="LUX.9", seats=seats)
    assert len(legal(position, "build:")) == 9
    assert refusal(position, "build:M@BRA") == "No metal factory is left in stock."
    full = build(LIE="-+MMM", LUX="-+MmTTTTT", king="LUX.9", seats=seats)
    assert not legal(full, "build:")
    assert refusal(full, "build:T@BRA") == "No textile factory is left in stock."


def test_F6_who_cannot_pay_cannot_build(build, legal, refusal):
    position = build(seats="0.2.0.0.0.-|0.6.0.0.0.-|0.7.0.0.0.-")
    assert not legal(position, "build:")
    told = "That costs 3 francs; you have 2 francs. Choose something cheaper."
    assert refusal(position, "build:M@LIE") == told


# F7: place


def test_F7_citizens_go_into_one_province_for_one_franc_less_than_their_number(build, play):
    position = play(build(), "place:4@NAM")
    assert (position.citizens_in(6), position.francs[0]) == ((4, 0, 0), 2)
    assert position.supply(0) == 10


def test_F7_one_citizen_is_free_and_no_more_can_be_paid(build, legal, refusal):
    position = build(seats=NO_FRANCS)
    assert len(legal(position, "place:")) == 9
    assert "costs 1 franc; you have 0 francs" in refusal(position, "place:2@LIE")


def test_F7_no_more_than_the_supply_has(build, legal, refusal):
    rich = build(WFL="A12", seats=NO_FRANCS.replace("0.0.0", "0.99.0", 1))
    assert len(legal(rich, "place:")) == 18
    assert refusal(rich, "place:3@LIE") == "Your supply has only 2 citizens."
    assert not legal(build(WFL="A14"), "place:")


# F8: move


def test_F8_citizens_of_one_province_move_for_their_steps_less_one(build, play):
    position = play(build(WFL="A5"), "move:wfl>supply1+lux1+efl1")
    assert [position.citizens_in(each)[0] for each in (0, 1, 8)] == [2, 1, 1]
    assert (position.supply(0), position.francs[0]) == (10, 5 - 1 - 3 - 1 + 1)


def test_F8_what_can_be_paid_is_legal_and_nothing_else(build, legal, refusal):
    position = build(WFL="A2", seats=NO_FRANCS.replace("0.0.0", "0.1.0", 1))
    assert legal(position, "move:") == {
        "move:WFL>EFL1", "move:WFL>EFL2", "move:WFL>EFL1+HAI1", "move:WFL>EFL1+supply1",
        "move:WFL>HAI1", "move:WFL>HAI2", "move:WFL>HAI1+supply1", "move:WFL>supply1",
        "move:WFL>supply2", "move:WFL>ANT1", "move:WFL>BRA1", "move:WFL>NAM1",
    }  # fmt: skip
    assert "costs 2 francs; you have 1 franc" in refusal(position, "move:WFL>LUX1")


def test_F8_only_ones_own_citizens_of_that_province(build, refusal):
    position = build(WFL="A2B9")
    assert refusal(position, "move:WFL>EFL3") == "You have only 2 citizens in West Flanders."
    assert refusal(position, "move:LIE>LUX1") == "You have no citizen in Liège."
    assert "cannot move there" in refusal(position, "move:WFL>WFL1")


def test_F8_congressmen_are_not_moved(build, legal):
    seats = NO_FRANCS.replace("0.0.0.0.0", "0.0.0.0.3", 1)
    assert not legal(build(seats=seats), "move:")


@pytest.mark.parametrize(
    ("number", "citizens", "others", "ways"),
    [
        (2, 15, "0.6.0.0.0.build", 1_307_503),
        (3, 14, "0.6.0.0.0.build|0.7.0.0.0.-", 817_189),
    ],
)
def test_F8_the_widest_moves_are_counted_and_not_listed(
    game, build, number, citizens, others, ways
):
    position = build(number, WFL=f"A{citizens}", seats=f"0.999.0.0.0.-|{others}")
    assert 0 < game.count(position) - ways < 40
    game.check(position, game.parse_move("move:WFL>LUX9"))


# F9: congress


def test_F9_one_citizen_goes_to_the_congress_free(build, play, legal):
    position = build(WFL="A2B1", seats=NO_FRANCS)
    assert legal(position, "congress:") == {"congress:WFL", "congress:supply"}
    from_map = play(position, "congress:WFL")
    assert (from_map.congressmen[0], from_map.citizens_in(0)[0], from_map.supply(0)) == (1, 1, 12)
    from_supply = play(position, "congress:supply")
    assert (from_supply.citizens_in(0)[0], from_supply.supply(0)) == (2, 11)


def test_F9_there_must_be_such_a_citizen(build, refusal):
    position = build(WFL="A14")
    assert refusal(position, "congress:LIE") == (
        "You have no citizen in Liège to send to the Congress."
    )
    assert refusal(position, "congress:supply").startswith("Your supply is empty")


# F12: coins


def test_F12_coins_bring_three_and_one_for_each_textile_factory_where_one_leads(build, play):
    position = build(
        WFL="A1+MmTt", EFL="A1B1+T", ANT="A1B2+T", LIE="A2B1+t", king="WFL.20",
        seats="0.5.2.0.0.-|0.6.2.0.0.-|0.7.0.0.0.-",
    )  # fmt: skip
    assert play(position, "coins").francs[0] == 5 + 3 + 2 + 1


# F14: queen


def test_F14_the_queen_costs_two_and_opens_every_other_action(build, play, legal):
    """As in the book: four spaces are taken, one by the player on turn, and she opens all."""
    position = build(4, WFL="A1", seats=FOUR)
    opened = {move.split(":")[1].partition(":")[0] for move in legal(position, "queen:")}
    assert opened == {"build", "place", "move", "congress", "king", "coins", "order"}
    after = play(position, "queen:coins")
    assert (after.pawns[0], after.francs[0]) == ("queen", 9 - 2 + 3)


def test_F14_the_two_francs_are_paid_before_francs_come_in(build, play, legal, refusal):
    seats = FOUR.replace("0.9.0", "0.1.0", 1)
    position = build(4, seats=seats)
    assert not legal(position, "queen:")
    assert refusal(position, "queen:coins") == (
        "That costs 2 francs, 2 of them for the queen; you have 1 franc. Choose something cheaper."
    )
    loan = build(4, LIE="-+T", seats=seats.replace("0.1.0", "0.1.1", 1))
    assert play(loan, "queen:order").francs[0] == 1 + 3 - 2 + 1


def test_F14_both_costs_must_be_paid(build, refusal, legal):
    position = build(4, seats=FOUR.replace("0.9.0", "0.4.0", 1))
    assert not legal(position, "queen:build")
    assert "costs 5 francs, 2 of them" in refusal(position, "queen:build:M@LIE")
    assert len(legal(position, "queen:place")) == 27


def test_F14_the_queen_is_on_the_space_of_nobody_else(build, refusal):
    position = build(4, seats=FOUR.replace("place", "queen"))
    assert "The pawn of B stands on queen" in refusal(position, "queen:coins")
