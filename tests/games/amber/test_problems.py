"""Attempts, solving, the Confidant, and the end of a round: A5, A7 to A9."""

from __future__ import annotations

import pytest

from games.amber.constants import BOR, CAS, CAV, MAR
from games.amber.mutable_position import MutablePosition


def row(position):
    """Return the row as text."""
    return position.fields()[2]


def seat(position, number=0):
    """Return influence and gold of a seat."""
    return position.seats[number].influence, position.seats[number].gold


class TestConfidant:
    """A7."""

    def test_the_first_time_it_goes_anywhere_and_then_elsewhere(self, build, legal, refusal):
        here = build(row="CM=0", step="solve")
        assert len(legal(here, "CM:^")) == 7
        here = build(row="CM=0", step="solve", confidant="CAV")
        assert "CM:^CAV" not in legal(here, "CM:^")
        assert len(legal(here, "CM:^")) == 6
        assert "The Confidant is on CAV" in refusal(here, "CM:^CAV")

    def test_its_area_has_its_effect_without_a_marker(self, build, play):
        here = build(row="CM=0,2MK", step="solve", gold=(1, 3), influence=(2, 4))
        after = play(here, "CM:^MAR")
        assert after.confidant == MAR
        assert after.markers == here.markers
        assert seat(after) == (2, 2)  # 1 for the Confidant, with no marker there
        after = play(here, "CM:^CAS")
        assert seat(after) == (3, 1)

    def test_no_marker_of_theirs_is_put_and_an_effect_may_be_to_decide(self, build, play):
        here = build(row="CM=0,2MK", step="solve", board={"BOR": "1.1"})
        assert play(here, "CM:^PEN").step == "solve+PEN"
        assert play(here, "CM:^CAV").step == "solve+CAV"
        assert play(here, "CM:^CHA").step == "solve+CHA"
        here = build(row="CM=0", step="solve")
        assert play(here, "CM:^CHA").round == 2  # no marker on any area

    @pytest.mark.parametrize(
        ("board", "confidant", "sums"),
        [
            ({"LUN": "1.2"}, "", (1, 2)),
            ({"LUN": "1.2"}, "LUN", (2, 3)),
            ({"LUN": "0.2"}, "LUN", (0, 3)),  # only for who is there
            ({"LUN": "1.2"}, "PEN", (1, 2)),  # not one of the areas
            ({"BOR": "3.0", "CAV": "1.1"}, "", (4, 1)),  # once, with both suits
            ({"BOR": "1.0"}, "BOR", (2, 0)),
        ],
    )
    def test_a8_in_attempts_it_helps_who_is_present(self, build, game, board, confidant, sums):
        here = build(row="9WY,CM", board=board, confidant=confidant)
        strength = MutablePosition(here, game.chosen).strength
        assert tuple(strength(each, 16) for each in (0, 1)) == sums


class TestAttempts:
    """A8."""

    def test_an_attempt_is_one_problem_for_a_gold_or_a_pass(self, build, play, legal, refusal):
        here = build(step="declare")
        assert legal(here) == {"pass", "try:2MK", "try:2SY"}
        after = play(here, "try:2SY")
        assert row(after) == "2MK,2SY:0"
        assert seat(after) == (4, 2)
        assert legal(after) == {"pass", "try:2MK", "try:2SY"}
        assert "9MS is not in the row: 2MK, 2SY" in refusal(here, "try:9MS")
        assert "or pass" in refusal(here, "2MK:keep")

    def test_without_gold_one_must_pass(self, build, only, refusal):
        here = build(step="declare", gold=(0, 3))
        assert only(here) == "pass"
        assert "costs 1 gold" in refusal(here, "try:2MK")

    def test_one_claimant_needs_no_marker(self, build, play):
        here = play(build(step="declare"), "try:2MK", "pass")
        assert (row(here), here.turn, here.step) == ("2MK=0,2SY", 0, "solve")

    def test_the_strongest_is_awarded_and_nothing_is_paid_back(self, build, play):
        here = build(step="declare", board={"LUN": "1.2"})
        here = play(here, "try:2MK", "try:2MK")
        assert (row(here), here.turn) == ("2MK=1,2SY", 1)
        assert (seat(here, 0), seat(here, 1)) == ((4, 2), (4, 2))

    def test_of_equals_who_spoke_first(self, build, play):
        here = build(step="declare", board={"LUN": "2.2"}, first=1, turn=1)
        assert row(play(here, "try:2MK", "try:2MK")) == "2MK=1,2SY"

    def test_all_are_settled_before_any_is_solved(self, build, play):
        here = build(step="declare", board={"LUN": "2.1", "PEN": "0.1"})
        here = play(here, "try:2MK", "try:2SY")
        assert row(here) == "2MK=0,2SY=1"
        here = play(here, "2MK:keep")
        assert (here.turn, here.step, row(here)) == (1, "solve", "2SY=1")

    def test_of_three_all_may_attempt_one(self, build, play):
        here = build(seats=3, row="2MK,2SY,CM", step="declare", board={"MAR": "1.1.0"})
        here = play(here, "pass", "try:2MK", "try:2MK")
        assert row(here) == "2MK=1,2SY,CM"


