"""The entries of a map file of King of Siam beyond those of any game's."""

# ruff: noqa: RUF009 - the defaults are never changed

from __future__ import annotations

from attrs import frozen

from games import map_files
from games.map_files import MAX_NAME_LENGTH, entry, is_name
from games.siam.constants import FACTION_LETTERS, FACTIONS
from texts import say


def _are_faction_names(value: object) -> bool:
    return (
        isinstance(value, list)
        and all(map(is_name, value))
        and len(value) == len(set(value)) == len(FACTIONS)
    )


def _is_home(value: object) -> bool:
    return value in (None, *FACTION_LETTERS[: len(FACTIONS)])


@frozen
class ProvinceEntries(map_files.ProvinceEntries):
    """A ``[[province]]`` table; ``home`` is the letter of the faction at home there."""

    home: str | None = entry(None, _is_home, lambda its: say("siam/map/home", id=its.id))


@frozen
class MapEntries(map_files.MapEntries):
    """A map file: names of the ``factions`` and of the ``occupier``, who wins when none does."""

    occupier: str = entry(
        "",
        lambda value: not value or is_name(value),
        lambda _: say("siam/map/occupier", most=MAX_NAME_LENGTH),
    )
    factions: list[str] = entry(
        ["Rama", "Lao", "Malay"],
        _are_faction_names,
        lambda _: say("siam/map/factions", most=MAX_NAME_LENGTH),
    )
