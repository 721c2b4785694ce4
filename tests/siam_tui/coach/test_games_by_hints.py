"""Games that are played by hints alone, with Enter, also after half a move was made by hand."""

from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from games.registry import game_of
from protocol.states import SeatState
from siam_tui.coach.advice import Advice
from siam_tui.games.registry import shown_games
from tests.siam_tui.app.stage import until
from tests.siam_tui.coach.bot_table import ANN, has_hint
from tests.siam_tui.table.hands import bar_of, key_of
from tests.siam_tui.table.stage import Stage, Theatre, person
from tests.siam_tui.table.test_hints_of_any_length import draw_hint

TURNS, MANY_TURNS = 5, 400


@pytest.fixture
def turns(request: pytest.FixtureRequest) -> int:
    """How many decisions are made."""
    return MANY_TURNS if request.config.getoption("--long") else TURNS


class Evening:
    """A game of Ann against a bot, by the rules; her coach draws its hints by lot."""

    def __init__(self, name: str, seed: int) -> None:
        self.game, self.random = game_of(name), Random(seed)
        start = self.game.new(2, seed)
        seats = (person(0), SeatState("bot", "key-bot", "greedy bot", "greedy"))
        self.table = Stage(self.game, [start], [], seats, shared=False, people=(ANN,))
        self.is_stopped_early = False

    async def advise(self, view: Any, *_: Any) -> AsyncIterator[Advice]:
        move, *then = draw_hint(self.game, view.position, self.random)
        hint = Advice(move, 0.5, solved=False, then=tuple(then))
        yield hint
        if not self.is_stopped_early:
            yield Advice(move, 0.5, solved=False, after=0.5, then=tuple(then), complete=True)

    def play_for_others(self) -> None:
        """Play until Ann has something to decide, or the game is over."""
        table, game = self.table, self.game
        news = 0
        while not table.is_over:
            forced = game.forced(table.position)
            if forced is None and game.turn(table.position) == table.seat:
                break
            move = game.random_move(table.position, self.random) if forced is None else forced
            table.play(game.format_move(move))
            news += 1
        if news:
            table.tell(news)

    async def decide(self, pilot: Any) -> None:
        """Make one decision by a hint."""
        screen, random = pilot.app.screen, self.random
        for _ in range(random.randrange(3)):  # half a move by hand
            offered = [each for each in screen.draft.options if not each.sends]
            if offered:
                await pilot.press(key_of(random.choice(offered)))
        self.is_stopped_early = random.random() < 0.3
        ply = len(self.table.texts)
        await pilot.press("h")
        await until(pilot, lambda: has_hint(pilot.app))
        await pilot.press("enter")
        await pilot.pause()
        while not screen.draft.moves:  # it was stopped before the end of a turn
            await pilot.press(key_of(random.choice(screen.draft.options)))
            await pilot.pause()
        assert bar_of(pilot.app).options[0].key == "Enter"
        await pilot.press("enter")
        await until(pilot, lambda: len(self.table.texts) > ply)
        await until(pilot, lambda: not screen.controller.sending)


@pytest.mark.parametrize("name", shown_games())
async def test_a_game_is_played_by_hints_of_any_length(name, turns, monkeypatch):
    evening = Evening(name, 2)
    monkeypatch.setattr("siam_tui.table.hints.advice_for", evening.advise)
    app = Theatre(evening.table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(turns):
            evening.play_for_others()
            if evening.table.is_over:
                break
            await until(pilot, lambda: app.screen.draft.builder is not None)
            await until(pilot, lambda: app.screen.view.state.revision == evening.table.revision)
            await evening.decide(pilot)
    assert evening.table.texts
