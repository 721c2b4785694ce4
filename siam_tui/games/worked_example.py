"""Worked examples of any game, as values: a position, and moves that the rules play or refuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from games.contract import Game
from games.registry import spec_of
from protocol.states import SeatState
from siam_tui.model.table_source import static_state
from siam_tui.model.table_view import TableView, TableViewOf

NAMES: Final = ("Ann", "Ben", "Chai", "Dara")
"""The players of examples."""
_STEP_KEYS: Final = frozenset({"says", "move", "refused", "result"})


class WrongExampleError(Exception):
    """An example says what the rules do not."""


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A step of an example.

    Attributes:
        says: what to notice beyond what the rules report; may be empty.
        move: the move played, or else empty.
        refused: the move tried, which the rules refuse; else empty.
        result: how the game ends with this step, as a record says it; empty if it goes on.
        claims: what holds afterwards, as each game reads it, such as who controls which province.
    """

    says: str = ""
    move: str = ""
    refused: str = ""
    result: str = ""
    claims: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A worked example.

    Attributes:
        title: what it shows.
        position: the position it starts from, in the notation.
        says: what to notice there.
        steps: what happens.
        map: the built-in map it is on; the game's usual one if empty.
    """

    title: str
    position: str
    says: str
    steps: tuple[ExampleStep, ...]
    map: str = ""


@dataclass(frozen=True, slots=True)
class ExampleFrame:
    """A moment of an example.

    Attributes:
        position: what stands on the board then.
        told: what happened, as the rules report it; empty at the start.
        says: what to notice.
        changed: the provinces that the step changed.
    """

    position: Any
    told: str
    says: str
    changed: frozenset[int] = frozenset()


def read_example(data: dict[str, Any]) -> WorkedExample:
    """Make an example from the table of a file; what it claims of a step has names of its own."""
    rest = {key: value for key, value in data.items() if key != "step"}
    return WorkedExample(**rest, steps=tuple(map(_read_step, data.get("step", ()))))


def _read_step(data: dict[str, Any]) -> ExampleStep:
    known = {key: value for key, value in data.items() if key in _STEP_KEYS}
    claims = {key: value for key, value in data.items() if key not in _STEP_KEYS}
    return ExampleStep(**known, claims=claims)


def view_of_example(game: Game[Any, Any], position: Any) -> TableView:  # noqa: ANN401 - any game's
    """Return a position of an example as the view of a table."""
    count = spec_of(game.name).count_players(game, position)
    seats = tuple(SeatState("person", "", name) for name in NAMES[:count])
    state = static_state("example", game, position, seats)
    return TableViewOf(state, game, position, None, host=False, watching=True)
