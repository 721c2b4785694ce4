"""Rates the moves of a record by what each player knew when they made them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from games.registry import spec_of
from games.search import Assessment, Limits, think
from games.search.analysis import Width
from games.search.analysis_time import AnalysisTime
from games.search.contract import Searchable, Values
from siam_tui.model.playing_on import play_on
from siam_tui.model.replay import Replay


def analyse_as_known(
    replay: Replay, limits: Limits, random: Random, total: float | None = None
) -> Iterator[Assessment[Any]]:
    """Iterate over the moves and what is thought of each.

    Each is thought about from the view of the player whose move it was, with all that they could
    remember. What the move and the best move led to is judged from there too: what they showed is
    guessed, not looked up. A move that the table made is not rated.

    Args:
        replay: a whole game, or a part of one.
        limits: how long to think about one position.
        random: for what a view hides.
        total: how many seconds all may take, by the clock of the limits; None if any.
    """
    game, moves = replay.game, replay.record.moves
    spec = spec_of(game.name)
    search: Searchable[Any, Any] = spec.searchable(game)
    players = spec.count_players(game, replay.positions[0])
    time, width = AnalysisTime(limits, total, len(moves)), Width()

    def values(position: Any) -> Values:  # noqa: ANN401 - any game's
        is_known = game.turn(position) is None or search.known(position)
        certain = search.certain(position) if is_known else None
        return certain or think(search, position, time.thought(), random).values

    played: list[tuple[int, Any]] = []
    for ply, move in enumerate(moves):
        position, mover = replay.positions[ply], replay.mover(ply)
        side = search.side(position)
        if mover >= players:
            played.append((mover, move))
            continue
        view = search.recall(game.view(position, mover), played)
        played.append((mover, move))
        thought = think(search, view, time.thought(), random)
        after = values(play_on(game, search, view, move))
        better = after
        if thought.move != move:
            better = values(play_on(game, search, view, thought.move))
        wide = width.after(abs(thought.values[side] - better[side]))
        lost = better[side] - after[side]
        loss = lost if lost > wide else 0.0
        best = thought.move if loss else move
        yield Assessment(ply, side, thought.values, after, best, loss, thought.solved, width=wide)
        time.begin_move()
