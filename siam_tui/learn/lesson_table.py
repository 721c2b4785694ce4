"""The table of a lesson: plays by the rules and answers each try."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from games.contract import Game
from games.registry import game_of, spec_of
from protocol.states import Entry, SeatState, TableState
from siam_tui.games.study import LEARNER, Lesson, LessonStep, MoveGoal
from siam_tui.model.table_source import OTHERS, StaticTable, static_state
from texts import tell

_TABLE = "lesson"
_ME = "learner"


class LessonTable(StaticTable):
    """A lesson that somebody takes.

    Attributes:
        lesson: the lesson.
        step: the step it is at.
        game: the rules.
        position: the whole position.
    """

    def __init__(self, game: str, lesson: Lesson, name: str) -> None:
        """Begin a lesson.

        Args:
            game: the short name of the game.
            lesson: the lesson.
            name: what the person is called.
        """
        self.lesson, self.step = lesson, lesson.steps[0]
        self.game: Game[Any, Any] = game_of(game)
        self.position = self._start = self.game.parse(self.step.position)
        self._name = name or tell("learn/you")
        self._number = 0
        self._board, self._ply = 1, 0
        self._entries: list[Entry] = []
        super().__init__(self._state(), _ME)
        self._begin_step()

    # Going on

    @property
    def progress(self) -> tuple[int, int]:
        """The number of the step, from 1, and how many there are."""
        return self._number + 1, len(self.lesson.steps)

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self._number + 1 == len(self.lesson.steps)

    def go_on(self) -> None:
        """Go to the next step."""
        self._number += 1
        self.step = self.lesson.steps[self._number]
        self._begin_step()

    def retell(self, lesson: Lesson) -> None:
        """Teach on in another language, by the same lesson in it."""
        self.lesson, self.step = lesson, lesson.steps[self._number]

    def _begin_step(self) -> None:
        step = self.step
        if step.position and self._number:
            self.position = self._start = self.game.parse(step.position)
            self._board, self._ply, self._entries = self._board + 1, 0, []
        for move in step.moves:
            self._play(move)
        self.show(self._state(len(step.moves)))

    def attempt(self, text: str) -> str:
        """Play a legal move and go on if it is as wanted; else return the answer to it.

        Raises:
            GameError: it is not legal.
        """
        move = self.game.parse_move(text)
        after = self.game.play(self.position, move)
        reply = answer(self.step, move, after)
        if not reply:
            self._play(text)
            self.show(self._state(1))
            self.go_on()
        return reply

    def _play(self, text: str) -> None:
        seat = self.game.turn(self.position)
        assert seat is not None, "a lesson plays no move after the end"
        self.position = self.game.play(self.position, self.game.parse_move(text))
        self._ply += 1
        self._entries.append(Entry(seat, text, "player", self._shown(self.position)))

    def _shown(self, position: Any) -> str:  # noqa: ANN401 - any game's
        return self.game.format(self.game.view(position, LEARNER))

    def _state(self, news: int = 0) -> TableState:
        count = spec_of(self.game.name).count_players(self.game, self.position)
        others = (SeatState("bot", f"bot-{n}", n, n) for n in OTHERS[: count - 1])
        seats = (SeatState("person", _ME, self._name), *others)
        return evolve(
            static_state(_TABLE, self.game, self.game.view(self.position, LEARNER), seats),
            viewer=None if self.step.want is None else LEARNER,
            game_number=self._board,
            ply=self._ply,
            news=tuple(self._entries[len(self._entries) - news :]),
        )

    async def history(self, _table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return what was played since the position was set up."""
        return self._shown(self._start), 0, tuple(self._entries)


def answer(step: LessonStep, move: Any, after: Any) -> str:  # noqa: ANN401 - any game's
    """Return the answer to a legal move; empty if it is as wanted."""
    assert step.want is not None
    lacking = next(step.want.lacks(move, after), "")
    if not lacking:
        return ""
    fitting = (each.says for each in step.answers if _fits(each.to, move, after))
    return next(fitting, lacking)


def _fits(goal: MoveGoal[Any, Any], move: Any, after: Any) -> bool:  # noqa: ANN401 - any game's
    return next(goal.lacks(move, after), None) is None
