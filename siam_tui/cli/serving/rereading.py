"""Reads the configuration file of a running server again, and finds what has changed in it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from server.idle import IdleLimits
from siam_tui.cli.config_file import config_of, read_as_served
from siam_tui.cli.serve_values import read_record_limit

if TYPE_CHECKING:
    from pathlib import Path

    import typer

    from server.config import Config

_READ: Final = "{file} was read again."
_UNCHANGED: Final = "It says what it said before."
_CHANGED: Final = "Changed: {names}."
_LATER: Final = "Changed only after a restart: {names}."


class Reread(NamedTuple):
    """What a file holds now.

    Attributes:
        config: the configuration to go on with.
        sentence: what to tell the host.
    """

    config: Config
    sentence: str


class Rereader:
    """Reads the file again, as often as the host wishes."""

    def __init__(self, ctx: typer.Context) -> None:
        """Prepare.

        Args:
            ctx: the command line of `siam serve`, which names a file.
        """
        self._ctx = ctx
        self._held = dict(ctx.params)

    def read(self, config: Config) -> Reread:
        """Read the file.

        Args:
            config: the configuration until now.

        Raises:
            UserError: the file cannot be read, or says what no option takes.
            BadParameter: an option's value cannot be used.
        """
        ctx, given = self._ctx, config_of(self._ctx)
        assert given is not None
        found = read_as_served(ctx, given.file).params
        changed = {name: value for name, value in found.items() if self._changes(name, value)}
        limit = read_record_limit(found["keep_records"])
        now = {
            "pace": {"bot_pace": found["pace"]},
            "close_idle": {"idle_limits": IdleLimits(kept=found["close_idle"] * 3600)},
            "keep_records": {"keep_records": limit},
        }
        for name in changed.keys() & now.keys():
            config = replace(config, **now[name])
            self._held[name] = changed[name]
        return Reread(config, _sentence(given.file, changed.keys(), now.keys()))

    def _changes(self, name: str, value: object) -> bool:
        source = self._ctx.get_parameter_source(name)
        of_file = source is not None and source.name in {"DEFAULT_MAP", "DEFAULT"}
        return of_file and self._held.get(name) != value


def _sentence(file: Path, changed: AbstractSet[str], at_once: AbstractSet[str]) -> str:
    now, later = _listed(changed & at_once), _listed(changed - at_once)
    parts = [_READ.format(file=file)]
    parts += [_CHANGED.format(names=now)] * bool(now)
    parts += [_LATER.format(names=later)] * bool(later)
    return " ".join(parts if changed else [*parts, _UNCHANGED])


def _listed(names: AbstractSet[str]) -> str:
    return ", ".join(sorted(name.strip("_").replace("_", "-") for name in names))
