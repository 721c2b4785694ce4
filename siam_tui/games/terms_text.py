"""What a table is played by, in sentences: map, options, clock, absent players, bots. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.registry import game_names, game_of
from protocol.states import ClockTerms, Terms
from siam_tui.games.map_names import name_of_map
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import spell_duration, told
from texts import tell


def tell_terms(
    game: str, players: int, map_title: str, options: Sequence[str], terms: Terms | None
) -> Iterator[str]:
    """Iterate over what somebody should know before they sit down.

    Args:
        game: the game's short name.
        players: how many seats the table has.
        map_title: the map's name for people; empty for a game without maps.
        options: the options the table has chosen.
        terms: its other terms; None if they are not known.
    """
    if map_title:
        yield tell("games/terms/map", title=name_of_map(map_title))
    if game in game_names():
        yield from _tell_options(game, players, options)
    if terms is None:
        return
    yield _tell_clock(terms.clock)
    yield _tell_absence(terms.away_limit)
    yield _tell_pace(terms.pace)
    if game in game_names() and game_of(game).teams(players):
        yield tell("games/terms/talk") if terms.open_talk else tell("games/terms/no-talk")
    if terms.open_analysis:
        yield tell("games/terms/analysis")


def tell_own_absence(limit: float) -> str:
    """Return what happens if a player is away for so many seconds, or 0 for any time.

    >>> tell_own_absence(300)
    'If you are away for 5 minutes, the others may let a bot play for you until you are back.'
    """
    return tell("games/terms/own-absence", time=spell_duration(limit)) if limit else ""


def terms_of(view: TableView) -> tuple[str, ...]:
    """Return what a table is played by, in sentences."""
    state, board = view.state, view.game.map
    title = board.title if board else ""
    return tuple(tell_terms(state.game, len(state.seats), title, state.options, state.terms))


def _tell_options(game: str, players: int, options: Sequence[str]) -> Iterator[str]:
    for each in ui_of(game).table_fields.options:
        if not each.is_for(players):
            continue
        usual, *others = each.choices
        chosen = next((words for words, name in others if name in options), usual[0])
        yield f"{told(each.label)}: {told(chosen)}."


def _tell_clock(clock: ClockTerms | None) -> str:
    if clock is None:
        return tell("games/terms/no-clock")
    time = spell_duration(clock.seconds)
    if clock.per_move:
        return tell("games/terms/clock-per-move", time=time)
    return tell("games/terms/clock", time=time, more=spell_duration(clock.increment))


def _tell_absence(limit: int) -> str:
    if not limit:
        return tell("games/terms/no-bots")
    return tell("games/terms/bots", time=spell_duration(limit))


def _tell_pace(seconds: int) -> str:
    if not seconds:
        return tell("games/terms/no-pace")
    return tell("games/terms/pace", time=spell_duration(seconds))
