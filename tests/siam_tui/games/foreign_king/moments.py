"""Moments of games of The Foreign King, and an app that shows one without a server."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen

from games.foreign_king import ForeignKing
from protocol.states import SeatState, TableState
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import DARK, LIGHT
from siam_tui.games.foreign_king.body import ForeignKingBody
from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.table_body import Shown
from siam_tui.model.table_view import see
from siam_tui.table.game_screen import GameScreen

GAME = ForeignKing()
NAMES = ("Ann", "Ben", "Chai", "Dara")
MOMENTS = {
    "choosing": (
        "A3B2C1+Mt/-/-/A4B2+mT/A1C2+t/-/C1+t/C1+T/- LIM.18 "
        "9.1.2.1.0.build|3.4.3.1.0.place|3.6.0.0.3.coins - 1>2>0 - 0 act"
    ),
    "congress": (
        "A4C5+m/B5C3+mm/-/B2+t/A3C2+m/A1B2+T/A1/A2C1+m/- HAI.7 "
        "7.0.1.0.3.move|9.5.2.0.2.king|19.3.3.2.1.coins - 2>0>1 - 1 congress.0"
    ),
    "virtual": (
        "B3V2+mm/A3V2+t/-/B1V1/A2+M/A1B1/A1B2V1+M/A4B3+M/V1 WFL.20 "
        "4.3.3.1.0.place|12.0.2.2.1.king 0 1>0 - 1 virtual.0.5"
    ),
    "closing": (
        "A3B2C1+Mt/-/-/A4B2+mT/A1C2+t/-/C1+t/C1+T/- LIM.18 "
        "9.5.2.1.0.build|3.4.3.1.0.place|3.6.0.0.3.coins - 1>2>0 - 0 loans"
    ),
    "shut": (
        "A2B2+MTt/C3+T/-/A1+t/-/-/B1+M/-/- WFL.20 "
        "6.2.1.0.1.king|3.4.2.1.0.place|0.6.1.0.2.coins - 1>0>2 - 0 shut"
    ),
    "order": (
        "A2B1+MT/C3+T/-/A1+t/-/-/B1+M/-/- EFL.20 "
        "6.2.2.0.1.order|3.4.1.1.0.place|0.6.1.0.2.coins - 1>0>2 0 0 order"
    ),
    "over": (
        "A1+T/-+m/A1+m/B6C5+T/C2+Mt/C2+t/B5C4+mt/-/- ANT.9 "
        "9.0.4.1.2.king|10.3.0.0.1.move|9.1.3.0.1.build - 0>1>2 - 0 over"
    ),
    "over with two": (
        "B3V2+mm/A3V2+t/-/B1V1/A2+m/A1B1/A1B2V1+m/A4B3+m/V1+t WFL.10 "
        "9.3.3.1.0.place|12.0.3.2.1.king 10 1>0 - 1 over"
    ),
    "four": (
        "A3B2C1D4+Mt/D1/A1B2/A3B2D3+mT/A1C2+t/C2D1/C1+t/C1D4+T/- LIM.12 "
        "9.1.1.0.0.build|3.4.1.1.0.queen|33.16.3.2.3.congress|4.6.0.0.0.coins - 1>2>0>3 1 0 act"
    ),
}
"""Positions: those of the design, rarer decisions, an end with two, and a crowded one with four."""


def view_at(name: str, me: int | None = 0) -> ForeignKingView:
    """Return a table at one of the moments, or before the start for ``start``."""
    position = GAME.parse(MOMENTS.get(name, MOMENTS["choosing"]))
    status = "open" if name == "start" else "over" if position.asks == "over" else "running"
    names = NAMES[: position.seats]
    state = TableState(
        table="T1",
        revision=1,
        game="foreign-king",
        map=GAME.map.toml,
        options=(),
        status=status,
        host="key-Ann",
        host_name="Ann",
        seats=tuple(SeatState("person", f"key-{each}", each) for each in names),
        viewer=me,
        ply=0,
        position="" if name == "start" else str(position),
        news=(),
    )
    return see(state, "" if me is None else f"key-{names[me]}")


def shown_at(name: str, keys: str = "", me: int | None = 0) -> Shown:
    """Return what is shown at a moment after some keys of a move."""
    view = view_at(name, me)
    if not view.my_turn:
        return Shown(view, view.position)
    builder = ForeignKingMoveBuilder(view.game, view.position)
    draft = builder.empty
    for key in keys:
        options = builder.options(draft)
        draft = builder.choose(draft, next(each.choice for each in options if each.key == key))
    choices = tuple(each.choice for each in builder.options(draft))
    return Shown(view, builder.preview(draft), choices, draft.choices)


class BodyScreen(Screen[None]):
    """A body where a table's screen has it: between a title, and a bar and a footer."""

    DEFAULT_CSS: ClassVar[str] = """
    BodyScreen #above { height: 1; }
    BodyScreen #below { height: 5; }
    BodyScreen.-tall #below { height: 7; }
    BodyScreen.-lowest #below { height: 4; }
    """
    HORIZONTAL_BREAKPOINTS = GameScreen.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = GameScreen.VERTICAL_BREAKPOINTS

    def __init__(self, shown: Shown, look: Look) -> None:
        super().__init__()
        self.shown, self.look = shown, look

    def compose(self):
        yield Vertical(id="above")
        yield ForeignKingBody(self.look, [VerticalScroll()])
        yield Vertical(id="below")

    def on_resize(self) -> None:
        self.query_one(ForeignKingBody).show(self.shown, self.look)


class BodyApp(App[None]):
    """An app with nothing but a body; keeps what was pointed at."""

    def __init__(self, shown: Shown, look: Look | None = None, theme: str = DARK.name) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme
        self.shown, self.look = shown, look or Look()
        self.pointed = []

    def on_mount(self) -> None:
        self.push_screen(BodyScreen(self.shown, self.look))

    def on_table_body_pointed(self, event: ForeignKingBody.Pointed) -> None:
        self.pointed.append(event.choice)
