"""Dialog that asks a seated player how to leave."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from textual.binding import Binding, BindingType

from siam_tui.ui.dialog import ChoiceDialog

Answer: TypeAlias = Literal["stay", "away", "leave"]


class LeaveScreen(ChoiceDialog[Answer]):
    """Stay, look elsewhere and keep the seat, or get up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer('stay')", "Stay"),
        Binding("a,b", "answer('away')", "Away for now"),
        Binding("l", "answer('leave')", "Leave"),
    ]

    def __init__(self, *, mid_game: bool) -> None:
        last = "Leave: a bot plays for me  (L)" if mid_game else "Give up my seat  (L)"
        answers: dict[str, tuple[str, Answer]] = {
            "stay": ("Stay here  (Esc)", "stay"),
            "away": ("Away for now, keep my seat  (A)", "away"),
            "leave": (last, "leave"),
        }
        super().__init__("Do you leave the table?", answers)
