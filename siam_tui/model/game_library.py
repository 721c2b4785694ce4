"""All games that a player finds again: kept by siam, saved by the player, or hosted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from games.contract import GameError
from games.record import Record, parse_record
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.game_keeper import GameKeeper
from siam_tui.model.played_game import RECORDS, PlayedGame
from siam_tui.profile.paths import records_folder
from siam_tui.profile.user_error import UserError, is_limited
from siam_tui.ui.text import reason, told
from texts import tell
from texts.sentences import without_stop

MOST_OF_VISITOR: Final = 100
"""Games that are kept for a visitor of the host's computer."""

ListHosted: TypeAlias = Callable[[], Iterable[PlayedGame]]
"""Lists the games of lobbies that are hosted here; raises `UserError`."""


class Shelf(NamedTuple):
    """What a library holds.

    Attributes:
        games: the games, the latest first.
        trouble: why some could not be listed; else empty.
    """

    games: Sequence[PlayedGame]
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class GameLibrary:
    """Lists and reads games; both wait for the disk, so call them in a thread.

    Attributes:
        kept: the games that were kept by themselves.
        saved: the folder of records that the player saved; None where they cannot save.
        list_hosted: lists the games of lobbies hosted here.
    """

    kept: GameFolder
    saved: GameFolder | None = None
    list_hosted: ListHosted = field(default=tuple, repr=False)

    def list_games(self) -> Shelf:
        """Return every game once, the latest first."""
        found: dict[str | int, PlayedGame] = {}
        troubles = []
        for listing in (self.kept.list_games, self._list_saved, self.list_hosted):
            try:
                for game in listing():
                    if found.setdefault(game.id or len(found), game) is game:
                        self._recover(game)
            except UserError as trouble:
                troubles.append(str(trouble))
        games = sorted(found.values(), key=lambda game: (game.ended, game.file), reverse=True)
        return Shelf(games, " ".join(troubles))

    def _recover(self, game: PlayedGame) -> None:
        """Keep a game against bots that ended just before siam was ended by force.

        Raises:
            UserError: it cannot be read or written.
        """
        if self.kept.most and game.opponents == "bots" and game.source is not self.kept:
            self.kept.keep(game, game.read())

    def _list_saved(self) -> Iterable[PlayedGame]:
        return () if self.saved is None else self.saved.list_games()


def library_of(profile: Path, most: int, list_hosted: ListHosted = tuple) -> GameLibrary:
    """Return the library of a profile; a visitor's has nothing but the games they played.

    Args:
        profile: the profile's folder.
        most: how many games are kept, as its settings say.
        list_hosted: lists the games of lobbies hosted here.
    """
    kept = GameFolder(profile / RECORDS, most)
    if is_limited():
        return GameLibrary(kept)
    return GameLibrary(kept, GameFolder(records_folder()), list_hosted)


def keeper_of(profile: Path, most: int, tell: Callable[[str], object]) -> GameKeeper | None:
    """Return what keeps the games of a profile; None if it wants none kept.

    Args:
        profile: the profile's folder.
        most: how many are kept, as its settings say.
        tell: tells the player that a game could not be kept.
    """
    if most < 1:
        return None
    most = min(most, MOST_OF_VISITOR) if is_limited() else most
    return GameKeeper(GameFolder(profile / RECORDS, most), tell)


def record_of(game: PlayedGame) -> Record:
    """Return the record of a game.

    Raises:
        UserError: it cannot be read, or its moves are not legal; says why.
    """
    if game.trouble:
        raise UserError(game.trouble)
    try:
        return parse_record(game.read())
    except GameError as error:
        wrong = without_stop(told(reason(error)))
        raise UserError(tell("model/game/damaged", reason=wrong)) from error


def find_games(games: Sequence[PlayedGame], words: str) -> list[PlayedGame]:
    """Return the games in which every word is found: in day, game, names or file.

    >>> [game.file for game in find_games([PlayedGame(file="a"), PlayedGame(file="b")], "A")]
    ['a']
    """
    wanted = words.casefold().split()
    if not wanted:
        return list(games)
    return [game for game in games if all(map(_haystack(game).__contains__, wanted))]


def _haystack(game: PlayedGame) -> str:
    parts = (game.ended, game.game, *game.players, game.opponents, game.file)
    return " ".join(parts).casefold()
