"""What stands inside a province: its place in the queue, its name, its followers or controller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content

from games.siam import FACTION_LETTERS, FACTIONS, Map, Position, Trio
from siam_tui.board.drawing import Drawing
from siam_tui.board.glyphs import UNICODE, Glyphs
from siam_tui.board.palette import CLASSIC, Palette

ROOMY = 4
"""Lines of room from which a province says things in words."""


@dataclass(frozen=True, slots=True)
class Look:
    """With which signs and colours things are drawn."""

    glyphs: Glyphs = UNICODE
    palette: Palette = CLASSIC


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the board is to show.

    Attributes:
        board: the map.
        position: what stands on it; None before the start.
        targets: provinces that may be chosen now.
        chosen: provinces already chosen in the move being built.
        cursor: the province under the keyboard's cursor.
        touched: provinces where something has changed since the person's last move.
    """

    board: Map
    position: Position | None = None
    targets: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    cursor: int | None = None
    touched: frozenset[int] = frozenset()

    @property
    def contested(self) -> int | None:
        """The province of the present struggle."""
        return self.position.contested if self.position else None

    def place(self, province: int) -> int | None:
        """Return the place in the queue of struggles, from 1."""
        return self.position.queue.index(province) + 1 if self.position else None


def chip(faction: int, look: Look, text: str = "") -> Content:
    """Return a follower's or a controller's letter in its colour."""
    return Content.styled(text or FACTION_LETTERS[faction], look.palette.chips[faction])


def joined(parts: Sequence[Content], separator: str = " ") -> Content:
    """Join contents with a separator."""
    return Content(separator).join(parts)


def counts(trio: Trio, look: Look, *, zeros: bool = False) -> Content:
    """Return numbers of followers as ``R2 L1``, in their colours."""
    shown = [faction for faction in FACTIONS if trio[faction] or zeros]
    return joined([chip(f, look, f"{FACTION_LETTERS[f]}{trio[f]}") for f in shown])


def followers(trio: Trio, width: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    cubes = joined(
        [joined([chip(f, look, f" {FACTION_LETTERS[f]} ")] * trio[f]) for f in shown], "  "
    )
    letters = joined([chip(f, look, FACTION_LETTERS[f] * trio[f]) for f in shown])
    counted = counts(trio, look)
    tight = joined([chip(f, look, f"{FACTION_LETTERS[f]}{trio[f]}") for f in shown], "")
    fitting = (form for form in (cubes, letters, counted) if form.cell_length <= width)
    return next(fitting, tight)


@dataclass(frozen=True, slots=True)
class Room:
    """The room for text in a province.

    Attributes:
        drawing: how the map is drawn.
        width: characters across.
        lines: lines.
    """

    drawing: Drawing
    width: int
    lines: int


def label(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the text of one province, at most as long and high as the room for it."""
    marks = _marks(view, province, look)
    first = _name(view, province, room, look)
    standing = _standing(view, province, room.width, look)
    if room.lines < ROOMY:
        if first.cell_length + marks.cell_length < room.width or not marks:
            first = joined([first, marks]) if marks else first
        else:
            beside = _standing(view, province, room.width - marks.cell_length - 1, look)
            both = joined([beside, marks])
            # What stands here matters more: the queue shows the King marker too.
            standing = both if both.cell_length <= room.width else standing
        found = [first, standing]
    else:
        found = [first, standing, *_words(view, province, room.width, look)]
    listed = _listed(view, province, room, look)
    if listed:
        found.insert(2, listed)
    return [line.truncate(room.width, ellipsis=True) for line in found[: room.lines] if line]


def _name(view: BoardView, province: int, room: Room, look: Look) -> Content:
    contested = province == view.contested
    place = view.place(province)
    behind = look.glyphs.touched if province in view.touched else " "
    sign = look.glyphs.contested if contested else ""
    style = look.palette.contested_name if contested else look.palette.strong
    # The number of a province to choose looks like the key of an option, for it is one.
    number = Content.assemble(
        (sign, style),
        (str(place), look.palette.key if province in view.targets else style),
        (behind, style),
    )
    number = number if place else Content("")
    full, short = view.board.provinces[province].name, room.drawing.names[province]
    name = full if number.cell_length + len(full) + 3 <= room.width else short
    return Content.assemble(number, (name, style))


def _standing(view: BoardView, province: int, room: int, look: Look) -> Content:
    """Return who controls a province, or else its followers."""
    if view.position is None:
        return Content()
    control = view.position.control(province)
    if control is not None:
        return controller(view.board, control, look)
    standing = view.position.followers(province)
    if not any(standing):
        return Content.styled("empty", look.palette.faint)
    return followers(standing, room, look)


def controller(board: Map, control: int, look: Look) -> Content:
    """Return a flag with the name of who controls a province."""
    text = f"{look.glyphs.flag}{FACTION_LETTERS[control]} {board.control_name(control)}"
    return Content.styled(f" {text} ", look.palette.chips[control])


def _marks(view: BoardView, province: int, look: Look) -> Content:
    home = view.board.provinces[province].home
    parts = []
    if home is not None:
        parts.append(_home(home, look))
    if view.position and province in view.position.markers:
        parts.append(Content.styled(look.glyphs.king, look.palette.strong))
    return joined(parts, "")


def _home(home: int, look: Look) -> Content:
    """Return the sign of a home; not in the faction's colour, lest it look like a follower."""
    return Content.styled(f"{look.glyphs.home}{FACTION_LETTERS[home]}", look.palette.faint)


def _words(view: BoardView, province: int, room: int, look: Look) -> list[Content]:
    """Return in words what `_marks` says with signs."""
    found = []
    home = view.board.provinces[province].home
    if home is not None:
        name = view.board.faction_names[home]
        sign = _home(home, look)
        long = Content.assemble(sign, (f" home of the {name}", look.palette.faint))
        short = Content.assemble(sign, (" home", look.palette.faint))
        found.append(long if long.cell_length <= room else short)
    if view.position and province in view.position.markers:
        found.append(Content.styled(f"{look.glyphs.king} King", look.palette.strong))
    if province == view.contested:
        found.append(Content.styled("contested now", look.palette.contested))
    return found


def _listed(view: BoardView, province: int, room: Room, look: Look) -> Content | None:
    """Return the neighbours that the drawing cannot show, by id or at least by number."""
    others = room.drawing.listed[province]
    if not others:
        return None
    ids = " ".join(view.board.provinces[other].id for other in others)
    numbers = " ".join(sorted(str(place) for other in others if (place := view.place(other))))
    names = ids if len(ids) + 2 <= room.width or not numbers else numbers
    return Content.styled(f"{look.glyphs.borders} {names}", look.palette.faint)
