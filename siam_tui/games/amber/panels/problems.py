"""The Problems of the row: a list, or cards where there is room. Pure functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.content import Content

from games.amber import Position, RowProblem
from games.amber.constants import PROBLEMS, Problem
from siam_tui.appearance.cells import pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.amber.board.board_view import has_problem
from siam_tui.games.amber.choice_kinds import PROBLEM_KEYS, Kind
from siam_tui.games.amber.colours import SeatMarks, marks_of, number_of, suits_text
from siam_tui.games.amber.facts import AmberView, strengths, strongest
from siam_tui.games.amber.names import card_noun, problem_noun, problem_suits
from siam_tui.games.amber.panels.frames import Frame, framed
from siam_tui.games.map_board.canvas import BRACKETS
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Shown
from siam_tui.ui.fitting import at_left, first_fit
from siam_tui.ui.text import styled
from texts import tell

_CARD: Final = 23
"""Characters of a card; a gap of one stands between cards."""
_CARD_LINES: Final = 4
"""Lines in the frame of a card."""
_SUITS, _TRIES, _SUM = 8, 3, 3
"""Characters of the columns of the list."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A Problem as it is shown.

    Attributes:
        place: its number in the row, from 1.
        shown: the Problem of the row.
        sums: the sum of each seat.
        best: the seats with the highest sum; after attempts, who of them would have it.
        is_key: whether its key chooses it now.
        is_chosen: whether it is chosen in the move being built.
        under: whether it is under the cursor.
        is_open: whether it has turned over, while the deal is shown.
    """

    place: int
    shown: RowProblem
    sums: tuple[int, ...]
    best: frozenset[int]
    is_key: bool
    is_chosen: bool
    under: bool
    is_open: bool

    @property
    def problem(self) -> Problem:
        """Which Problem it is."""
        return self.shown.problem


def _entries(shown: Shown) -> list[_Entry]:
    position: Position = shown.position
    view: AmberView = shown.view
    found = []
    for place, each in enumerate(position.row, start=1):
        choice, sums = Choice(Kind.PROBLEM, each.problem), strengths(position, each.problem)
        best = {seat for seat, total in enumerate(sums) if total and total == max(sums)}
        if each.claims:
            ties = view.game.chosen.dummy_wins_ties
            first = strongest(position, each.problem, each.claims, dummy_wins_ties=ties)
            best = set() if first is None else {first}
        found.append(
            _Entry(
                place,
                each,
                sums,
                frozenset(best if each.winner is None else {each.winner}),
                is_key=choice in shown.choices,
                is_chosen=choice in shown.chosen,
                under=choice == shown.cursor,
                is_open=has_problem(shown.deal_step, place),
            )
        )
    return found


def heading(shown: Shown) -> str:
    """Return the heading of the Problems."""
    position: Position = shown.position
    if position.over:
        return tell("amber/row/none")
    since: Position | None = shown.since
    fresh = since is not None and (since.period, since.round) != (position.period, position.round)
    return tell("amber/row/new" if fresh else "amber/overview/problems")


def _longest() -> int:
    """Return the characters of the longest name of a Problem."""
    return max(text_width(tell(problem_noun(each))) for each in range(len(PROBLEMS)))


# A list


def problem_list(shown: Shown, look: Look) -> Content:
    """Return the Problems in a line each, with the sums of all seats."""
    if shown.position is None:
        return Content("")
    marks = marks_of(shown.view)
    lines = [_list_heading(shown, marks, look)]
    lines += [_list_line(entry, marks, look) for entry in _entries(shown)]
    return Content("\n").join(lines)


def _list_heading(shown: Shown, marks: SeatMarks, look: Look) -> Content:
    title = Content.styled(f" {heading(shown)}", look.palette.strong)
    if shown.position.over:
        return title
    chips = [Content.assemble("  ", marks.chip(seat, look)) for seat in range(len(marks.letters))]
    left = 6 + _longest() + 1 + _SUITS
    tries = Content.styled(
        pad_start(tell("amber/row/tries"), left + _TRIES - title.cell_length), look.palette.faint
    )
    return Content.assemble(title, tries, *chips)


def _list_line(entry: _Entry, marks: SeatMarks, look: Look) -> Content:
    if not entry.is_open:
        return Content.styled(f" {look.glyphs.hidden * (_longest() + _SUITS)}", look.palette.faint)
    return Content.assemble(
        _key(entry, look),
        look.glyphs.turn if entry.is_chosen else " ",
        (number_of(entry.problem, look), look.palette.strong),
        at_left(_name(entry, look), _longest() + 2),
        at_left(suits_text(problem_suits(entry.problem), look), _SUITS),
        at_left(_tries(entry, marks, look), _TRIES),
        *(_sum(entry, seat, look) for seat in range(len(marks.letters))),
    )


def _key(entry: _Entry, look: Look) -> Content:
    style = look.palette.key if entry.is_key else look.palette.strong
    return Content.styled(f" {PROBLEM_KEYS[entry.place - 1]} ", style)


def _name(entry: _Entry, look: Look) -> Content:
    """Return the name, in brackets under the cursor, with a blank or a bracket on each side."""
    before, after = BRACKETS if entry.under else (" ", " ")
    style = look.palette.cursor if entry.under else ""
    return Content.assemble((f"{before}{tell(problem_noun(entry.problem))}{after}", style))


def _tries(entry: _Entry, marks: SeatMarks, look: Look) -> Content:
    """Return who attempts it, in the order they spoke, or to whom it was awarded."""
    if entry.shown.winner is not None:
        return Content.assemble(look.glyphs.turn, marks.chip(entry.shown.winner, look))
    if not entry.shown.claims:
        return Content.styled(look.glyphs.dash, look.palette.faint)
    return Content("").join(marks.chip(seat, look) for seat in entry.shown.claims)


def _sum(entry: _Entry, seat: int, look: Look) -> Content:
    style = look.palette.strong if seat in entry.best else look.palette.faint
    return Content.styled(f"{entry.sums[seat]:>{_SUM}}", style)


# Cards


def problem_cards(shown: Shown, look: Look) -> Content:
    """Return the Problems as cards, with the names of suits and seats."""
    if shown.position is None:
        return Content("")
    marks = marks_of(shown.view)
    title = Content.styled(f" {heading(shown)}", look.palette.strong)
    cards = [_card(entry, marks, look) for entry in _entries(shown)]
    rows = [Content(" ").join((Content(""), *row)) for row in zip(*cards, strict=True)]
    return Content("\n").join((title, *rows))


def _card(entry: _Entry, marks: SeatMarks, look: Look) -> list[Content]:
    if not entry.is_open:
        face_down = Content.styled(look.glyphs.hidden * (_CARD - 2), look.palette.faint)
        return framed([face_down] * _CARD_LINES, _CARD, Frame(), look)
    name = _name(entry, look)
    sums = (
        Content.assemble(marks.chip(seat, look), " ", _sum(entry, seat, look).plain.strip())
        for seat in range(len(marks.letters))
    )
    strong = [
        part.stylize(look.palette.strong, 2) if seat in entry.best else part
        for seat, part in enumerate(sums)
    ]
    lines = [
        Content.assemble((number_of(entry.problem, look), look.palette.strong), " ", name),
        Content("  ").join(
            Content.assemble(suits_text(letter, look), f" {tell(card_noun(letter))}")
            for letter in problem_suits(entry.problem)
        ),
        Content("   ").join(strong),
        _told(entry, marks, look),
    ]
    heavy = entry.is_chosen or entry.shown.winner is not None
    lines = [line.pad_left(1) for line in lines]
    return framed(lines, _CARD, Frame(heavy=heavy, above=_key(entry, look)), look)


def _told(entry: _Entry, marks: SeatMarks, look: Look) -> Content:
    if entry.shown.winner is not None:
        text = tell("amber/row/won", who=marks.names[entry.shown.winner])
        return Content.styled(text, look.palette.strong)
    claims = entry.shown.claims
    if not claims:
        return Content.styled(tell("amber/row/tried", who=()), look.palette.faint)
    named = Content(tell("amber/row/tried", who=tuple(marks.names[seat] for seat in claims)))
    chips = Content(" ").join(marks.chip(seat, look) for seat in claims)
    brief = styled("amber/row/tried-brief", who=chips)
    return first_fit((named, brief), _CARD - text_width("│  │"))


# Pointing


def problem_at(shown: Shown, x: int, y: int, *, cards: bool) -> Problem | None:
    """Return the Problem at a character of the panel, or None."""
    row = shown.position.row if shown.position is not None else ()
    at = (x - 1) // (_CARD + 1) if cards else y - 1
    return row[at].problem if 0 <= at < len(row) and y else None
