"""Reads the file of `--config`, which holds options of `siam serve` by their names."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    NamedTuple,
    get_args,
    get_origin,
    get_type_hints,
)

import typer

from games.bounded_toml import TomlError, parse_toml
from games.text_file import NotTextError
from siam_tui.profile.user_error import UserError

if TYPE_CHECKING:
    from protocol.links import Link
    from siam_tui.profile.profiles import Profile

FOLDER: Final = "folder"
"""The one name in the file that is no option: where profiles, stores and logs are kept."""
_META: Final = "siam_tui.config"
_NOT_IN_FILE: Final = frozenset({"config", "pipe", "keep"})
_FOLDERS: Final = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state"}
"""As in the system service and the container, whose folder may be named too."""

_WRONG: Final = "{file}: {what}. `siam serve --help` lists the options."
_UNKNOWN: Final = "{name} is no option of `siam serve`"
_NEAR: Final = "{name} is no option of `siam serve`; did you mean {near}?"
_WANTED: Final = "{name} must be {kind}"
_KINDS: Final = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
_TEXTS: Final = "a list of texts"


class Given(NamedTuple):
    """What a file gives.

    Attributes:
        file: the file.
        values: the values, by the options' names without the dashes in front.
    """

    file: Path
    values: Mapping[str, Any]


def read_config(ctx: typer.Context, file: Path) -> Given:
    """Read a file of options. Relative paths in it are relative to its folder.

    Args:
        ctx: the command line of a command of `siam`.
        file: the file.

    Raises:
        UserError: it cannot be read, or says what no option takes.
    """
    from siam_tui.profile.small_files import read_own_text, unreadable

    try:
        plain = parse_toml(read_own_text(file))
        kinds = _value_types(ctx)
        values = {name: _value(kinds, name, value, file.parent) for name, value in plain.items()}
    except OSError as error:
        raise unreadable(file, error) from error
    except (TomlError, NotTextError, _WrongValueError) as error:
        what = str(error).rstrip(".")
        raise UserError(_WRONG.format(file=file, what=what).replace("?.", "?")) from error
    return Given(file, values)


class _WrongValueError(Exception):
    """A value that its option cannot have; the text says why."""


def _value_types(ctx: typer.Context) -> dict[str, type]:
    """Return the types of the values that options of `serve` take, by the options' names."""
    hints = get_type_hints(serve_command(ctx).callback)
    del hints["ctx"], hints["return"]
    found = {name.strip("_").replace("_", "-"): _kind(hint) for name, hint in hints.items()}
    return {name: kind for name, kind in found.items() if name not in _NOT_IN_FILE} | {FOLDER: Path}


def serve_command(ctx: typer.Context) -> Any:  # noqa: ANN401 - typer's
    """Return the command `serve` of the same command line."""
    return getattr(ctx.find_root().command, "commands", {}).get("serve", ctx.command)


def read_as_served(ctx: typer.Context, file: Path) -> Any:  # noqa: ANN401 - typer's context
    """Return the command line `siam serve --config FILE`, read.

    Raises:
        UserError: the file cannot be read, or says what no option takes.
    """
    arguments = ["--config", str(file)]
    return serve_command(ctx).make_context("serve", arguments, parent=ctx.find_root())


def _kind(hint: Any) -> type:  # noqa: ANN401 - any annotation
    (kind,) = {each for each in get_args(hint) or (hint,) if each is not NoneType}
    plain: type = get_origin(kind) or kind
    return plain


def _value(kinds: Mapping[str, type], name: str, value: object, folder: Path) -> object:
    """Return a value as its option takes it.

    Raises:
        _WrongValueError: there is no such option, or it takes no such value.
    """
    if name not in kinds:
        near = get_close_matches(name, kinds, n=1)
        raise _WrongValueError((_NEAR if near else _UNKNOWN).format(name=name, near="".join(near)))
    kind = kinds[name]
    if kind is list:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        raise _WrongValueError(_WANTED.format(name=name, kind=_TEXTS))
    plain = kind if kind in _KINDS else str
    if type(value) is not plain and (plain, type(value)) != (float, int):
        raise _WrongValueError(_WANTED.format(name=name, kind=_KINDS[plain]))
    is_path = kind is Path or (name == "store" and "://" not in str(value))
    return str(folder.absolute() / Path(str(value)).expanduser()) if is_path else value


