"""The log of a table: which moves one has seen or asked for, and the lines that tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Final

from textual.content import Content

from games.siam import Position
from protocol.messages import Entry, TableState
from siam_tui.appearance.style import Look
from siam_tui.games.siam.move_text import full_names, ids, tell
from siam_tui.model.table_view import TableView

IN_FULL: Final = 40
"""Characters across from which the log calls provinces by their full names."""

_BY: Final = {
    "player": "",
    "stand_in": " (stand-in)",
    "table": " (no cards)",
    "clock": " (out of time)",
}
_LETTERS: Final = re.compile(r"(?<= )([RLM]{1,2}) ")


@dataclass(frozen=True, slots=True)
class MoveLog:
    """A stretch of a game's log.

    Attributes:
        game_number: of which game at the table.
        start: a spectator's view of the position before the first entry.
        first: number of the first entry, counted from 0.
        entries: the moves.
        takes: how many moves had been taken back in the game when it was read.
    """

    game_number: int
    start: str
    first: int
    entries: tuple[Entry, ...] = ()
    takes: int = 0

    @property
    def end(self) -> int:
        """The number the next entry will have."""
        return self.first + len(self.entries)

    def belongs_to(self, state: TableState) -> bool:
        """Return whether its moves count in a state: none of them has been taken back since."""
        return state.branch == (self.game_number, self.takes)

    def followed_by(self, state: TableState) -> MoveLog | None:
        """Return the log with a state's news, or None if something is missing between them."""
        if not self.belongs_to(state):
            return None
        known = self.end - (state.ply - len(state.news))
        if state.ply <= self.end:
            return self
        if known < 0:
            return None
        return replace(self, entries=(*self.entries, *state.news[known:]))


@dataclass(frozen=True, slots=True)
class Chapter:
    """The moves of one struggle.

    Attributes:
        before: the position the chapter began with.
        moves: who moved, the move, and who decided it.
        after: the position that ended it, or the present one.
    """

    before: Position
    moves: tuple[Entry, ...]
    after: Position

    @property
    def number(self) -> int:
        """Which struggle it is, from 1."""
        return self.before.resolved + 1

    @property
    def province(self) -> int:
        """The province won in the end, or contested now; a Maharacha may have changed it."""
        return self.after.queue[self.before.resolved]


def chapters(chronicle: MoveLog, sight: TableView) -> list[Chapter]:
    """Return the chapters a person may read now (S23): of a running game the last two."""
    if not chronicle.start:
        return []
    game = sight.game
    found: list[Chapter] = []
    before = game.parse(chronicle.start)
    moves: list[Entry] = []
    start = before
    for entry in chronicle.entries:
        moves.append(entry)
        after = game.parse(entry.position)
        if game.chapter(after) != game.chapter(before):
            found.append(Chapter(start, tuple(moves), after))
            start, moves = after, []
        before = after
    if not before.over:
        found.append(Chapter(start, tuple(moves), before))
    everything = sight.state.status == "over" or game.open_discards
    return found if everything else found[-2:]


def log_lines(chronicle: MoveLog, sight: TableView, width: int, look: Look) -> list[Content]:
    """Return the log: a heading for each struggle, and a line or two for each move."""
    lines: list[Content] = []
    told = chapters(chronicle, sight)
    ply = chronicle.end - sum(len(chapter.moves) for chapter in told)
    for chapter in told:
        number, province = chapter.number, chapter.province
        name = sight.game.map.provinces[province].name
        lines.append(Content.styled(f"Struggle {number}: {name}", "bold underline"))
        for entry in chapter.moves:
            lines += _taken_back(sight, ply, width, look)
            lines += _move_lines(entry, sight, width, look)
            ply += 1
        control = chapter.after.control(province)
        if control is not None:
            lines.append(_won(sight, control, province, width, look))
    lines += _taken_back(sight, ply, width, look)
    return lines


def _won(sight: TableView, control: int, province: int, width: int, look: Look) -> Content:
    """Tell who won a province, by its id where its name has no room."""
    won = sight.game.map.provinces[province]
    who = f" {look.glyphs.flag} {sight.game.map.control_name(control)} "
    name = won.name if len(f"{who} win {won.name}") <= width else won.id
    return Content.assemble((who, look.palette.chips[control]), f" win {name}")


def _taken_back(sight: TableView, ply: int, width: int, look: Look) -> Iterator[Content]:
    """Tell which moves were taken back where the next one stands now."""
    names = full_names(sight.game.map) if width >= IN_FULL else ids(sight.game.map)
    for taken in sight.state.taken:
        if taken.ply == ply:
            told = tell(sight.game, taken.move, names).replace("plays ", "", 1)
            told = "a pass" if told == "passes" else told
            told = f"{sight.name(taken.seat)} took back: {told}"
            for line in wrap(told, width, subsequent_indent="  "):
                yield Content.styled(line, look.palette.faint)


def _move_lines(entry: Entry, sight: TableView, width: int, look: Look) -> Iterator[Content]:
    """Tell a move in words, with the provinces' ids where names would take too many lines."""
    by = _BY[entry.by]
    name = f"{sight.name(entry.seat)}{by}"
    names = full_names(sight.game.map) if width >= IN_FULL else ids(sight.game.map)
    told = f"{name} {tell(sight.game, entry.move, names)}"
    # A faction's letter stays on the line of its province.
    bound = _LETTERS.sub("\\1\N{NO-BREAK SPACE}", told)
    lines = wrap(bound, width, subsequent_indent="  ") or [""]
    first, *rest = (line.replace("\N{NO-BREAK SPACE}", " ") for line in lines)
    yield Content(first).stylize(look.palette.strong, 0, min(len(name), len(first)))
    yield from map(Content, rest)


def touched(chronicle: MoveLog, sight: TableView) -> frozenset[int]:
    """Return the provinces where something has changed since the person's last move.

    Before the first move, since the start as far as it is known; for a spectator none.
    """
    now = sight.position
    if sight.seat is None or now is None or not chronicle.start or now.over:
        return frozenset()
    own = (entry.position for entry in reversed(chronicle.entries) if entry.seat == sight.seat)
    return differing(sight.game.parse(next(own, chronicle.start)), now)


def differing(then: Position, now: Position) -> frozenset[int]:
    """Return the provinces about which anything differs between two positions."""
    return frozenset(
        province
        for province in range(len(now.map.provinces))
        if _about(then, province) != _about(now, province)
    )


def _about(position: Position, province: int) -> tuple[object, ...]:
    return (
        position.followers(province),
        position.control(province),
        position.queue.index(province),
        province in position.markers,
    )
