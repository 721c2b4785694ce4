"""What a round came to: for the page at its end, the log and text mode. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from textual.content import Content

from games.amber import Amber, Position
from games.amber.constants import MARKERS_OF_PERIOD, WALL, Problem
from games.amber.moves import Keep, SolveByCrown, SolveBySuit
from games.plural import count_of
from siam_tui.appearance.cells import text_width
from siam_tui.games.amber.facts import AmberView, WallFacts, add_own_parts, wall_facts
from siam_tui.games.amber.names import PROBLEM_NAMES, area_name, numbered
from siam_tui.games.game_texts import ChapterReport
from siam_tui.model.move_log import Chapter
from siam_tui.ui.text import listed

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


_TITLE: Final = "End of round {round}"
_PERIOD_TITLE: Final = "End of round {round} and of the first period"
_NEW_PERIOD: Final = (
    "Second period: all cards are back in the hands, the Problems that nobody kept in a new deck, "
    "and {influence} more influence in each reserve."
)
_MORE_INFLUENCE: Final = MARKERS_OF_PERIOD[2] - MARKERS_OF_PERIOD[1]
_SOLVED: Final = "{who} {solutions}."
_KEPT: Final = "kept {problems}"
_BY_SUIT: Final = "solved {problem} in {where}"
_BY_CROWN: Final = "solved {problem} by moving the Confidant to {where}"

_ALL_SOLVED: Final = "No Problem stays unsolved: the Barbarians stay at {now}."
_GROWN: Final = (
    "Nobody solved {problems}: the Barbarians grow from {was} to {now}, and each wall loses {less}."
)
_FULL: Final = "Nobody solved {problems}. The Barbarians stay at {now}, the most there can be."

_OWN_NOTHING: Final = "Your wall is {wall}, and you have kept no Problem."
_OWN_HOLDS: Final = "Your wall is {wall}: {held} would hold, {points}."
_OWN_FALLS: Final = "Your wall is {wall}: {lost} would be lost, nothing would hold."
_OWN_BOTH: Final = "Your wall is {wall}: {lost} would be lost, {held} would hold, {points}."
_OWN_MISSING: Final = "{markers} in the Borderland would hold all."

_OTHER_NOTHING: Final = "{who}: wall {wall}, no Problem kept."
_OTHER_HOLDS: Final = "{who}: wall {wall}, {kept}; all would hold."
_OTHER_FALLS: Final = "{who}: wall {wall}, {kept}; any {numbers} would be lost."

_LEAD: Final = "If they came now:"
_SUM: Final = "wall {wall} = {base} - {power} + {markers}"
_ROW_NOTHING: Final = "no Problem kept"
_ROW_HIDDEN: Final = "{kept}: any {numbers} would be lost"
_ROW_HIDDEN_HOLDS: Final = "{kept}: all would hold"
_ROW_HOLDS: Final = "holds: {held}   {points}"
_ROW_FALLS: Final = "lost: {lost}   {markers} would hold all"
_ROW_BOTH: Final = "lost: {lost}   holds: {held}   {points}   {markers} would hold all"


def chapter_report(view: AmberView, chapter: Chapter) -> ChapterReport | None:
    """Return what a round came to; None while it goes on, and at the end of the game."""
    end = round_end(view, chapter)
    if end is None:
        return None
    title = _PERIOD_TITLE if end.ends_period else _TITLE
    happened = (*tell_solved(view, end), _tell_growth(end))
    period = (_NEW_PERIOD.format(influence=_MORE_INFLUENCE),) if end.ends_period else ()
    walls = tuple(_tell_walls(view, end))
    return ChapterReport(
        title.format(round=end.round),
        sentences=(" ".join(happened), *walls, *period),
        rows=(" ".join(happened), *_rows(view, end), *period),
        spoken=(*happened, *period, *walls),
    )


def tell_solved(view: AmberView, end: RoundEnd) -> Iterator[str]:
    """Iterate over a sentence for each seat that solved a Problem, in the order of play."""
    by_seat: dict[int, list[Solving]] = {}
    for seat, move in end.solved:
        by_seat.setdefault(seat, []).append(move)
    for seat, moves in by_seat.items():
        yield _SOLVED.format(who=view.subject(seat), solutions=listed([*_solutions(moves)]))


def _solutions(moves: list[Solving]) -> Iterator[str]:
    """Iterate over how one seat solved its Problems: those it kept first, together."""
    if kept := [numbered(move.problem) for move in moves if isinstance(move, Keep)]:
        yield _KEPT.format(problems=listed(kept))
    for move in moves:
        if not isinstance(move, Keep):
            template = _BY_CROWN if isinstance(move, SolveByCrown) else _BY_SUIT
            named = PROBLEM_NAMES[move.problem]
            yield template.format(problem=named, where=area_name(move.area))


def _tell_growth(end: RoundEnd) -> str:
    was, now = end.power
    problems = listed([PROBLEM_NAMES[problem] for problem in end.unsolved] or [""], "or")
    template = (_GROWN if now > was else _FULL) if end.unsolved else _ALL_SOLVED
    return template.format(problems=problems, was=was, now=now, less=now - was)


def _tell_walls(view: AmberView, end: RoundEnd) -> Iterator[str]:
    own = [facts for facts in end.walls if facts.seat == view.seat]
    for facts in own:
        yield " ".join(_tell_own(facts))
    told = (_tell_other(view, facts) for facts in end.walls if facts not in own)
    yield " ".join(told)


def _tell_own(facts: WallFacts) -> Iterator[str]:
    final = facts.final
    if final is None or not facts.cards:
        yield _OWN_NOTHING.format(wall=facts.wall)
        return
    kinds = {(True, False): _OWN_HOLDS, (False, True): _OWN_FALLS, (True, True): _OWN_BOTH}
    yield kinds[bool(final.held), bool(final.lost)].format(**_words_of(facts))
    if final.lost:
        yield _OWN_MISSING.format(**_words_of(facts))


def _tell_other(view: AmberView, facts: WallFacts) -> str:
    template = _OTHER_FALLS if facts.falling else _OTHER_HOLDS
    words = _words_of(facts)
    return (template if facts.cards else _OTHER_NOTHING).format(
        who=view.subject(facts.seat), **words
    )


def _words_of(facts: WallFacts) -> dict[str, str]:
    """Return what the templates of a wall ask for."""
    final = facts.final
    return {
        "wall": str(facts.wall),
        "kept": count_of(facts.cards, "Problem") + " kept",
        "numbers": listed(list(map(str, facts.falling)) or [""], "or"),
        "lost": listed([numbered(each) for each in final.lost] or [""]) if final else "",
        "held": listed([numbered(each) for each in final.held] or [""]) if final else "",
        "points": count_of(final.points, "point") if final else "",
        "markers": count_of(facts.missing, "more marker"),
    }


def _rows(view: AmberView, end: RoundEnd) -> Iterator[str]:
    """Iterate over a line for each seat, in columns."""
    for number, row in enumerate(wall_rows(view, end.walls, end.power[1])):
        yield f"{'' if number else _LEAD:{text_width(_LEAD)}}  {row}"


def wall_rows(view: AmberView, walls: tuple[WallFacts, ...], power: int) -> Iterator[str]:
    """Iterate over a line for each seat: how its wall is made up, and what would be lost."""
    names = [view.name(facts.seat) for facts in walls]
    wide = max(Content(name).cell_length for name in names)
    for facts, name in zip(walls, names, strict=True):
        markers = count_of(facts.defenders, "marker")
        total = _SUM.format(wall=facts.wall, base=WALL, power=power, markers=markers)
        yield f"{_padded(name, wide)}  {total:27}  {_wall_row(facts)}"


def _padded(name: str, width: int) -> str:
    return name + " " * (width - Content(name).cell_length)


def _wall_row(facts: WallFacts) -> str:
    final, words = facts.final, _words_of(facts)
    if not facts.cards:
        return _ROW_NOTHING
    if final is None:
        return (_ROW_HIDDEN if facts.falling else _ROW_HIDDEN_HOLDS).format(**words)
    if not final.lost:
        return _ROW_HOLDS.format(**words)
    return (_ROW_BOTH if final.held else _ROW_FALLS).format(**words)
