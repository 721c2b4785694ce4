"""The middle of an authored game's table: its boards, what belongs to nobody, and the seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Region
from textual.widget import Widget

from games.author.boards import Board, Files
from siam_tui.appearance.cells import cut_text
from siam_tui.appearance.style import Look, chip
from siam_tui.games.authored.drawing import draw
from siam_tui.games.authored.scene import SIGNS, Scene, scenes
from siam_tui.games.authored.telling import seat_facts, table_facts, tell_fact
from siam_tui.games.authored.wording import Wording
from siam_tui.games.move_builder import Choice
from siam_tui.games.seat_line import clock, readiness, seat_line
from siam_tui.games.table_body import Direction, Shown, TableBody, with_spectators
from siam_tui.ui.text_line import Line
from texts import tell

_LOG_LINES: Final = 5
_TOWARDS: Final[dict[Direction, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}


class AuthoredBody(TableBody):
    """Boards, seats and the log, one below the other."""

    SCOPED_CSS: ClassVar[bool] = False
    DEFAULT_CSS: ClassVar[str] = """
    AuthoredBody { layout: vertical; height: 1fr; overflow-y: auto; scrollbar-size-vertical: 1; }
    AuthoredBody #boards, AuthoredBody #seats { height: auto; }
    """

    def __init__(self, words: Wording, log: Sequence[Widget]) -> None:
        """Prepare with the words of the game, and the widgets of log and talk."""
        super().__init__()
        self._log = log
        self._words = words
        self._scenes: list[Scene] = []
        self._choices: tuple[Choice, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the parts."""
        yield Line(id="boards")
        yield Line(id="seats")
        yield from self._log

    def show(self, shown: Shown, look: Look) -> None:
        """Show the table."""
        self._choices = shown.choices
        self.query_one("#boards", Line).show(
            lambda width: Content("\n").join(self._boards(shown, look, width))
        )
        self.query_one("#seats", Line).show(
            lambda width: Content("\n").join(_seats(shown, look, width))
        )
        if shown.cursor is not None:
            self._follow_cursor(shown.cursor)

    def _follow_cursor(self, cursor: Choice) -> None:
        """Keep the cursor in view on a board that is higher than the window."""
        top = 0
        for scene in self._scenes:
            for place in self._places(scene, (cursor,)):
                self.scroll_to_region(Region(0, top + scene.spots[place].y, 1, 1), animate=False)
            top += scene.height

    def _boards(self, shown: Shown, look: Look, width: int) -> list[Content]:
        """Return the boards with what is chosen on them, and the facts that belong to nobody."""
        if shown.position is None:
            self._scenes = []
            return []
        game = shown.view.game
        facts = [
            f" {tell('games/authored/beside', what=what, text=text)}"
            for what, text in table_facts(game, shown.position)
        ]
        room = self.size.height - shown.view.seat_count - len(facts) - _LOG_LINES
        self._scenes = scenes(game, shown.position, width, room)
        lines: list[Content] = []
        hinted = self._hinted(shown)
        for scene in self._scenes:
            targets = self._places(scene, shown.choices)
            chosen = self._places(scene, (*shown.chosen, *hinted))
            cursor = next(iter(self._places(scene, (shown.cursor,) if shown.cursor else ())), None)
            lines += draw(scene, look, targets=targets, chosen=chosen, cursor=cursor)
        return [*lines, *(Content(cut_text(fact, width)) for fact in facts)]

    def _hinted(self, shown: Shown) -> tuple[Choice, ...]:
        if shown.hint is None:
            return ()
        text = next(each for each in self._words.kinds if each.kind is type(shown.hint))
        return tuple(
            self._words.choice(name, getattr(shown.hint, name))
            for name in text.nodes
            if self._words.board(name) is not None
        )

    def _places(self, scene: Scene, choices: Sequence[Choice]) -> set[int]:
        """Return the places of a scene that some choices stand for."""
        found: set[int] = set()
        for choice in choices:
            board = self._words.board(choice.kind.name)
            if board is scene.board:
                found.add(choice.value)
            elif isinstance(board, Files) and board.grid is scene.board:
                found.update(board.cells(choice.value))
        return found

    def mark_change(self, before: Any, now: Any) -> None:  # noqa: ANN401
        """Do nothing: the log says what has changed."""

    # Pointing

    @on(Line.Clicked, "#boards")
    def _board_clicked(self, event: Line.Clicked) -> None:
        line = event.y
        for scene in self._scenes:
            if line < scene.height:
                place = scene.owners(event.x, line)
                choice = None if place is None else self._choice_at(scene, place)
                if choice is not None:
                    self.post_message(self.Pointed(choice))
                return
            line -= scene.height

    def _choice_at(self, scene: Scene, place: int) -> Choice | None:
        """Return what a place of a scene stands for: an open choice if there is one."""
        found = []
        for name in self._words.questions:
            board = self._words.board(name)
            if board is scene.board:
                found.append(self._words.choice(name, place))
            elif isinstance(board, Files) and board.grid is scene.board:
                found.append(self._words.choice(name, place % board.grid.columns))
        return next((each for each in found if each in self._choices), next(iter(found), None))

    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        """Return the choice that lies next to the cursor on the board, in a direction."""
        placed = [(each, board) for each in choices if (board := self._board_of(each))]
        if not placed:
            return None
        if cursor is None or (start := self._board_of(cursor)) is None:
            return placed[0][0]
        x, y = start.points[cursor.value]
        right, down = _TOWARDS[direction]

        def distance(board: Board, place: int) -> tuple[float, float] | None:
            to_x, to_y = board.points[place]
            ahead = (to_x - x) * right + (to_y - y) * down
            aside = abs((to_x - x) * down) + abs((to_y - y) * right)
            return (ahead + 2 * aside, aside) if ahead > 0 else None

        reachable = [(far, each) for each, board in placed if (far := distance(board, each.value))]
        return min(reachable, key=lambda pair: pair[0])[1] if reachable else cursor

    def _board_of(self, choice: Choice) -> Board | None:
        return self._words.board(choice.kind.name)


def _seats(shown: Shown, look: Look, width: int) -> list[Content]:
    """Return a line for each seat: who holds it, and what they have."""
    view, position = shown.view, shown.position
    lines = []
    for seat in range(view.seat_count):
        facts = [] if position is None else list(seat_facts(view.game, position, seat))
        has = Content("   ".join(tell_fact(what, text) for what, text in facts))
        right = Content.assemble(has, clock(view, seat, look, gap="  "))
        if position is None and not view.is_played_by_table(seat):
            right = readiness(view, seat, look)
        sign = look.glyphs.turn if view.turn == seat else " "
        lead = Content.assemble(sign, chip(seat, look, f" {SIGNS[seat]} "), " ")
        line = (
            Content.assemble(lead, view.name(seat))
            if view.is_played_by_table(seat)
            else seat_line(view, seat, width, look, lead=lead, right=right)
        )
        lines.append(with_spectators(line, 0 if seat else shown.spectators, width, look))
    return lines
