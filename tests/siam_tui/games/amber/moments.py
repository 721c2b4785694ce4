"""Moments of games of Reino de Ámbar, and an app that shows one without a server."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen

from games.amber import Amber
from protocol.states import SeatState, TableState
from siam_tui.appearance.style import Look
from siam_tui.appearance.theme import DARK, LIGHT
from siam_tui.games.amber.body import AmberBody
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.table_body import Shown
from siam_tui.model.table_view import see
from siam_tui.table.game_screen import GameScreen

GAME = Amber()
NAMES = ("Ann", "Ben", "Chai")
_CHAI = "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.2/PEN0.0.1*/CAV0.0.1/BOR3.2.2"
MOMENTS = {
    "alone": (
        "MAR2.1/CAS2.1/LUN0.0/CAV2.0/PEN0.0/CHA0.0*/BOR1.4 MSW.H.V.2.2.3VY+4WV|>?2.?.W.0.2.?1 "
        "8MS,3SK 2MK,5MV,9VK,CM,CV 1.5 2 1 0 0 act ?14 ? -"
    ),
    "attempts": (
        f"{_CHAI} MSV.L.W.0.1.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.3.0.?1 8YK,CS:2,CK:1 2MK,5MV,CM,CV "
        "1.4 2 1 0 0 declare ?12 - -"
    ),
    "solving": (
        "CHA0.1.1/LUN0.2.0/MAR1.1.0/CAS2.1.3/PEN0.0.1*/CAV0.0.1/BOR3.2.2 "
        "MSV.L.W.0.0.3SK+9VK|?3.H.H.1.1.?2|?3.?.S.2.0.?1 8YK=0 2MK,5MV,CM,CS,CV,CK "
        "1.4 2 1 0 0 solve ?12 - -"
    ),
    "crown": (
        "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.3/PEN0.0.1*/CAV0.0.1/BOR3.2.2 "
        "MSV.L.W.0.0.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.2.0.?1 8YK,CK=0 2MK,5MV,CM,CS,CV "
        "1.4 2 1 0 0 solve ?12 - -"
    ),
    "chain": (
        "MAR2.1/CAS2.1/LUN0.0/CAV2.0/PEN0.0/CHA0.0*/BOR2.4 "
        "MS.H.V.1.1.3VY+4WV+8MS|>?2.?.W.0.2.?1 2WV,CY "
        "2MK,3SK,5MV,9VK,CM,CV 1.6 3 0 0 0 act ?12 ? -"
    ),
    "next round": (
        "CHA0.1.1/LUN0.2.0/MAR1.0.0/CAS2.1.3*/PEN0.0.1/CAV0.0.1/BOR3.2.2 "
        "MSV.L.W.3.0.3SK+9VK|?3.H.H.2.0.?2|?3.?.S.2.0.?1 8WV,5SW,3VY 2MK,5MV,8YK,CM,CS,CV,CK "
        "1.5 3 2 0 2 act ?9 - -"
    ),
    "over": (
        "CAV1.0.0/MAR0.2.2/LUN1.3.1/PEN0.0.1/CAS1.2.1/CHA1.0.0*/BOR4.3.2 "
        "-.H.Y.0.0.3MW+3VY+8WV+8YK|-.T.S.0.2.2SY+4YK+5YK|"
        "-.L.K.1.0.2WV+4MS+4WV+8MS+9MS+9WY - 2MK,3SK,5MV,5SW,9VK,CM,CS,CW 1.7 3 1 1 - over "
        "CV,CY,CK - -"
    ),
    "first card": (
        "MAR0.1.0/CAS1.0.1/LUN0.0.1/CAV1.0.0/PEN0.1.0/CHA0.0.0/BOR0.0.0 "
        "MSWVYKT.T.-.4.3.-|?7.?.-.4.3.?0|?7.?.-.4.3.?0 9MS,2SY,CW - 1.1 0 0 - 0 act ?21 - ?"
    ),
    "crowded": (
        "CHA10.1.1/LUN0.11.0/MAR1.0.10/CAS2.1.3/PEN0.0.0*/CAV0.1.0/BOR1.0.0 "
        "MSWVYKT.T.-.0.4.2SY+3SK+4YK+5YK+8MS+9MS|?7.?.-.0.4.?3|?7.?.-.0.4.?4 "
        "9VK,5MV,CW - 2.1 8 0 1 0 act ?8 - -"
    ),
}
"""Positions: those of the design, the first card of two periods, and a crowded second period."""


def view_at(
    name: str, me: int | None = 0, position: str = "", options: frozenset[str] = frozenset()
) -> AmberView:
    """Return a table at one of the moments, or before the start for ``start``."""
    if name == "crowded":
        options = frozenset({"barbarians_8"})
    text = position or MOMENTS.get(name, MOMENTS["attempts"])
    game = Amber(options)
    shown = game.parse(text)
    if me is None:
        shown = game.view(shown, None)
    status = "open" if name == "start" else "over" if shown.over else "running"
    names = NAMES[: 1 if shown.dummy else len(shown.seats)]
    state = TableState(
        table="T1",
        revision=1,
        game="amber",
        map="",
        options=tuple(options),
        status=status,
        host="key-Ann",
        host_name="Ann",
        seats=tuple(SeatState("person", f"key-{each}", each) for each in names),
        viewer=me,
        ply=0,
        position="" if name == "start" else str(shown),
        news=(),
    )
    return see(state, "" if me is None else f"key-{names[me]}")


def shown_at(name: str, keys: str = "", me: int | None = 0, position: str = "") -> Shown:
    """Return what is shown at a moment, or in a position, after some keys of a move."""
    view = view_at(name, me, position)
    if not view.my_turn:
        return Shown(view, view.position)
    builder = AmberMoveBuilder(view.game, view.position, marks_of(view).names)
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
    BodyScreen.-low #below, BodyScreen.-tall #below { height: 7; }
    BodyScreen.-lowest #below { height: 4; }
    """
    HORIZONTAL_BREAKPOINTS = GameScreen.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = GameScreen.VERTICAL_BREAKPOINTS

    def __init__(self, shown: Shown, look: Look) -> None:
        super().__init__()
        self.shown, self.look = shown, look

    def compose(self):
        yield Vertical(id="above")
        yield AmberBody(self.look, [VerticalScroll()])
        yield Vertical(id="below")

    def on_resize(self) -> None:
        self.query_one(AmberBody).show(self.shown, self.look)


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

    def on_table_body_pointed(self, event: AmberBody.Pointed) -> None:
        self.pointed.append(event.choice)
