"""The solver in C (``native/``), which takes the same steps as `games.search.solver` but faster."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final
from weakref import finalize

from games.compiled import library_beside
from games.search.effort import Effort, OutOfEffortError
from games.search.solver import Endgame
from games.siam.solver.layout import Layout, tables
from games.siam.solver.state import State

ROOM: Final = 700_000
"""How many positions a solver remembers: 42 MB at most, 70 MB for a moment."""
_SPEED: Final = 12
_SEATS: Final = 4
_GIVEN_UP: Final = -2
_STOP: Final = ctypes.CFUNCTYPE(ctypes.c_int)


class _State(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_uint64) for name in ("low", "high", "taken")),
        *((name, ctypes.c_uint32) for name in ("queue", "hands", "reach", "home_reach", "ban")),
        *((name, ctypes.c_uint16) for name in ("ending", "supply", "order")),
        *((name, ctypes.c_uint8) for name in ("free", "marked", "resolved", "british")),
        *((name, ctypes.c_uint8) for name in ("left", "turn", "passes", "unused")),
    )


_NAMES: Final = tuple(field[0] for field in _State._fields_ if field[0] != "unused")


class _Layout(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int32) for name in ("seats", "goal", "first_slot")),
        ("side", ctypes.c_int32 * _SEATS),
        ("native", ctypes.c_int32 * 8),
        ("neighbours", ctypes.c_uint32 * 8),
        *((name, ctypes.c_void_p) for name in ("majority", "taking", "outcome")),
    )


class _Effort(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int64) for name in ("spent", "limit")),
        ("used_up", ctypes.c_int32),
        ("stop", _STOP),
    )


class _Library:
    """The functions of the shared library, and the tables they read."""

    def __init__(self, path: Path) -> None:
        library = ctypes.CDLL(str(path))
        self.open: Any = library.siam_open
        self.open.restype = ctypes.c_void_p
        self.open.argtypes = (ctypes.POINTER(_Layout), ctypes.c_size_t)
        self.close: Any = library.siam_close
        self.close.restype = None
        self.close.argtypes = (ctypes.c_void_p,)
        self.solve: Any = library.siam_solve
        self.winning_move: Any = library.siam_winning_move
        self.hardest_move: Any = library.siam_hardest_move
        for function in (self.solve, self.winning_move, self.hardest_move):
            function.restype = ctypes.c_int
            function.argtypes = (
                ctypes.c_void_p,
                ctypes.POINTER(_State),
                ctypes.POINTER(_Effort),
            )
        known = tables()
        self.majority = array("B", known.majority)
        self.taking = array("H", known.taking)
        self.outcome = array("H", known.outcome)

    def layout_of(self, layout: Layout) -> _Layout:
        """Return a layout as C reads it."""
        open_places = len(layout.provinces)
        found = _Layout(layout.seats, layout.goal, layout.first_slot)
        found.side[: layout.seats] = layout.side
        found.native[:open_places] = layout.native
        found.neighbours[:open_places] = layout.neighbours
        found.majority, found.taking, found.outcome = (
            table.buffer_info()[0] for table in (self.majority, self.taking, self.outcome)
        )
        return found


@cache
def _library() -> _Library | None:
    path = library_beside(Path(__file__).parent)
    return None if path is None else _Library(path)


def native_solver(endgame: Endgame, layout: Layout, room: int = ROOM) -> NativeSolver | None:
    """Return a solver in C; None if there is no library for this computer.

    Args:
        endgame: the ending.
        layout: what stays the same in it.
        room: how many positions to remember.
    """
    library = _library()
    return None if library is None else NativeSolver(library, endgame, layout, room)


class NativeSolver:
    """Proves positions of one ending in C: an `games.search.solver.EndgameSolver`.

    Attributes:
        endgame: the ending.
        effort: the steps taken so far.
        speed: about how many steps it takes in the time that Python needs for one.
    """

    def __init__(self, library: _Library, endgame: Endgame, layout: Layout, room: int) -> None:
        """Take an ending; otherwise as `native_solver`.

        Raises:
            MemoryError: there is not enough memory.
        """
        self.endgame = endgame
        self.effort: Effort = endgame.effort
        self.speed = _SPEED
        self._library = library
        self._context = library.open(library.layout_of(layout), room)
        if not self._context:
            raise MemoryError("no memory for the solver")
        finalize(self, library.close, self._context)

    def solve(self, position: object, steps: int, stop: Callable[[], bool] | None = None) -> int:
        """Return 1 if the goal can force its win, 0 if not, `UNKNOWN` if that took too long."""
        self.effort.allow(steps, stop)
        return self._call_library(self._library.solve, position)

    def winning_move(self, position: object) -> int:
        """Return a move by which the goal keeps its proven win, or `UNKNOWN`.

        Raises:
            OutOfEffortError: the move was forgotten, and to find it again took too long.
        """
        return self._call_library(self._library.winning_move, position)

    def hardest_move(self, position: object) -> int:
        """Return the move of the others that took most work to answer.

        Raises:
            OutOfEffortError: no more work is allowed.
        """
        return self._call_library(self._library.hardest_move, position)

    def _call_library(self, function: Any, position: object) -> int:  # noqa: ANN401 - ctypes has no name
        effort = self.effort
        stop = _Stop(effort.stop)
        given = _Effort(effort.spent, effort.limit, effort.used_up, stop.callback)
        answer = int(function(self._context, _state_of(position), given))
        effort.spent, effort.used_up = given.spent, bool(given.used_up)
        if stop.error is not None:
            raise stop.error
        if answer == _GIVEN_UP:
            raise OutOfEffortError
        return answer


class _Stop:
    """Asks whether to stop, for C, which knows no exceptions."""

    def __init__(self, stop: Callable[[], bool] | None) -> None:
        self.error: BaseException | None = None
        self._stop = stop
        self.callback: Any = _STOP() if stop is None else _STOP(self._ask_stop)

    def _ask_stop(self) -> int:
        assert self._stop is not None
        try:
            return bool(self._stop())
        except BaseException as error:  # noqa: BLE001 - it is raised once C has returned
            self.error = error
            return True


def _state_of(position: object) -> _State:
    assert isinstance(position, State)
    found = _State()
    for name in _NAMES:
        setattr(found, name, getattr(position, name))
    return found
