"""The board: what is shown of it, what stands in a province, and what has changed. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.content import Content

from games.foreign_king import Map, Position
from games.foreign_king.constants import FACTORY_LETTERS, PROVINCES
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.palette import Palette
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import chip_of, colour_chip, letter_of, numbered
from siam_tui.games.foreign_king.facts import ProvinceFacts, province_facts
from siam_tui.games.foreign_king.names import name_on_map
from siam_tui.games.map_board import view
from siam_tui.games.map_board.canvas import (
    BRACKETS,
    ROOMY,
    Picture,
    Room,
    draw_map,
    fitted,
    heading,
    joined,
    next_to,
    with_neighbours_apart,
)
from siam_tui.model.seat_facts import brief_name
from siam_tui.ui.fitting import first_fit
from texts import say, tell


def changed_provinces(then: Position, now: Position) -> frozenset[int]:
    """Return the provinces in which citizens or factories differ, or which the King has entered."""
    return frozenset(
        province
        for province in range(PROVINCES)
        if then.citizens_in(province) != now.citizens_in(province)
        or then.factories_in(province) != now.factories_in(province)
        or (now.king == province != then.king)
    )


@dataclass(frozen=True, slots=True)
class BoardView(view.BoardView):
    """What the board is to show.

    Attributes:
        names: what the colours are called, if they are known.
        dealt: how many provinces lie open, while the deal is shown.
    """

    board: Map
    position: Position | None = None
    names: tuple[str, ...] = ()
    dealt: int = PROVINCES

    def number(self, province: int) -> int | None:
        """Return the number that chooses a province, from 1; None until it lies open."""
        return province + 1 if province < self.dealt else None

    @property
    def framed(self) -> int | None:
        """The province with the King."""
        return self.position.king if self.position else None

    def ground(self, province: int, palette: Palette) -> str:
        """Return the style of a province's ground: it shows who leads, also during a choice.

        The number tells whether a province may be chosen, an underlined name that it is.
        """
        is_marked = province in self.chosen or province in self.targets
        if is_marked and province != self.cursor:
            return self.wash(province, palette)
        return view.BoardView.ground(self, province, palette)

    def wash(self, province: int, palette: Palette) -> str:
        """Return the ground of a province, in the colour of its leader."""
        facts = self.facts(province)
        if facts is None or facts.leader is None:
            return palette.land
        return palette.washes[chip_of(facts.leader, self.seats)]

    def facts(self, province: int) -> ProvinceFacts | None:
        """Return how a province stands; None before the start, and until it lies open."""
        if self.position is None or province >= self.dealt:
            return None
        return province_facts(self.position, province)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.position.seats if self.position else 0

    def tell_name(self, name: str) -> str:
        """Return a name on the map in the reader's language."""
        return tell(name_on_map(name))

    @property
    def is_over(self) -> bool:
        """Whether the King comes no more."""
        return self.position is not None and self.position.asks == "over"


SPACIOUS: Final = 7
"""Lines of room from which each colour has a line of its own."""
BLOCK: Final = 24
"""Characters across that such lines take."""
_NAMED: Final = 14
"""Characters of them that a count with a name takes at most."""


def draw(view: BoardView, width: int, height: int, look: Look) -> Picture:
    """Draw the board into so many characters and lines."""
    return draw_map(view, label, width, height, look)


