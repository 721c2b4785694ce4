"""Pictures of the whole table; regenerate with ``--snapshot-update``."""

from __future__ import annotations

import pytest

from protocol.messages import Talk, TalkLine
from siam_tui.table import paced_moves
from tests.siam_tui.games.amber.solo import solo
from tests.siam_tui.table.stage import Theatre

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
sizes = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


def at_round(number, seed=3):
    """Return a game alone in which the person begins a round or answers the dummy in it."""
    stage = solo(seed)
    while stage.position.round < number:
        move = next(iter(stage.game.moves(stage.position)))
        stage.play(stage.game.format_move(move))
        stage.play_dummy()
    return stage


async def settle(pilot):
    await pilot.pause()
    await pilot.pause()


@sizes
def test_the_end_of_a_round(snap_compare, size):
    assert snap_compare(Theatre(at_round(4)), terminal_size=size, run_before=settle)


@sizes
def test_a_move_of_the_dummy(snap_compare, size, monkeypatch):
    monkeypatch.setattr(paced_moves, "PACE_SECONDS", 1000.0)
    stage = at_round(4)
    move = stage.game.format_move(next(iter(stage.game.moves(stage.position))))

    async def play(pilot):
        await settle(pilot)
        await pilot.press("enter")
        pilot.app.screen.play(move)
        await settle(pilot)

    assert snap_compare(Theatre(stage), terminal_size=size, run_before=play)


@sizes
def test_the_page_for_looking_up(snap_compare, size):
    async def open_it(pilot):
        await settle(pilot)
        await pilot.press("i")
        await settle(pilot)

    assert snap_compare(Theatre(at_round(4)), terminal_size=size, run_before=open_it)


@sizes
def test_the_end_of_the_game(snap_compare, size):
    assert snap_compare(Theatre(solo(moves=200)), terminal_size=size, run_before=settle)


def talking_table():
    stage = at_round(3)
    lines = tuple(
        TalkLine(number, "key-Eve", "Eve", None, text, 0)
        for number, text in enumerate(("Who begins?", "I should take the Merchant."), start=1)
    )
    stage.talks.add_lines(Talk("T1", lines))
    return stage


@sizes
def test_talk_leaves_room_for_the_log(snap_compare, size):
    async def go_on(pilot):
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)

    assert snap_compare(Theatre(talking_table()), terminal_size=size, run_before=go_on)
