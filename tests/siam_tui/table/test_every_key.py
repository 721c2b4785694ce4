"""Every key in every state of a table: nothing crashes, and nothing happens without a word."""

import string
from contextlib import asynccontextmanager

import pytest
from textual.binding import Binding

from protocol.states import SeatState
from siam_tui.games.siam.move_builder import EMPTY
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.bar.options import ANALYSE, ScreenAction
from siam_tui.table.screen import TableScreen
from tests.siam_tui.coach.bot_table import against_bots
from tests.siam_tui.table.hands import SIZE, bar_of, key_of
from tests.siam_tui.table.stage import Theatre, person, stage

NAMED = {" ": "space", ":": "colon", "/": "slash", "?": "question_mark", ",": "comma"}
KEYS = [
    *(
        NAMED.get(key, key)
        for key in string.digits + string.ascii_lowercase + "QX" + " :/?,.-+*~@!#"
    ),
    *("enter", "escape", "backspace", "tab", "shift+tab", "up", "down", "left", "right"),
    *("pageup", "pagedown", "home", "end", "delete", "f1", "ctrl+a", "ctrl+z"),
]
FREE = SeatState("free")


def away():
    made = stage(3, 7)
    seat = made.position.turn
    seats = list(made.seats)
    seats[seat] = SeatState("stand_in", "key-Ann", "Ann", "greedy")
    made.seats = tuple(seats)
    return made


STATES = {
    "open, a guest": lambda: stage(3, 0, status="open", seats=(FREE, person(1), FREE)),
    "open, seated": lambda: stage(
        3, 0, status="open", host="key-Ben", seats=(person(0), person(1), FREE)
    ),
    "open, the host": lambda: stage(
        3, 0, status="open", seats=(person(0), SeatState("bot", "b", "greedy", "greedy"), FREE)
    ),
    "open, the host of a full table": lambda: stage(
        2, 0, status="open", seats=(person(0), person(1))
    ),
    "my turn": lambda: stage(3, 7),
    "my turn with a move begun": lambda: stage(3, 7),
    "my turn with a move complete": lambda: stage(3, 7),
    "my turn against bots": against_bots,
    "another's turn": lambda: stage(3, 7, to_move=(stage(3, 7).position.turn + 1) % 3),
    "watching": lambda: stage(3, 7, me="key-Eve"),
    "away, a bot plays": away,
    "refused": lambda: stage(3, 7, refuse="The server is not in the mood."),
    "over": lambda: stage(2, 500),
    "over, watching": lambda: stage(2, 500, me="key-Eve"),
    "closed": lambda: stage(3, 7, status="closed"),
}


@asynccontextmanager
async def table_in(state):
    app = Theatre(STATES[state]())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        if "begun" in state:
            await pilot.press(key_of(bar_of(app).options[0]))
        while "complete" in state and bar_of(app).options[0].key != "Enter":
            await pilot.press(key_of(bar_of(app).options[0]))
        yield app, pilot


def seen(app):
    """Return what a person can tell the state of the screen by."""
    screen = app.screen
    if not isinstance(screen, TableScreen):
        return screen
    bar = screen.query_one(MoveBar).bar
    return bar, screen.typing, screen.controller.draft.draft, str(screen.query_one("#map").view)


@pytest.mark.parametrize("state", STATES)
async def test_every_key_is_survived_and_what_it_does_is_shown(state):
    async with table_in(state) as (app, pilot):
        home = app.screen
        for key in KEYS:
            asked = len(app.client.asked)
            await pilot.press(key)
            assert app.is_running
            if app.left:
                break
            if len(app.client.asked) > asked and app.client.refuse:
                assert bar_of(app).notice == app.client.refuse
            while app.screen is not home:  # a help, a question: step out of it
                await pilot.press("escape")
            if home.typing:
                await pilot.press("escape")
                assert not home.typing
        assert app._exception is None


@pytest.mark.parametrize("state", ["my turn", "my turn with a move begun"])
async def test_a_key_of_the_game_that_means_nothing_now_says_so(state):
    async with table_in(state) as (app, pilot):
        draft = app.screen.controller.draft.draft
        for key in "KTRLM12345678X90":
            app.screen.controller.tell("")
            await pilot.pause()
            before = seen(app)
            await pilot.press(key.lower())
            await pilot.pause()
            assert seen(app) != before, f"{key} did nothing and said nothing"
            while (now := app.screen.controller.draft.draft) != draft:
                await pilot.press("backspace" if now != EMPTY else key_of(bar_of(app).options[0]))


STEPS = {"send", "pick", "back", "steer", "next", "log"}
"""Steps of the cursor and of a move: what they lead to, the palette offers by name."""


@pytest.mark.parametrize("state", STATES)
async def test_the_footer_shows_only_what_has_an_effect_and_the_palette_knows_every_action(state):
    async with table_in(state) as (app, _):
        check_footer(app.screen)
        check_palette(app)


def check_footer(screen):
    offered = {
        active.binding.action
        for active in screen.active_bindings.values()
        if active.binding.show and active.node is screen
    }
    desk, sight = screen.controller.draft, screen.controller.view
    assert ("send" in offered) == (desk.move is not None)
    assert ("end_early" in offered) == (sight.seated and sight.state.status == "running")
    assert ("watch_again" in offered) == (sight.state.status == "over")
    assert {"type", "help", "leave"} <= offered


def check_palette(app):
    screen = app.screen
    offered = list(screen.commands())
    titles = [title for title, _, _ in offered]
    assert len(set(titles)) == len(titles)
    done = {getattr(do, "__name__", "") for _, _, do in offered}
    for binding in TableScreen.BINDINGS:
        assert isinstance(binding, Binding)
        name = binding.action.partition("(")[0]
        if name not in STEPS and screen.check_action(name, ()):
            assert f"action_{name}" in done, f"{binding.description} is not in the palette"
    doings = [do.args[0] for _, _, do in offered if getattr(do, "args", ())]
    for option in bar_of(app).options:
        in_footer = isinstance(option.action, ScreenAction) and option.action.in_footer
        assert in_footer or option.action == ANALYSE or option.action in doings, option.label


async def test_what_the_palette_offers_works():
    async with table_in("my turn") as (app, pilot):
        commands = {title: do for title, _, do in app.screen.commands()}
        commands["Copy position"]()
        assert app.clipboard.count(" ") == 6
        commands["Khon Thai"]()
        await pilot.pause()
        assert app.screen.controller.draft.draft.card == "T"
