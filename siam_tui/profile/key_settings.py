"""The keys that a person can change in their settings file, in tables such as ``[keys.table]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol, runtime_checkable

from siam_tui.profile.settings import settings_table
from siam_tui.profile.user_error import UserError
from texts import Message, say, tell

Keys = Mapping[str, str]
"""What a key does, by name, and the key."""

EVERYWHERE: Final = "everywhere"


@runtime_checkable
class KeyReplacer(Protocol):
    """An app whose keys a person can change."""

    def new_key(self, key: str) -> str:
        """Return what replaces a usual key of the table; empty if nothing does."""

    def describe_new_keys(self, where: str) -> str:
        """Return the keys that were changed in a place, as Markdown; empty for none."""


USUAL_KEYS: Final[Mapping[str, Keys]] = MappingProxyType(
    {
        EVERYWHERE: {
            "help": "?", "settings": ",", "redraw": "ctrl+l", "log_back": "pageup",
            "log_forward": "pagedown",
        },
        "table": {
            "analyse": "v", "chances": "a", "copy_position": "c", "end_early": "ctrl+e",
            "hint": "h", "how_it_ended": "s", "leave": "q", "look_up": "i", "other_table": "o",
            "people": "@", "reference": "f1", "take_back": "u", "talk": "d", "watch_again": "w",
        },
        "replay": {
            "analyse": "a", "copy_position": "c", "eyes": "e", "how_it_ended": "w", "judge": "k",
            "play": "space", "save": "s",
        },
        "lobby": {
            "copy_link": "c", "manage": "m", "open_table": "o", "reminders": "r", "sit_down": "s",
            "watch": "w",
        },
    }
)  # fmt: skip
"""Where a key holds, what it does there, and which key it usually is."""

_FREE_KEY: Final = re.compile(
    r"f([1-9]|1\d|2[0-4])|alt\+[a-z]|ctrl\+[abdfgknorstuvwxy]|[!\"#$%&'()*;<>?@\\^_`{|}~\[\],.]"
)
"""Keys that anything may have: function keys, Alt and Ctrl with a letter, and signs.

Some with Ctrl are missing: terminals send Enter, Tab and others for them, or the app needs them.
"""
_TEXTUAL_NAMES: Final = MappingProxyType({",": "comma"})
"""Keys whose sign would divide a list of keys."""

_EXAMPLE: Final = '[keys.table]\nhint = "f2"'


def read_keys(path: Path) -> dict[str, str]:
    """Return the changed keys by the ids of their bindings, such as ``table.hint``.

    Raises:
        UserError: the file cannot be read, or an entry is wrong; says what it may be.
    """
    entries = settings_table(path).get("keys", {})
    if not isinstance(entries, dict):
        raise _wrong(path, say("profile/keys/no-table", example=_EXAMPLE))
    chosen = {where: _keys_of(path, where, keys) for where, keys in entries.items()}
    for where in USUAL_KEYS:
        _check_places(path, where, chosen)
    return {
        f"{where}.{name}": _TEXTUAL_NAMES.get(key, key)
        for where, keys in chosen.items()
        for name, key in keys.items()
    }


def replaced_keys(changed: Keys, where: str) -> Iterator[tuple[str, str]]:
    """Iterate over the usual keys of a place that have been replaced, each with the new key.

    Args:
        changed: the changed keys by the ids of their bindings, as `read_keys` returns them.
        where: the place.
    """
    for name, usual in USUAL_KEYS[where].items():
        new = changed.get(f"{where}.{name}", usual)
        if new != usual:
            yield usual, new


def describe_keys(changed: Keys, where: str) -> str:
    """Return the changed keys of a place with the usual ones, as Markdown; empty for none.

    >>> describe_keys({"table.hint": "f2"}, "table")
    'You changed these keys: hint is `` f2 `` (usually `` h ``).'
    """
    names = {usual: name for name, usual in USUAL_KEYS[where].items()}
    keys = tuple(
        say("profile/keys/one", name=names[usual].replace("_", " "), new=new, usual=usual)
        for usual, new in replaced_keys(changed, where)
    )
    return tell("profile/keys/changed", keys=keys) if keys else ""


def _keys_of(path: Path, where: str, keys: object) -> Keys:
    if where not in USUAL_KEYS or not isinstance(keys, dict):
        places = tuple("keys." + each for each in USUAL_KEYS)
        raise _wrong(path, say("profile/keys/places", places=places, example=_EXAMPLE))
    usual = USUAL_KEYS[where]
    for name, key in keys.items():
        if name not in usual:
            known = tuple(usual)
            raise _wrong(path, say("profile/keys/unknown", where=where, name=name, known=known))
        if not (isinstance(key, str) and _may_be(key, usual)):
            what = say("profile/keys/no-such-key", where=where, name=name, key=repr(key))
            raise _wrong(path, what)
    return keys


def _may_be(key: str, usual: Keys) -> bool:
    return _FREE_KEY.fullmatch(key) is not None or key in usual.values()


def _check_places(path: Path, where: str, chosen: Mapping[str, Keys]) -> None:
    """Check that no key does two things in one place."""
    found: dict[str, str] = {}
    for each, name, key in _effective({EVERYWHERE, where}, chosen):
        if key in found:
            both = (found[key], name)
            raise _wrong(path, say("profile/keys/both", key=key, names=both, where=each))
        found[key] = name


def _effective(places: Iterable[str], chosen: Mapping[str, Keys]) -> Iterator[tuple[str, str, str]]:
    for where in sorted(places):
        for name, key in {**USUAL_KEYS[where], **chosen.get(where, {})}.items():
            yield where, name, key


def _wrong(path: Path, reason: Message) -> UserError:
    return UserError(tell("profile/keys/wrong", path=str(path), reason=reason))
