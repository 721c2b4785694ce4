"""Worked examples of any game: a position, and moves that the rules play or refuse. Pure values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from games.contract import Game, IllegalMoveError
from games.registry import built_in_map, game_of, spec_of
from protocol.states import SeatState
from siam_tui.appearance.cells import wrap_text
from siam_tui.appearance.glyphs import Glyphs
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


class ExampleTeller(Protocol):
    """What a game tells of its examples."""

    @property
    def name(self) -> str:
        """The game's short name."""

    def tell_try(self, game: Any, move: Any) -> str:  # noqa: ANN401 - any game's
        """Return what was tried, such as ``to pass``."""

    def tell_step(self, game: Any, before: Any, after: Any, move: str) -> Iterator[str]:  # noqa: ANN401
        """Iterate over what happened as sentences: the move, and what it led to."""

    def find_wrong_claim(self, position: Any, claims: Mapping[str, Any]) -> str:  # noqa: ANN401
        """Return which claim is wrong in a position; empty if all are right."""

    def changed_provinces(self, before: Any, after: Any) -> frozenset[int]:  # noqa: ANN401
        """Return the provinces in which anything differs."""

    def board_lines(
        self, frame: ExampleFrame, width: int, glyphs: Glyphs | None, *, whole: bool
    ) -> Iterator[str]:
        """Iterate over the board and the players as plain text.

        Args:
            frame: the moment.
            width: characters a line may have.
            glyphs: the signs to draw with; None describes the board in words.
            whole: whether to describe all of it in words, not only what has changed.
        """


def read_example(data: dict[str, Any]) -> WorkedExample:
    """Make an example from the table of a file; what it claims of a step has names of its own."""
    rest = {key: value for key, value in data.items() if key != "step"}
    return WorkedExample(**rest, steps=tuple(map(_read_step, data.get("step", ()))))


def _read_step(data: dict[str, Any]) -> ExampleStep:
    known = {key: value for key, value in data.items() if key in _STEP_KEYS}
    claims = {key: value for key, value in data.items() if key not in _STEP_KEYS}
    return ExampleStep(**known, claims=claims)


def play_example(example: WorkedExample, teller: ExampleTeller) -> Iterator[ExampleFrame]:
    """Play an example by the rules.

    Raises:
        WrongExampleError: the rules do not do what it says.
        GameError: its position or a move cannot be read, or a move is illegal.
    """
    map_text = built_in_map(teller.name, example.map) if example.map else None
    game = game_of(teller.name, map_text=map_text)
    position = game.parse(example.position)
    yield ExampleFrame(position, "", example.says)
    for step in example.steps:
        if step.refused:
            told = _tell_refusal(game, teller, position, step.refused)
            yield ExampleFrame(position, told, step.says)
            continue
        before, position = position, game.play(position, game.parse_move(step.move))
        _check_claims(game, teller, step, position)
        told = " ".join(teller.tell_step(game, before, position, step.move))
        yield ExampleFrame(position, told, step.says, teller.changed_provinces(before, position))


def _tell_refusal(game: Game[Any, Any], teller: ExampleTeller, position: Any, text: str) -> str:  # noqa: ANN401
    """Return the try and the rules' own words against it."""
    move = game.parse_move(text)
    seat = game.turn(position)
    try:
        game.check(position, move)
    except IllegalMoveError as error:
        assert seat is not None
        return f"{NAMES[seat]} tries {teller.tell_try(game, move)}. Refused: {error}"
    raise WrongExampleError(f"{text} is legal in {position}")


def _check_claims(
    game: Game[Any, Any],
    teller: ExampleTeller,
    step: ExampleStep,
    position: Any,  # noqa: ANN401 - any game's
) -> None:
    if wrong := teller.find_wrong_claim(position, step.claims):
        raise WrongExampleError(f"{wrong} in {position}")
    outcome = game.outcome(position)
    result = outcome.text if outcome else ""
    if result != step.result:
        raise WrongExampleError(f"the result is {result!r}, not {step.result!r}")


def view_of_example(game: Game[Any, Any], position: Any) -> TableView:  # noqa: ANN401 - any game's
    """Return a position of an example as the view of a table."""
    count = spec_of(game.name).count_players(game, position)
    seats = tuple(SeatState("person", "", name) for name in NAMES[:count])
    state = static_state("example", game, position, seats)
    return TableViewOf(state, game, position, None, host=False, watching=True)


def example_lines(
    example: WorkedExample, teller: ExampleTeller, width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    """Iterate over the lines of an example; without glyphs, boards are described in words."""
    yield from wrap_text(f"Example: {example.title}", width)
    for number, frame in enumerate(play_example(example, teller)):
        yield ""
        told = f"{frame.told} {frame.says}".strip()
        yield from wrap_text(f"({number}) {told}" if number else told, width)
        if not number or frame.changed:
            yield from teller.board_lines(frame, width, glyphs, whole=not number)
