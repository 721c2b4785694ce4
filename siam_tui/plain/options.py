"""Reads what a game or a table is opened with, as it is typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.contract import GameSpec
from games.quoting import quote
from games.registry import spec_of
from protocol.messages import ClockTerms
from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import shown_games
from siam_tui.lobby.bot_game import BotGame
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import listed

_GAME, _MAP, _CLOCK = "game=", "map=", "clock="
_BESIDE, _PRIVATE = "beside", "private"
_USUAL_LEVEL, _USUAL_PLAYERS = "greedy", 3
"""The level of bots, and how many play, if the person names none."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What was chosen.

    Attributes:
        game: the game.
        map: name of a built-in map, or the text of a person's own; empty for the usual one.
        options: the game's options.
        beside: whether the person takes no seat.
        private: whether only people with the table's link can join.
        clock: how much time everybody has, or None.
    """

    game: GameSpec
    map: str = ""
    options: tuple[str, ...] = ()
    beside: bool = False
    private: bool = False
    clock: ClockTerms | None = None

    @property
    def suits_bots(self) -> bool:
        """Whether everything chosen applies to a game against bots, too."""
        return not (self.beside or self.private or self.clock)


def read_table_options(text: str, usual_game: str) -> tuple[list[str], TableOptions]:
    """Return the words that are no options, and the options.

    Args:
        text: what was typed.
        usual_game: the name of the game that is meant if none is named.

    Raises:
        UserError: there is no such game or option, or the map cannot be played on.
    """
    game, rest = read_game(text, usual_game)
    chosen = TableOptions(game)
    words: list[str] = []
    for word in rest.split():
        name, sign, value = word.partition("=")
        if word in chosen.game.option_names:
            chosen = replace(chosen, options=(*chosen.options, word))
        elif word == _BESIDE:
            chosen = replace(chosen, beside=True)
        elif word == _PRIVATE:
            chosen = replace(chosen, private=True)
        elif word.startswith(_MAP):
            chosen = replace(chosen, map=_read_map(chosen.game, value))
        elif word.startswith(_CLOCK):
            chosen = replace(chosen, clock=_read_clock(value))
        elif sign:
            raise UserError(
                f"There is no option {quote(name)}. "
                "Type game=NAME, map=NAME, map=FILE or clock=SECONDS."
            )
        else:
            words.append(word)
    return words, chosen


def read_game(text: str, usual_game: str) -> tuple[GameSpec, str]:
    """Return the game that ``game=NAME`` in a text names, and the text without that.

    Raises:
        UserError: there is no game of this name.
    """
    words = text.split()
    named = [word.removeprefix(_GAME) for word in words if word.startswith(_GAME)]
    name = named[-1] if named else usual_game
    if name not in shown_games():
        raise UserError(f"There is no game {quote(name)}. There is: {listed(shown_games())}.")
    return spec_of(name), " ".join(word for word in words if not word.startswith(_GAME))


def _read_map(game: GameSpec, name: str) -> str:
    return name if name in game.maps else read_map_file(game.name, name)


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


def read_bot_game(text: str, usual_game: str) -> BotGame:
    """Return the game against bots that was typed: their levels or number, and options.

    Raises:
        UserError: it cannot be played so; says why.
    """
    words, chosen = read_table_options(text, usual_game)
    players = chosen.game.players
    if not chosen.suits_bots:
        raise UserError("That is for tables that others can join. Type host, then open.")
    if not words:
        words = [_USUAL_LEVEL] * (min(_USUAL_PLAYERS, max(players)) - 1)
    elif len(words) == 1 and words[0].isdecimal():
        words = [_USUAL_LEVEL] * int(words[0][:2])
    if len(words) + 1 not in players:
        counts = listed([str(number - 1) for number in players], "or")
        raise UserError(f"{chosen.game.title} can be played against {counts} bots.")
    return BotGame(chosen.game.name, tuple(words), map=chosen.map, options=chosen.options)
