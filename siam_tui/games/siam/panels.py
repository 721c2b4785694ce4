"""The panels around the board as text: seats, hand, supply and forecast. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, TypeAlias

from textual.content import Content

from games.siam import CARDS, FACTIONS, Card, Map, Position
from games.siam.constants import FACTION_OF_CARD
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.canvas import joined
from siam_tui.games.seat_line import clock, readiness, seat_line
from siam_tui.games.siam.board import counts
from siam_tui.games.siam.facts import SiamView
from siam_tui.games.siam.forecast import describe_forecast, forecast
from siam_tui.games.siam.names import card_key, card_name, side_letters
from siam_tui.games.table_body import with_spectators
from siam_tui.model.seat_facts import seat_facts
from siam_tui.ui.fitting import first_fit
from texts import Message, Noun, say, tell


def seats(sight: SiamView, width: int, look: Look) -> list[Content]:
    """Return the seats: who, and in a second line what lies before them in the sight's position."""
    if sight.position is None:
        return [_who(sight, seat, width - 1, look) for seat in range(len(sight.state.seats))]
    return [
        Content("\n").join((_who(sight, seat, width - 1, look), _before(sight, seat, width, look)))
        for seat in range(len(sight.state.seats))
    ]


def _who(sight: SiamView, seat: int, width: int, look: Look) -> Content:
    team = seat_facts(sight, seat).team
    sign = look.glyphs.turn if seat == sight.turn else " "
    lead = Content(f"{sign}{team}: " if team else sign)
    return seat_line(sight, seat, width, look, lead=lead, right=_cards(sight, seat, width, look))


def _cards(sight: SiamView, seat: int, width: int, look: Look) -> Content:
    if sight.position is None:
        return readiness(sight, seat, look)
    shown = sight.position.seats[seat]
    left = tell("siam/cards", n=shown.cards)
    if not shown.top:
        return Content(left)
    name = card_name if width >= NAMED else card_key
    top = name(sight.game.map, shown.top)
    last = f" {tell('siam/seat/last')} "
    return Content.assemble(left, (last, look.palette.faint), (top, look.palette.strong))


def _before(sight: SiamView, seat: int, width: int, look: Look) -> Content:
    assert sight.position is not None
    shown = sight.position.seats[seat]
    parts = [Content("  "), counts(sight.game.map, shown.followers, look, zeros=True)]
    if shown.hand and seat != sight.seat:
        keys = "".join(card_key(sight.game.map, card) * shown.hand.count(card) for card in CARDS)
        lead = f"  {tell('siam/seat/hand')} " if width >= NAMED else "  "
        parts.append(Content.styled(f"{lead}{keys}", look.palette.faint))
    parts.append(clock(sight, seat, look, gap="   "))
    return joined(parts, "")


NAMED: Final = 40
"""Characters across from which a seat's top card is named; else its key stands for it."""
LEAST_NAME: Final = 4
"""Letters of a card's name that are left of it, however little room there is."""

Places: TypeAlias = list[tuple[range, Card]]
"""Which characters of a line each card takes."""


def hand(
    sight: SiamView, width: int, look: Look, under: Card | None = None
) -> tuple[Content, Places]:
    """Return the own hand in one line, and where in it each card is.

    A spectator has none. Names are left out where they do not fit. The card under the cursor is
    lit. After the game, the cards have no keys.
    """
    if sight.position is None or sight.seat is None:
        return Content(), []
    held = sight.position.seats[sight.seat].hand
    if held is None:
        return Content(), []
    if not held:
        return Content.styled(f" {tell('siam/facts/empty-hand')}", look.palette.faint), []
    if sight.state.status == "over":  # other commands have the keys of cards now
        words = _long_words(sight.game.map, held)
        left = tuple(words[card].strip() for card in CARDS if card in held)
        told = Content.styled(f" {tell('siam/hand/left', cards=left)}", look.palette.faint)
        return told.truncate(width), []
    heading = f" {tell('siam/hand')} "
    for words, lead, gap in (
        (_long_words(sight.game.map, held), heading, 2),
        (_long_words(sight.game.map, held), "", 1),
        (_tight_words(sight.game.map, held, width), "", 1),
        (_short_words(held), heading, 2),
    ):
        text, places = _lay_out(sight.game.map, held, words, (lead, gap), look, under)
        if text.cell_length <= width:
            break
    return text, places


def _long_words(board: Map, held: str) -> dict[Card, str]:
    return {card: f" {card_name(board, card)}{' x2' * (held.count(card) > 1)}" for card in CARDS}


def _tight_words(board: Map, held: str, width: int) -> dict[Card, str]:
    """Return names without a space before them, the longest cut to what has room."""
    words = {card: card_name(board, card) for card in CARDS}
    twice = {card: " x2" * (held.count(card) > 1) for card in CARDS}
    kinds = [card for card in CARDS if card in held]
    over = sum(text_width(words[card] + twice[card]) + 4 for card in kinds) - 1 - width
    while over > 0 and any(text_width(words[card]) > LEAST_NAME for card in kinds):
        longest = max(kinds, key=lambda card: text_width(words[card]))
        words[longest] = words[longest][:-1]
        over -= 1
    return {card: words[card] + twice[card] for card in CARDS}