class TestSolving:
    """A9."""

    def test_a_number_is_kept_a_suit_acted_by_and_a_crown_moves_the_confidant(
        self, build, legal, refusal
    ):
        here = build(row="2MK=0,CM=1", step="solve")
        assert legal(here) == {"2MK:keep", "2MK:LUN", "2MK:CHA", "2MK:MAR", "2MK:CAS"}
        assert "no crown" in refusal(here, "2MK:^LUN")
        assert "2MK does not lead to CAV" in refusal(here, "2MK:CAV")
        assert "not yours to solve now, but 2MK" in refusal(here, "CM:^LUN")
        here = build(row="2MK=0,CM=1", step="solve", turn=1, first=1)
        assert {"CM:LUN", "CM:CHA"} < legal(here)
        assert "no number" in refusal(here, "CM:keep")

    def test_without_a_marker_a_suit_is_out(self, build, only, legal, refusal):
        here = build(row="2MK=0", step="solve", influence=(0, 4))
        assert only(here) == "2MK:keep"
        assert "no marker to put" in refusal(here, "2MK:LUN")
        here = build(row="CM=0", step="solve", influence=(0, 4))
        assert len(legal(here)) == 7
        here = build(row="2MK=0", step="solve", influence=(0, 4), board={"BOR": "1.0"})
        assert "2MK:BOR>LUN" in legal(here)

    def test_a_kept_card_is_kept_and_any_other_discarded(self, build, play):
        here = build(row="9MS=0,CM=1", step="solve", round="1.2", kept=("2MK", "-"))
        after = play(here, "9MS:keep")
        assert after.seats[0].kept == (0, 15)
        assert after.seats[0].problems == 2
        assert after.discard == here.discard
        after = play(here, "9MS:CAS", "CM:LUN")
        assert after.seats[0].kept == (0,)
        assert {15, 18} <= set(after.discard)
        assert after.discard == tuple(sorted(after.discard))

    def test_all_that_follows_is_done_before_the_next_solves(self, build, play):
        here = build(row="2SY=0,9MS=1,CM", seats=3, step="solve")
        here = play(here, "2SY:PEN")
        assert (here.turn, here.step) == (0, "solve+PEN")
        here = play(here, "CM:^BOR")
        assert (here.turn, here.step, here.confidant) == (1, "solve", BOR)
        assert here.solver == 0

    def test_what_is_awarded_to_anybody_is_not_open_to_a_penitent(self, build, play, legal):
        here = build(row="2SY=0,9MS=1,CM", seats=3, step="solve")
        solved = legal(play(here, "2SY:PEN"))
        assert {move.partition(":")[0] for move in solved} == {"CM"}
        here = build(row="2SY=0,9MS=1", step="solve")
        assert play(here, "2SY:PEN").step == "solve"

    def test_a_penitent_in_the_second_phase_makes_a_problem_solved(self, build, play):
        here = build(row="2SY=0,CM", step="solve")
        assert play(here, "2SY:keep").power == 1
        assert play(here, "2SY:PEN", "CM:^BOR").power == 0


class TestEndOfRound:
    """A5."""

    def test_every_problem_left_adds_to_the_power_and_is_discarded(self, build, play):
        here = build(step="declare", power=2)
        after = play(here, "pass", "pass")
        assert (after.power, after.first, after.turn, after.step) == (4, 1, 1, "act")
        assert after.discard == (0, 1)
        assert [each.problem for each in after.row] == list(here.deck[:2])
        assert after.deck == here.deck[2:]
        assert after.round == 2

    def test_the_power_ends_at_6_or_with_the_option_at_8(self, build, play, rules):
        here = build(step="declare", power=5)
        assert play(here, "pass", "pass").power == 6
        assert play(here, "pass", "pass", by=rules("barbarians_8")).power == 7
        here = build(step="declare", power=7)
        assert play(here, "pass", "pass", by=rules("barbarians_8")).power == 8

    def test_it_ends_with_the_last_effect(self, build, play):
        here = build(row="CW=0", step="solve", board={"MAR": "0.1"})
        here = play(here, "CW:CAV")
        assert (here.round, here.step) == (1, "solve+CAV")
        here = play(here, "CAV:1@MAR")
        assert (here.round, here.step) == (2, "act")
        assert here.markers_in(CAV) == (1, 0)
        assert here.markers_in(CAS) == (0, 0)
