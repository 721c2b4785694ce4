"""What a round came to: for the page at its end, the log and text mode. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from games.amber import Amber, Position
from games.amber.constants import MARKERS_OF_PERIOD, WALL, Problem
from games.amber.moves import Keep, SolveByCrown, SolveBySuit
from games.amber.scoring import FinalPoints
from siam_tui.appearance.cells import pad_end, text_width
from siam_tui.games.amber.facts import AmberView, WallFacts, add_own_parts, wall_facts
from siam_tui.games.amber.names import area_noun, numbered, problem_noun
from siam_tui.games.game_texts import ChapterReport
from siam_tui.model.move_log import Chapter
from texts import Message, Person, say, tell
from texts.sentences import join_sentences

Solving: TypeAlias = Keep | SolveBySuit | SolveByCrown
"""A move that solves a Problem."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What the end of a round has brought.

    Attributes:
        round: the round's number in its period.
        ends_period: whether it was the last of the first of two periods.
        solved: who solved a Problem, and how, in the order of play.
        unsolved: the Problems that nobody solved.
        power: of the Barbarians, before and after.
        walls: each seat's wall, as it is now while the next round is played, or else at its end.
            Own kept Problems are known, those of others are not.
        first: the first player, before and after.
    """

    round: int
    ends_period: bool
    solved: tuple[tuple[int, Solving], ...]
    unsolved: tuple[Problem, ...]
    power: tuple[int, int]
    walls: tuple[WallFacts, ...]
    first: tuple[int, int]


def round_end(view: AmberView, chapter: Chapter) -> RoundEnd | None:
    """Return what a round has brought; None while it goes on, and at the end of the game."""
    before, after = chapter.before, chapter.after
    if after.over or view.game.chapter(before) == view.game.chapter(after):
        return None
    known = add_own_parts(_latest(view, after), view)
    return RoundEnd(
        before.round,
        before.period != after.period,
        tuple(_solved(view.game, chapter)),
        tuple(unsolved(view.game, chapter)),
        (before.power, after.power),
        tuple(wall_facts(known, seat) for seat in range(len(after.seats))),
        (before.first, after.first),
    )


def _latest(view: AmberView, after: Position) -> Position:
    """Return the position shown if it is of the round that began with another one."""
    now: Position | None = view.position
    if now is None or now.over or view.game.chapter(now) != view.game.chapter(after):
        return after
    return now


def unsolved(game: Amber, chapter: Chapter) -> list[Problem]:
    """Return the Problems of a round that nobody has solved in it."""
    solved = {move.problem for _, move in _solved(game, chapter)}
    return [each.problem for each in chapter.before.row if each.problem not in solved]


def _solved(game: Amber, chapter: Chapter) -> list[tuple[int, Solving]]:
    moves = ((entry.seat, game.parse_move(entry.move)) for entry in chapter.moves)
    return [(seat, move) for seat, move in moves if isinstance(move, Solving)]


_SUM: Final = 27
"""Characters of how a wall is made up."""
_MORE_INFLUENCE: Final = MARKERS_OF_PERIOD[2] - MARKERS_OF_PERIOD[1]


def chapter_report(view: AmberView, chapter: Chapter) -> ChapterReport | None:
    """Return what a round came to; None while it goes on, and at the end of the game."""
    end = round_end(view, chapter)
    if end is None:
        return None
    happened = (*tell_solved(view, end), _tell_growth(end))
    period = (tell("amber/report/new-period", n=_MORE_INFLUENCE),) if end.ends_period else ()
    walls = tuple(_tell_walls(view, end))
    return ChapterReport(
        tell("amber/report/title", round=end.round, ends_period=end.ends_period),
        sentences=(join_sentences(*happened), *walls, *period),
        rows=(join_sentences(*happened), *_rows(view, end), *period),
        spoken=(*happened, *period, *walls),
    )


def tell_solved(view: AmberView, end: RoundEnd) -> Iterator[str]:
    """Iterate over a sentence for each seat that solved a Problem, in the order of play."""
    by_seat: dict[int, list[Solving]] = {}
    for seat, move in end.solved:
        by_seat.setdefault(seat, []).append(move)
    for seat, moves in by_seat.items():
        who = view.who(seat)
        yield tell("amber/report/solved", who=who, solutions=tuple(_solutions(who, moves)))


def _solutions(who: Person, moves: list[Solving]) -> Iterator[Message]:
    """Iterate over how one seat solved its Problems: those it kept first, together."""
    if kept := tuple(numbered(move.problem) for move in moves if isinstance(move, Keep)):
        yield say("amber/report/kept", who=who, problems=kept)
    for move in moves:
        if not isinstance(move, Keep):
            yield say(
                "amber/report/by-crown"
                if isinstance(move, SolveByCrown)
                else "amber/report/by-suit",
                who=who,
                problem=problem_noun(move.problem),
                area=area_noun(move.area),
            )


def _tell_growth(end: RoundEnd) -> str:
    was, now = end.power
    problems = tuple(map(problem_noun, end.unsolved))
    if problems and now > was:
        return tell("amber/report/grown", problems=problems, was=was, now=now, less=now - was)
    return tell("amber/report/not-grown", problems=problems, now=now)


def _tell_walls(view: AmberView, end: RoundEnd) -> Iterator[str]:
    own = [facts for facts in end.walls if facts.seat == view.seat]
    for facts in own:
        yield join_sentences(*_tell_own(facts))
    told = (
        tell(
            "amber/report/other",
            who=view.named(facts.seat),
            wall=facts.wall,
            kept=facts.cards,
            numbers=facts.falling,
        )
        for facts in end.walls
        if facts not in own
    )
    yield join_sentences(*told)


def _tell_own(facts: WallFacts) -> Iterator[str]:
    final = facts.final
    if final is None or not facts.cards:
        yield tell("amber/report/own-nothing", wall=facts.wall)
        return
    held, lost = _held_and_lost(final)
    yield tell("amber/report/own", wall=facts.wall, held=held, lost=lost, n=final.points)
    if lost:
        yield tell("amber/fact/missing", n=facts.missing)


def _held_and_lost(final: FinalPoints) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    return tuple(map(numbered, final.held)), tuple(map(numbered, final.lost))


def _rows(view: AmberView, end: RoundEnd) -> Iterator[str]:
    """Iterate over a line for each seat, in columns."""
    lead = tell("amber/report/if-now")
    for number, row in enumerate(wall_rows(view, end.walls, end.power[1])):
        yield f"{pad_end('' if number else lead, text_width(lead))}  {row}"


def wall_rows(view: AmberView, walls: tuple[WallFacts, ...], power: int) -> Iterator[str]:
    """Iterate over a line for each seat: how its wall is made up, and what would be lost."""
    names = [view.name(facts.seat) for facts in walls]
    wide = max(map(text_width, names))
    for facts, name in zip(walls, names, strict=True):
        total = tell("amber/report/sum", wall=facts.wall, base=WALL, power=power, n=facts.defenders)
        yield f"{pad_end(name, wide)}  {pad_end(total, _SUM)}  {_wall_row(facts)}"


def _wall_row(facts: WallFacts) -> str:
    if not facts.cards:
        return tell("amber/report/row-nothing")
    if facts.final is None:
        return tell("amber/report/row-hidden", kept=facts.cards, numbers=facts.falling)
    held, lost = _held_and_lost(facts.final)
    points, markers = facts.final.points, facts.missing
    return tell("amber/report/row", held=held, lost=lost, points=points, markers=markers)
