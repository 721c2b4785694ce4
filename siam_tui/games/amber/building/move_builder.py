"""Builds moves choice by choice. Only legal choices are offered, and each can be taken back.

A `Draft` is the choices made so far. An act may lead on: a card to the Chance Meeting, from there
to the Cave. Nothing hidden is revealed by that, so a draft goes through to the end of such a chain.
It then stands for several moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.amber import Amber, Position
from games.amber.effects import make_move
from games.amber.listing import list_moves
from games.amber.moves import Move
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.building.move_steps import amendments, next_choices, read_move
from siam_tui.games.amber.choice_kinds import Kind
from siam_tui.games.amber.names import other_player
from siam_tui.games.move_builder import EMPTY, Choice, Draft, Path, PathBuilder

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
        return self._names[seat] if self._names else f"seat {seat + 1}"

    @property
    def other_player(self) -> str:
        """Who may lose a marker to the seat that decides: the only one, or another player."""
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

    def choose(self, draft: Draft, choice: Choice) -> Draft:
        """Return the draft with one more choice, and with those that then have no alternative.

        A choice may also take the place of the last one, or begin anew with another card.

        Raises:
            ValueError: the choice is not among the options.
        """
        if choice in self.next_choices(draft):
            made = (*draft.choices, choice)
        elif choice in self.amendments(draft):
            made = (*_without_amendment(draft).choices, choice)
        elif choice in self.alternatives(draft):
            made = (*self.step_back(_without_amendment(draft)).choices, choice)
        elif choice in self.other_cards(draft):
            made = (choice,)
        else:
            raise ValueError(f"{choice} cannot be chosen now")
        return self._filled(Draft(made))

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