def label(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the text of one province, at most as long and high as the room for it."""
    facts = view.facts(province)
    spacious = room.lines >= SPACIOUS and room.width >= BLOCK
    brackets = 0 if province == view.cursor else len(BRACKETS)  # room for them, lest names jump
    first = heading(view, province, room, look, sign=look.glyphs.king, spare=brackets)
    if facts is None:
        body: list[Content] = []
    elif spacious:
        body = _in_full(view, facts, room, look)
    elif room.lines >= ROOMY:
        body = [*_in_signs(view, facts, room, look), *_visit(view, facts, room.width, look)]
    else:
        points = _state_with_points(view, facts, room.width, look)
        body = [_citizens(view, facts, room.width, look), points]
        if room.lines == 2:
            body = [_tightly(view, facts, look)]
    near = next_to(view, province, room, look, room.lines - 1 - len(body)) if spacious else []
    found = [first, *body, *near]
    if not near:
        found = with_neighbours_apart(found, view, province, room, look)
    if room.lines - len(found) > 1:
        found.insert(1, Content(" "))
    return fitted(found, room)


def _in_signs(view: BoardView, facts: ProvinceFacts, room: Room, look: Look) -> list[Content]:
    """Return a line of citizens and one of leader and factories."""
    return [_citizens(view, facts, room.width, look), _state(view, facts, look)]


def _citizens(view: BoardView, facts: ProvinceFacts, width: int, look: Look) -> Content:
    if facts.is_empty:
        return Content.styled(tell("foreign_king/board/empty"), look.palette.faint)
    there = [(colour, count) for colour, count in enumerate(facts.citizens) if count]
    told = numbered(there, view.seats, look)
    return told if told.cell_length <= width else numbered(there, view.seats, look, "")


def _state(view: BoardView, facts: ProvinceFacts, look: Look) -> Content:
    """Return who leads and the factories; an empty province without factories has neither."""
    parts = [] if facts.is_empty else [_leader(view, facts, look)]
    if any(facts.factories):
        parts.append(factories(facts, look))
    return joined(parts)


def _state_with_points(view: BoardView, facts: ProvinceFacts, width: int, look: Look) -> Content:
    """Return who leads, as ``+6`` what the King would bring if it fits, and the factories."""
    state = _state(view, facts, look)
    if facts.leader is None or view.is_over:
        return state
    points = f"+{facts.points}", "" if facts.points else look.palette.faint
    parts = [Content.assemble(_leader(view, facts, look), points)]
    if any(facts.factories):
        parts.append(factories(facts, look))
    forms = [joined(parts), joined(parts, "")]
    return first_fit(forms, width, state)


def _leader(view: BoardView, facts: ProvinceFacts, look: Look) -> Content:
    flag, palette = look.glyphs.flag, look.palette
    if facts.leader is None:
        return Content.styled(f"{flag}{look.glyphs.dash}", palette.faint)
    return Content.styled(f"{flag}{letter_of(facts.leader, view.seats)}", palette.strong)


def factories(facts: ProvinceFacts, look: Look) -> Content:
    """Return the factories as letters; those of inactive ones are small."""
    styles = look.palette.strong, look.palette.faint
    letters = [
        Content.styled(letter * count, styles[letter.islower()])
        for letter, count in zip(FACTORY_LETTERS, facts.factories, strict=True)
    ]
    return Content.assemble((look.glyphs.factory, look.palette.faint), joined(letters, ""))


def _tightly(view: BoardView, facts: ProvinceFacts, look: Look) -> Content:
    """Return citizens, the most first, and factories in one line; the ground tells the leader."""
    there = sorted(
        ((colour, count) for colour, count in enumerate(facts.citizens) if count),
        key=lambda each: -each[1],
    )
    parts = [numbered(there, view.seats, look, "")] if there else []
    if any(facts.factories):
        parts.append(factories(facts, look))
    return (
        joined(parts)
        if parts
        else Content.styled(tell("foreign_king/board/empty"), look.palette.faint)
    )


def _visit(view: BoardView, facts: ProvinceFacts, width: int, look: Look) -> list[Content]:
    """Return what the King would bring if he came now, in as many words as fit."""
    king, palette = look.glyphs.king, look.palette
    if facts.is_empty or view.is_over or facts.province == view.framed:  # he cannot come again
        return []
    points = facts.points
    if facts.leader is None:
        forms = [tell("foreign_king/board/tie", form=form, king=king) for form in range(2)]
    else:
        letter = letter_of(facts.leader, view.seats)
        who = view.names[facts.leader] if view.names else letter
        forms = [
            tell(
                "foreign_king/board/brings",
                form=form,
                king=king,
                who=who,
                letter=letter,
                points=points,
            )
            for form in range(4)
        ]
    told = first_fit(forms, width, "")
    return [Content.styled(told, "" if points else palette.faint)] if told else []


def _in_full(view: BoardView, facts: ProvinceFacts, room: Room, look: Look) -> list[Content]:
    """Return a line for each colour, one for the factories and one for the King's visit."""
    if facts.is_empty:
        lines = [Content.styled(tell("foreign_king/board/empty"), look.palette.faint)]
    else:
        lines = _rows(view, facts, look)
    if any(facts.factories):
        lines.append(_factory_words(facts, room.width, look))
    return [*lines, *_visit(view, facts, room.width, look)]


def _rows(view: BoardView, facts: ProvinceFacts, look: Look) -> list[Content]:
    """Return each colour's citizens one by one, and how many they are; a flag marks the leader."""
    there = [(colour, count) for colour, count in enumerate(facts.citizens) if count]
    told = {colour: _count(view, facts, colour, look) for colour, _ in there}
    needed = max(count for _, count in there), max(each.cell_length for each in told.values())
    apart, close, tight = (4, " {} "), (2, "{} "), (1, "{}")
    room = BLOCK - 1 - needed[1]
    _, form = next((each for each in (apart, close) if needed[0] * each[0] <= room + 1), tight)
    lines = []
    for colour, count in there:
        letter = letter_of(colour, view.seats)
        chips = [colour_chip(colour, view.seats, look, form.format(letter))] * count
        pips = joined(chips, " " * (form == apart[1])).truncate(max(1, room), ellipsis=True)
        gap = BLOCK - pips.cell_length - told[colour].cell_length
        lines.append(Content.assemble(pips, " " * max(1, gap), told[colour]))
    return lines


def _count(view: BoardView, facts: ProvinceFacts, colour: int, look: Look) -> Content:
    leads = colour == facts.leader
    flag = f"{look.glyphs.flag} " if leads else ""
    name = view.names[colour] if view.names else letter_of(colour, view.seats)
    before = f"{flag}{facts.citizens[colour]} "
    told = f"{before}{brief_name(name, _NAMED - text_width(before))}"
    return Content.styled(told, look.palette.strong if leads else "")


def _factory_words(facts: ProvinceFacts, width: int, look: Look) -> Content:
    """Return the factories as letters and, where they fit, in words."""
    signs = factories(facts, look)
    each = tuple(
        say("foreign_king/board/factories", n=n, kind=kind)
        for n, kind in zip(facts.factories, FACTORY_LETTERS, strict=True)
        if n
    )
    told = tell("foreign_king/board/all-factories", each=each)
    if signs.cell_length + 2 + text_width(told) > width:
        return signs
    return Content.assemble(signs, "  ", (told, look.palette.faint))
