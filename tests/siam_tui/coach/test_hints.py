"""Hints for whoever plays bots: who gets one, from what, and how it is shown."""

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace
from random import Random

import pytest
from textual.geometry import Size

from client import Companion
from client.bots.memory import Memory
from games.registry import game_of
from games.siam import Siam
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam
from protocol.messages import SeatState
from siam_tui.coach import hint
from siam_tui.coach.__main__ import advise
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import advice_for, no_hint
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.siam.ui import UI
from siam_tui.model.table_view import see
from siam_tui.model.worker_process import lines_of
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.bar_layout import bar_lines
from tests.siam_tui.app.stage import until
from tests.siam_tui.replay.test_graph import CHILDREN, children
from tests.siam_tui.table.hands import bar_of, footer, text
from tests.siam_tui.table.stage import Theatre, person, stage

ANN, EVE = Companion("key-Ann", "Ann"), Companion("key-Eve", "Eve")
AWAY = Companion("key-Ben", "Ben", 60.0)


def against_bots(moves=7, **changes):
    """Return a table at which Ann is to move and plays two bots, alone from the beginning."""
    made = stage(3, moves)
    seats = [SeatState("bot", f"key-bot-{n}", "greedy bot", "greedy") for n in range(3)]
    seats[made.position.turn] = person(0)
    return replace(made, seats=tuple(seats), **{"shared": False, "people": (ANN,), **changes})


def order_of(seconds):
    """Return what the coach's process is asked to think about."""
    game = Siam()
    position = game.format(game.new(3, 5))
    rules = {"game": game.name, "map": game.map.toml, "options": []}
    return {**rules, "position": position, "seconds": seconds}


def with_seat(table, holder):
    """Give the seat after Ann's to somebody else."""
    seats = list(table.seats)
    seats[(table.seat + 1) % 3] = holder
    return replace(table, seats=tuple(seats))


WON = "=L/=M/=L/R1L2/=R/=R/M3/=B LAN,LUA,SUK,AYU,NAK,KED,KHO,PAT LM.R1L4M1.T|-.R3L2M2.K 0 0 0>1 -"
WINS = "This move wins, whatever the others do."
NOT_ALONE = {
    "a second person is seated": lambda: with_seat(against_bots(), person(1)),
    "a bot stands in for a person": lambda: with_seat(
        against_bots(), SeatState("stand_in", "key-Ben", "Ben", "greedy")
    ),
    "a person has sat here in an earlier game": lambda: against_bots(shared=True),
    "somebody looks on": lambda: against_bots(people=(ANN, EVE)),
    "somebody with a seat is away": lambda: against_bots(people=(ANN, AWAY)),
    "one only looks on": lambda: against_bots(me="key-Eve", people=(EVE,)),
    "a bot plays for oneself": lambda: replace(
        table := against_bots(),
        seats=tuple(
            SeatState("stand_in", "key-Ann", "Ann", "greedy") if n == table.seat else seat
            for n, seat in enumerate(table.seats)
        ),
    ),
}


def labels_of_enter(app):
    """Return what the bar says that Enter does."""
    return [option.label for option in bar_of(app).options if option.key == "Enter"]


def has_hint(app):
    """Return whether the bar shows a hint that gets no better."""
    return bar_of(app).question.startswith("Hint") and not app.screen.coach.thinking


HINT = Advice(
    *("T:R@SUK+L@LUA+M@KEDxL@NAK", 0.41, False, 0.44, "pass", 0.28),
    complete=True,
    other_name="pass",
    advantage="Lan Na would go to the Lao.",
)


async def hinted(pilot, monkeypatch, advice=HINT):
    """Ask for a hint, and be given this one."""

    async def found(*_):
        yield advice

    monkeypatch.setattr("siam_tui.table.hints.advice_for", found)
    await pilot.pause()
    await pilot.press("h")
    await until(pilot, lambda: bar_of(pilot.app).question.startswith("Hint"))


def sight_of(table):
    return see(table.state(), table.me)


