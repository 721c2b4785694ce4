"""What a profile remembers of games between starts: chosen last, seen last, and left."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from games.registry import game_names
from protocol.limits import MAX_NAME, MAX_SEATS
from protocol.text import printable
from siam_tui.profile.small_files import KeptFile


class LastGame:
    """The game a profile chose last, in a small file; without one, the first game there is."""

    def __init__(self, folder: Path | None) -> None:
        """Prepare.

        Args:
            folder: the profile's; None remembers only as long as this program runs.
        """
        self._file = KeptFile(folder / "last-game" if folder else None)
        self._chosen = ""

    @property
    def name(self) -> str:
        """The game's short name; always one of `game_names`."""
        known = game_names()
        chosen = self._chosen or self._file.read(str.strip)
        return chosen if chosen in known else known[0]

    def remember(self, name: str) -> None:
        """Remember a game, if one is named; a file that cannot be written is done without."""
        if name and name != self.name:
            self._chosen = name
            self._file.write(f"{name}\n")


_KEPT = 200
"""Tables remembered; the ones seen longest ago are dropped first."""


class Glance(NamedTuple):
    """State of a table when it was last seen.

    Attributes:
        game_number: number of the game that ran.
        ply: how many moves had been played in it.
        at: seconds since 1970.
    """

    game_number: int
    ply: int
    at: float


class LastSeen:
    """The last glance at each table, kept in a file if there is one.

    Errors of the file are only logged, because only a summary depends on it.
    """

    def __init__(self, path: Path | None, date: Callable[[], float] = time.time) -> None:
        """Read the file.

        Args:
            path: the file, or None to remember only while this program runs.
            date: returns the present time, in seconds since 1970.
        """
        self._file = KeptFile(path)
        self._date = date
        self._glances = self._file.read(_parse_glances) or {}

    def last_glance(self, place: str) -> Glance | None:
        """Return the last glance at a place, a lobby and a table."""
        return self._glances.get(place)

    def keep_glance(self, place: str, game_number: int, ply: int) -> None:
        """Keep a glance."""
        self._glances.pop(place, None)
        self._glances[place] = Glance(game_number, ply, self._date())
        for oldest in list(self._glances)[:-_KEPT]:
            del self._glances[oldest]
        self._file.write(json.dumps(self._glances))

    def seconds_since(self, glance: Glance) -> float:
        """Return the age of a glance in seconds."""
        return self._date() - glance.at


def _parse_glances(text: str) -> dict[str, Glance]:
    return {
        str(place): Glance(int(game), int(ply), float(at))
        for place, (game, ply, at) in json.loads(text).items()
    }


MAX_SHORT = 40
"""Characters of a game's short name, and of an id."""


@dataclass(frozen=True, slots=True)
class LeftGame:
    """A game as it was when the player left it.

    Attributes:
        game: the short name of what is played; empty if that is not known.
        others: the names of the other players.
        my_turn: whether it was the player's turn; None if that is not known.
    """

    game: str = ""
    others: tuple[str, ...] = ()
    my_turn: bool | None = None

    def fields(self) -> dict[str, Any]:
        """Return it as fields of a JSON object."""
        return {"game": self.game, "others": self.others, "my_turn": self.my_turn}

    @staticmethod
    def from_fields(fields: Mapping[str, Any]) -> LeftGame:
        """Return what `fields` made, with all texts made harmless again.

        Raises:
            TypeError: a field is of another type.
        """
        others, my_turn = fields.get("others", []), fields.get("my_turn")
        if not isinstance(others, list) or not isinstance(my_turn, bool | None):
            raise TypeError("the others are a list, and whether it is one's turn is a truth value")
        names = tuple(text_field(each, MAX_NAME) for each in others[:MAX_SEATS])
        return LeftGame(text_field(fields.get("game", ""), MAX_SHORT), names, my_turn)


