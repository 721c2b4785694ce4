"""The barbarians, the winners and a second period: A11, A12."""

from __future__ import annotations

import pytest

from games.amber.constants import PROBLEMS
from games.amber.scoring import final_points

ORDER = ",".join(reversed(PROBLEMS))
LAST = {"round": "1.7", "step": "declare", "lasts": {0: "K", 1: "K", 2: "K"}}


def end(build, **fields):
    return build(**({"round": "1.7", "turn": None, "step": "over", "row": "-"} | fields))


class TestBarbarians:
    """A11."""

    def test_numbers_equal_to_or_above_the_wall_are_lost(self, build, game):
        here = end(build, power=4, board={"BOR": "2.0"}, kept=("2MK+3MW+4MS+9MS", "-"))
        points = final_points(here, 0)
        assert (points.wall, points.points, points.defenders) == (4, 5, 2)
        assert [PROBLEMS[each] for each in points.lost] == ["4MS", "9MS"]
        assert game.outcome(here).text == "seats 0 points 5,0"

    def test_with_a_power_of_8_a_wall_can_be_below_nothing(self, build, game):
        here = end(build, power=8, kept=("2MK", "-"))
        assert final_points(here, 0).wall == -2
        outcome = game.outcome(here)
        assert (outcome.text, outcome.winners) == ("barbarians points 0,0", ())
        assert outcome.barbarians

    def test_the_confidant_defends_nobody(self, build):
        here = end(build, power=4, confidant="BOR", kept=("2MK", "-"))
        assert final_points(here, 0).wall == 2

    @pytest.mark.parametrize(
        ("option", "result"),
        [
            ("", "seats 0 points 14,9"),
            ("goal_10", "seats 0 points 14,9"),
            ("goal_15", "barbarians points 14,9"),
            ("goal_20", "barbarians points 14,9"),
        ],
    )
    def test_the_barbarians_win_unless_somebody_has_the_goal(self, build, rules, option, result):
        here = end(build, round="2.7", deck="CM,CS", board={"BOR": "4.4"}, kept=("5MV+9MS", "9WY"))
        game = rules(option) if option else rules()
        assert game.outcome(here).text == result

    def test_the_dummy_counts_as_somebody(self, build, game):
        here = end(build, alone=True, kept=("-", "2MK"))
        assert game.outcome(here).text == "seats 1 points 0,2"

    def test_ties_are_decided_by_the_borderland_and_else_shared(self, build, game):
        kept = ("3MW", "3SK", "3VY")
        here = end(build, seats=3, kept=kept, board={"BOR": "1.2.1"})
        assert game.outcome(here).text == "seats 1 points 3,3,3"
        here = end(build, seats=3, kept=kept, board={"BOR": "2.1.2"})
        assert game.outcome(here).text == "seats 0,2 points 3,3,3"

    def test_the_game_ends_after_round_7(self, build, play, game, legal):
        here = build(**LAST, first=1, turn=1)
        over = play(here, "pass", "pass")
        assert (over.step, over.turn, over.round, over.row) == ("over", None, 7, ())
        assert (over.first, over.power) == (0, 2)
        assert game.turn(over) is None
        assert legal(over) == set()
        with pytest.raises(ValueError, match="over"):
            game.check(over, game.parse_move("pass"))


class TestSecondPeriod:
    """A12."""

    def last_move(self, build, **fields):
        return build(**(LAST | {"turn": 1, "later": ORDER} | fields))

    def test_problems_not_kept_are_the_new_deck_and_cards_come_back(self, build, play):
        here = self.last_move(build, kept=("2MK", "9MS"), row="CM,CS", board={"MAR": "2.1"})
        after = play(here, "pass")
        assert (after.period, after.round, after.step, after.later) == (2, 1, "act", None)
        order = [p for p in reversed(range(24)) if p not in (0, 15)]
        drawn = [*(each.problem for each in after.row), *after.deck]
        assert drawn == order
        assert after.discard == ()
        for seat in after.seats:
            assert seat.hand == f"MSWVYK{seat.pawn}"
            assert seat.last is None
        assert after.markers == here.markers
        assert after.power == here.power + 2
        assert [seat.kept for seat in after.seats] == [(0,), (15,)]
        assert after.reserve(0) == here.reserve(0) + 4

    def test_who_solved_last_is_first_or_else_who_has_the_marker(self, build, play):
        here = self.last_move(build, kept=("2MK", "-"), row="CM", solver="1")
        assert play(here, "pass").first == 1
        here = self.last_move(build, kept=("2MK", "-"), row="CM", solver="0")
        assert play(here, "pass").turn == 0
        here = self.last_move(build)
        assert play(here, "pass").first == 1
        here = build(**(LAST | {"turn": 0, "first": 1, "later": ORDER}))
        assert play(here, "pass").first == 0

    def test_the_penitents_solution_counts_in_time(self, build, play):
        here = build(
            **(LAST | {"step": "solve", "row": "2SY=1,CM", "turn": 1, "later": ORDER}),
            kept=("3MW", "-"),
        )
        assert play(here, "2SY:PEN", "CM:^BOR").first == 1

    def test_alone_the_dummy_has_its_second_pile_and_coins(self, build, play):
        later = f"{ORDER};101010101;KYVWSMT"
        here = self.last_move(build, alone=True, later=later, turn=0, first=1)
        after = play(here, "pass")
        assert after.seats[1].hand == "KYVWSMT"
        assert after.coins == "101010101"

    def test_the_game_ends_with_fewer_than_two_problems(self, build, play):
        here = build(round="2.4", step="declare", turn=1, row="CM,CS", deck="CW")
        over = play(here, "pass")
        assert (over.step, over.round, over.deck_size) == ("over", 4, 1)
        here = build(round="2.4", step="declare", turn=1, row="CM,CS", deck="CW,CV")
        assert play(here, "pass").step == "act"

    def test_three_players_reveal_the_last_two(self, build, play):
        here = build(seats=3, round="2.4", step="declare", turn=2, row="CM,CS", deck="CW,CV")
        after = play(here, "pass")
        assert (after.round, len(after.row), after.deck) == (5, 2, ())
        assert play(after, "W:BOR").step == "act"

    def test_it_ends_after_its_seventh_round(self, build, play):
        here = build(**(LAST | {"round": "2.7"}), turn=1, deck="CM,CS,CW", row="-")
        assert play(here, "pass").step == "over"
