"""Pictures of the table in its states at three sizes; regenerate with ``--snapshot-update``."""

import pytest
from textual.app import App
from textual.widgets import Input

from client.lobby_mirror import Companion
from protocol.messages import Talk, TalkLine
from protocol.states import ClockState, SeatState
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.palette import PALETTES
from siam_tui.appearance.style import Look
from siam_tui.model.move_log import MoveLog
from siam_tui.profile.remembered_games import Glance
from siam_tui.table.dialogs import SinceScreen, moves_since
from siam_tui.table.people.participants import ReasonScreen
from tests.siam_tui.board.test_drawing import without_drawing
from tests.siam_tui.table.stage import Stage, Theatre, person, played, stage

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)

FREE = SeatState("free")
BOT = SeatState("bot", "bot-1", "greedy", "greedy")


async def settle(pilot):
    await pilot.pause()


async def steady(pilot):
    """Hold the cursor of an input line still."""
    for field in pilot.app.screen.query(Input):
        field.cursor_blink = False
    await pilot.pause()


@every_size
def test_waiting_for_players(snap_compare, size):
    table = stage(3, status="open", seats=(person(0), BOT, FREE))
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_own_turn_at_the_opening(snap_compare, size):
    assert snap_compare(Theatre(stage(3)), terminal_size=size, run_before=settle)


@every_size
def test_a_move_half_built_in_the_middle_of_a_team_game(snap_compare, size):
    table = stage(4, 14, seed=9)
    app = Theatre(table)
    assert snap_compare(app, press=["i", "tab", "tab"], terminal_size=size, run_before=settle)


@every_size
def test_watching_others(snap_compare, size):
    table = stage(2, 30, seed=5, me="key-Zoe")
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_somebody_away_and_spectators(snap_compare, size):
    away = (Companion("key-Ben", "Ben", 400.0), Companion("key-Zoe", "Zoe"))
    table = stage(3, 14, seed=2, to_move=2, people=away)
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_table_talk(snap_compare, size):
    people = tuple(Companion(f"key-{name}", name) for name in ("Ann", "Ben", "Zoe"))
    table = stage(3, 14, seed=2, people=people)
    words = (
        ("Ann", 0, "Good luck!"),
        ("Ben", 1, "I will need it: eight cards are not many."),
        (
            "Zoe",
            None,
            "Hello from the gallery",
        ),
    )
    lines = (
        TalkLine(n, f"key-{name}", name, seat, text, 0)
        for n, (name, seat, text) in enumerate(words, 1)
    )
    table.talks.add_lines(Talk("T1", tuple(lines)))
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_the_talk_s_dialog(snap_compare, size):
    table = stage(3, 14, seed=2, people=(Companion("key-Ben", "Ben"),))
    table.talks.add_lines(Talk("T1", (TalkLine(1, "key-Ben", "Ben", 1, "Your move!", 0),)))
    assert snap_compare(Theatre(table), press=["d", *"Wait"], terminal_size=size, run_before=settle)


@every_size
def test_who_is_here(snap_compare, size):
    people = (
        Companion("key-Ann", "Ann"),
        Companion("key-Ben", "Ben", 4000.0),
        Companion("key-Zoe", "Zoe"),
    )
    table = stage(3, 14, seed=2, people=people)
    table.talks.muted.add("key-Zoe")
    assert snap_compare(Theatre(table), press=["h"], terminal_size=size, run_before=settle)


@every_size
def test_what_happened_since_one_looked(snap_compare, size):
    table = stage(3, 14, seed=2)

    async def come_back(pilot):
        await pilot.pause()
        screen = pilot.app.screen
        start, first, entries = await table.history("T1")
        missed = moves_since(MoveLog(1, start, first, entries), Glance(1, 9, 0.0))
        pilot.app.push_screen(SinceScreen(missed, screen.controller.view, 2 * 86400, Look()))
        await pilot.pause()

    assert snap_compare(Theatre(table), terminal_size=size, run_before=come_back)


@every_size
def test_clocks_and_a_move_to_be_taken_back(snap_compare, size):
    table = stage(3, 14, seed=2, undoable=1, back=(1,))
    table.clock = ClockState((754_000, 90_000, 2 * 86_400_000), None)
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_the_end(snap_compare, size):
    assert snap_compare(Theatre(stage(3, 400)), terminal_size=size, run_before=settle)


