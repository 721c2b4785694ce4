"""The queue of struggles above the map: a tile for each province. Pure functions."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from textual.content import Content

from games.siam import BRITISH, FACTIONS, Map, Position
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look, chip
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.canvas import joined
from siam_tui.games.siam.board import Deal
from siam_tui.games.siam.facts import ProvinceFacts, queue_facts
from siam_tui.games.siam.names import places, side_letters
from siam_tui.ui.fitting import at_left, first_fit
from texts import tell

TILES: Final = 8
_LENGTHS: Final[tuple[Length, ...]] = ("full", "short", "shortest")
TALL: Final = 2
"""Lines from which a tile has its name on one and who would take it on the other."""
FRAMED: Final = 4
"""Lines from which a tile has a frame."""
_AROUND_NAME: Final = 5
"""Characters of a tile besides a name: sign, place, and spaces."""
_KING: Final = 2
"""Characters that a King marker takes."""
_AROUND_SIDE: Final = 4
"""Characters of a tile besides who takes it."""
_Telling: TypeAlias = Literal["nothing", "sign", "words", "reasons"]
"""What tiles tell of who would take a province: with reasons also why where nobody leads."""


def queue(  # noqa: PLR0913, PLR0917 - what is shown, and how to draw it
    position: Position | None,
    width: int,
    look: Look,
    height: int = 1,
    deal: Deal | None = None,
    ended: bool = False,
) -> Content:
    """Return the queue of struggles: eight tiles, as wide as `tile_widths` says.

    A tile says its place, its province, and who would take that by how many followers.

    Args:
        position: what is shown; None before the start.
        width: characters across.
        look: signs and colours.
        height: lines there are: one, `TALL` or `FRAMED`.
        deal: how far the deal has come; the other tiles lie face down.
        ended: whether the game is over, so that nobody takes an open province any more.
    """
    if position is None:
        return Content.styled(f" {tell('siam/queue/empty')}", look.palette.faint)
    slots, found = tile_widths(position, width, height), list(queue_facts(position))
    told = {
        is_won: _tile_texts(
            [pair for pair in zip(found, slots, strict=True) if is_won == _is_won(pair[0])],
            position.map,
            height,
        )
        for is_won in (False, True)
    }
    tiles = [
        _tile(
            facts,
            position.map,
            slot,
            look,
            height,
            told[_is_won(facts)] if _is_won(facts) or not ended else "nothing",
        )
        if deal is None
        else _dealt_tile(facts, position, deal, slot, look, height, told[_is_won(facts)])
        for facts, slot in zip(found, slots, strict=True)
    ]
    return Content("\n").join(Content("").join(parts) for parts in zip(*tiles, strict=True))


def tile_widths(position: Position, width: int, height: int) -> list[int]:
    """Return how wide each tile is: equally, but where long names need more room they get it.

    As many names as possible are full ones, and the others the short ones of the map. Where these
    do not fit either, the sides below them are given less room.

    Args:
        position: what is shown.
        width: characters across.
        height: lines there are, as of `queue`.
    """
    equal, board = [width // TILES] * TILES, position.map
    if height < TALL:
        return equal
    takers = [tell("siam/tile/leads", side=board.side(each), n=1) for each in FACTIONS]
    most = max(map(text_width, [*takers, tell(board.side(BRITISH))])) + _AROUND_SIDE
    around, found = _AROUND_NAME + (height >= FRAMED), list(queue_facts(position))
    full, short = (
        [
            text_width(tell(names[facts.province])) + around + _KING * facts.has_marker
            for facts in found
        ]
        for names in (places(board, "full"), places(board, "short"))
    )
    if height >= FRAMED and max(short) <= equal[0]:
        return _nearly_equal(full, width)
    forms = ([max(least, needed) for needed in short] for least in range(most, -1, -1))
    widths = next((each for each in forms if sum(each) <= width), None)
    if widths is None:
        return equal
    for tile in sorted(range(TILES), key=lambda tile: full[tile] - short[tile]):
        wider = max(widths[tile], full[tile])
        if sum(widths) - widths[tile] + wider <= width:
            widths[tile] = wider
    each, more = divmod(width - sum(widths), TILES)
    return [needed + each + (tile < more) for tile, needed in enumerate(widths)]


def _nearly_equal(needed: Sequence[int], width: int) -> list[int]:
    """Return equal widths, but one tile has more if it needs that and the others do not."""
    longest = max(needed)
    each, more = divmod(width - longest, TILES - 1)
    widths = [each + (tile < more) for tile in range(TILES - 1)]
    widths.insert(needed.index(longest), longest)
    if longest <= width // TILES or any(map(operator.lt, widths, needed)):
        return [width // TILES] * TILES
    return widths


def _is_won(facts: ProvinceFacts) -> bool:
    return facts.control is not None


def _tile_texts(tiles: Sequence[tuple[ProvinceFacts, int]], board: Map, height: int) -> _Telling:
    """Return what all of some tiles, with their widths, have room to tell: they tell the same."""
    lacking = [
        facts
        for facts, slot in tiles
        if text_width(_words(facts, board)[0]) + _around_words(facts) > _inside(slot, height)
    ]
    if any(facts.lead and not _is_won(facts) for facts in lacking):
        return "sign"
    return "words" if lacking else "reasons"


def _around_words(facts: ProvinceFacts) -> int:
    """Return the characters beside the words of a tile: a sign and spaces."""
    return 2 if facts.control is None else 4


def _words(facts: ProvinceFacts, board: Map) -> tuple[str, ...]:
    """Return who has won or would take a province in words, the longest ones first."""
    side = board.side(facts.taker)
    if facts.lead and facts.control is None:
        return (tell("siam/tile/leads", side=side, n=facts.lead),)
    if facts.control is not None:
        return tell("siam/tile/won", side=side), tell(side)
    return tell("siam/tile/tie" if facts.is_tie else "siam/tile/bare", side=side), tell(side)


def _inside(slot: int, height: int) -> int:
    """Return the characters of a tile for words."""
    return slot - (3 if height >= FRAMED else 2)


def _dealt_tile(  # noqa: PLR0913, PLR0917 - a tile, a moment, and how to draw it
    facts: ProvinceFacts,
    position: Position,
    deal: Deal,
    slot: int,
    look: Look,
    height: int,
    told: _Telling,
) -> tuple[Content, ...]:
    """Return a tile in the deal: who would take it is known when its followers have fallen."""
    if not deal.has_tile(position, facts.province):
        line = Content.styled(f" {look.glyphs.hidden * (slot - 2)} ", look.palette.faint)
        return (line,) * height
    is_filled = deal.is_filled(position, facts.province)
    unlit = replace(facts, is_contested=False)
    return _tile(unlit, position.map, slot, look, height, told if is_filled else "nothing")


def _tile(  # noqa: PLR0913, PLR0917 - a tile, and how to draw it
    facts: ProvinceFacts, board: Map, slot: int, look: Look, height: int, told: _Telling
) -> tuple[Content, ...]:
    """Return the lines of one tile, each as wide as the slot."""
    if height < TALL:
        return (_low_tile(facts, board, slot, look, has_taker=told != "nothing"),)
    inside = _inside(slot, height)
    name = _styled_name(facts, _name(facts, board, inside, look), look)
    lines = name, _taker(facts, board, inside, look, told)
    if height >= FRAMED:
        return tuple(_frame(facts, lines, slot, look))
    return tuple(at_left(_on_ground(facts, line, slot - 1, look), slot) for line in lines)


def _on_ground(facts: ProvinceFacts, line: Content, width: int, look: Look) -> Content:
    """Return a line of a tile on its ground: that of the map, or of who has won it."""
    palette = look.palette
    ground = palette.land if facts.control is None else palette.washes[facts.control]
    return at_left(joined([Content(" "), line], ""), width).stylize_before(ground)


def _low_tile(
    facts: ProvinceFacts, board: Map, slot: int, look: Look, *, has_taker: bool
) -> Content:
    sign = look.glyphs.contested if facts.is_contested else " "
    king = look.glyphs.king if facts.has_marker else " "
    named = f"{sign}{facts.place + 1} {board.provinces[facts.province].id}{king}"
    taker = _taker_sign(facts, board, look) if has_taker else Content("")
    return at_left(joined([_styled_name(facts, named, look), taker], ""), slot)


def _name(facts: ProvinceFacts, board: Map, width: int, look: Look) -> str:
    """Return place and name: in full where that fits, else the short one, else the id."""
    sign = look.glyphs.contested if facts.is_contested else ""
    king = f" {look.glyphs.king}" if facts.has_marker else ""
    names = (tell(places(board, length)[facts.province]) for length in _LENGTHS)
    forms = [f"{sign}{facts.place + 1} {name}{king}" for name in names]
    return first_fit(forms, width)


def _styled_name(facts: ProvinceFacts, text: str, look: Look) -> Content:
    style = look.palette.contested_name if facts.is_contested else look.palette.strong
    return Content.styled(text, style if facts.control is None else look.palette.faint)


def _taker_sign(facts: ProvinceFacts, board: Map, look: Look) -> Content:
    """Return who has won or would take a province, in a sign, a letter and a number."""
    letter = side_letters(board)[facts.taker]
    if facts.control is not None:
        return chip(facts.control, look, f"{look.glyphs.flag}{letter}")
    return Content.styled(f"{look.glyphs.taker}{letter}{facts.lead or ''}", look.palette.faint)


def _taker(facts: ProvinceFacts, board: Map, width: int, look: Look, told: _Telling) -> Content:
    """Return who has won or would take a province, in words where they have room."""
    if told == "nothing":
        return Content("")
    words = _words(facts, board)[0 if told == "reasons" else -1]
    if facts.control is not None:
        forms = (f" {look.glyphs.flag} {words} ", f"{look.glyphs.flag} {words}")
        won = first_fit(forms, width, "")
        chip_style = look.palette.chips[facts.control]
        return Content.styled(won, chip_style) if won else _taker_sign(facts, board, look)
    if told == "sign" or text_width(words) + _around_words(facts) > width:
        return _taker_sign(facts, board, look)
    return Content.styled(f"{look.glyphs.taker} {words}", look.palette.faint)


def _frame(
    facts: ProvinceFacts, lines: tuple[Content, ...], width: int, look: Look
) -> Iterator[Content]:
    """Iterate over the lines of a tile in its frame; that of the present struggle is heavy."""
    box, weight = look.glyphs.box, 2 if facts.is_contested else 1
    style = look.palette.contested if facts.is_contested else look.palette.outline
    w, across = weight, box[0, weight, 0, weight] * (width - 2)
    side = Content.styled(box[w, 0, w, 0], style)
    yield Content.styled(f"{box[0, w, w, 0]}{across}{box[0, 0, w, w]}", style)
    for line in lines:
        yield joined([side, _on_ground(facts, line, width - 2, look), side], "")
    yield Content.styled(f"{box[w, w, 0, 0]}{across}{box[w, 0, 0, w]}", style)
