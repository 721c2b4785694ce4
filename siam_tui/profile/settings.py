"""How a person wants the app to be: a TOML file in their profile's folder.

What a file does not say is as in `Settings`. Whatever else stands in it, comments and entries
of other releases, stays as it is when a setting changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypedDict, Unpack, get_args

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from siam_tui.profile.small_files import read_own_text, replace_text, unreadable, unwritable
from siam_tui.profile.user_error import UserError

PaletteName: TypeAlias = Literal["classic", "colour-blind", "mono"]
Animation: TypeAlias = Literal["none", "basic", "full"]
Ascii: TypeAlias = Literal["auto", "yes", "no"]

PALETTE_NAMES: Final[tuple[PaletteName, ...]] = get_args(PaletteName)
ANIMATIONS: Final[tuple[Animation, ...]] = get_args(Animation)
ASCIIS: Final[tuple[Ascii, ...]] = get_args(Ascii)

_HEADING: Final = "# Settings of siam. What each may be: `siam`, then S.\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """One person's settings.

    Attributes:
        name: what others call them; empty until they gave one.
        palette: with which colours and signs followers are told apart.
        theme: name of the theme the app wears.
        bell: whether the terminal's bell rings when it is one's turn.
        notifications: whether the terminal notifies of that while one looks elsewhere.
        animation: how much moves on the screen.
        ascii: whether only ASCII is shown; ``auto`` leaves that to the locale.
    """

    name: str = ""
    palette: PaletteName = "classic"
    theme: str = "siam-dark"
    bell: bool = True
    notifications: bool = True
    animation: Animation = "basic"
    ascii: Ascii = "auto"


class Changes(TypedDict, total=False):
    """Settings that are to change, by name."""

    name: str
    palette: PaletteName
    theme: str
    bell: bool
    notifications: bool
    animation: Animation
    ascii: Ascii


_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "palette": PALETTE_NAMES,
    "animation": ANIMATIONS,
    "ascii": ASCIIS,
}


def read_settings(path: Path) -> Settings:
    """Read settings; those of no file are the usual ones.

    Raises:
        UserError: the file cannot be read, or an entry is wrong: which, and what it may be.
    """
    known = {field.name for field in fields(Settings)}
    entries = {key: value for key, value in _table(path).items() if key in known}
    wrong = [
        f"{key} must be {need}" for key, value in entries.items() if (need := _need(key, value))
    ]
    if wrong:
        raise UserError(f"{path} has a wrong setting: {'; '.join(wrong)}. Nothing was changed.")
    return Settings(**entries)  # type: ignore[arg-type]  # each entry has been looked at


def change_settings(path: Path, **changes: Unpack[Changes]) -> Settings:
    """Write some settings into their file, and return them all.

    Raises:
        UserError: the file cannot be read or written, or is wrong; it stays as it is.
    """
    import tomlkit  # noqa: PLC0415 - only needed here, and slow to load

    read_settings(path)
    document = tomlkit.parse(_text(path) or _HEADING)
    for key, value in changes.items():
        document[key] = value
    try:
        replace_text(path, tomlkit.dumps(document))
    except OSError as error:
        raise unwritable(path, error) from error
    return read_settings(path)


def _text(path: Path) -> str:
    try:
        return read_own_text(path)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise unreadable(path, error) from error
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a UTF-8 text: write it as one, or delete it.") from error


def _table(path: Path) -> dict[str, object]:
    try:
        return parse_toml(_text(path))
    except TomlBoundError as error:
        raise UserError(f"{path} is too large: {error}. Nothing was changed.") from error
    except TomlError as error:
        raise UserError(f"{path} is no valid TOML: {error}. Nothing was changed.") from error


def _need(key: str, value: object) -> str:
    """Return what an entry must be if it is not; nothing if it is right."""
    if key == "theme" or key in _CHOICES:
        choices = _CHOICES.get(key) or _themes()
        return "" if value in choices else f"one of {', '.join(map(repr, choices))}"
    if key == "name":
        return "" if isinstance(value, str) else "a text"
    return "" if isinstance(value, bool) else "true or false"


def _themes() -> tuple[str, ...]:
    from siam_tui.appearance.theme import theme_names  # noqa: PLC0415 - programs without a screen need none

    return theme_names()
