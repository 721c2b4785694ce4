"""Tells whose lessons to offer: those of a game that somebody neither learned nor played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from games.registry import spec_of
from siam_tui.games.registry import ui_of
from siam_tui.profile.small_files import LineSet
from siam_tui.profile.user_error import UserError
from texts import tell


def offer_lessons(has_played: Callable[[str], bool], folder: Path, game: str) -> str:
    """Return a sentence, as markup, that offers the lessons of a game; empty to who knows it."""
    count = lessons_to_offer(game, folder, has_played)
    return tell("learn/offer", n=count) if count else ""


def offer_lessons_typed(game: str, count: int) -> str:
    """Return a sentence for text mode that offers so many lessons of a game."""
    return tell("learn/offer-typed", title=spec_of(game).title, n=count, game=game)


def lessons_to_offer(game: str, folder: Path, has_played: Callable[[str], bool]) -> int:
    """Return how many lessons to offer of a game; 0 if the player knows it.

    Args:
        game: its short name.
        folder: the profile's, which keeps the finished lessons.
        has_played: whether the player has ever dealt a game.
    """
    lessons = ui_of(game).lessons
    if lessons is None or has_played(game):
        return 0
    try:
        has_begun = bool(LineSet(folder / lessons.progress_file).read_lines())
    except UserError:  # nobody knows then; at worst the lessons are offered once
        has_begun = False
    return 0 if has_begun else len(lessons.lessons())
