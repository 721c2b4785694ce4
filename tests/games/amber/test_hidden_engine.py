"""The engine thinks and answers by what the seat may know, whole games long (A10)."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.amber import Amber
from games.engine import Engine
from tests.games.amber.test_properties import SPEC, differing

OPTIONS = {1: "", 2: "two_periods", 3: "barbarians_8"}


def positions_of(game, players):
    """Iterate over the positions of a game, each with a look-alike for the seat that decides."""
    random, position = Random(players), game.new(players, players)
    while position.turn is not None:
        if position.turn != position.dummy:
            yield position, differing(game, position, position.turn, random)
        position = game.play(position, SPEC.greedy(game, position, random))


def answers(engine, position, questions):
    assert engine.answer(f"position {position}") == ["ok"]
    found = [line for each in questions for line in engine.answer(each)]
    assert not any(line.startswith("error") for line in found)
    return [re.sub(r" time \d+", "", line) for line in found]


@pytest.mark.parametrize("players", OPTIONS)
def test_the_engine_answers_alike_whatever_is_hidden(players):
    options = OPTIONS[players]
    game = Amber(frozenset(options.split()))
    first, other, differed = Engine(), Engine(), 0
    for engine in (first, other):
        assert engine.answer(f"game amber {options}".strip())[-1] == "ok"
    for ply, (position, alike) in enumerate(positions_of(game, players)):
        seat = position.turn
        differed += alike != position
        questions = [f"view {seat}", "view spectator", "moves", "count", "status"]
        told = answers(first, game.format(position), questions)
        assert told == answers(other, game.format(alike), questions)
        if ply % 4 == 0:  # it thinks about the view that it has just printed
            view = told[0].removeprefix("view ")
            thought = [answers(each, view, ["go nodes 12"]) for each in (first, other)]
            assert thought[0] == thought[1]
            assert thought[0][-2].startswith("bestmove ")
    assert differed > 10
