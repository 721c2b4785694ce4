"""The middle of King of Siam's table: queue, map, seats, supply, forecast, log and hand."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import ClassVar

from textual import on
from textual.content import Content
from textual.widget import Widget

from games.siam import CARDS, Card, Position
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.body import ROOMY, SPACIOUS, MapBody
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam import panels
from siam_tui.games.siam.board import STEPS, BoardView, Deal, changed_provinces, draw
from siam_tui.games.siam.move_builder import Kind, card_choice, provinces_of
from siam_tui.games.siam.queue_panel import FRAMED, TALL, queue, tile_widths
from siam_tui.games.siam.results import standings
from siam_tui.games.table_body import Shown
from siam_tui.ui.text_line import Line


class SiamBody(MapBody):
    """What is played with, around the map."""

    HEAD = "queue"
    PANELS = ("seats", "supply", "outlook")
    FOOT = "hand"
    DEAL_STEPS = STEPS
    PROVINCE = Kind.PROVINCE

    SCOPED_CSS: ClassVar[bool] = False  # as in the base class; Textual does not inherit it
    DEFAULT_CSS: ClassVar[str] = """
    SiamBody #supply { height: auto; }
    SiamBody #outlook { padding: 0 1 0 2; }
    .-tall SiamBody #queue { height: auto; }
    .-tall SiamBody #outlook { margin-bottom: 1; }
    """

    def __init__(self, look: Look, log: Sequence[Widget]) -> None:
        """Prepare; the arguments are those of `GameUI.make_body`."""
        super().__init__(draw, look, log)

    # What is shown

    def board_view(self, shown: Shown) -> BoardView:
        """Return what the map shows: what may be chosen, what is, and what has changed."""
        since, now = shown.since, shown.view.position
        return BoardView(
            shown.view.game.map,
            shown.position,
            targets=self.provinces(shown.choices),
            chosen=provinces_of(shown.hint) if shown.hint else self.provinces(shown.chosen),
            cursor=self.province(shown.cursor),
            deal=_deal(shown),
            before=None if shown.position == now else now,
            touched=changed_provinces(since, now) if since and now else frozenset(),
            is_ended=_is_ended(shown),
        )

    def show_lines(self, shown: Shown, look: Look) -> None:
        """Show the lines and panels around the map."""
        view, position = shown.view, shown.position
        lines = self._queue_lines()
        deal, ended = _deal(shown), _is_ended(shown)
        self.line("queue", lambda width: queue(position, width, look, lines, deal, ended))
        ahead = replace(view, position=position)
        apart = "\n\n" if self.screen.size.height >= SPACIOUS else "\n"
        ranked = self.shows_standings and view.outcome is not None
        for panel in ("#supply", "#outlook"):  # the log needs their lines
            self.query_one(panel).display = not ranked
        self.line(
            "seats",
            lambda width: (
                Content("\n").join(standings(view, width - 1, look))
                if ranked
                else Content(apart).join(panels.seats(ahead, width, look))
            ),
        )
        self.line(
            "supply",
            lambda width: panels.supply(
                position, width, look, spectators=shown.spectators, roomy=lines > 1
            ),
        )
        told = position if shown.has_forecast and deal is None else None
        self.line("outlook", lambda width: panels.outlook(view, told, width, look))
        under = _card_under(shown)
        self.line("hand", lambda width: panels.hand(view, width, look, under)[0])

    @property
    def shows_standings(self) -> bool:
        """Whether it shows the final standings: in the place of the seats, where room is scarce."""
        return self.screen.size.height < ROOMY

    def _queue_lines(self) -> int:
        """Return how many lines there are for the queue."""
        height = self.screen.size.height
        return FRAMED if height >= SPACIOUS else TALL if height >= ROOMY else 1

    def mark_change(self, before: Position, now: Position) -> None:
        """Let the provinces glow that have just changed."""
        self.glow(changed_provinces(before, now))

    def light_start(self, shown: Shown) -> None:
        """Let the first struggle glow."""
        first = shown.position.contested if shown.position else None
        self.glow(frozenset() if first is None else frozenset({first}))

    # Pointing

    @on(Line.Clicked, "#queue")
    def _tile_clicked(self, event: Line.Clicked) -> None:
        position = self._shown.position if self._shown else None
        if position is None:
            return
        widths = tile_widths(position, event.line.size.width, self._queue_lines())
        place = bisect(list(accumulate(widths)), event.x)
        if place < len(position.queue):
            self.post_message(self.Pointed(Choice(Kind.PROVINCE, position.queue[place])))

    @on(Line.Clicked, "#hand")
    def _card_clicked(self, event: Line.Clicked) -> None:
        if self._shown is None:
            return
        _, places = panels.hand(self._shown.view, event.line.size.width, self._look)
        for xs, card in places:
            if event.x in xs:
                self.post_message(self.Pointed(card_choice(card)))


def _deal(shown: Shown) -> Deal | None:
    """Return how far the deal has come; None once everything lies open."""
    return None if shown.deal_step is None else Deal(shown.deal_step)


def _is_ended(shown: Shown) -> bool:
    """Return whether the game is over, be it by agreement with struggles left."""
    return shown.view.state.status == "over"


def _card_under(shown: Shown) -> Card | None:
    """Return the card of the hand that is lit: under the cursor, or that of a hint."""
    cursor = shown.cursor
    if cursor is not None:
        return CARDS[cursor.value] if cursor.kind is Kind.CARD else None
    card: Card | None = shown.hint.card if shown.hint else None
    return card
