"""A game that has ended, in small facts, and the name of its file. Pure, and quickly loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal, Protocol, TypeAlias, cast, get_args

RECORDS: Final = "games"
"""The folder in a profile that has the records of its finished games."""
Opponents: TypeAlias = Literal["alone", "bots", "people", ""]
"""Against whom a game was played; empty if that is not known."""

_FILE: Final = re.compile(
    r"(\d{8}T\d{6})-(alone|bots|people)-(\d)-([a-z2-7]{24}-[A-Za-z0-9]{1,40}-\d{1,9})\.siam",
    re.ASCII,
)
_FILE_TIME: Final = "%Y%m%dT%H%M%S"
_OPPONENTS: Final = get_args(Opponents)
_SEAT_TYPES: Final = (int, type(None))


class GameSource(Protocol):
    """Where the records of games are."""

    def text_of(self, file: str) -> str:
        """Return the text of a record; raises `UserError`."""


def game_id(lobby: str, table: str, number: int) -> str:
    """Return what tells a game from all others.

    Args:
        lobby: the fingerprint of its lobby's server.
        table: the id of its table.
        number: which game at that table.
    """
    return f"{lobby}-{table}-{number}"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that has ended. There may be many: as few objects as possible make one up.

    Attributes:
        file: the name of its file, or where else its record is in the source.
        ended: when, in UTC, as ISO 8601; perhaps only the day, empty if that is not known.
        game: the title of the game.
        players: the names of its seats.
        result: the result as its record has it.
        moves: how many moves were played.
        opponents: against whom the player played.
        seat: the player's seat; None if that is not known.
        id: what tells it from others, as `game_id`; empty if its record does not prove that.
        hosted: whether it is listed because it was played in a lobby of this player.
        trouble: why its record cannot be read; else empty.
        source: where its record is; None if that is not known.
    """

    file: str = ""
    ended: str = ""
    game: str = ""
    players: tuple[str, ...] = ()
    result: str = ""
    moves: int = 0
    opponents: Opponents = ""
    seat: int | None = None
    id: str = ""
    hosted: bool = False
    trouble: str = ""
    source: GameSource | None = field(default=None, compare=False, repr=False)

    def read(self) -> str:
        """Return the text of the record.

        Raises:
            UserError: it cannot be read.
        """
        return self.source.text_of(self.file) if self.source is not None else ""

    def facts(self) -> dict[str, Any]:
        """Return what `game_of_facts` reads, as values of JSON."""
        return {
            "file": self.file,
            "ended": self.ended,
            "game": self.game,
            "players": list(self.players),
            "result": self.result,
            "moves": self.moves,
            "opponents": self.opponents,
            "seat": self.seat,
            "id": self.id,
            "trouble": self.trouble,
        }


def game_of_facts(facts: dict[str, Any], source: GameSource) -> PlayedGame:
    """Return a game by what `PlayedGame.facts` wrote, and where its record is.

    Raises:
        KeyError, TypeError, ValueError: they are damaged.
    """
    players = facts["players"]
    if not isinstance(players, list) or facts["opponents"] not in _OPPONENTS:
        raise TypeError("facts of a game have other values")
    game = PlayedGame(
        file=facts["file"],
        ended=facts["ended"],
        game=facts["game"],
        players=tuple(players),
        result=facts["result"],
        moves=facts["moves"],
        opponents=facts["opponents"],
        seat=facts["seat"],
        id=facts["id"],
        trouble=facts["trouble"],
        source=source,
    )
    # Joining fails unless all of them are texts.
    "".join((game.file, game.ended, game.game, game.result, game.id, game.trouble, *players))
    if type(game.moves) is not int or type(game.seat) not in _SEAT_TYPES:
        raise TypeError("facts of a game have other values")
    return game


def file_name(game: PlayedGame) -> str:
    """Return the name of a kept game's file, which tells what its record does not.

    >>> file_name(PlayedGame(ended="2026-11-26T15:24:40", opponents="bots", seat=0,
    ...                      id=game_id("a" * 24, "t1", 2)))
    '20261126T152440-bots-0-aaaaaaaaaaaaaaaaaaaaaaaa-t1-2.siam'
    """
    assert game.id, "only a game with a proof is kept"
    time = datetime.fromisoformat(game.ended).strftime(_FILE_TIME)
    return f"{time}-{game.opponents}-{game.seat}-{game.id}.siam"


def id_of_name(name: str) -> str:
    """Return which game a file holds by its name; empty if that is not the name of a kept game."""
    found = _FILE.fullmatch(name)
    return found[4] if found else ""


def kept_ids(names: Iterable[str]) -> set[str]:
    """Return which games are kept, by the names of the files in their folder."""
    return set(filter(None, map(id_of_name, names)))


def with_facts_of_name(game: PlayedGame, name: str) -> PlayedGame:
    """Return a game with what the name of its file tells, if that is the name of a kept game."""
    found = _FILE.fullmatch(name)
    if found is None:
        return replace(game, file=name)
    time, opponents, seat = found.groups()[:3]
    try:
        ended = datetime.strptime(time, _FILE_TIME).replace(tzinfo=UTC)
    except ValueError:  # a name that somebody made up
        return replace(game, file=name)
    return replace(
        game,
        file=name,
        ended=ended.isoformat(timespec="seconds").removesuffix("+00:00"),
        opponents=cast("Opponents", opponents),
        seat=int(seat),
        id=id_of_name(name),
    )
