"""The part of the form for a new table that no game has a say in: clocks, pace, talk."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from protocol.states import ClockTerms, Terms
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.panel_screen import row

_AWAY = (
    ("replaced by a bot after 5 minutes", 300),
    ("replaced by a bot after 2 minutes", 120),
    ("replaced by a bot after 30 minutes", 1800),
    ("replaced by a bot after a day", 86400),
    ("never replaced", 0),
)
_PACE = (
    ("1 second a move", 1),
    ("3 seconds a move", 3),
    ("6 seconds a move", 6),
    ("as fast as they can", 0),
)
_CLOCK: tuple[tuple[str, ClockTerms | None], ...] = (
    ("no clock", None),
    ("1 minute a move", ClockTerms(60)),
    ("3 minutes a move", ClockTerms(180)),
    ("10 minutes, and 10 s a move", ClockTerms(600, 10, per_move=False)),
    ("20 minutes, and 30 s a move", ClockTerms(1200, 30, per_move=False)),
    ("1 day a move", ClockTerms(86400)),
    ("3 days a move", ClockTerms(3 * 86400)),
)
_ANALYSIS = (("see only what is open", False), ("may see everybody's chances", True))
_TALK = (("not during the game", False), ("at any time", True))


def terms_rows() -> Iterable[Widget]:
    """Yield a line for each of the terms."""
    yield row("Absent player", Picker(_AWAY, "away"))
    yield row("Pace of bots", Picker(_PACE, "pace"))
    clocks = [(words, number) for number, (words, _) in enumerate(_CLOCK)]
    yield row("Clock", Picker(clocks, "clock"))
    yield row("Spectators", Picker(_ANALYSIS, "analysis"))
    yield row("Team talk", Picker(_TALK, "talk"), "talkrow")


def read_terms(form: Widget) -> Terms:
    """Return the terms that were chosen in a form with these lines."""
    return Terms(
        picked(form, "away"),
        open_talk=picked(form, "talk"),
        pace=picked(form, "pace"),
        clock=_CLOCK[picked(form, "clock")][1],
        open_analysis=picked(form, "analysis"),
    )
