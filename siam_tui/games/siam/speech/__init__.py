"""King of Siam in sentences to be heard, as `siam_tui.games.speech.Speech` asks for it."""

from siam_tui.games.siam.speech.spoken_events import (
    chapter_end,
    chapter_heading,
    tell_own_turn,
    tell_progress,
    tell_situation,
    tell_standing,
    tell_start,
)
from siam_tui.games.siam.speech.spoken_facts import facts, tell_board, tell_result, tell_seat
from siam_tui.games.siam.speech.spoken_moves import (
    move_help,
    move_words,
    notation,
    tell_forced_move,
    tell_move,
)

__all__ = [
    "chapter_end",
    "chapter_heading",
    "facts",
    "move_help",
    "move_words",
    "notation",
    "tell_board",
    "tell_forced_move",
    "tell_move",
    "tell_own_turn",
    "tell_progress",
    "tell_result",
    "tell_seat",
    "tell_situation",
    "tell_standing",
    "tell_start",
]
