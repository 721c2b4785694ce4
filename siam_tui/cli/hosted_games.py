"""Lists the games that a player finds again, those of lobbies hosted here among them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from siam_tui.lobby.waiting_games import KEY, STORE, KeptGames
from siam_tui.model.played_game import PlayedGame, game_id
from siam_tui.profile.key_files import read_key
from siam_tui.profile.paths import store_file
from siam_tui.profile.user_error import UserError
from siam_tui.typed.played_words import tell_game
from texts import tell

if TYPE_CHECKING:  # without a lobby, nothing of a server is loaded
    from server.store.saved import Archived
    from siam_tui.profile.profiles import Profile


def list_hosted_games(profile: Profile) -> Iterator[PlayedGame]:
    """Iterate over the games in the archive of a profile's lobby, and in its games against bots.

    A game against bots is there if siam was ended by force before it could keep the record.

    Raises:
        UserError: an archive cannot be read.
    """
    for waiting in KeptGames(profile.folder).waiting():
        yield from _list_archive(waiting.folder / KEY, waiting.folder / STORE)
    yield from _list_archive(profile.key_file("server"), None, hosted=True)


def _list_archive(key: Path, store: Path | None, *, hosted: bool = False) -> Iterator[PlayedGame]:
    """Iterate over the games of one lobby.

    Args:
        key: the file of its server's key; without one there is no lobby.
        store: its store; None for the usual one.
        hosted: whether it is open to others.
    """
    try:
        lobby = read_key(key).public.fingerprint
    except (FileNotFoundError, UserError):
        return
    place = store or store_file(lobby)
    if not place.exists():
        return
    from server.store.errors import StoreError
    from server.store.records import list_records

    try:
        found = list_records(place)
    except StoreError as error:
        raise UserError(str(error)) from error
    archive = _Archive(place)
    for game in found:
        yield _played_game(game, lobby, archive, hosted=hosted)


def _played_game(game: Archived, lobby: str, archive: _Archive, *, hosted: bool) -> PlayedGame:
    return PlayedGame(
        file=str(game.number),
        ended=game.ended.removesuffix("+00:00"),
        game=game.game,
        players=game.players,
        result=game.result,
        moves=game.moves,
        opponents="" if hosted else "bots",
        seat=None if hosted else 0,
        id=game_id(lobby, game.table, game.game_number),
        hosted=hosted,
        source=archive,
    )


@dataclass(frozen=True, slots=True)
class _Archive:
    """The archive in a store, whose games have numbers in the place of files."""

    place: Path

    def text_of(self, file: str) -> str:
        """Return the record of a game, by its number.

        Raises:
            UserError: it cannot be read.
        """
        from server.store.errors import StoreError
        from server.store.records import read_records

        try:
            return read_records(self.place, [int(file)])[0].text
        except StoreError as error:
            raise UserError(str(error)) from error


def print_games(games: Sequence[PlayedGame], *, as_json: bool) -> None:
    """Print one line per game: for people, or as JSON."""
    if not (games or as_json):
        sys.stdout.write(f"{tell('cli/no-finished-game')}\n")
    for number, game in enumerate(games, 1):
        line = json.dumps(_facts(number, game)) if as_json else f"{number:>5}  {tell_game(game)}"
        sys.stdout.write(f"{line}\n")


def _facts(number: int, game: PlayedGame) -> dict[str, Any]:
    return {"number": number, **game.facts(), "hosted": game.hosted}


def print_game(games: Sequence[PlayedGame], number: int) -> None:
    """Print the record of a game, by its number in the list.

    Raises:
        UserError: there is no such game, or it cannot be read.
    """
    if number > len(games):
        raise UserError(tell("cli/no-such-game", number=number, count=len(games)))
    sys.stdout.write(games[number - 1].read())
