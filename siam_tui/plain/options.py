"""Reads what a game or a table is opened with, as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from client.bots.levels import LEVELS
from games.contract import GameSpec
from games.quoting import quote
from games.registry import spec_of
from protocol.commands import OpenTable
from protocol.private import new_table_key
from protocol.states import ClockTerms, Terms
from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import shown_games
from siam_tui.lobby.bot_game import NewTable
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import did_you_mean, listed

_GAME, _MAP, _CLOCK = "game=", "map=", "clock="
_BESIDE, _PRIVATE, _ANALYSIS = "beside", "private", "analysis"
_NO_LEVEL = "There is no bot {}.{} There are: {}. Type help bots for all that you can name."
_USUAL_LEVEL = "random"
"""The level of bots of which only the number is named."""


def read_table_options(text: str, usual_game: str) -> tuple[list[str], OpenTable]:
    """Return the words that are no options, and what opens a table with the options.

    The table has as few seats as the game can have with others.

    Args:
        text: what was typed.
        usual_game: the name of the game that is meant if none is named.

    Raises:
        UserError: there is no such game or option, or the map cannot be played on.
    """
    game, rest = read_game(text, usual_game)
    seats = min((count for count in game.players if count > 1), default=1)
    opening = OpenTable(game.name, seats)
    words: list[str] = []
    for typed in rest.split():
        _, sign, value = typed.partition("=")
        word = typed.lower()  # but the path of a map stays as it was typed
        name = word.partition("=")[0]
        if word in game.option_names:
            opening = evolve(opening, options=(*opening.options, word))
        elif word == _BESIDE:
            opening = evolve(opening, seat=None)
        elif word == _PRIVATE:
            opening = evolve(opening, key=new_table_key())
        elif word == _ANALYSIS:
            opening = evolve(opening, terms=evolve(opening.terms, open_analysis=True))
        elif word.startswith(_MAP):
            opening = evolve(opening, map=_read_map(game, value))
        elif word.startswith(_CLOCK):
            opening = evolve(opening, terms=evolve(opening.terms, clock=_read_clock(value)))
        elif sign:
            raise UserError(
                f"There is no option {quote(name)}. "
                "Type game=NAME, map=NAME, map=FILE or clock=SECONDS. "
                "A number stands alone, such as: open 3, or: bots 2."
            )
        else:
            words.append(word)
    return words, opening


def read_game(text: str, usual_game: str) -> tuple[GameSpec, str]:
    """Return the game that ``game=NAME`` or its bare name in a text names, and the other words.

    Raises:
        UserError: there is no game of this name.
    """
    words = text.split()
    named = [
        word
        for word in words
        if (small := word.lower()).startswith(_GAME) or small in shown_games()
    ]
    name = read_game_name(named[-1].lower() if named else usual_game)
    return spec_of(name), " ".join(word for word in words if word not in named)


def read_game_name(text: str) -> str:
    """Return the short name of a game, which may stand behind ``game=``.

    Raises:
        UserError: there is no game of this name.
    """
    name = text.removeprefix(_GAME)
    if name not in shown_games():
        meant = did_you_mean(name, shown_games())
        games = listed(shown_games())
        raise UserError(f"There is no game {quote(name)}.{meant} There is: {games}.")
    return name


def _read_map(game: GameSpec, name: str) -> str:
    return small if (small := name.lower()) in game.maps else read_map_file(game.name, name)


def _read_clock(text: str) -> ClockTerms:
    bank, plus, increment = text.partition("+")
    try:
        if plus:
            return ClockTerms(int(bank), int(increment), per_move=False)
        return ClockTerms(int(bank))
    except ValueError as error:
        raise UserError(
            "Type clock=180 for 180 seconds a move, or clock=600+10 for 600 seconds and 10 more "
            "for each move. The least is 5."
        ) from error


def read_bot_game(
    text: str, usual_game: str, usual_levels: Callable[[str], Sequence[str]]
) -> NewTable:
    """Return the game against bots that was typed: their levels or number, and options.

    Args:
        text: what was typed.
        usual_game: the name of the game that is meant if none is named.
        usual_levels: returns the levels of the bots that are meant if none is named, by the game.

    Raises:
        UserError: it cannot be played so; says why.
    """
    words, opening = read_table_options(text, usual_game)
    game = spec_of(opening.game)
    players = game.players
    if opening.seat is None or opening.key or opening.terms != Terms():
        raise UserError("That is for tables that others can join. Type host, then open.")
    if not words:
        words = list(usual_levels(game.name))
    elif len(words) == 1 and words[0].isdecimal():
        words = [_USUAL_LEVEL] * int(words[0][:2])
    for word in words:
        if word not in LEVELS:
            meant = did_you_mean(word, LEVELS)
            raise UserError(_NO_LEVEL.format(quote(word), meant, listed(list(LEVELS))))
    if len(words) + 1 not in players:
        counts = listed([str(number - 1) for number in players], "or")
        raise UserError(f"{game.title} can be played against {counts} bots.")
    return NewTable(evolve(opening, players=len(words) + 1), tuple(words))