def _short_words(held: str) -> dict[Card, str]:
    return {card: "x2" * (held.count(card) > 1) for card in CARDS}


def _lay_out(  # noqa: PLR0913, PLR0917 - a hand, and how to draw it
    board: Map,
    held: str,
    words: dict[Card, str],
    spacing: tuple[str, int],
    look: Look,
    under: Card | None,
) -> tuple[Content, Places]:
    lead, gap = spacing
    text = Content(lead)
    places: Places = []
    for card in CARDS:
        if card not in held:
            continue
        if places:
            text = text.append(" " * gap)
        start = text.cell_length
        faction = FACTION_OF_CARD.get(card)
        style = look.palette.key if faction is None else look.palette.chips[faction]
        lit = look.palette.cursor if card == under else ""
        text = Content.assemble(text, (f" {card_key(board, card)} ", style), (words[card], lit))
        places.append((range(start, text.cell_length), card))
    return text, places


_LINES: Final = 2
"""Lines of the forecast in a narrow panel; one more if nothing shorter fits."""
_AMPLE: Final = 40
"""Characters across from which it may have one more for longer words as well."""
_WITH_REASONS: Final = 3
"""Forms of the forecast that say why; what comes after them is for where none of these fits."""
_TOO_FEW: Final = 1
"""Followers of a faction in the supply with which no card can place two."""


def outlook(view: SiamView, position: Position | None, width: int, look: Look) -> Content:
    """Return the forecast of a running game.

    Args:
        view: the table.
        position: what is shown: with the move being built, if one is.
        width: characters across.
        look: signs and colours.
    """
    running = view.state.status == "running"
    found = forecast(view.game, position, view.seat) if running and position else None
    if found is None:
        return Content()
    ahead = position != view.position
    names = [view.name(seat) for seat in range(len(view.state.seats))]
    style = look.palette.strong if ahead else ""
    texts = [
        Content.assemble((reign, style), " ", (whom, look.palette.strong)).wrap(width)
        for reign, whom in describe_forecast(found, view.game.map, names, view.seat, ahead=ahead)
    ]
    allowed = (_LINES + 1,) if width >= _AMPLE else (_LINES, _LINES + 1)
    fitting = (lines for most in allowed for lines in texts[:_WITH_REASONS] if len(lines) <= most)
    lines = next(fitting, texts[-1][: _LINES + 1])
    return Content("\n").join([line.rstrip() for line in lines])


def supply(
    position: Position | None,
    width: int,
    look: Look,
    *,
    spectators: int = 0,
    roomy: bool = False,
) -> Content:
    """Return the supply under its heading; a faction with fewer than two followers left is marked.

    Args:
        position: what is shown; None before the start.
        width: characters across.
        look: signs and colours.
        spectators: how many people watch, said at the end of the line.
        roomy: whether the heading has a line of its own, apart from what is above.
    """
    if position is None:
        return Content()
    heading = Content.styled(tell("siam/supply"), "bold underline")
    lead = Content("  ") if roomy else heading.append("  ")
    line = with_spectators(_left(position, lead, width, look), spectators, width, look)
    return Content("\n").join((Content(""), heading, line)) if roomy else line


def _left(position: Position, lead: Content, width: int, look: Look) -> Content:
    """Return what is left in the supply, and what is not, where that has room."""
    left, letters = position.supply, side_letters(position.map)
    parts = [
        chip(f, look, f"{letters[f]}{left[f]}").append(
            Content.styled(look.glyphs.short if left[f] <= _TOO_FEW else "", look.palette.strong)
        )
        for f in FACTIONS
    ]
    counted = lead.append(joined(parts))
    lines = (
        counted.append(Content.styled(f"  {words}", look.palette.strong))
        for words in _scarce(position)
    )
    return first_fit(lines, width, counted)


def _scarce(position: Position) -> Iterator[str]:
    """Iterate over what is short in the supply, in fewer and fewer words; nothing if all is not."""
    side, left = position.map.side, position.supply
    gone = tuple(side(f) for f in FACTIONS if not left[f])
    single = tuple(side(f) for f in FACTIONS if left[f] == _TOO_FEW)
    if len(gone) == len(FACTIONS):
        yield tell("siam/supply/empty")
        return
    if gone and single:
        yield tell("siam/supply/gone-and-single", gone=gone, single=_one_of_each(single))
    if gone:
        yield tell("siam/supply/gone", gone=gone)
    elif single:
        yield tell("siam/supply/single", single=_one_of_each(single))
        yield tell("siam/supply/one")


def _one_of_each(sides: Sequence[Noun]) -> Message:
    ones = (say("siam/supply/one-of", faction=side) for side in sides)
    return reduce(lambda some, one: say("siam/supply/and", some=some, one=one), ones)