class TestWhoGetsOne:
    def test_who_plays_bots_and_is_to_move(self):
        table = against_bots()
        assert no_hint(sight_of(table), table.people) == ""

    @pytest.mark.parametrize("name", NOT_ALONE)
    async def test_nobody_where_another_person_is_or_was(self, name):
        """Not by key, not by name, not by palette, and not from the coach itself."""
        table = NOT_ALONE[name]()
        assert no_hint(sight_of(table), table.people)
        with pytest.raises(UserError, match=r"against bots"):
            async for _ in advice_for(sight_of(table), table.people, Memory(1)):
                pass
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Hint" not in footer(app)
            assert "Hint" not in {title for title, _, _ in app.screen.commands()}
            await pilot.press("h")
            await pilot.pause()
            if app.screen.query("#bar"):  # H shows who is here, where there is anybody
                assert "coach" not in bar_of(app).question
            else:
                await pilot.press("escape")
            await pilot.press("colon", *"hint", "enter")
            await pilot.pause()
            assert "against bots" in text(app, "#type-hint")

    async def test_nobody_when_another_is_to_move(self):
        table = against_bots()
        other = (table.seat + 1) % 3
        seats = list(table.seats)
        seats[table.seat], seats[other] = seats[other], seats[table.seat]
        table = replace(table, seats=tuple(seats))
        assert no_hint(sight_of(table), table.people) == "You can ask for a hint on your own turn."

    async def test_it_is_gone_as_soon_as_somebody_comes(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 0.01)
        table = against_bots()
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            await until(pilot, lambda: has_hint(app))
            table.people = (ANN, EVE)
            table.tell()
            await pilot.pause()
            assert "Hint" not in bar_of(app).question
            assert "Hint" not in footer(app)


class TestWhatItComesFrom:
    @pytest.fixture
    def asked(self, monkeypatch):
        """Catch what the coach is told, in place of having it think."""
        told = []

        async def caught(module, arguments, text, _):
            assert (module, arguments) == ("siam_tui.coach", ())
            told.append(json.loads(text))
            yield Advice("pass", 0.5, solved=False, complete=True).to_line()

        monkeypatch.setattr(hint, "lines_of", caught)
        return told

    async def test_hands_are_known_only_to_who_saw_the_moves(self, asked):
        """What the seat was sent, and no more (S23): never the server's position."""
        table = against_bots()
        sight, whole = sight_of(table), str(table.position)
        attentive, late = Memory(1), Memory(1)
        entries = list(table.entries())
        attentive.add_entries(0, entries)
        late.add_entries(3, entries[3:])
        for memory in (attentive, late):
            async for _ in advice_for(sight, table.people, memory):
                pass
        assert [order["position"] for order in asked] == [whole, str(sight.position)]
        assert "?" in asked[1]["position"]

    async def test_a_screen_remembers_what_it_was_shown(self, asked):
        table = against_bots()
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            await until(pilot, lambda: asked)
        assert asked[0]["position"] == str(table.position)


BARRED = (
    "R1M3/=R/R4L3/R3L3M1/R1M1/M5/L1M2/L1 LUA*,NAK,PAT,AYU*,KHO,KED,SUK,LAN "
    "T.R4L4M1.R|-.R3L4M3.T 0 1 0>1 -"
)
"""A position whose last card would not win, so it may not be played (S15)."""


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