@every_size
def test_how_it_ended(snap_compare, size):
    app = Theatre(stage(4, 400, seed=9))
    assert snap_compare(app, press=["s"], terminal_size=size, run_before=settle)


@every_size
def test_the_map_of_albion(snap_compare, size):
    table = stage(2, 16, map_name="albion")
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


@every_size
def test_a_map_of_one_s_own_without_drawing(snap_compare, size):
    game, _, _ = played()
    bare = type(game)(without_drawing(game.map))
    game, positions, texts = played(2, 3, 8, game=bare)
    table = Stage(game, positions, texts, (person(0), person(1)), me="key-Zoe")
    assert snap_compare(Theatre(table), terminal_size=size, run_before=settle)


def test_a_refusal(snap_compare):
    table = stage(2, refuse="Ayutthaya is already controlled by the Lao.")
    assert snap_compare(Theatre(table), press=["p", "enter"], run_before=settle)


def test_the_connection_lost(snap_compare):
    table = stage(3, 6, trouble="The connection is lost. Trying again…")
    assert snap_compare(Theatre(table), run_before=settle)


@every_size
@pytest.mark.parametrize("palette", PALETTES)
def test_palettes(snap_compare, size, palette):
    app = Theatre(stage(3, 26, seed=2), look=Look(palette=PALETTES[palette]))
    assert snap_compare(app, press=["z", "tab"], terminal_size=size, run_before=settle)


@pytest.mark.parametrize("palette", PALETTES)
def test_palettes_at_the_end(snap_compare, palette):
    app = Theatre(stage(3, 400), look=Look(palette=PALETTES[palette]))
    assert snap_compare(app, terminal_size=SIZES["normal"], run_before=settle)


@pytest.mark.parametrize("palette", PALETTES)
def test_palettes_by_day(snap_compare, palette):
    app = Theatre(stage(3, 26, seed=2), theme="siam-light", look=Look(palette=PALETTES[palette]))
    assert snap_compare(app, press=["z", "tab"], run_before=settle)


@every_size
def test_a_whole_move_shown_before_it_is_sent(snap_compare, size):
    async def build(pilot):
        await pilot.press("z")
        while pilot.app.screen.controller.draft.move is None:
            await pilot.press("tab", "enter")
        await pilot.pause()

    app = Theatre(stage(3, 26, seed=2))
    assert snap_compare(app, terminal_size=size, run_before=build)


def test_pure_ascii(snap_compare):
    table = stage(3, 30, seed=2)
    assert snap_compare(Theatre(table, look=Look(ASCII)), run_before=settle)


@pytest.mark.parametrize("height", [22, 23])
def test_a_terminal_of_fewer_lines(snap_compare, height):
    table = stage(4, 14, seed=9)
    assert snap_compare(
        Theatre(table), press=["i", "tab"], terminal_size=(80, height), run_before=settle
    )


@every_size
def test_a_typed_move(snap_compare, size):
    assert snap_compare(
        Theatre(stage(3, 26, seed=2)),
        press=["colon", "2", "colon"],
        terminal_size=size,
        run_before=steady,
    )


def test_too_small(snap_compare):
    assert snap_compare(Theatre(stage(2)), terminal_size=(60, 20), run_before=settle)


def test_help(snap_compare):
    assert snap_compare(Theatre(stage(2)), press=["question_mark"], run_before=settle)


@every_size
def test_leaving(snap_compare, size):
    assert snap_compare(Theatre(stage(2)), press=["q"], terminal_size=size, run_before=settle)


@every_size
def test_the_link(snap_compare, size):
    table = stage(3, status="open", seats=(person(0), BOT, FREE))
    assert snap_compare(Theatre(table), press=["c"], terminal_size=size, run_before=settle)


class Asking(App):
    """An app with nothing but one question."""

    def __init__(self, question):
        super().__init__()
        self.question = question

    async def on_mount(self):
        await self.push_screen(self.question)
        self.question.query_one(Input).cursor_blink = False


@every_size
def test_asking_why_somebody_is_sent_away(snap_compare, size):
    assert snap_compare(Asking(ReasonScreen("Ben", ban=True)), terminal_size=size)
