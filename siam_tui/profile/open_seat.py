"""The seats in running games among people that a player left: home offers to go on with them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from protocol.limits import MAX_NAME
from siam_tui.profile.kept_file import KeptFile
from siam_tui.profile.left_game import MAX_SHORT, LeftGame, text_field

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
        self._write(before, [*noted, *(each for each in others if each.link not in links)])

    def forget(self, seat: OpenSeat) -> None:
        """Forget a seat."""
        before = self.all()
        place = seat.lobby, seat.table
        self._write(before, [each for each in before if (each.lobby, each.table) != place])

    def _write(self, before: tuple[OpenSeat, ...], seats: list[OpenSeat]) -> None:
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