class TestOnTheScreen:
    async def test_the_move_is_lit_told_and_written_with_the_chances(self, monkeypatch):
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            move = (
                "Hint: play Khon Thai: one Rama follower to Sukothai, one Lao to Luang Prabang and "
                "one Malay to Kedah; take one Lao from Nakhon. "
            )
            bar = bar_of(app)
            assert bar.question == f"{move}{HINT.advantage}"
            chances = (
                "Against strong play, you win about 44\N{NO-BREAK SPACE}% of games with it, "
                "about 28\N{NO-BREAK SPACE}%"
            )
            assert bar.fuller[0] == (
                f"{move}{HINT.advantage} {chances} with your best other move: pass."
            )
            drawn = " ".join(text(app, "#bar").split())
            assert f"{move}{HINT.advantage} Enter choose this move P pass" in drawn
            longer = replace(bar, question="long " * 60, briefer=("Also " * 60, "Brief."))
            lines = [line.plain.strip() for line in bar_lines(longer, Size(80, 4), app.look)]
            assert lines[1:2] == ["Brief."], "in as few words as there is room for"
            wide = [line.plain for line in bar_lines(bar, Size(120, 6), app.look)]
            assert bar.fuller[0] in " ".join(line.strip(" ") for line in wide)
            lit = app.screen.query_one(BoardMap).view.chosen
            assert {Siam().map.provinces[each].id for each in lit} == {"SUK", "LUA", "KED", "NAK"}
            (lit_card,) = (
                span
                for span in app.screen.query_one("#hand").render().spans
                if span.style == app.look.palette.cursor
            )
            assert "Khon Thai" in text(app, "#hand")[lit_card.start : lit_card.end]

    async def test_enter_fills_it_in_and_enter_sends_it(self, monkeypatch):
        table = against_bots()
        async with Theatre(table).run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            assert "choose this move" in labels_of_enter(pilot.app)
            assert "Stop thinking" not in footer(pilot.app)
            played = len(table.texts)
            await pilot.press("enter")
            assert pilot.app.screen.draft.move == "T:R@SUK+L@LUA+M@KEDxL@NAK"
            assert labels_of_enter(pilot.app) == ["send"]
            assert bar_of(pilot.app).change, "the board shows it, and the bar tells it"
            assert len(table.texts) == played, "nothing is sent yet"
            await pilot.press("enter")
            await until(pilot, lambda: len(table.texts) > played)
            assert table.texts[played] == "T:R@SUK+L@LUA+M@KEDxL@NAK"

    async def test_a_move_that_was_filled_in_can_be_taken_back_step_by_step(self, monkeypatch):
        async with Theatre(against_bots()).run_test(size=(80, 24)) as pilot:
            await hinted(pilot, monkeypatch)
            await pilot.press("enter", "escape")
            assert "Khon Thai" in bar_of(pilot.app).title
            assert pilot.app.screen.draft.move is None
            while pilot.app.screen.draft.choices:
                await pilot.press("escape")
            assert bar_of(pilot.app).question.startswith("Hint: ")

    @pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)], ids=str)
    def test_picture(self, monkeypatch, snap_compare, size):
        app = Theatre(against_bots())

        async def ask(pilot):
            await hinted(pilot, monkeypatch)

        assert snap_compare(app, terminal_size=size, run_before=ask)

    async def test_asked_for_amid_a_move_it_is_shown_all_the_same(self, monkeypatch):
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("t")
            assert "Khon Thai" in bar_of(app).title
            await hinted(pilot, monkeypatch)
            assert bar_of(app).title == "Your move"

    async def test_esc_stops_the_thinking(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        before = children() if CHILDREN.exists() else set()
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            assert {"Stop thinking"} <= footer(app)
            assert "Hint" not in footer(app)
            await until(pilot, lambda: bar_of(app).question.startswith("Hint: "))
            assert "Still thinking" in bar_of(app).question
            await pilot.press("escape")
            await pilot.pause()
            assert "Hint" in footer(app)
            await until(pilot, lambda: not CHILDREN.exists() or not children() - before)

    async def test_enter_stops_the_thinking_and_fills_in_what_is_still_shown(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        table = against_bots()
        async with Theatre(table).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            played = len(table.texts)
            await pilot.press("h")
            await until(pilot, lambda: bar_of(pilot.app).question.startswith("Hint: "))
            await pilot.press("enter")
            await until(pilot, lambda: "stopped it early" in bar_of(pilot.app).question)
            assert bar_of(pilot.app).question.startswith("Hint: ")
            assert len(table.texts) == played
            assert "choose this move" in labels_of_enter(pilot.app)
            await pilot.press("enter")
            assert pilot.app.screen.draft.move
            assert len(table.texts) == played

    async def test_the_screen_lives_on_while_the_coach_thinks(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 60)
        table = against_bots()
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("h")
            await pilot.press("p", "enter")
            await pilot.pause()
            assert table.texts[-1] == "pass"
            assert "Stop thinking" not in footer(app), "the turn is over"

    async def test_it_makes_way_for_ones_own_move_and_comes_back(self, monkeypatch):
        monkeypatch.setattr(hint, "SECONDS", 0.01)
        app = Theatre(against_bots())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("colon", *"hint", "enter")
            await until(pilot, lambda: has_hint(app))
            await pilot.press("p")
            assert "Hint" not in bar_of(app).question
            await pilot.press("escape")
            assert "Hint" in bar_of(app).question
