"""Builds moves choice by choice. Only legal choices are offered, and each can be taken back.

A draft is the choices made so far. An act may lead on: a card to the Chance Meeting, from there
to the Cave. Nothing hidden is revealed by that, so a draft goes through to the end of such a chain.
It then stands for several moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.amber import Amber, Position
from games.amber.constants import CARD_SUITS, CARDS, MOST_MOVED, PROBLEM_SUITS, VALUES
from games.amber.effects import make_move
from games.amber.listing import hand_of, list_moves
from games.amber.moves import (
    DECLINE,
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.moves import PASS as PASS_MOVE
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.choice_kinds import CROWN, PASS, TAKE, Kind, card_choice
from siam_tui.games.amber.move_text import seat_number
from siam_tui.games.amber.names import other_player
from siam_tui.games.move_builder import EMPTY, Choice, Draft, Path, PathBuilder
from texts import Person, tell

# Reading choices


def read_move(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    """Return the move that choices begin with, and how many of them it takes; None if none."""
    if not rest:
        return None
    if here.step == "act":
        return _read_play(here, rest)
    if here.step == "declare":
        problem = rest[0].value
        return (PASS_MOVE if rest[0] == PASS else Attempt(problem)), 1
    if here.step == "solve":
        return _read_solution(here, here.row[here.awarded_to(here.turn)], rest, 0)
    if here.step.endswith("PEN"):
        return _read_solution(here, rest[0].value, rest, 1)
    return _read_removal(here, rest) if here.step.endswith("CAV") else _read_moving(here, rest)


def _read_play(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    card = CARDS[rest[0].value]
    if not here.ways(here.turn, CARD_SUITS[card]):
        return PlayCard(card, None), 1
    if (way := _read_way(here, rest[1:])) is None:
        return None
    area, origin, used = way
    return PlayCard(card, area, origin), 1 + used


def _read_way(here: MutablePosition, rest: Path) -> tuple[int, int | None, int] | None:
    """Return where to act, where the marker comes from, and how many choices say so."""
    needed = 1 if here.influence[here.turn] else 2
    if len(rest) < needed:
        return None
    return rest[0].value, rest[1].value if needed > 1 else None, needed


def _read_solution(
    here: MutablePosition, problem: int, rest: Path, start: int
) -> tuple[Move, int] | None:
    match rest[start:]:
        case (Choice(Kind.TAKE), *_):
            return Keep(problem), start + 1
        case (Choice(Kind.CROWN), Choice(_, area), *_):
            return SolveByCrown(problem, area), start + 2
        case (Choice(Kind.AREA), *_):
            if (way := _read_way(here, rest[start:])) is not None:
                area, origin, used = way
                return SolveBySuit(problem, area, origin), start + used
    return None


def _read_removal(here: MutablePosition, rest: Path) -> tuple[Move, int]:
    area = rest[0].value
    match rest[1:]:
        case (Choice(Kind.SEAT, seat), *_):
            return RemoveMarker(seat, area), 2
    return RemoveMarker(others_in(here, area)[0], area), 1


def _read_moving(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    match rest:
        case (Choice(Kind.PASS), *_):
            return DECLINE, 1
        case (Choice(_, origin), Choice(_, goal), Choice(Kind.COUNT, count), *_):
            return MoveMarkers(count, origin, goal), 3
        case (Choice(_, origin), Choice(_, goal), *_):
            count = min(MOST_MOVED, here.on_area(here.turn, origin))
            return MoveMarkers(count, origin, goal), 2
    return None


def others_in(here: MutablePosition, area: int) -> list[int]:
    """Return the other players with a marker on an area: who has most on all areas first."""
    seats = (seat for seat in range(here.count) if seat != here.turn and here.on_area(seat, area))
    return sorted(seats, key=lambda seat: -here.on_areas(seat))


# Listing choices


def next_choices(  # noqa: PLR0911 - a line for each kind of move
    here: MutablePosition, rest: Path
) -> Path:
    """Return what may follow the choices of a move that is not complete."""
    seat = here.turn
    if here.step == "act":
        if not rest:
            return tuple(map(card_choice, hand_of(here)))
        return _ways(here, CARD_SUITS[CARDS[rest[0].value]], rest[1:])
    if here.step == "declare":
        row = (Choice(Kind.PROBLEM, problem) for problem in here.row)
        return (*(row if here.gold[seat] else ()), PASS)
    if here.step == "solve":
        return _solutions(here, here.row[here.awarded_to(seat)], rest)
    if here.step.endswith("PEN"):
        if not rest:
            found = (problem for place, problem in enumerate(here.row) if here.is_open(place))
            return tuple(Choice(Kind.PROBLEM, problem) for problem in found)
        return _solutions(here, rest[0].value, rest[1:])
    if here.step.endswith("CAV"):
        return _choices_of(Kind.RAID, here, lambda area: bool(others_in(here, area)))
    if not rest:
        origins = _choices_of(Kind.ORIGIN, here, lambda area: here.on_area(seat, area) > 0)
        return (*origins, PASS)
    return _choices_of(Kind.GOAL, here, lambda area: area != rest[0].value)


def _choices_of(kind: Kind, here: MutablePosition, is_wanted: Callable[[int], bool]) -> Path:
    """Return choices of areas, in the order of their places."""
    return tuple(Choice(kind, area) for area in here.places if is_wanted(area))


def _ways(here: MutablePosition, suits: int, rest: Path) -> Path:
    ways = here.ways(here.turn, suits)
    if not rest:
        return _choices_of(Kind.AREA, here, lambda area: any(area == goal for goal, _ in ways))
    return _choices_of(Kind.ORIGIN, here, lambda area: (rest[0].value, area) in ways)


def _solutions(here: MutablePosition, problem: int, rest: Path) -> Path:
    if rest and rest[0] == CROWN:
        return _choices_of(Kind.CONFIDANT, here, lambda area: area != here.confidant)
    if rest:
        return _ways(here, PROBLEM_SUITS[problem], rest)
    first = TAKE if VALUES[problem] else CROWN
    return (first, *_ways(here, PROBLEM_SUITS[problem], ()))


def amendments(here: MutablePosition, move: Move) -> Path:
    """Return how a move that was just made can be changed: one marker not two, another player.

    Args:
        here: the position it was made in.
        move: the move.
    """
    match move:
        case MoveMarkers(count, origin, _):
            most = min(MOST_MOVED, here.on_area(here.turn, origin))
            other = count % most + 1
            return (Choice(Kind.COUNT, other),) if other != count else ()
        case RemoveMarker(seat, area):
            others = others_in(here, area)
            other = others[(others.index(seat) + 1) % len(others)]
            return (Choice(Kind.SEAT, other),) if other != seat else ()
    return ()


_AMENDMENTS: Final = frozenset({Kind.COUNT, Kind.SEAT})
"""The choices that only change the one before them, which is complete without them."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What choices have come to.

    Attributes:
        here: the position after the moves that are complete.
        moves: those moves.
        free: of them, those that the table does not make by itself.
        rest: the choices of the next move, which is not complete.
        before: the position in which the last of them was made.
        is_done: whether nothing more is to be decided.
    """

    here: MutablePosition
    moves: tuple[Move, ...]
    free: tuple[Move, ...]
    rest: Path
    before: Position
    is_done: bool


class Builder(PathBuilder[Position, Move]):
    """The choices of the seat that decides, in one position."""

    def __init__(self, game: Amber, position: Position, names: Sequence[str] = ()) -> None:
        """Prepare for a position; the arguments are those of `GameUI.move_builder`."""
        super().__init__(position)
        self.game = game
        self._names = tuple(names)
        self._progress: dict[Path, Progress] = {}

    def _mutable(self, position: Position) -> MutablePosition:
        return MutablePosition(position, self.game.chosen)

    def name_seat(self, seat: int) -> str:
        """Return what a seat is called."""
        return self._names[seat] if self._names else tell(seat_number(seat))

    @property
    def other_player(self) -> Person | None:
        """Who may lose a marker to the seat that decides, if there is only one other player."""
        seats = range(len(self.position.seats))
        return other_player([*map(self.name_seat, seats)], self.position.turn or 0)

    def progress(self, draft: Draft) -> Progress:
        """Return what a draft has come to."""
        if draft.choices not in self._progress:
            self._progress[draft.choices] = self._follow(draft.choices)
        return self._progress[draft.choices]

    def _follow(self, rest: Path) -> Progress:
        here = self._mutable(self.position)
        moves: list[Move] = []
        free: list[Move] = []
        before = self.position
        while (read := read_move(here, rest)) is not None:
            (move, used), before = read, here.freeze()
            if len(list_moves(here)) > 1 or not moves:
                free.append(move)
            moves.append(move)
            rest = rest[used:]
            if here.step == "declare" or not make_move(here, move):
                return Progress(here, tuple(moves), tuple(free), rest, before, is_done=True)
        return Progress(here, tuple(moves), tuple(free), rest, before, is_done=False)

    # What may be chosen

    def next_choices(self, draft: Draft) -> Path:
        """Return the choices that lead a draft on; none if it is complete."""
        progress = self.progress(draft)
        return () if progress.is_done else next_choices(progress.here, progress.rest)

    def amendments(self, draft: Draft) -> Path:
        """Return the choices that change what the last one has settled by itself."""
        progress = self.progress(draft)
        if progress.rest or not progress.moves:
            return ()
        return amendments(self._mutable(progress.before), progress.moves[-1])

    def alternatives(self, draft: Draft) -> Path:
        """Return what may be chosen in place of the last choice of a complete draft."""
        if not draft.choices or not self.progress(draft).is_done:
            return ()
        before = self.step_back(_without_amendment(draft))
        replaced = draft.choices[len(before.choices)]
        return tuple(each for each in self.next_choices(before) if each != replaced)

    def other_cards(self, draft: Draft) -> Path:
        """Return the cards that may be played in place of the one chosen."""
        begun = draft.choices[:1]
        return self.next_choices(EMPTY) if begun and begun[0].kind is Kind.CARD else ()

    def choices(self, draft: Draft) -> Path:
        """Return all that may be chosen now, each once."""
        found = (
            *self.next_choices(draft),
            *self.amendments(draft),
            *self.alternatives(draft),
            *self.other_cards(draft),
        )
        return tuple(dict.fromkeys(found))

    def with_choice(self, draft: Draft, choice: Choice) -> Draft:
        """Return the draft with one more choice.

        A choice may also take the place of the last one, or begin anew with another card.
        """
        if choice in self.next_choices(draft):
            return super().with_choice(draft, choice)
        kept = _without_amendment(draft)
        if choice in self.amendments(draft):
            return super().with_choice(kept, choice)
        if choice in self.alternatives(draft):
            return super().with_choice(self.step_back(kept), choice)
        return Draft((choice,))

    def only_choice(self, draft: Draft) -> Choice | None:
        """Return the choice that leads a draft on without an alternative, if there is one."""
        only = self.next_choices(draft)
        return only[0] if len(only) == 1 and not self.amendments(draft) else None

    def choices_of(self, moves: Sequence[Move]) -> Path:
        """Return what to choose, one after the other, to build moves, as far as one draft goes."""
        return self._way(EMPTY, tuple(moves)) or ()

    def _way(self, draft: Draft, moves: tuple[Move, ...]) -> Path | None:
        """Return what leads a draft on to moves; None if nothing does."""
        progress = self.progress(draft)
        made = progress.free[: len(moves)]
        if made == moves[: len(made)]:
            if len(made) == len(moves) or progress.is_done:
                return ()
            ahead = self.next_choices(draft)
        elif made[:-1] == moves[: len(made) - 1] and draft.choices[-1].kind not in _AMENDMENTS:
            ahead = self.amendments(draft)
        else:
            ahead = ()
        for choice in ahead:
            way = self._way(self.choose(draft, choice), moves)
            if way is not None:
                return (choice, *way)
        return None

    # What it comes to

    def move(self, draft: Draft) -> Move | None:
        """Return the first move of a complete draft, or None if something is left to choose."""
        progress = self.progress(draft)
        return progress.moves[0] if progress.is_done else None

    def following(self, draft: Draft) -> tuple[Move, ...]:
        """Return the moves that are to be sent after `move`; the table makes forced ones itself."""
        progress = self.progress(draft)
        return progress.free[1:] if progress.is_done else ()

    def preview(self, draft: Draft) -> Position:
        """Return the position after the moves so far; it is still the same seat's decision."""
        return self.progress(draft).here.freeze() if draft.choices else self.position


def _without_amendment(draft: Draft) -> Draft:
    chosen = draft.choices
    return Draft(chosen[:-1]) if chosen and chosen[-1].kind in _AMENDMENTS else draft
