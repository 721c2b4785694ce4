"""Worked examples: a position, and moves that the rules play or refuse. Pure values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.contract import IllegalMoveError
from games.siam import FACTION_LETTERS, Position, Siam, load_map
from protocol.messages import SeatState
from siam_tui.games.siam.changes import changed_provinces
from siam_tui.games.siam.move_text import describe_played_move, full_names, move_words
from siam_tui.games.siam.result_explanation import explain_result
from siam_tui.games.siam.seen import SiamView
from siam_tui.model.static_table import static_state
from siam_tui.model.table_view import TableViewOf

NAMES: Final = ("Ann", "Ben", "Chai", "Dara")
"""The players of examples."""


class WrongExampleError(Exception):
    """An example says what the rules do not."""


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A step of an example.

    Attributes:
        says: what to notice beyond what the rules report; may be empty.
        move: the move played, or else empty.
        refused: the move tried, which the rules refuse; else empty.
        controls: who controls a province afterwards: letters by province ids.
        result: how the game ends with this step, as a record says it; empty if it goes on.
    """

    says: str = ""
    move: str = ""
    refused: str = ""
    controls: tuple[tuple[str, str], ...] = ()
    result: str = ""


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A worked example.

    Attributes:
        title: what it shows.
        position: the position it starts from, in the notation.
        says: what to notice there.
        steps: what happens.
        map: the built-in map it is on.
    """

    title: str
    position: str
    says: str
    steps: tuple[ExampleStep, ...]
    map: str = "siam"


@dataclass(frozen=True, slots=True)
class ExampleFrame:
    """A moment of an example.

    Attributes:
        position: what stands on the board then.
        told: what happened, as the rules report it; empty at the start.
        says: what to notice.
        changed: the provinces that the step changed.
    """

    position: Position
    told: str
    says: str
    changed: frozenset[int] = frozenset()


def play_example(example: WorkedExample) -> Iterator[ExampleFrame]:
    """Play an example by the rules.

    Raises:
        WrongExampleError: the rules do not do what it says.
        GameError: its position or a move cannot be read, or a move is illegal.
    """
    siam = Siam(load_map(example.map))
    position = siam.parse(example.position)
    yield ExampleFrame(position, "", example.says)
    for step in example.steps:
        if step.refused:
            yield ExampleFrame(position, _tell_refusal(siam, position, step.refused), step.says)
            continue
        before, position = position, siam.play(position, siam.parse_move(step.move))
        _check_claims(step, position)
        told = " ".join(_tell_step(siam, before, position, step.move))
        yield ExampleFrame(position, told, step.says, changed_provinces(before, position))


def _tell_refusal(siam: Siam, position: Position, text: str) -> str:
    """Return the try and the rules' own words against it."""
    move = siam.parse_move(text)
    try:
        siam.check(position, move)
    except IllegalMoveError as error:
        tried = move_words(siam.map, move, full_names(siam.map)).partition(";")[0]
        return f"{NAMES[position.turn]} tries {tried}. Refused: {error}"
    raise WrongExampleError(f"{text} is legal in {position}")


def _check_claims(step: ExampleStep, position: Position) -> None:
    for province, letter in step.controls:
        control = position.control(position.map.index(province))
        if control is None or FACTION_LETTERS[control] != letter:
            raise WrongExampleError(f"{province} is not controlled by {letter} in {position}")
    outcome = Siam(position.map).outcome(position)
    result = outcome.text if outcome else ""
    if result != step.result:
        raise WrongExampleError(f"the result is {result!r}, not {step.result!r}")


def _tell_step(siam: Siam, before: Position, after: Position, move: str) -> Iterator[str]:
    """Yield what happened as sentences: the move, the struggle it ended, the game it ended."""
    yield f"{NAMES[before.turn]} {describe_played_move(siam, move, full_names(siam.map))}."
    for place in range(before.resolved, after.resolved):
        province = after.queue[place]
        control = after.control(province)
        assert control is not None
        names = siam.map.provinces[province].name
        yield f"The {siam.map.control_name(control)} take {names}."
    if after.over:
        yield from explain_result(view_of(after))


def view_of(position: Position) -> SiamView:
    """Return a position of an example as the view of a table."""
    siam = Siam(position.map)
    seats = tuple(SeatState("person", "", name) for name in NAMES[: len(position.seats)])
    state = static_state("example", siam, position, seats)
    return TableViewOf(state, siam, position, None, host=False, watching=True)
