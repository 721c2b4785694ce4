"""Builds a move choice by choice. Only legal choices are offered, and each can be taken back.

A `Draft` is the choices made so far. `Builder` knows one position: which choices a draft may be
continued with, and the move it stands for. No moves are listed: a move of citizens grows by one
citizen at a time, so that a million of them need a dozen choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import (
    ACTIVE,
    COST_OF_QUEEN,
    FACTORY_TYPES,
    PROVINCES,
    SPACES,
    Space,
)
from games.foreign_king.effects import add_citizens
from games.foreign_king.listing import origins, queen_spaces
from games.foreign_king.moves import (
    NO,
    SKIP,
    YES,
    Action,
    Close,
    Move,
    ShiftOrder,
    Shut,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import MutablePosition
from siam_tui.games.foreign_king.building.action_choices import (
    ACTIONS,
    CHOICES,
    origin_of,
    provinces,
)
from siam_tui.games.foreign_king.choice_kinds import (
    FROM_SUPPLY,
    NO_FACTORY,
    Kind,
    choices_of_move,
    close_of,
    closing_choices,
    loans_of,
    space_choice,
    without_loans,
)
from siam_tui.games.foreign_king.colours import call_colours
from siam_tui.games.foreign_king.facts import end_facts
from siam_tui.games.move_builder import EMPTY, Choice, Draft, Path, PathBuilder


class Begun(NamedTuple):
    """An action that was begun.

    Attributes:
        space: whose action it is; None as long as the queen's is not chosen.
        means: the most that may be paid for it.
        rest: the choices about it.
        through_queen: whether the queen opens it.
    """

    space: Space | None
    means: int
    rest: Path
    through_queen: bool


class Builder(PathBuilder[Position, Move]):
    """The choices of the seat that decides, in one position."""

    def __init__(self, game: ForeignKing, position: Position, names: Sequence[str] = ()) -> None:
        """Prepare for a position; `names` are the seats', where they are known."""
        super().__init__(position)
        self.game = game
        self.names: Final = call_colours(position.seats, names)
        self.here: Final = MutablePosition(position)
        self._after_action: dict[Path, Position] = {}

    def choices(self, draft: Draft) -> Path:
        """Return the legal next choices; a complete draft may have some, such as one more."""
        chosen = draft.choices
        match self.here.asks:
            case "act":
                return self._action_choices(chosen)
            case "virtual":
                return self._step_choices(chosen)
            case "loans":
                return closing_choices(self.here, chosen)
        return () if chosen else self._answers()

    def _answers(self) -> Path:
        """Return the choices of a decision that one choice makes."""
        here = self.here
        match here.asks:
            case "congress":
                return Choice(Kind.ANSWER, 1), Choice(Kind.ANSWER, 0)
            case "order":
                return tuple(Choice(Kind.SEAT_ORDER, place + 1) for place in range(here.seats))
            case "shut":
                assert here.king is not None
                active = here.factories[4 * here.king : 4 * here.king + 4]
                kinds = [number for number, kind in enumerate(ACTIVE.values()) if active[kind]]
                return tuple(Choice(Kind.FACTORY, number) for number in (*kinds, NO_FACTORY))
        return ()

    def choices_of(self, moves: Sequence[Move]) -> Path:
        """Return what to choose, one after the other, to build moves, as far as one draft goes."""
        path = tuple(
            each for move in self._built(moves) for each in choices_of_move(self.position, move)
        )
        made: list[Choice] = []
        draft = EMPTY
        while len(draft.choices) < len(path):
            choice = path[len(draft.choices)]
            if choice not in self.choices(draft):  # such as a loan after the game has ended
                break
            made.append(choice)
            draft = self.choose(draft, choice)
        return tuple(made)

    def _built(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return those of some moves that one draft can stand for: several virtual steps."""
        if self.here.asks == "virtual":
            steps = takewhile(lambda move: isinstance(move, VirtualStep), moves)
            return tuple(steps)[: self.here.steps]
        closing = moves[1:2] if self.here.asks == "act" and isinstance(moves[0], Action) else ()
        return (moves[0], *(move for move in closing if isinstance(move, Close)))

    def move(self, draft: Draft) -> Move | None:
        """Return the move a complete draft stands for, or None if something is left to choose.

        Of the virtual player's steps it is the first; `following` has the others.
        """
        chosen = draft.choices
        match self.here.asks:
            case "act":
                return self._action(chosen)
            case "virtual":
                return next(iter(_steps(chosen)), None) if len(chosen) % 2 == 0 else None
            case "loans":
                return close_of(chosen)
        return self._answer(chosen[0].value) if chosen else None

    def _answer(self, value: int) -> Move:
        """Return the move of a decision that one choice makes."""
        match self.here.asks:
            case "congress":
                return YES if value else NO
            case "shut":
                return Shut(None if value == NO_FACTORY else FACTORY_TYPES[value])
        return ShiftOrder(value)

    def following(self, draft: Draft) -> tuple[Move, ...]:
        """Return the moves that are to be sent after `move`: virtual steps, or the turn's end."""
        if self.here.asks == "virtual":
            return _steps(draft.choices)[1:]
        return () if self._closing(draft.choices) is None else (close_of(draft.choices),)

    def _closing(self, chosen: Path) -> Position | None:
        """Return the position in which an action lets its seat borrow or pay back, if it does.

        None as well if the game ends then: the last chance to pay loans back is asked for.
        """
        if self.here.asks != "act" or not chosen:
            return None
        action = without_loans(chosen)
        move = self._action(action)
        if move is None:
            return None
        if action not in self._after_action:
            self._after_action[action] = self.game.play(self.position, move)
        after = self._after_action[action]
        return after if after.asks == "loans" and end_facts(after).to_go else None

    def draw_preview(self, draft: Draft) -> Position:
        """Work out the position after the move so far."""
        before, move = self.position, self.move(draft)
        if before.asks == "virtual":
            return self._after_steps(_steps(draft.choices)).freeze()
        if move is None or not draft.choices:
            return before
        after = self.game.play(before, move)
        if before.asks == "act" and loans_of(draft.choices):
            after = self.game.play(after, close_of(draft.choices))
        return after._replace(
            turn=before.turn, asks=before.asks, asked=before.asked, steps=before.steps
        )

    # Actions

    def begun(self, chosen: Path) -> Begun:
        """Return the action that was begun by at least one choice."""
        space, rest = SPACES[chosen[0].value], without_loans(chosen[1:])
        means = self.here.means(self.here.turn)
        if space != "queen":
            return Begun(space, means, rest, through_queen=False)
        means -= COST_OF_QUEEN
        if not rest:
            return Begun(None, means, rest, through_queen=True)
        return Begun(SPACES[rest[0].value], means, rest[1:], through_queen=True)

    def _action_choices(self, chosen: Path) -> Path:
        here = self.here
        if not chosen:
            return tuple(map(space_choice, here.usable_spaces(here.turn)))
        space, means, rest, _ = self.begun(chosen)
        if space is None:
            return tuple(map(space_choice, queen_spaces(here)))
        after, loans = self._closing(chosen), loans_of(chosen)
        closing = () if after is None else closing_choices(MutablePosition(after), loans)
        return closing if loans else (*CHOICES[space](here, means, rest), *closing)

    def _action(self, chosen: Path) -> Move | None:
        if not chosen:
            return None if self.here.can_act(self.here.turn) else SKIP
        space, means, rest, through_queen = self.begun(chosen)
        action = None if space is None else ACTIONS[space](self.here, means, rest)
        return UseQueen(action) if action is not None and through_queen else action

    # Answers

    def _step_choices(self, chosen: Path) -> Path:
        here = self._after_steps(_steps(chosen))
        if len(chosen) % 2:
            origin = origin_of(chosen[-1])
            return provinces(range(PROVINCES) if origin is None else here.map.borders[origin])
        if len(chosen) >= 2 * here.steps:
            return ()
        virtual = here.seats
        from_supply = (FROM_SUPPLY,) if here.supply[virtual] else ()
        return (*from_supply, *provinces(origins(here, virtual)))

    def _after_steps(self, steps: Iterable[VirtualStep]) -> MutablePosition:
        here = MutablePosition(self.position)
        for step in steps:
            if step.origin is not None:
                add_citizens(here, here.seats, step.origin, -1)
            add_citizens(here, here.seats, step.goal, 1)
        return here


def _steps(chosen: Path) -> tuple[VirtualStep, ...]:
    """Return the whole steps among choices of origins and goals in turn."""
    if len(chosen) % 2:
        chosen = chosen[:-1]
    pairs = zip(chosen[::2], chosen[1::2], strict=True)
    return tuple(VirtualStep(origin_of(origin), goal.value) for origin, goal in pairs)
