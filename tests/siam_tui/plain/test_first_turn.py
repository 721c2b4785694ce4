"""At the first turn of a game text mode tells what a player needs before they choose."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.registry import game_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import see
from siam_tui.plain.table_news import tell_news
from tests.installed_games import OURS, lines_of
from tests.siam_tui.table.stage import Stage, person


def table(name: str, moves: int = 0) -> Stage:
    """Return a table of two at which seat 0, which is the person's, moves first."""
    game, random = game_of(name), Random(1)
    positions = [next(p for seed in range(99) if game.turn(p := game.new(2, seed)) == 0)]
    texts = []
    while len(texts) < moves or game.turn(positions[-1]) != 0:
        move = game.random_move(positions[-1], random)
        texts.append(game.format_move(move))
        positions.append(game.play(positions[-1], move))
    return Stage(game, positions, texts, (person(0), person(1)))


def news(before: Stage, now: Stage) -> list[str]:
    log = MoveLog(1, "", 0, tuple(now.entries()))
    views = (see(each.state(), each.me) for each in (before, now))
    return list(tell_news(*views, (), None, log=log))


@pytest.mark.parametrize("name", OURS)
def test_the_first_turn_tells_the_standing_and_then_asks(name):
    told = news(replace(table(name), status="open"), table(name))
    at = -1
    for beginning in lines_of(name, "first_turn.txt"):
        at = next(i for i, each in enumerate(told) if i > at and each.startswith(beginning))
    assert at == len(told) - 1, "the question is what is told last"
    assert len(told) == len(set(told)), "nothing is told twice"


@pytest.mark.parametrize("name", OURS)
def test_later_turns_tell_only_what_is_asked(name):
    now = table(name, moves=2)
    before = replace(now, positions=now.positions[:-1], texts=now.texts[:-1])
    told = news(before, now)
    assert told[0].startswith("Your turn")
    assert not any(each.startswith("Type hand for") for each in told)
