"""What the coach finds out about a position, and how its process ends."""

import asyncio
import json
from contextlib import aclosing
from random import Random

import pytest

from games.registry import game_of
from games.siam import Siam
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam
from siam_tui.coach import hint
from siam_tui.coach.__main__ import advise
from siam_tui.coach.advice import Advice
from siam_tui.games.siam.ui import UI
from siam_tui.model.background import lines_of
from tests.siam_tui.app.stage import until
from tests.siam_tui.coach.bot_table import against_bots
from tests.siam_tui.replay.test_graph import CHILDREN, children
from tests.siam_tui.table.hands import bar_of, footer
from tests.siam_tui.table.stage import Theatre

WON = "=L/=M/=L/R1L2/=R/=R/M3/=B LAN,LUA,SUK,AYU,NAK,KED,KHO,PAT LM.R1L4M1.T|-.R3L2M2.K 0 0 0>1 -"
WINS = "This move wins, whatever the others do."


BARRED = (
    "R1M3/=R/R4L3/R3L3M1/R1M1/M5/L1M2/L1 LUA*,NAK,PAT,AYU*,KHO,KED,SUK,LAN "
    "T.R4L4M1.R|-.R3L4M3.T 0 1 0>1 -"
)
"""A position whose last card would not win, so it may not be played (S15)."""


def order_of(seconds):
    """Return what the coach's process is asked to think about."""
    game = Siam()
    position = game.format(game.new(3, 5))
    rules = {"game": game.name, "map": game.map.toml, "options": []}
    return {**rules, "position": position, "seconds": seconds}


class TestTheCoach:
    def test_a_last_card_that_may_not_be_played_is_no_other_move(self):
        siam = Siam()
        position = siam.parse(BARRED)
        *_, last = advise(siam, position, 0.05)
        assert (last.move, last.other) == ("pass", "")

    def test_it_tells_the_chances_before_and_after_and_of_something_else(self):
        siam = Siam()
        position = siam.new(2, 3)
        view = siam.view(position, position.turn)
        *_, last = advise(siam, view, 0.05)
        assert last.complete
        siam.check(view, siam.parse_move(last.move))
        assert all(0 < chance < 1 for chance in (last.before, last.after, last.otherwise))
        assert last.other != last.move
        siam.check(view, siam.parse_move(last.other))
        assert " with it" in last.reasons[-1]

    @pytest.mark.parametrize("otherwise", [0.48, 0.46, 0.457])
    def test_something_else_is_never_told_to_be_better_nor_the_same_number_twice(self, otherwise):
        advice = Advice(
            *("pass", 0.46, False, 0.46, "1:R@SUK~L@KHOxL@PAT", otherwise),
            complete=True,
            other_name="1 vs 1: R Sukothai",
        )
        whole, brief = advice.reasons
        assert whole.endswith("and as many with your best other move: 1 vs 1: R Sukothai.")
        assert (
            brief
            == "Against strong play, you win about 46 % of games with it. No other move is better."
        )

    def test_where_every_move_wins_the_best_other_one_wins_as_well(self):
        *_, last = advise(Siam(), Siam().parse(WON), 1.0)
        assert last.other != last.move
        assert last.reasons[0].startswith(f"{WINS} Your best other move wins as well: ")
        assert last.reasons[-1] == WINS

    def test_where_one_move_wins_the_best_other_one_gives_the_win_away(self):
        puzzle = next(
            each for each in UI.puzzles.puzzles()
            if len(each.position.seats) == 2 and cards_left(each.position) == 2
        )  # fmt: skip
        *_, last = advise(puzzle.game, puzzle.position, 1.0)
        assert last.move == puzzle.solution
        assert last.reasons[0].startswith(f"{WINS} Your best other move gives the win away: ")

    @pytest.mark.parametrize(
        ("chance", "told"), [(0.999, "over 99 %"), (0.001, "under 1 %"), (0.54, "about 54 %")]
    )
    def test_a_chance_is_never_told_as_certain(self, chance, told):
        advice = Advice("pass", 0.5, False, chance, complete=True)
        assert advice.reasons[-1] == f"Against strong play, you win {told} of games with it."

    def test_a_certain_win_is_said_to_be_one(self):
        siam, thinking = Siam(), ThinkingSiam()
        position = siam.parse(WON)
        *_, last = advise(siam, position, 5.0)
        assert last.reasons[-1] == WINS
        after = siam.play(position, siam.parse_move(last.move))
        *_, answer = advise(siam, after, 5.0)
        assert thinking.side(after) == 1
        assert answer.reasons == ("Every move loses if the others play their best.",)

    def test_a_certain_win_does_not_contradict_a_forecast_that_is_lost(self):
        advice = Advice(
            "pass", 1.0, True, complete=True, deficit="You trail if everyone passes now"
        )
        told = "You trail if everyone passes now, but this move wins, whatever the others do."
        assert advice.reasons == (told,)

    def test_what_is_hidden_at_the_end_of_a_game_is_guessed(self):
        """Somebody who came late does not know what others have kept."""
        amber, random = game_of("amber"), Random(0)
        position = amber.new(players=1, seed=0)
        while (turn := amber.turn(position)) is not None:
            move, view = amber.forced(position), amber.view(position, turn)
            if move is None:
                move = amber.random_move(position, random)
            position = amber.play(position, move)
        *_, last = advise(amber, view, 0.02)
        assert last.complete

    async def test_it_thinks_in_a_process_of_low_priority(self):
        order = order_of(0.02)
        found = [
            Advice.of_line(x)
            async for x in lines_of("siam_tui.coach", (), json.dumps(order), "no answer")
        ]
        assert [each.complete for each in found] == [False] * (len(found) - 1) + [True]

    @pytest.mark.skipif(not CHILDREN.exists(), reason="only Linux tells the children of a process")
    async def test_nothing_is_left_of_it_however_impatiently_it_is_stopped(self):
        order = order_of(60)
        before, heard = children(), asyncio.Event()

        async def listen():
            async with aclosing(
                lines_of("siam_tui.coach", (), json.dumps(order), "no answer")
            ) as lines:
                async for _ in lines:
                    heard.set()

        listening = asyncio.create_task(listen())
        await heard.wait()
        for _ in range(3):  # as at the end of an app, and once more as its loop is closed
            listening.cancel()
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await listening
        assert not children() - before

    async def test_one_that_breaks_off_is_told_of(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", -1)
        table = against_bots()
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            await until(pilot, lambda: "broke off" in bar_of(app).notice)
            assert "Hint" in footer(app)
