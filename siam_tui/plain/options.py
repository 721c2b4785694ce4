"""Reads what a lobby, a table or a game is opened with, as it is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from attrs import evolve

from client.bots.levels import LEVELS
from games.contract import GameSpec
from games.quoting import quote
from games.registry import spec_of
from protocol.commands import OpenTable
from protocol.ports import MQTT_PORT
from protocol.private import new_table_key
from protocol.states import ClockTerms, Terms
from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import shown_games
from siam_tui.lobby.bot_game import NewTable
from siam_tui.lobby.left_seat import serving_of
from siam_tui.lobby.private_server import Serving
from siam_tui.profile.given_secrets import broker_password
from siam_tui.profile.invitations import read_broker, read_port
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.remembered_games import OpenSeat
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import did_you_mean
from texts import tell

_GAME, _MAP, _CLOCK = "game=", "map=", "clock="
_BESIDE, _PRIVATE, _ANALYSIS = "beside", "private", "analysis"
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
            raise UserError(tell("plain/options/unknown", name=quote(name)))
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
        games = tuple(shown_games())
        unknown = tell("plain/options/no-game", name=quote(name), meant=meant, games=games)
        raise UserError(unknown)
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
        raise UserError(tell("plain/options/clock")) from error


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
        raise UserError(tell("plain/options/for-others"))
    if not words:
        words = list(usual_levels(game.name))
    elif len(words) == 1 and words[0].isdecimal():
        words = [_USUAL_LEVEL] * int(words[0][:2])
    for word in words:
        if word not in LEVELS:
            meant = did_you_mean(word, LEVELS)
            levels = tuple(LEVELS)
            unknown = tell("plain/options/no-bot", name=quote(word), meant=meant, levels=levels)
            raise UserError(unknown)
    if len(words) + 1 not in players:
        counts = tuple(number - 1 for number in players)
        raise UserError(tell("plain/options/bots", game=game.title, counts=counts, most=counts[-1]))
    return NewTable(evolve(opening, players=len(words) + 1), tuple(words))


def read_serving(text: str, profile: Profile) -> Serving:
    """Return how to serve: ``[ADDRESS] [PORT] [name=NAME]``, or a broker's URL in their place.

    The name may have several words.

    Raises:
        UserError: it cannot be read; says what to type.
    """
    text, name, *_ = (*re.split(r"\bname=", text, maxsplit=1, flags=re.IGNORECASE), "")
    words = text.split()
    serving = _read_place(words)
    return replace(
        serving,
        profile=profile.folder.name,
        name=clean_name(name),
        store=profile.lobby_store_file(),
    )


def serving_again(seat: OpenSeat, profile: Profile) -> Serving:
    """Return how to serve the person's lobby with a seat as it was served before.

    Raises:
        UserError: the lobby's key or the broker's password cannot be read.
    """
    serving = serving_of(seat, profile)
    if not serving.broker:
        return serving
    return replace(serving, password=broker_password(read_broker(serving.broker), None) or "")


def _read_place(words: list[str]) -> Serving:
    if words and "://" in words[0]:
        broker = read_broker(words[0])
        password = broker_password(broker, None) or ""
        return Serving(broker=str(broker), password=password)
    ports = [word for word in words if word.isdecimal()]
    addresses = [word for word in words if not word.isdecimal()]
    are_options = any("=" in word or word.startswith("-") for word in addresses)
    if len(ports) > 1 or len(addresses) > 1 or are_options:
        raise UserError(tell("plain/options/host"))
    port = read_port(ports[0]) if ports else MQTT_PORT
    bind = addresses[0] if addresses else Serving().bind
    return Serving(bind=bind, port=port)