def use_config(ctx: typer.Context, file: Path | None) -> Path | None:
    """Take what a file gives wherever the command line gives nothing else.

    Raises:
        UserError: as for `read_config`.
    """
    if file is None:
        return None
    given = read_config(ctx, file)
    ctx.meta[_META] = given
    if folder := given.values.get(FOLDER):
        os.environ |= {name: str(Path(folder) / below) for name, below in _FOLDERS.items()}
    ctx.default_map = _defaults_for(ctx.command.params, given.values)
    return file


def _defaults_for(params: list[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a command's options take from a file, by the parameters' names."""
    return {
        param.name: values[option[2:]]
        for param in params
        for option in param.opts
        if option[2:] in values
    }


def config_of(ctx: typer.Context) -> Given | None:
    """Return what the file gives that a command line names; None without one."""
    found = ctx.meta.get(_META)
    assert found is None or isinstance(found, Given)
    return found


_ANY_PORT: Final = (
    "{file} lets the system choose a port, so the lobby's link is not in it: give the link with "
    "--link."
)


def served_link(ctx: typer.Context, owner: Profile) -> Link | None:
    """Return the link by which a lobby is reached that is served with the file; None without one.

    Raises:
        UserError: the file does not say where that is.
    """
    from protocol.links import BrokerAddress, Link
    from protocol.ports import MQTT_PORT
    from siam_tui.profile.invitations import read_broker

    if (given := config_of(ctx)) is None:
        return None
    values, here = given.values, ("", "0.0.0.0", "::")  # noqa: S104 - only compared
    host, port = values.get("bind", ""), values.get("port", MQTT_PORT)
    broker = values.get("broker")
    if not (broker or port):
        raise UserError(_ANY_PORT.format(file=given.file))
    address = BrokerAddress("mqtt", "127.0.0.1" if host in here else host, port)
    return Link(read_broker(broker) if broker else address, owner.server_key().public)


def served_profile(ctx: typer.Context) -> str:
    """Return the profile that the file names; empty where there is none."""
    given = config_of(ctx)
    return str(given.values.get("profile", "")) if given else ""


def file_that_gave(ctx: typer.Context, parameter: str | None) -> str:
    """Return the file that a parameter's value comes from; empty for another source."""
    source = ctx.get_parameter_source(parameter or "")
    given = config_of(ctx)
    return str(given.file) if given and source and source.name == "DEFAULT_MAP" else ""


_WORDS: Final[Mapping[str, Callable[[Path], str]]] = {
    "COMMANDLINE": lambda _: "the command line",
    "ENVIRONMENT": lambda _: "the environment",
    "DEFAULT_MAP": str,
}


def lines_of(ctx: typer.Context, given: Given) -> list[str]:
    """Return what holds, as a file that says all of it, with where each value comes from.

    Args:
        ctx: the command line of `siam serve`, read.
        given: what the file gives.
    """
    kinds = _value_types(ctx)
    lines = [f"{FOLDER} = {_toml(given.values[FOLDER])}"] if FOLDER in given.values else []
    for param in ctx.command.params:
        name, value = param.opts[-1].lstrip("-"), ctx.params.get(param.name or "")
        source = ctx.get_parameter_source(param.name or "")
        if name not in kinds:
            continue
        where = _WORDS[source.name](given.file) if source and source.name in _WORDS else ""
        is_set = bool(where) and value is not None
        line = f"{name} = {_toml(value)}" if value not in (None, ()) else f"{name} ="
        lines.append(f"{line}  # {where}" if is_set else f"# {line}")
    return lines


def _toml(value: Any) -> str:  # noqa: ANN401 - any option's
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    text = str(getattr(value, "value", value))
    return '"' + "".join(_ESCAPES.get(sign) or _shown(sign) for sign in text) + '"'


_ESCAPES: Final = {'"': '\\"', "\\": "\\\\"}


def _shown(sign: str) -> str:
    return sign if sign.isprintable() else f"\\U{ord(sign):08x}"


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        is_eager=True,
        callback=use_config,
        help="Read options of `siam serve` from this file (TOML), where the command line gives "
        "none; `siam config show FILE` shows what holds.",
    ),
]
"""The option of every command that asks for what a service is served with."""
