"""The board: what is shown of it, what stands in a province, what has changed, and the deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from textual.content import Content

from games.siam import BRITISH, FACTIONS, Map, Position, Trio
from games.siam.constants import PROVINCES
from games.siam.scoring import majority
from siam_tui.appearance.palette import Palette
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board import view
from siam_tui.games.map_board.canvas import (
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
from siam_tui.games.siam.facts import ProvinceFacts, province_facts
from siam_tui.games.siam.names import side_letters, tell_name
from siam_tui.ui.fitting import at_right, first_fit
from texts import tell


def changed_provinces(then: Position, now: Position) -> frozenset[int]:
    """Return the provinces about which anything differs between two positions."""
    return frozenset(
        province
        for province in range(len(now.map.provinces))
        if _facts(then, province) != _facts(now, province)
    )


def _facts(position: Position, province: int) -> tuple[object, ...]:
    return (
        position.followers(province),
        position.control(province),
        position.queue.index(province),
        province in position.markers,
    )


_PAUSE: Final = 2
"""Steps in which nothing is added, before the first struggle lights up."""
STEPS: Final = 2 * PROVINCES + _PAUSE


@dataclass(frozen=True, slots=True)
class Deal:
    """How far a deal has come.

    Attributes:
        step: how many tiles have turned over, and after them how many provinces are filled, both
            in the order of the queue.
    """

    step: int

    def has_tile(self, position: Position, province: int) -> bool:
        """Return whether the tile of a province has turned over."""
        return position.queue.index(province) < self.step

    def is_filled(self, position: Position, province: int) -> bool:
        """Return whether the followers of a province have fallen."""
        return position.queue.index(province) < self.step - PROVINCES


@dataclass(frozen=True, slots=True)
class BoardView(view.BoardView):
    """What the board is to show.

    Attributes:
        before: the position before the move that is being built, if one is.
        deal: how far the deal has come, while it is shown.
        is_ended: whether the game is over, so that nobody takes an open province any more.
    """

    board: Map
    position: Position | None = None
    before: Position | None = None
    deal: Deal | None = None
    is_ended: bool = False

    @property
    def framed(self) -> int | None:
        """The province of the present struggle."""
        return self.position.contested if self.position and self.deal is None else None

    def number(self, province: int) -> int | None:
        """Return the place in the queue of struggles, from 1; None until its tile is dealt."""
        if self.position is None or (self.deal and not self.deal.has_tile(self.position, province)):
            return None
        return self.position.queue.index(province) + 1

    def tell_name(self, name: str) -> str:
        """Return a name on the map in the reader's language."""
        return tell_name(name)

    def is_bare(self, province: int) -> bool:
        """Return whether nothing is known of a province yet: before the start, and in the deal."""
        deal, position = self.deal, self.position
        return position is None or (deal is not None and not deal.is_filled(position, province))

    def wash(self, province: int, palette: Palette) -> str:
        """Return the ground of a province, in the colour of who controls it."""
        control = self.position.control(province) if self.position else None
        return palette.land if control is None else palette.washes[control]


def counts(board: Map, trio: Trio, look: Look, *, zeros: bool = False) -> Content:
    """Return numbers of followers as ``R2 L1``, in their colours."""
    shown = [faction for faction in FACTIONS if trio[faction] or zeros]
    letters = side_letters(board)
    return joined([chip(f, look, f"{letters[f]}{trio[f]}") for f in shown])


