"""The own hand as cards, small or large, and what one has kept. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from textual.content import Content

from games.amber import Position
from games.amber.constants import AREAS, AREAS_WITH, CARD_SUITS, PAWNS, PROBLEMS, SUITS, Card
from siam_tui.appearance.cells import pad_both, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.amber.choice_kinds import card_choice, key_of_card
from siam_tui.games.amber.colours import marks_of, number_of, pawn_suits, suits_text
from siam_tui.games.amber.facts import AmberView, wall_facts
from siam_tui.games.amber.names import card_noun, card_suits, problem_noun
from siam_tui.games.amber.panels.frames import Frame, framed
from siam_tui.games.table_body import Shown
from siam_tui.ui.fitting import first_fit
from texts import say, tell

_SMALL, _SMALL_PAWN = 6, 8
_LARGE, _LARGE_PAWN = 10, 12
"""Characters of a card."""
_LARGE_LINES: Final = 4
"""Lines in a large card."""
LARGE_HAND: Final = _LARGE_LINES + 4
"""Lines of a hand of large cards: with a title, frames, and room for a card that stands higher."""

Places: TypeAlias = list[tuple[range, Card]]
"""Which characters of a line each card takes."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A card of the hand.

    Attributes:
        card: which.
        key: the key that plays it, or empty if it cannot be played now.
        is_chosen: whether it is played in the move being built.
        under: whether it is under the cursor.
    """

    card: Card
    key: str
    is_chosen: bool
    under: bool

    @property
    def is_pawn(self) -> bool:
        """Whether it is the pawn."""
        return self.card in PAWNS


def _held(shown: Shown) -> list[_Held]:
    view: AmberView = shown.view
    if view.position is None or view.seat is None:
        return []
    cards = []
    for card in view.position.seats[view.seat].hand or "":
        choice = card_choice(card)
        chosen = choice in shown.chosen
        key = key_of_card(card) if chosen or choice in shown.choices else ""
        cards.append(_Held(card, key, chosen, choice == shown.cursor))
    return cards


def hand_width(shown: Shown, *, large: bool) -> int:
    """Return how many characters the hand takes."""
    cards = _held(shown)
    return max((places.stop for places, _ in _places(cards, large=large)), default=0)


def card_at(shown: Shown, x: int, *, large: bool) -> Card | None:
    """Return the card at a character of the hand, or None between cards."""
    places = _places(_held(shown), large=large)
    return next((card for place, card in places if x in place), None)


def _places(cards: list[_Held], *, large: bool) -> Places:
    ace, pawn = (_LARGE, _LARGE_PAWN) if large else (_SMALL, _SMALL_PAWN)
    places, x = Places(), 1
    # Seven large cards stand edge to edge.
    gap = (
        0
        if large and any(each.is_pawn for each in cards) and len(cards) > text_width(PAWNS) * 2
        else 1
    )
    for each in cards:
        width = pawn if each.is_pawn else ace
        places.append((range(x, x + width), each.card))
        x += width + gap
    return places


def hand(shown: Shown, height: int, look: Look, *, large: bool) -> Content:
    """Return the own hand as cards, as high as there is room; nothing for a spectator.

    Where all hands are open to somebody without a seat, they are told instead.
    """
    cards = _held(shown)
    if not cards:
        return Content("\n").join(_instead(shown, look))
    position = shown.position
    make = _large_card if large else _small_card
    places = _places(cards, large=large)
    drawn = [
        make(each, len(place), height, position, look)
        for each, (place, _) in zip(cards, places, strict=True)
    ]
    gap = " " * (places[1][0].start - places[0][0].stop if len(places) > 1 else 0)
    rows = [Content.assemble(" ", Content(gap).join(row)) for row in zip(*drawn, strict=True)]
    title = [Content.styled(f" {tell('amber/hand/title')}", look.palette.strong)] if large else []
    return Content("\n").join((*title, *rows))


def _instead(shown: Shown, look: Look) -> Iterator[Content]:
    """Iterate over the lines in place of a hand."""
    view: AmberView = shown.view
    position: Position | None = shown.position
    if position is None or position.over:
        return
    if view.seat is not None:
        yield Content.styled(f" {tell('amber/hand/all-played')}", look.palette.faint)
        return
    marks = marks_of(view)
    for seat, each in enumerate(position.seats):
        if each.hand is not None and each.kept is not None and not each.is_dummy:
            kept = " ".join(PROBLEMS[problem] for problem in each.kept) or look.glyphs.dash
            told = tell("amber/hand/kept-by", problems=kept)
            yield Content.assemble(
                " ",
                marks.chip(seat, look),
                " ",
                suits_text("".join(card for card in each.hand if card not in PAWNS), look),
                *(
                    part
                    for card in each.hand
                    if card in PAWNS
                    for part in (" ", pawn_suits(card, look))
                ),
                (f"  {told}", look.palette.faint),
            )


# Cards


def _key(each: _Held, look: Look) -> Content:
    return Content.styled(f" {each.key} ", look.palette.key) if each.key else Content("")


def _small_card(
    each: _Held, width: int, height: int, position: Position, look: Look
) -> list[Content]:
    """Return a card of three lines; of four, with the numbers of its areas, where there is room."""
    room = width - 2
    suits = suits_text(card_suits(each.card), look, "")
    lines = [suits.pad_left((room - suits.cell_length) // 2)]
    if each.under:  # coloured letters cannot be read on the ground of the cursor
        plain = pad_both(f"[{card_suits(each.card)}]", room)
        lines = [Content.styled(plain, look.palette.cursor)]
    if height > len(lines) + 2:
        digits = pad_both(_place_digits(each.card, position, room), room)
        lines.append(Content.styled(digits, look.palette.faint))
    frame = Frame(heavy=each.is_chosen, below=_key(each, look))
    return framed(lines, width, frame, look)


def _place_digits(card: Card, position: Position, room: int) -> str:
    """Return the numbers of the places where a card acts.

    >>> from games.amber import Amber
    >>> _place_digits("T", Amber().new(2, 1), 6)
    'all'
    """
    areas = AREAS_WITH[CARD_SUITS[card]]
    digits = "".join(str(place) for place in sorted(map(position.place_of, areas)))
    spaced = " ".join(digits)
    if len(areas) == len(AREAS):
        return tell("amber/hand/all")
    return spaced if text_width(spaced) <= room else digits


def _large_card(
    each: _Held, width: int, height: int, position: Position, look: Look
) -> list[Content]:
    """Return a card with its name and its areas; one that is chosen stands a line higher."""
    del height
    lit = look.palette.cursor if each.under else ""
    if each.is_pawn:
        named = Content.styled(tell(card_noun(each.card)), lit).wrap(width - 2)
        digits = _place_digits(each.card, position, width - 3)
        acts = [Content(tell("amber/hand/in-areas"))] if len(named) == 1 else []
        lines = [*named, suits_text(card_suits(each.card), look)]
        lines += [line.pad_left(1) for line in (*acts, Content(digits))]
    else:
        sign = suits_text(each.card, look).plain[:1]
        style = look.palette.suits[SUITS.index(each.card)] if not each.under else lit
        name = tell(card_noun(each.card))
        lines = [
            Content.styled(first_fit((f"{sign} {name}", f"{sign}{name}", name), width - 2), style)
        ]
        areas = sorted(AREAS_WITH[CARD_SUITS[each.card]], key=position.place_of)
        lines += [Content(f" {position.place_of(area)} {AREAS[area]}") for area in areas]
    lines += [Content("")] * (_LARGE_LINES - len(lines))
    frame = Frame(heavy=each.is_chosen, above=_key(each, look))
    rows = framed(lines, width, frame, look)
    blank = [Content(" " * width)]
    return [*rows, *blank] if each.is_chosen else [*blank, *rows]


# Kept Problems


def kept_line(shown: Shown, width: int, look: Look) -> Content:
    """Return what one has kept, and what of it would hold now; nothing for a spectator."""
    view: AmberView = shown.view
    position: Position | None = shown.position
    if position is None or view.seat is None or position.seats[view.seat].kept is None:
        return Content("")
    facts = wall_facts(position, view.seat)
    final = facts.final
    assert final is not None
    leads = [say("amber/hand/kept-hidden")] if not view.all_open else []
    leads.append(say("amber/hand/kept"))
    if not facts.cards:
        return Content.styled(f" {tell(leads[0])} {tell('amber/hand/nothing')}", look.palette.faint)
    problems = [(each, "!" * (each in final.lost)) for each in sorted((*final.held, *final.lost))]
    named = "  ".join(
        f"{number_of(each, look)} {tell(problem_noun(each))}{sign}" for each, sign in problems
    )
    ids = " ".join(f"{PROBLEMS[each]}{sign}" for each, sign in problems)
    points, wall = final.points, facts.wall
    long = say("amber/hand/holds", points=points, wall=wall, lost=len(final.lost), n=facts.cards)
    short = say("amber/hand/holds-short", points=points, wall=wall, lost=len(final.lost))
    forms = [
        Content.assemble(
            (f" {tell(lead)} ", look.palette.faint),
            (cards, look.palette.strong),
            f"  {tell(worth)}",
        )
        for lead in leads
        for cards, worth in product((named, ids), (long, short))
    ]
    return first_fit(forms, width)
