"""What a worker process is told about each bot that it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from client.bots.levels import Level, chooser
from games.contract import GameError
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_link


class OrderError(ValueError):
    """An order cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """Who a bot is, where it sits and how it plays.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: who the bot is.
        name: what it is called.
        seat: the seat it plays.
        level: how it chooses its moves.
        level_name: one of `LEVELS`.
        pace: least seconds between a position and its answer.
        seconds: the longest it may think about a move, if not as long as its level does.
        seed: of its random numbers; None for any.
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


def read_order(told: Mapping[str, Any]) -> Order:
    """Read what stands in a message to a worker.

    Raises:
        OrderError: saying what is wrong with it.
    """
    try:
        seconds = told.get("seconds")
        order = Order(
            link=parse_link(told["link"]),
            password=told.get("password"),
            key=SecretKey.from_text(told["key"]),
            name=str(told["name"]),
            seat=int(told["seat"]),
            level=chooser(told["level"], seconds),
            level_name=str(told["level"]),
            pace=float(told.get("pace") or 0.0),
            seconds=seconds,
            seed=told.get("seed"),
        )
    except KeyError as error:
        raise OrderError(f"the order says nothing about {error}") from error
    except (ValueError, TypeError, AttributeError, ProtocolError, GameError) as error:
        raise OrderError(f"the order cannot be read: {error}") from error
    if not order.link.table:
        raise OrderError("the order's link names no table")
    return order
