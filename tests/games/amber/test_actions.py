"""A round's first phase, and the effects of the areas: A3, A5, A6."""

from __future__ import annotations

import pytest

from games.amber.constants import BOR, CAS, CAV, CHA, LUN, MAR, PEN


def seat(position, number=0):
    """Return influence and gold of a seat."""
    return position.seats[number].influence, position.seats[number].gold


class TestActing:
    def test_a1_a3_a_card_leads_to_the_areas_that_bear_one_of_its_suits(self, build, legal):
        here = build(hands={0: "MSWVYKH"})
        areas = {card: {move[2:] for move in legal(here, f"{card}:")} for card in "MSWVYKH"}
        assert areas == {
            "M": {"LUN", "CHA"},
            "S": {"PEN", "CAS"},
            "W": {"LUN", "CAV", "BOR"},
            "V": {"MAR", "CHA", "BOR"},
            "Y": {"PEN", "CAV", "BOR"},
            "K": {"MAR", "CAS"},
            "H": {"LUN", "PEN", "MAR", "CHA", "CAS", "BOR"},
        }
        for pawn, missing in (("T", set()), ("L", {"CHA"})):
            here = build(pawns=f"{pawn}H")
            found = {move[2:] for move in legal(here, f"{pawn}:")}
            every = {"LUN", "PEN", "MAR", "CHA", "CAS", "CAV", "BOR"}
            assert found == every - missing

    def test_a6_the_marker_comes_from_the_supply_first(self, build, play, refusal):
        after = play(build(), "V:BOR")
        assert seat(after) == (3, 3)
        assert after.markers_in(BOR) == (1, 0)
        assert (after.turn, after.step) == (1, "act")
        assert after.seats[0].hand == "MSWYKH"
        assert after.seats[0].last == "V"
        assert "comes from your supply" in refusal(build(board={"MAR": "1.0"}), "V:MAR>BOR")

    def test_a6_with_an_empty_supply_it_moves_from_any_other_area(
        self, build, play, legal, refusal
    ):
        here = build(influence=(0, 4), board={"MAR": "1.1", "CAS": "2.0"}, confidant="LUN")
        assert legal(here, "K:") == {"K:CAS>MAR", "K:MAR>CAS"}
        assert legal(here, "M:") == {"M:MAR>LUN", "M:CAS>LUN", "M:MAR>CHA", "M:CAS>CHA"}
        after = play(here, "K:MAR>CAS")
        assert after.markers_in(MAR) == (0, 1)
        assert after.markers_in(CAS) == (3, 0)
        assert "which area the marker comes from" in refusal(here, "K:CAS")
        assert "another area" in refusal(here, "K:CAS>CAS")
        assert "no marker on LUN" in refusal(here, "K:LUN>CAS")

    def test_a6_without_any_marker_the_card_has_no_action(self, build, play, legal, refusal):
        here = build(influence=(0, 4))
        assert legal(here) == {f"{card}:-" for card in "MSWVYKH"}
        after = play(here, "K:-")
        assert (after.markers, seat(after)) == (here.markers, (0, 3))
        assert after.seats[0].last == "K"
        assert "You must act in an area" in refusal(build(), "K:-")

    def test_only_cards_of_the_hand_are_played_where_they_lead(self, build, refusal):
        here = build(round="1.2", lasts={0: "M", 1: "M"})
        assert "You do not have the card M" in refusal(here, "M:LUN")
        assert "K does not lead to LUN, but to MAR, CAS" in refusal(here, "K:LUN")
        assert "play a card" in refusal(here, "pass")

    def test_a5_the_phases_follow_each_other_from_the_first_player_on(self, build, play):
        here = build(seats=3, row="2MK,2SY,CM", first=2, turn=2)
        after = play(here, "V:BOR")
        assert (after.turn, after.step) == (0, "act")
        after = play(after, "V:BOR", "V:BOR")
        assert (after.turn, after.step) == (2, "declare")


