"""What the engine thinks of each move of a record, by what its player knew; also as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from random import Random
from typing import Any, Final

from games.registry import spec_of
from games.search import Assessment, Limits, analyse, think
from games.search.analysis import AnalysisTime, Width
from games.search.contract import Searchable, Values
from siam_tui.model.playing_on import play_on
from siam_tui.model.replay import Decider, Replay


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


SECONDS: Final = 0.5
"""How long a position is thought about at most, if nothing else is asked for."""
TOTAL: Final = 9.5
"""Seconds for a whole game: with what is begun and ended around it, it takes at most 10."""


class Verdict(Assessment[str]):
    """What the engine thinks of one move, with the best move in the notation.

    The side is the number of a seat, or of a team where teams play.
    """

    def to_line(self, by: Decider = "player") -> str:
        """Return it as a line for programs; `by` is who decided the move."""
        told = asdict(self)
        solved = told.pop("solved")
        more = {"mark": self.mark, "turned": self.turned, "solved": solved, "by": by}
        return json.dumps({**told, **more})

    @staticmethod
    def of_line(line: str) -> Verdict:
        """Read a line of `to_line`.

        Raises:
            ValueError: it is no such line.
        """
        try:
            said = json.loads(line)
            known = {each.name: said[each.name] for each in fields(Verdict)}
            chances = {"before": tuple(said["before"]), "after": tuple(said["after"])}
            return Verdict(**known | chances)
        except (TypeError, KeyError) as error:
            raise ValueError("verdict", line[:80]) from error


def count_rated(replay: Replay, *, as_known: bool) -> int:
    """Return how many moves of a record `verdicts` rates; by what was known, none of the table."""
    if not as_known:
        return replay.last
    players = spec_of(replay.game.name).count_players(replay.game, replay.positions[0])
    return sum(replay.mover(ply) < players for ply in range(replay.last))


def verdicts(
    replay: Replay, limits: Limits, *, as_known: bool = False, total: float | None = None
) -> Iterator[Verdict]:
    """Iterate over the verdicts on the moves of a record; each takes some time to find.

    Args:
        replay: a whole game, or a part of one.
        limits: how long to think about a position.
        as_known: whether to judge each move by what its player knew then; else all is open.
        total: how many seconds the whole game may take, by the clock of the limits; None if any.
    """
    game, moves = replay.game, replay.record.moves
    search, random = spec_of(game.name).searchable(game), Random(0)  # noqa: S311 - any seed
    found = (
        analyse_as_known(replay, limits, random, total)
        if as_known
        else analyse(search, replay.positions, moves, limits, random, total)
    )
    for each in found:
        told = {field.name: getattr(each, field.name) for field in fields(each)}
        yield Verdict(**told | {"best": game.format_move(each.best)})
