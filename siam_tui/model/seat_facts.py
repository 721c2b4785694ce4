"""Who holds a seat of a table, and for whom bots play, as values and sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, Final

from games.contract import Game
from siam_tui.appearance.cells import cut_text, text_width
from siam_tui.model.table_view import TableView
from texts import tell

WATCHING: Final = " (watching)"
"""Behind the name of a spectator, who may also play under that name."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who holds a seat.

    Attributes:
        number: the seat, from 1, as people count.
        name: what it is called.
        is_free: whether nobody holds it.
        has_left: whether it is free, and has the name of who played the game that is over.
        is_own: whether it is this person's.
        bot_level: the level of the bot that holds it; empty for people.
        is_away: whether its person is away and a bot plays for them.
        is_host: whether its person is the table's host.
        team: the letter of its team; empty where everybody plays alone.
    """

    number: int
    name: str
    is_free: bool
    has_left: bool
    is_own: bool
    bot_level: str
    is_away: bool
    is_host: bool
    team: str


def seat_facts(view: TableView, seat: int) -> SeatFacts:
    """Return who holds a seat, counted from 0."""
    state = view.state.seats[seat]
    return SeatFacts(
        number=seat + 1,
        name=view.name(seat),
        is_free=state.holder == "free",
        has_left=state.holder == "free" and bool(state.name),
        is_own=seat == view.seat,
        bot_level=state.level if state.holder == "bot" else "",
        is_away=state.holder == "stand_in",
        is_host=bool(state.player) and state.player == view.state.host,
        team=team_letters(view.game, len(view.state.seats)).get(seat, ""),
    )


def tell_partners(view: TableView) -> str:
    """Return who plays with whom; empty where everybody plays alone."""
    teams = view.game.teams(len(view.state.seats))
    if not teams:
        return ""
    own = next((team for team in teams if view.seat in team), None)
    others = tuple(tuple(map(view.named, team)) for team in teams if team != own)
    if own is None:
        return tell("model/teams", first=others[0], others=others[1:])
    partners = tuple(view.named(seat) for seat in own if seat != view.seat)
    return tell("model/partners", partners=partners, others=others)


_LEAST_CUT: Final = 3
"""Characters of a cut name that have room for a sign of that."""


def brief_names(view: TableView, seats: Iterable[int], width: int) -> list[str]:
    """Return the names of some seats, each with so many characters at most.

    Of a longer name it is the last or the first word that has room, if that tells them apart.
    """
    names = [view.name(seat) for seat in seats]
    brief = [brief_name(name, width) for name in names]
    return brief if len(set(brief)) == len(brief) else [cut_text(name, width, "") for name in names]


def brief_name(name: str, width: int) -> str:
    """Return a name of so many characters at most: in full, a word of it that has room, or cut.

    >>> [brief_name(name, 5) for name in ("Ann", "Hungry Hugo", "Carefree Kofi", "Severina")]
    ['Ann', 'Hugo', 'Kofi', 'Seve…']
    """
    words = name.split() or [""]
    cut = cut_text(name, width, "…" if width >= _LEAST_CUT else "")
    return next((form for form in (name, words[-1], words[0]) if text_width(form) <= width), cut)


def team_letters(game: Game[Any, Any], players: int) -> dict[int, str]:
    """Return the letter of each seat's team; nothing where everybody plays alone."""
    teams = zip(ascii_uppercase, game.teams(players), strict=False)
    return {seat: letter for letter, members in teams for seat in members}


def tell_stand_ins(before: TableView, now: TableView) -> Iterator[str]:
    """Yield for whom a bot plays from now on, and who plays again, between two views of a table."""
    for number, (was, seat) in enumerate(zip(before.state.seats, now.state.seats, strict=False)):
        yield from tell_stand_in(now, number, was.holder, seat.holder)


def tell_stand_in(view: TableView, number: int, was: str, now: str) -> Iterator[str]:
    """Yield what to say of one seat, by who held it and who holds it now; nothing if nobody new."""
    match was, now:
        case "person", "stand_in":
            yield tell("model/away-bot", who=view.named(number))
        case "stand_in", "person":
            yield tell("model/back", who=view.who(number), seat=number + 1)
