"""The log of a table: which moves one has seen or asked for, and the lines that tell them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Final

from textual.content import Content

from games.contract import GameError
from games.siam import (
    FACTION_LETTERS,
    Exchange,
    Map,
    Move,
    Placement,
    Position,
    Siam,
    Swap,
)
from protocol.messages import Entry, TableState
from siam_tui.board.labels import Look
from siam_tui.table.sight import Sight
from siam_tui.table.words import card_name

IN_WORDS: Final = 40
"""Characters across from which the log tells moves in words."""


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A stretch of a game's log.

    Attributes:
        game_number: of which game at the table.
        start: a spectator's view of the position before the first entry.
        first: number of the first entry, counted from 0.
        entries: the moves.
    """

    game_number: int
    start: str
    first: int
    entries: tuple[Entry, ...] = ()

    @property
    def end(self) -> int:
        """The number the next entry will have."""
        return self.first + len(self.entries)

    def followed_by(self, state: TableState) -> Chronicle | None:
        """Return the log with a state's news, or None if something is missing between them."""
        if state.game_number != self.game_number:
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


def chapters(chronicle: Chronicle, sight: Sight) -> list[Chapter]:
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


def log_lines(chronicle: Chronicle, sight: Sight, width: int, look: Look) -> list[Content]:
    """Return the log: a heading for each struggle, and a line or two for each move."""
    lines: list[Content] = []
    for chapter in chapters(chronicle, sight):
        number, province = chapter.number, chapter.province
        name = sight.board.provinces[province].name
        lines.append(Content.styled(f"Struggle {number}: {name}", "bold underline"))
        for entry in chapter.moves:
            lines += _move_lines(entry, sight, width, look)
        control = chapter.after.control(province)
        if control is not None:
            who = sight.board.control_name(control)
            style = look.palette.chips[control]
            lines.append(Content.assemble((f" {look.glyphs.flag} {who} ", style), f" win {name}"))
    return lines


def _move_lines(entry: Entry, sight: Sight, width: int, look: Look) -> Iterator[Content]:
    """Tell a move in words, or where they would take too many lines in the notation."""
    by = {"player": "", "stand_in": " (stand-in)", "table": " (no cards)"}[entry.by]
    name = f"{sight.name(entry.seat)}{by}"
    in_words = width >= IN_WORDS or entry.move == "pass"
    told = f"{name} {tell(sight.game, entry.move) if in_words else entry.move}"
    first, *rest = wrap(told, width, subsequent_indent="  ") or [""]
    yield Content(first).stylize(look.palette.strong, 0, min(len(name), len(first)))
    yield from map(Content, rest)


def tell(game: Siam, text: str) -> str:
    """Return a move in words short enough for a log.

    >>> tell(Siam(), "T:R@SUK+L@AYU+M@PATxM@KED")
    'plays Khon Thai: R Sukothai, L Ayutthaya, M Pattani; takes M from Kedah'
    """
    try:
        move = game.parse_move(text)
    except GameError:
        return text
    if move.card is None:
        return "passes"
    name = card_name(game.map, move.card)
    return f"plays {name}: {_action(game.map, move)}; {_take(game.map, move)}"


def _action(board: Map, move: Move) -> str:
    names = [province.name for province in board.provinces]
    match move.action:
        case Swap(first, second, marked):
            return f"{names[first]} and {names[second]} change places, King on {names[marked]}"
        case Placement(followers):
            return ", ".join(f"{FACTION_LETTERS[f.faction]} {names[f.province]}" for f in followers)
        case Exchange(given, source, taken, target):
            letters = "".join(FACTION_LETTERS[faction] for faction in given)
            return f"{letters} of {names[source]} for {FACTION_LETTERS[taken]} of {names[target]}"
    return "without effect"


def _take(board: Map, move: Move) -> str:
    if move.follower is None:
        return "no follower left to take"
    letter = FACTION_LETTERS[move.follower.faction]
    return f"takes {letter} from {board.provinces[move.follower.province].name}"
