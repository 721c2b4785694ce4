"""The search, with a game that hides cards and that nobody may win."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest

from games.registry import game_of, spec_of
from games.search import Assessment, Limits, Team, analyse, think
from tests.second_game.games.nim.bots import NimSearch
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim

NIM = Nim()
SEARCH = NimSearch(misere=False)
ONE_TOKEN = NIM.parse("1/0/0 2|4 flood! 1 0 take")


def test_what_the_values_leave_over_is_the_chance_that_nobody_wins() -> None:
    """N5: who takes the last token without having shown a card loses with everybody else."""
    thought = think(SEARCH, ONE_TOKEN, Limits(nodes=200), Random(0))
    assert thought.move == NimMove("show", 0)
    end = NIM.play(ONE_TOKEN, NimMove("take", 0, 1))
    assert SEARCH.certain(end) == (0.0, 0.0)
    assert think(SEARCH, ONE_TOKEN, Limits(nodes=2), Random(0)).values != (0.0, 0.0)


@dataclass(frozen=True)
class GuessKeeper(NimSearch):
    """Nim's search, which keeps what it has guessed."""

    guessed: list[NimPosition] = field(default_factory=list, compare=False)

    def guess(self, view: NimPosition, random: Random) -> NimPosition:
        self.guessed.append(super().guess(view, random))
        return self.guessed[-1]


def test_a_view_is_guessed_several_times_for_one_decision() -> None:
    view, search = NIM.view(NIM.new(3, seed=4), 0), GuessKeeper(misere=False)
    thought = think(search, view, Limits(nodes=60), Random(0))
    NIM.check(view, thought.move)
    assert {position.omen for position in search.guessed} == {"calm", "flood"}
    assert len(set(search.guessed)) > 2
    assert not thought.solved


def test_the_search_is_made_from_the_rules_with_their_options() -> None:
    for options in (frozenset(), frozenset({"misere"})):
        search = spec_of("nim").searchable(game_of("nim", options=options))
        assert search == NimSearch(misere=bool(options))


def test_several_processes_think_together() -> None:
    with Team(SEARCH, 1) as team:
        assert team.think(ONE_TOKEN, Limits(nodes=200), Random(0)).move == NimMove("show", 0)


@pytest.mark.parametrize(
    ("before", "after", "turned"),
    [
        ((0.1, 0.1), (0.1, 0.1), False),
        ((0.1, 0.0), (0.0, 0.1), False),  # nobody was ahead, and nobody is
        ((0.6, 0.2), (0.2, 0.2), True),
        ((0.6, 0.4), (0.4, 0.6), True),
    ],
)
def test_a_game_turns_when_another_side_or_nobody_comes_ahead(
    before: tuple[float, ...], after: tuple[float, ...], turned: bool
) -> None:
    assert Assessment(0, 0, before, after, None, 0.0, solved=False).turned == turned


def test_a_game_that_nobody_wins_is_analysed() -> None:
    wrong = NimMove("take", 0, 1)
    positions = [ONE_TOKEN, NIM.play(ONE_TOKEN, wrong)]
    (found,) = analyse(SEARCH, positions, [wrong], Limits(nodes=200), Random(0))
    assert found.best == NimMove("show", 0)
    assert (found.after, found.loss > 0.3) == ((0.0, 0.0), True)
    assert replace(found, loss=0.0).turned
