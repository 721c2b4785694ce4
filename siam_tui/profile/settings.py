"""A person's settings: a TOML file in the folder of their profile.

Each setting is defined once, as a field of `Settings`: its type, default, label and choices. The
file, its checks and the form all follow from it. An entry that is missing has its default. Comments
and entries of other releases stay in the file when a setting changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from games.bounded_toml import TomlBoundError, TomlError, parse_toml
from games.text_file import NotTextError
from siam_tui.appearance.palette import PALETTES
from siam_tui.profile.language import AUTO, CHOICES, name_language
from siam_tui.profile.small_files import read_own_text, replace_text, unreadable, unwritable
from siam_tui.profile.user_error import UserError
from texts import Message, Noun, tell

if TYPE_CHECKING:
    from textual.types import AnimationLevel

Value = TypeVar("Value")


def _theme_names() -> tuple[str, ...]:
    from siam_tui.appearance.theme import theme_names  # noqa: PLC0415 - it loads Textual

    return theme_names()


def _setting(
    default: Value, choices: tuple[Value, ...] | Callable[[], tuple[Value, ...]] = ()
) -> Value:
    """Define a setting: its value if the file has none, and what it may be; nothing for any text.

    Its name in the form is the text `profile/setting`, that of a value `profile/choice`.
    """
    return field(default=default, metadata={"choices": choices})


@dataclass(frozen=True, slots=True)
class Settings:
    """One person's settings, in the order of the form.

    Attributes:
        name: the player's name; empty until they gave one.
        language: what the player reads; ``auto`` follows the environment.
        palette: colours that tell followers apart, by a name in `PALETTES`.
        theme: name of the app's theme.
        ascii: whether only ASCII is shown; ``auto`` follows the locale.
        bell: whether the terminal's bell rings when it is your turn.
        notifications: whether the terminal notifies you of your turn while you look elsewhere.
        animation: how much moves on the screen.
        games: how many finished games are kept; the oldest go first.

    Raises:
        ValueError: a value is not among its choices; names each wrong setting and its choices.
    """

    name: str = _setting("")
    language: str = _setting(AUTO, CHOICES)
    palette: str = _setting("classic", tuple(PALETTES))
    theme: str = _setting("siam-dark", _theme_names)
    ascii: str = _setting("auto", ("auto", "yes", "no"))
    bell: bool = _setting(True, (True, False))
    notifications: bool = _setting(True, (True, False))
    animation: AnimationLevel = _setting("basic", ("none", "basic", "full"))  # noqa: RUF009 - a constant of its own
    games: int = _setting(10_000, (10_000, 1_000, 100, 0))

    def __post_init__(self) -> None:
        wrong = [
            _requirement(each)
            for each in fields(self)
            if not _is_allowed(each, getattr(self, each.name))
        ]
        if wrong:
            raise ValueError("; ".join(wrong))

    def with_changes(self, **changes: object) -> Settings:
        """Return these settings with some of them changed.

        Raises:
            ValueError: as for `Settings`.
        """
        return replace(self, **changes)  # type: ignore[arg-type]  # checked by __post_init__


def setting_choices(setting: Field[object]) -> tuple[object, ...]:
    """Return the values a setting may have; none for any text."""
    choices = setting.metadata["choices"]
    found: tuple[object, ...] = choices() if callable(choices) else choices
    return found


def name_choice(setting: Field[object], value: object) -> str | Message | Noun:
    """Return what a value of a setting is called in the form."""
    if setting.name == "language":
        return name_language(str(value))
    if setting.name == "theme":  # a name of its own in every language
        return str(value)
    return Noun("profile/choice", f"{setting.name}-{value}")


def _is_allowed(setting: Field[object], value: object) -> bool:
    if type(value) is not type(setting.default):
        return False
    if value == setting.default:
        return True
    choices = setting_choices(setting)
    return value in choices or not choices


def _requirement(setting: Field[object]) -> str:
    if isinstance(setting.default, bool):
        return tell("profile/must/truth", name=setting.name)
    choices = tuple(map(repr, setting_choices(setting)))
    return tell("profile/must/choice", name=setting.name, choices=choices)


def read_settings(path: Path) -> Settings:
    """Read settings; without a file they have their defaults.

    Raises:
        UserError: the file cannot be read, or an entry is wrong; names it and its choices.
    """
    known = {each.name for each in fields(Settings)}
    entries = {key: value for key, value in settings_table(path).items() if key in known}
    try:
        return Settings(**entries)  # type: ignore[arg-type]  # checked by __post_init__
    except ValueError as error:
        raise UserError(tell("profile/file/setting", path=str(path), reason=str(error))) from error


def change_settings(path: Path, **changes: object) -> Settings:
    """Write the changed settings into their file; return all settings.

    Raises:
        UserError: the file cannot be read or written, or is wrong; it stays as it is.
    """
    import tomlkit  # noqa: PLC0415 - only needed here, and slow to load

    read_settings(path)
    document = tomlkit.parse(_file_text(path) or f"# {tell('profile/settings-heading')}\n")
    for key, value in changes.items():
        document[key] = value
    try:
        replace_text(path, tomlkit.dumps(document))
    except OSError as error:
        raise unwritable(path, error) from error
    return read_settings(path)


def _file_text(path: Path) -> str:
    try:
        return read_own_text(path)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise unreadable(path, error) from error
    except NotTextError as error:
        raise UserError(tell("profile/file/unusable", path=str(path), reason=str(error))) from error


def settings_table(path: Path) -> dict[str, object]:
    """Return everything that a settings file holds; nothing without a file.

    Raises:
        UserError: it cannot be read, or is no TOML.
    """
    try:
        return parse_toml(_file_text(path))
    except TomlBoundError as error:
        raise UserError(
            tell("profile/file/too-large", path=str(path), reason=str(error))
        ) from error
    except TomlError as error:
        raise UserError(tell("profile/file/no-toml", path=str(path), reason=str(error))) from error
