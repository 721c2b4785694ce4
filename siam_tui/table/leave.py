"""Dialog that asks a seated player how to leave."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

from textual.binding import Binding, BindingType

from siam_tui.games.terms_text import tell_own_absence
from siam_tui.ui.dialog import ChoiceDialog

_LEAVE: Final = "Do you leave the table?"

Answer: TypeAlias = Literal["stay", "away", "leave"]


class LeaveScreen(ChoiceDialog[Answer]):
    """Stay, look elsewhere and keep the seat, or get up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "answer('stay')", "Stay"),
        Binding("a,b", "answer('away')", "Away for now"),
        Binding("l", "answer('leave')", "Leave"),
    ]

    def __init__(self, *, mid_game: bool, most_away: float = 0.0) -> None:
        """Prepare.

        Args:
            mid_game: whether a game runs.
            most_away: after how many seconds away the others may let a bot play; 0 for never.
        """
        last = "Leave: a bot plays for me  (L)" if mid_game else "Give up my seat  (L)"
        answers: dict[str, tuple[str, Answer]] = {
            "stay": ("Stay here  (Esc)", "stay"),
            "away": ("Away for now, keep my seat  (A)", "away"),
            "leave": (last, "leave"),
        }
        absence = tell_own_absence(most_away) if mid_game else ""
        super().__init__("\n".join(filter(None, (_LEAVE, absence))), answers)