def text_field(value: object, longest: int) -> str:
    """Return a field that is a text, as one harmless line.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return printable(value, longest)


MOST_SEATS = 100
"""Seats that are kept; those that were noted longest ago are forgotten first."""
_MAX_LINK = 500
_UNKNOWN = "?"
"""In place of ids that an earlier release did not keep."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat in a game that goes on.

    Attributes:
        lobby: the fingerprint of its lobby's key.
        table: the id of its table.
        link: the invite link of that table.
        left: the game as it was when it was noted.
        lobby_name: what the lobby is called; may be empty.
        serving: how the player served the lobby, if it was theirs; else None.
        when: when it was noted, in seconds of the system's clock.
    """

    lobby: str
    table: str
    link: str
    left: LeftGame
    lobby_name: str = ""
    serving: Mapping[str, str] | None = None
    when: float = 0.0

    def is_as(self, other: OpenSeat) -> bool:
        """Return whether another seat tells the same, whenever it was noted."""
        return replace(self, when=0.0) == replace(other, when=0.0)


class OpenSeats:
    """Those seats, in a small file of a profile."""

    def __init__(self, profile: Path, now: Callable[[], float] = time.time) -> None:
        """Prepare.

        Args:
            profile: the profile's folder.
            now: returns the system's clock.
        """
        self._file, self._now = KeptFile(profile / "open-seats.json"), now
        self._of_earlier_release = KeptFile(profile / "open-seat")

    def all(self) -> tuple[OpenSeat, ...]:
        """Return the seats, the one noted last first."""
        kept = self._file.read(_parse_seats)
        if kept is not None:
            return kept
        link = (self._of_earlier_release.read(str.strip) or "")[:_MAX_LINK]
        return (OpenSeat(_UNKNOWN, _UNKNOWN, link, LeftGame()),) if link else ()

    def note(self, lobby: str, seats: Iterable[OpenSeat]) -> None:
        """Note all seats that the player has in a lobby, in place of those noted before.

        Args:
            lobby: the fingerprint of the lobby's key.
            seats: the seats there; may be empty.
        """
        before = self.all()
        known = {each.table: each for each in before if each.lobby == lobby}
        now = self._now()
        noted = []
        for each in seats:
            same = known.get(each.table)
            noted.append(same if same and each.is_as(same) else replace(each, when=now))
        links = {each.link for each in noted}
        others = [
            each
            for each in before
            if each.lobby != lobby and not (each.lobby == _UNKNOWN and lobby in each.link)
        ]
        self._write_seats(before, [*noted, *(each for each in others if each.link not in links)])

    def forget(self, seat: OpenSeat) -> None:
        """Forget a seat."""
        before = self.all()
        place = seat.lobby, seat.table
        self._write_seats(before, [each for each in before if (each.lobby, each.table) != place])

    def _write_seats(self, before: tuple[OpenSeat, ...], seats: list[OpenSeat]) -> None:
        seats.sort(key=lambda each: each.when, reverse=True)
        if tuple(seats) != before:
            kept = [asdict(each) | {"left": each.left.fields()} for each in seats[:MOST_SEATS]]
            self._file.write(json.dumps({"seats": kept}))


def _parse_seats(text: str) -> tuple[OpenSeat, ...]:
    return tuple(map(_parse_seat, json.loads(text).get("seats")[:MOST_SEATS]))


def _parse_seat(fields: Mapping[str, Any]) -> OpenSeat:
    serving = fields.get("serving")
    if serving is not None:
        serving = {name: text_field(value, _MAX_LINK) for name, value in serving.items()}
    return OpenSeat(
        text_field(fields.get("lobby"), MAX_SHORT),
        text_field(fields.get("table"), MAX_SHORT),
        text_field(fields.get("link"), _MAX_LINK),
        LeftGame.from_fields(fields.get("left") or {}),
        text_field(fields.get("lobby_name", ""), MAX_NAME),
        serving,
        float(fields.get("when", 0.0)),
    )
