"""Who gets a hint, and what the coach knows of the hands."""

import json
from dataclasses import replace

import pytest

from client.bots.memory import Memory
from client.lobby_mirror import Companion
from protocol.states import SeatState
from siam_tui.coach import hint
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import advice_for, no_hint
from siam_tui.profile.user_error import UserError
from tests.siam_tui.app.stage import until
from tests.siam_tui.coach.bot_table import ANN, EVE, against_bots, has_hint, sight_of
from tests.siam_tui.table.hands import bar_of, footer, text
from tests.siam_tui.table.stage import Theatre, person

AWAY = Companion("key-Ben", "Ben", 60.0)


def with_seat(table, holder):
    """Give the seat after Ann's to somebody else."""
    seats = list(table.seats)
    seats[(table.seat + 1) % 3] = holder
    return replace(table, seats=tuple(seats))


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


@pytest.mark.parametrize(
    ("people", "why"),
    [
        ((ANN,), "There is nobody here but bots, and hints are for your turn."),
        ((ANN, EVE), "Hints are for games against bots. @ shows who is here."),
    ],
)
async def test_why_there_is_none_while_a_bot_moves(people, why):
    table = against_bots(people=people)
    mine = table.seat
    table.seats = tuple(table.seats[(seat + 1) % 3] for seat in range(3))
    assert table.seat != mine
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        assert bar_of(app).notice == why