class TestEffects:
    @pytest.mark.parametrize(
        ("influence", "gold", "on_board", "gets"),
        [
            (4, 3, 2, (4, 4)),  # one put, one back
            (4, 4, 2, (4, 4)),  # no gold beyond 4
            (8, 3, 2, (7, 4)),  # nothing in the reserve
        ],
    )
    def test_a6_lun_gives_gold_and_influence(self, build, play, influence, gold, on_board, gets):
        here = build(influence=(influence, 4), gold=(gold, 3), board={"BOR": f"{on_board}.0"})
        assert seat(play(here, "M:LUN")) == gets

    def test_a6_mar_gives_gold_for_each_marker_there(self, build, play):
        assert seat(play(build(gold=(0, 3)), "K:MAR")) == (3, 1)
        here = build(gold=(0, 3), board={"MAR": "2.3"})
        assert seat(play(here, "K:MAR")) == (3, 3)
        here = build(gold=(2, 3), board={"MAR": "4.0"}, influence=(4, 4))
        assert seat(play(here, "K:MAR")) == (3, 4)
        here = build(gold=(0, 3), board={"MAR": "1.0"}, confidant="MAR")
        assert seat(play(here, "K:MAR")) == (3, 3)

    def test_a6_cas_gives_influence_for_each_marker_there(self, build, play):
        assert seat(play(build(), "K:CAS")) == (4, 3)
        here = build(board={"CAS": "2.0"}, confidant="CAS")
        assert seat(play(here, "K:CAS")) == (7, 3)
        here = build(board={"CAS": "3.0", "BOR": "2.0"})  # one in the reserve
        assert seat(play(here, "K:CAS")) == (4, 3)

    def test_a3_a_supply_never_holds_more_than_10_influence(self, build, play):
        here = build(round="2.1", row="2MK,2SY", influence=(9, 4), board={"CAS": "3.0"}, solver="0")
        after = play(here, "K:CAS")
        assert seat(after) == (10, 3)
        assert after.reserve(0) == 0
        here = build(round="2.1", influence=(10, 4), board={"CAS": "1.0"})
        assert seat(play(here, "K:CAS")) == (10, 3)
        here = build(round="2.1", influence=(10, 4), board={"CAS": "1.0"}, confidant="LUN")
        assert seat(play(here, "M:LUN")) == (10, 4)

    def test_a6_bor_has_no_effect(self, build, play):
        assert seat(play(build(board={"BOR": "3.0"}, confidant="BOR"), "V:BOR")) == (3, 3)

    def test_a6_pen_solves_a_problem_of_the_row_for_a_gold(self, build, play, legal, refusal):
        here = play(build(row="2MK,CM"), "S:PEN")
        assert (here.turn, here.step) == (0, "act+PEN")
        assert seat(here) == (3, 3)
        confidant = {f"CM:^{area}" for area in ["LUN", "PEN", "MAR", "CHA", "CAS", "CAV", "BOR"]}
        by_suit = {"2MK:LUN", "2MK:CHA", "2MK:MAR", "2MK:CAS", "CM:LUN", "CM:CHA"}
        assert legal(here) == {"2MK:keep"} | by_suit | confidant
        after = play(here, "2MK:keep")
        assert seat(after) == (3, 2)
        assert after.seats[0].problems == 1
        assert [row.problem for row in after.row] == [18]
        assert (after.turn, after.step, after.solver) == (1, "act", 0)
        assert "Solve a Problem: 2MK, CM" in refusal(here, "pass")
        assert "not yours to solve now" in refusal(here, "9MS:keep")

    def test_a6_pen_does_nothing_without_a_gold_or_a_problem(self, build, play):
        assert play(build(gold=(0, 3)), "S:PEN").step == "act"
        here = build(row="-", deck="", round="1.1")
        assert play(here, "S:PEN").step == "act"

    def test_a6_pen_may_lead_to_pen_again(self, build, play):
        here = play(build(row="2SY,CM"), "S:PEN", "2SY:PEN")
        assert (here.turn, here.step) == (0, "act+PEN")
        assert seat(here) == (2, 2)
        here = play(here, "CM:^PEN")
        assert (here.turn, here.step, seat(here)) == (1, "act", (2, 1))  # the row is empty

    def test_a6_cav_removes_an_opponents_marker_from_anywhere(self, build, play, legal, refusal):
        here = build(seats=3, row="2MK,2SY,CM", board={"BOR": "1.2.0", "LUN": "0.0.1"})
        here = play(here, "W:CAV")
        assert here.step == "act+CAV"
        assert legal(here) == {"CAV:1@BOR", "CAV:2@LUN"}
        after = play(here, "CAV:1@BOR")
        assert after.markers_in(BOR) == (1, 1, 0)
        assert after.reserve(1) == 10 - 4 - 1
        assert seat(after, 1) == (4, 3)
        assert "Seat 0 is not an opponent" in refusal(here, "CAV:0@BOR")
        assert "no marker on BOR" in refusal(here, "CAV:2@BOR")
        assert "The Cave" in refusal(here, "CHA:-")

    def test_a6_cav_must_be_done_but_does_nothing_without_a_target(self, build, play, only):
        here = play(build(board={"MAR": "0.1"}), "W:CAV")
        assert only(here) == "CAV:1@MAR"
        after = play(build(board={"MAR": "1.0"}, confidant="LUN"), "W:CAV")
        assert (after.turn, after.step) == (1, "act")

    def test_a6_cha_may_move_one_or_two_markers_to_another_area(self, build, play, legal, refusal):
        here = play(build(board={"MAR": "3.0"}, gold=(0, 3)), "M:CHA")
        assert here.step == "act+CHA"
        goals = {
            f"CHA:{n}@MAR>{area}"
            for n in (1, 2)
            for area in ["LUN", "PEN", "CHA", "CAS", "CAV", "BOR"]
        }
        own = {f"CHA:1@CHA>{area}" for area in ["LUN", "PEN", "MAR", "CAS", "CAV", "BOR"]}
        assert legal(here) == {"CHA:-"} | goals | own
        after = play(here, "CHA:-")
        assert (after.turn, seat(after)) == (1, (3, 0))
        after = play(here, "CHA:1@CHA>MAR")
        assert seat(after) == (3, 4)
        after = play(here, "CHA:2@MAR>CAS")
        assert after.markers_in(CAS) == (2, 0)
        assert seat(after) == (5, 0)
        assert "3 markers" not in refusal(here, "CHA:1@LUN>CAS")
        assert "You have 1 marker on CHA, not 2" in refusal(here, "CHA:2@CHA>CAS")
        assert "choose another area" in refusal(here, "CHA:1@MAR>MAR")
        assert "The Chance Meeting" in refusal(here, "pass")

    def test_a6_cha_as_destination_has_its_effect_again(self, build, play):
        here = play(build(board={"MAR": "1.0"}), "M:CHA", "CHA:1@MAR>CHA")
        assert here.step == "act+CHA"
        assert here.markers_in(CHA) == (2, 0)
        here = play(here, "CHA:2@CHA>CAV")
        assert here.markers_in(CAV) == (2, 0)
        assert (here.turn, here.step) == (1, "act")

    def test_a6_cha_leads_to_an_effect_without_another_marker(self, build, play):
        here = play(build(board={"MAR": "1.0"}), "M:CHA", "CHA:1@MAR>PEN")
        assert (here.step, seat(here)) == ("act+PEN", (3, 3))
        assert here.markers_in(PEN) == (1, 0)
        here = play(build(), "M:CHA", "CHA:1@CHA>LUN")
        assert seat(here) == (4, 4)
        assert here.markers_in(LUN) == (1, 0)