def followers(board: Map, trio: Trio, width: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    letters = side_letters(board)
    cubes = joined([joined([chip(f, look, f" {letters[f]} ")] * trio[f]) for f in shown], "  ")
    in_rows = joined([chip(f, look, letters[f] * trio[f]) for f in shown])
    counted = counts(board, trio, look)
    tight = joined([chip(f, look, f"{letters[f]}{trio[f]}") for f in shown], "")
    fitting = (form for form in (cubes, in_rows, counted) if form.cell_length <= width)
    return next(fitting, tight)


SPACIOUS: Final = 7
"""Lines of room from which each faction has a line of its own."""
BLOCK: Final = 28
"""Characters across that such lines take at most."""


def in_words(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the lines of a province, the most telling first where not all have room."""
    first = name_and_place(view, province, room, look)
    about = _about(view, province, room.width, look)
    known = None if view.is_bare(province) else view.position
    if known is None or known.control(province) is not None:
        there = what_stands(view, province, room.width, look)
        body = [there] if there else []
    else:
        body = _open(view, province, room, look, spare=room.lines - 1 - bool(about))
    found = [first, *body, *([about] if about else [])]
    near = next_to(view, province, room, look, room.lines - len(found))
    found = [*found, *near] if near else with_neighbours_apart(found, view, province, room, look)
    if room.lines - len(found) >= 2:
        found.insert(1, Content(" "))
    return found


def _open(view: BoardView, province: int, room: Room, look: Look, spare: int) -> list[Content]:
    """Return what stands in an open province, and who would take it now."""
    assert view.position is not None
    facts = province_facts(view.position, province)
    would = _would(facts, view, room.width, look)
    if room.lines < SPACIOUS or spare < 4:
        there = what_stands(view, province, room.width, look, signed=False)
        return [there, would]
    width = min(room.width, BLOCK)
    rows = [_faction_row(view, faction, facts.followers, width, look) for faction in FACTIONS]
    return [*rows, would]


def _faction_row(view: BoardView, faction: int, standing: Trio, width: int, look: Look) -> Content:
    """Return a faction's followers one by one, and how many they are."""
    side, count = view.board.side(faction), standing[faction]
    if not count:
        told = Content.styled(f"{look.glyphs.dash} {tell(side)}", look.palette.faint)
        return at_right(told, width)
    named = tell("siam/followers", n=count, faction=side)
    told = Content.styled(named, look.palette.strong)
    letter = side_letters(view.board)[faction]
    pips = joined([chip(faction, look, f" {letter} ")] * count)
    if pips.cell_length + told.cell_length + 1 > width:
        pips = chip(faction, look, f" {letter * count} ")
    gap = width - pips.cell_length - told.cell_length
    return Content.assemble(pips, " " * max(1, gap), told)


def _would(facts: ProvinceFacts, view: BoardView, width: int, look: Look) -> Content:
    """Return who would take a province if its struggle ended now; nothing after the game."""
    if view.is_ended:
        return Content()
    side, forms = view.board.side(facts.taker), []
    why = None if facts.taker != BRITISH else "tie" if facts.is_tie else "bare"
    if facts.is_contested:
        forms.append(tell("siam/board/contested", why=why, side=side))
    forms.append(tell("siam/board/taker", why=why, side=side))
    if why:
        forms.append(tell("siam/tile/tie" if facts.is_tie else "siam/tile/bare", side=side))
    style = look.palette.contested if facts.is_contested else ""
    sign = taker(view, facts.province, look)
    room = width - sign.cell_length - 1
    words = first_fit(forms, room, "")
    return joined([sign, Content.styled(words, style)]) if words else sign


def _about(view: BoardView, province: int, width: int, look: Look) -> Content | None:
    """Return in words whose home a province is, and that its tile bears a King marker."""
    home = view.board.provinces[province].home
    king = view.position is not None and province in view.position.markers
    crown = Content.styled(f"{look.glyphs.king} {tell('siam/board/king')}", look.palette.strong)
    if home is None:
        return crown if king else None
    sign = home_sign(view.board, home, look)
    words = tell("siam/board/home-of", side=view.board.side(home)), tell("siam/board/home")
    for form in (*(f" {each}" for each in words), ""):
        told = Content.assemble(sign, (form, look.palette.faint))
        line = Content("  ").join((told, crown)) if king else told
        if line.cell_length <= width:
            break
    return line


def in_signs(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return two or three lines: name and marks, and what stands there."""
    marks = signs(view, province, look)
    first = name_and_place(view, province, room, look)
    standing = what_stands(view, province, room.width, look)
    if first.cell_length + marks.cell_length < room.width or not marks:
        first = joined([first, marks]) if marks else first
    else:
        marks = _marks_beside(view, province, room.width, look)
        least = room.width - marks.cell_length - 1
        beside = what_stands(view, province, least, look)
        if beside.cell_length > least:
            beside = _tightly(view, province, look)
        standing = joined([beside, marks])
    return [first, standing]


def _marks_beside(view: BoardView, province: int, width: int, look: Look) -> Content:
    """Return the signs beside what stands there: no home where that hides who would take it."""
    both, king = signs(view, province, look), king_sign(view, province, look)
    for marks in (both, king):
        standing = what_stands(view, province, width - marks.cell_length - 1, look)
        if look.glyphs.taker in standing.plain:
            return marks
    return both


def _tightly(view: BoardView, province: int, look: Look) -> Content:
    """Return what stands in a province in the fewest characters; before the start, nothing."""
    if view.position is None or view.is_bare(province):
        return Content("")
    control = view.position.control(province)
    if control is not None:
        return _flag(view.board, control, look)
    return followers(view.board, view.position.followers(province), 0, look)


def _flag(board: Map, control: int, look: Look) -> Content:
    """Return a flag with the letter of who controls a province."""
    return Content.styled(
        f"{look.glyphs.flag}{side_letters(board)[control]}", look.palette.chips[control]
    )


def name_and_place(view: BoardView, province: int, room: Room, look: Look) -> Content:
    """Return the place in the queue and the name; the signs of a home and a King go beside it."""
    return heading(view, province, room, look, sign=look.glyphs.contested, spare=3)


def what_stands(
    view: BoardView, province: int, room: int, look: Look, *, signed: bool = True
) -> Content:
    """Return who controls a province; of an open one its followers, signed who would take it."""
    if view.position is None or view.is_bare(province):
        return Content()
    control = view.position.control(province)
    if control is not None:
        named = controller(view.board, control, look)
        return named if named.cell_length <= room else _flag(view.board, control, look)
    standing = view.position.followers(province)
    signed = signed and not view.is_ended
    if not any(standing):
        there = Content.styled(tell("siam/board/bare"), look.palette.faint)
        return joined([there, taker(view, province, look)]) if signed else there
    if not signed:
        return followers(view.board, standing, room, look)
    for shown in (view, replace(view, before=None)):
        sign = taker(shown, province, look)
        both = joined([followers(view.board, standing, room - sign.cell_length - 1, look), sign])
        if both.cell_length <= room:
            return both
    return followers(view.board, standing, room, look)


def taker(view: BoardView, province: int, look: Look) -> Content:
    """Return the sign of who would take an open province: on a tie the British.

    Where a move that is being built changes that, it tells from whom to whom.
    """
    assert view.position is not None
    letters = side_letters(view.board)
    new = letters[majority(view.position.followers(province))]
    old = letters[majority((view.before or view.position).followers(province))]
    if old == new:
        return Content.styled(f"{look.glyphs.taker}{new}", look.palette.strong)
    return Content.styled(f"{look.glyphs.taker}{old}{look.glyphs.then}{new}", look.palette.key)


def controller(board: Map, control: int, look: Look) -> Content:
    """Return a flag with the name of who controls a province."""
    text = f"{look.glyphs.flag}{side_letters(board)[control]} {tell(board.side(control))}"
    return Content.styled(f" {text} ", look.palette.chips[control])


def signs(view: BoardView, province: int, look: Look) -> Content:
    """Return the signs of a home and of a King marker."""
    home = view.board.provinces[province].home
    parts = []
    if home is not None:
        parts.append(home_sign(view.board, home, look))
    if king := king_sign(view, province, look):
        parts.append(king)
    return joined(parts, "")


def king_sign(view: BoardView, province: int, look: Look) -> Content:
    """Return the sign of a King marker; empty where there is none."""
    has_king = view.position is not None and province in view.position.markers
    return Content.styled(look.glyphs.king, look.palette.strong) if has_king else Content("")


def home_sign(board: Map, home: int, look: Look) -> Content:
    """Return the sign of a home; not in the faction's colour, lest it look like a follower."""
    return Content.styled(f"{look.glyphs.home}{side_letters(board)[home]}", look.palette.faint)


def draw(view: BoardView, width: int, height: int, look: Look) -> Picture:
    """Draw the board into so many characters and lines."""
    return draw_map(view, label, width, height, look)


def label(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the text of one province, at most as long and high as the room for it."""
    if room.lines >= ROOMY:
        found = in_words(view, province, room, look)
    else:
        signs = in_signs(view, province, room, look)
        found = with_neighbours_apart(signs, view, province, room, look)
    return fitted(found, room)
