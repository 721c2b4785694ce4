"""Answers what a person asks about a table: the facts of any game, and those of the game played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from siam_tui.games.registry import ui_of
from siam_tui.games.terms_text import terms_of
from siam_tui.model.table_view import TableView
from siam_tui.plain.help_pages import tell_reference
from siam_tui.plain.seats_and_turns import speech_of, tell_seats, tell_turn
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.wrapped_text import WholeLine
from siam_tui.typed.commands import CommandSet, Typed


def answer_question(
    typed: Typed, commands: CommandSet, view: TableView, left: Mapping[int, float] | None = None
) -> Iterator[str]:
    """Return the sentences that answer a question.

    Args:
        typed: the question.
        commands: the commands that can be typed.
        view: the table.
        left: the seconds each person's clock has left, if the table has clocks.

    Raises:
        UserError: it is no question, or the game has not begun.
    """
    if typed.name == "seats":
        return tell_seats(view, left)
    if typed.name == "terms":
        return iter(terms_of(view))
    if typed.name == "reference":
        return tell_reference(ui_of(view.game.name))
    if typed.name == "status":
        return tell_status(view)
    position = position_of(view)
    if typed.name == "position":
        return iter([WholeLine(view.game.format(position))])
    facts = {fact.name: fact.answer for fact in speech_of(view).facts}
    if typed.name not in facts:
        raise commands.usage_error(typed)
    return facts[typed.name](view, typed.rest)


def tell_status(view: TableView) -> Iterator[str]:
    """Iterate over where the game stands, and whose turn it is."""
    if view.position is not None:
        yield from speech_of(view).tell_situation(view)
    yield tell_turn(view)


def position_of(view: TableView) -> Any:  # noqa: ANN401 - any game's
    """Return the position.

    Raises:
        UserError: there is none yet.
    """
    if view.position is None:
        raise UserError("The game has not begun.")
    return view.position
