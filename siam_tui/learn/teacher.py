"""The table of a lesson: it plays by the real rules, and answers a try as a teacher would."""

from __future__ import annotations

from games.siam import Move, Position, Siam
from protocol.messages import Entry, SeatState, TableState
from siam_tui.learn.lesson import Lesson, Step
from siam_tui.learn.match import LEARNER
from siam_tui.model.static_table import StaticTable

_TABLE = "lesson"
_ME = "learner"
_OTHERS = ("Ben", "Chai", "Dara")


class LessonTable(StaticTable):
    """A lesson being taught.

    Attributes:
        lesson: what is taught.
        step: the step it is at.
        game: the rules.
        position: the whole position.
    """

    def __init__(self, lesson: Lesson, name: str) -> None:
        """Begin a lesson.

        Args:
            lesson: what is taught.
            name: what the person is called.
        """
        self.lesson, self.step, self.game = lesson, lesson.steps[0], Siam()
        self.position: Position = self.game.parse(self.step.position)
        self._name = name or "You"
        self._number = 0
        self._board, self._ply, self._revision = 1, 0, 0
        self._start = self.position
        self._entries: list[Entry] = []
        super().__init__(self._state(), _ME)
        self._begin()

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
        self._begin()

    def _begin(self) -> None:
        step = self.step
        if step.position and self._number:
            self.position = self._start = self.game.parse(step.position)
            self._board, self._ply, self._entries = self._board + 1, 0, []
        for move in step.moves:
            self._play(move)
        self._revision += 1
        self.show(self._state(len(step.moves)))

    def attempt(self, text: str) -> str:
        """Play a legal move if it is what was asked for, and go on; else return what to say to it.

        Raises:
            GameError: it is not legal.
        """
        move = self.game.parse_move(text)
        after = self.game.play(self.position, move)
        said = answer(self.step, move, after)
        if not said:
            self._play(text)
            self._revision += 1
            self.show(self._state(1))
            self.go_on()
        return said

    def _play(self, text: str) -> None:
        seat = self.position.turn
        self.position = self.game.play(self.position, self.game.parse_move(text))
        self._ply += 1
        shown = str(self.game.view(self.position, LEARNER))
        self._entries.append(Entry(seat, text, "player", shown))

    def _state(self, news: int = 0) -> TableState:
        position, asked = self.position, self.step.want is not None
        others = (SeatState("bot", f"bot-{n}", n, n) for n in _OTHERS[: len(position.seats) - 1])
        return TableState(
            table=_TABLE,
            revision=self._revision,
            game=self.game.name,
            map=self.game.map.toml,
            options=(),
            status="over" if position.over else "running",
            host="",
            host_name="",
            seats=(SeatState("person", _ME, self._name), *others),
            viewer=LEARNER if asked else None,
            game_number=self._board,
            ply=self._ply,
            position=str(self.game.view(position, LEARNER)),
            news=tuple(self._entries[len(self._entries) - news :]),
        )

    async def history(self, table: str) -> tuple[str, int, tuple[Entry, ...]]:
        """Return what was played since the position was set up."""
        del table
        return str(self.game.view(self._start, LEARNER)), 0, tuple(self._entries)


def answer(step: Step, move: Move, after: Position) -> str:
    """Return what to say to a legal try, or nothing if it is what was asked for."""
    assert step.want is not None
    lacking = next(step.want.lacks(move, after), "")
    if not lacking:
        return ""
    fitting = (answer.says for answer in step.answers if answer.to.fits(move, after))
    return next(fitting, lacking)
