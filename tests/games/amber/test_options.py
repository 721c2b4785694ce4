"""Options, the move of who is late, and the engine protocol: A23, A24."""

from __future__ import annotations

import pytest

from games.author.platform import AuthoredCompletions
from games.contract import GameError
from games.engine import Engine
from games.registry import game_of, spec_of

SPEC = spec_of("amber")


class TestOptions:
    """A23."""

    def test_the_words_are_these_and_one_goal_at_most(self):
        assert SPEC.option_names == {
            *("two_periods", "no_doubles", "barbarians_8", "goal_10", "goal_15", "goal_20"),
            "dummy_wins_ties",
        }
        with pytest.raises(GameError, match="goal_10 and goal_15 exclude each other"):
            game_of("amber", options=frozenset({"goal_15", "goal_10"}))
        with pytest.raises(GameError, match="no option 'goal_5'"):
            game_of("amber", options=frozenset({"goal_5"}))

    def test_a3_alone_the_table_plays_the_dummy(self, game):
        assert SPEC.seats_played_by_table(1) == ("dummy",)
        assert SPEC.seats_played_by_table(2) == ()
        assert [SPEC.count_seats(players) for players in SPEC.players] == [2, 2, 3]
        assert game.count_seats(game.new(1, 1)) == 2


class TestIdle:
    """A24."""

    @pytest.mark.parametrize(
        ("fields", "idle"),
        [
            ({}, "M:CHA"),
            ({"hands": {0: "SWVYKH"}, "lasts": {0: "M", 1: "M"}, "round": "1.2"}, "S:CAS"),
            ({"influence": (0, 4)}, "M:-"),
            ({"influence": (0, 4), "board": {"MAR": "1.0", "CHA": "1.0"}}, "M:CHA>LUN"),
            ({"step": "declare"}, "pass"),
            ({"step": "act+CHA", "board": {"MAR": "1.0"}}, "CHA:-"),
            ({"step": "act+CAV", "board": {"MAR": "0.1", "BOR": "0.1"}}, "CAV:1@BOR"),
            ({"step": "act+PEN", "row": "2SY,2MK"}, "2MK:CAS"),
            ({"step": "solve", "row": "CM=0"}, "CM:CHA"),
            ({"step": "solve", "row": "CM=0", "influence": (0, 4)}, "CM:^BOR"),
        ],
    )
    def test_it_is_the_first_move_of_the_first_card(self, build, game, fields, idle):
        here = build(**fields)
        assert game.format_move(game.idle(here)) == idle
        game.check(here, game.idle(here))

    def test_an_over_game_has_none(self, build, game):
        with pytest.raises(GameError, match="over"):
            game.idle(build(round="1.7", turn=None, step="over", row="-"))


class TestEngine:
    def engine(self, *commands):
        engine = Engine()
        for command in ("game amber", *commands):
            assert engine.answer(command)[-1] == "ok", command
        return engine

    def test_a_game_is_chosen_with_its_options(self):
        engine = Engine()
        assert engine.answer("game amber two_periods goal_10") == ["ok"]
        assert engine.answer("game amber goal_20 goal_10")[0].startswith("error the options goal")
        assert engine.answer("game amber open")[0].startswith("error cannot read")
        (position, ok) = engine.answer("position new players=1 seed=4")
        assert (position.count("|>"), ok) == (1, "ok")

    def test_moves_are_those_of_a_head(self, build, game):
        here = game.format(build())
        engine = self.engine(f"position {here}")
        assert engine.answer("moves m") == ["M:LUN", "M:CHA", "ok"]
        assert len(engine.answer("moves")) - 1 == 2 + 2 + 3 + 3 + 3 + 2 + 6
        assert engine.answer("moves 9MS") == engine.answer("moves try") == ["ok"]
        assert engine.answer("moves LUN")[0].startswith("error 'LUN' begins no move; write M, S")
        assert engine.answer("status") == ["turn 0", "ok"]
        engine = self.engine(f"position {game.format(build(step='act+CHA', board={'BOR': '1.0'}))}")
        assert len(engine.answer("moves CHA")) == 1 + 6 + 1
        engine = self.engine(f"position {game.format(build(step='declare'))}")
        assert engine.answer("moves try") == ["try:2MK", "try:2SY", "ok"]
        assert engine.answer("moves pass") == ["pass", "ok"]

    def test_playouts_count_moves_and_cards(self):
        engine = self.engine("position new players=3 seed=2")
        words = engine.answer("playouts 3 seed=1")[0].split()
        assert words[:3] == ["playouts", "3", "turns"]
        assert words[4:6] == ["cards", str(3 * 3 * 7)]
        assert int(words[3]) >= 3 * 3 * 14

    def test_what_is_hidden_is_an_error(self):
        engine = self.engine("position new players=2 seed=2")
        (view, _) = engine.answer("view spectator")
        engine = self.engine(view.replace("view", "position"))
        for command in ("moves", "count", "playouts 1 seed=1", "go nodes 4", "perft 1"):
            assert engine.answer(command)[-1].startswith("error the hand of seat")
        assert engine.answer("view 2") == [
            "error there is no seat 2; seats are 0 to 1; for example: view 0"
        ]

    def test_the_dummys_move_is_played_if_it_is_asked_for(self):
        engine = self.engine("position new players=1 seed=2")
        assert engine.answer("status") == ["turn 1", "ok"]
        (move, ok) = engine.answer("moves")
        assert engine.answer(f"play {move}")[-1] == ok == "ok"
        assert engine.answer("status") == ["turn 0", "ok"]

    def test_over_is_said_as_a_result(self, build, game):
        over = game.format(build(round="1.7", turn=None, step="over", row="-", kept=("2MK", "-")))
        assert self.engine(f"position {over}").answer("status") == ["over seats 0 points 2,0", "ok"]


class TestCompletions:
    def test_pieces_follow_each_other(self, build, game):
        ahead = AuthoredCompletions(game, build(step="act+CHA", board={"MAR": "2.0", "CAS": "1.0"}))
        assert ahead.after("") == ("CHA:",)
        assert ahead.after("cha:") == ("-", "1@", "2@")
        assert ahead.after("CHA:2@") == ("MAR",)
        assert ahead.after("CHA:1@MAR") == (">LUN", ">PEN", ">CHA", ">CAS", ">CAV", ">BOR")
        assert ahead.count("CHA:1@") == 12
        assert ahead.reach("CHA:2@CAS") == 6
        assert list(ahead.moves("CHA:2@MAR>CA")) == ["CHA:2@MAR>CAS", "CHA:2@MAR>CAV"]
        solve = AuthoredCompletions(game, build(step="solve", row="CM=0"))
        assert solve.after("CM:")[:3] == ("LUN", "CHA", "^LUN")

    def test_there_are_none_where_the_moves_are_hidden(self, build, game):
        ahead = AuthoredCompletions(game, game.view(build(), 1))
        assert (ahead.after(""), ahead.count(""), ahead.reach("M:")) == ((), 0, 0)
