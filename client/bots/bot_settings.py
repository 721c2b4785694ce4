"""A bot's settings, as a worker process receives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from client.bots.levels import Level, find_level
from games.contract import GameError
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_link


class BotSettingsError(ValueError):
    """A bot's settings cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """A bot's identity, its seat and how it plays.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: the bot's key.
        name: the bot's name.
        seat: the seat it plays.
        level: how it chooses its moves.
        level_name: one of `LEVELS`.
        pace: least seconds between a position and its answer.
        seconds: time limit for a move; None for the level's own.
        seed: of its random numbers; None for a random one.
    """

    link: Link
    password: str | None = field(repr=False)
    key: SecretKey = field(repr=False)
    name: str
    seat: int
    level: Level
    level_name: str
    pace: float
    seconds: float | None
    seed: int | None


def read_bot_settings(message: Mapping[str, Any]) -> BotSettings:
    """Read the settings in a message to a worker.

    Raises:
        BotSettingsError: says what is wrong with them.
    """
    try:
        seconds = message.get("seconds")
        settings = BotSettings(
            link=parse_link(message["link"]),
            password=message.get("password"),
            key=SecretKey.from_text(message["key"]),
            name=str(message["name"]),
            seat=int(message["seat"]),
            level=find_level(message["level"], seconds),
            level_name=str(message["level"]),
            pace=float(message.get("pace") or 0.0),
            seconds=seconds,
            seed=message.get("seed"),
        )
    except KeyError as error:
        raise BotSettingsError(f"the settings lack {error}") from error
    except (ValueError, TypeError, AttributeError, ProtocolError, GameError) as error:
        raise BotSettingsError(f"the settings cannot be read: {error}") from error
    if not settings.link.table:
        raise BotSettingsError("the link names no table")
    return settings
