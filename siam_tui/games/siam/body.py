"""The middle of King of Siam's table: queue, map, seats, supply, forecast, log and hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from games.siam import CARDS, Card, Position
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam import forecast_panel, panels
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.board.steer import steer
from siam_tui.games.siam.board.widget import BoardMap
from siam_tui.games.siam.changes import changed_provinces
from siam_tui.games.siam.move_builder import Kind, card_choice, provinces_of
from siam_tui.games.table_body import Direction, Shown, TableBody, with_spectators
from siam_tui.ui.text_line import Line

_SPACIOUS: Final = 44
"""Lines of a screen from which the seats stand apart."""


class SiamBody(TableBody):
    """What is played with, around the map."""

    SCOPED_CSS: ClassVar[bool] = False  # its rules depend on the size of the whole screen
    DEFAULT_CSS: ClassVar[str] = """
    SiamBody { layout: vertical; height: 1fr; }
    SiamBody #queue { height: 1; }
    SiamBody #middle { height: 1fr; }
    SiamBody #map { width: 1fr; height: 1fr; }
    SiamBody #side { width: 35; height: 1fr; padding-left: 1; }
    SiamBody #seats { height: auto; }
    SiamBody #supply { height: 1; }
    SiamBody #outlook { height: auto; padding: 0 1 0 2; }
    SiamBody #hand { height: 1; }
    /* The map needs its lines: it shows the queue too, so that goes first. */
    .-lower SiamBody #queue, .-lowest SiamBody #queue { display: none; }
    .-tall SiamBody #hand { height: 2; }
    .-tall SiamBody #queue { height: 2; }
    .-tall SiamBody #supply { height: 2; }
    .-tall SiamBody #outlook { margin-bottom: 1; }
    .-normal SiamBody #side { width: 46; }
    .-wide SiamBody #side { width: 72; }
    """

    def __init__(self, look: Look, log: Sequence[Widget]) -> None:
        """Prepare; the arguments are those of `GameUI.make_body`."""
        super().__init__()
        self._look, self._log_widgets = look, log
        self._shown: Shown | None = None

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Line(id="queue")
        with Horizontal(id="middle"):
            yield BoardMap(self._look, id="map")
            with Vertical(id="side"):
                yield Line(id="seats")
                yield Line(id="supply")
                yield Line(id="outlook")
                yield from self._log_widgets
        yield Line(id="hand")

    # What is shown

    def show(self, shown: Shown, look: Look) -> None:
        """Show the table; each part is drawn anew only if it differs."""
        self._shown, self._look = shown, look
        view, position = shown.view, shown.position
        board = self._board
        board.look, board.view = look, _board_view(shown)
        self._line("queue", lambda width: panels.queue(position, width, look))
        ahead = replace(view, position=position)
        apart = "\n\n" if self.screen.size.height >= _SPACIOUS else "\n"
        self._line("seats", lambda width: Content(apart).join(panels.seats(ahead, width, look)))
        self._line(
            "supply",
            lambda width: with_spectators(
                forecast_panel.supply(position, width, look), shown.spectators, width, look
            ),
        )
        self._line("outlook", lambda width: forecast_panel.outlook(view, position, width, look))
        under = _card_under(shown)
        self._line("hand", lambda width: panels.hand(view, width, look, under)[0])

    @property
    def _board(self) -> BoardMap:
        return self.query_one(BoardMap)

    def _line(self, name: str, make: Callable[[int], Content]) -> None:
        self.query_one(f"#{name}", Line).show(make)

    def mark_change(self, before: Position, now: Position) -> None:
        """Let the provinces glow that have just changed."""
        self._board.glow(changed_provinces(before, now))

    # Pointing

    def steer(
        self, cursor: Choice | None, direction: Direction, choices: tuple[Choice, ...]
    ) -> Choice | None:
        """Return the next province that may be chosen; the first one to begin with."""
        targets = _provinces(choices)
        if not targets:
            return None
        picture = self._board.picture
        if cursor is None or cursor.value not in targets or picture is None:
            return Choice(Kind.PROVINCE, min(targets))
        return Choice(Kind.PROVINCE, steer(picture.shape, cursor.value, direction, targets))

    @on(BoardMap.Chosen)
    def _province_clicked(self, event: BoardMap.Chosen) -> None:
        self.post_message(self.Pointed(Choice(Kind.PROVINCE, event.province)))

    @on(Line.Clicked, "#queue")
    def _tile_clicked(self, event: Line.Clicked) -> None:
        position = self._shown.position if self._shown else None
        place = event.x // max(1, event.line.size.width // 8)
        if position is not None and place < len(position.queue):
            self.post_message(self.Pointed(Choice(Kind.PROVINCE, position.queue[place])))

    @on(Line.Clicked, "#hand")
    def _card_clicked(self, event: Line.Clicked) -> None:
        if self._shown is None:
            return
        _, places = panels.hand(self._shown.view, event.line.size.width, self._look)
        for xs, card in places:
            if event.x in xs:
                self.post_message(self.Pointed(card_choice(card)))


def _provinces(choices: tuple[Choice, ...]) -> frozenset[int]:
    return frozenset(choice.value for choice in choices if choice.kind is Kind.PROVINCE)


def _board_view(shown: Shown) -> BoardView:
    """Return what the map shows: what may be chosen, what is, and what has changed."""
    view, cursor, since = shown.view, shown.cursor, shown.since
    now: Position | None = view.position
    on_map = cursor is not None and cursor.kind is Kind.PROVINCE
    return BoardView(
        view.game.map,
        shown.position,
        targets=_provinces(shown.choices),
        chosen=provinces_of(shown.hint) if shown.hint else _provinces(shown.chosen),
        cursor=cursor.value if cursor is not None and on_map else None,
        touched=changed_provinces(since, now) if since and now else frozenset(),
    )


def _card_under(shown: Shown) -> Card | None:
    """Return the card of the hand that is lit: under the cursor, or that of a hint."""
    cursor = shown.cursor
    if cursor is not None:
        return CARDS[cursor.value] if cursor.kind is Kind.CARD else None
    card: Card | None = shown.hint.card if shown.hint else None
    return card
