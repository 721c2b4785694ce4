"""The end of a turn: the loans that are taken or paid back. Pure functions."""

from __future__ import annotations

from games.foreign_king.listing import most_borrowed, most_repaid
from games.foreign_king.moves import Close
from games.foreign_king.mutable_position import MutablePosition
from siam_tui.games.foreign_king.choice_kinds import ONE_LOAN, ONE_REPAYMENT, Path


def loans_of(chosen: Path) -> Path:
    """Return those of some choices that take loans or pay them back."""
    return tuple(choice for choice in chosen if choice in (ONE_LOAN, ONE_REPAYMENT))


def without_loans(chosen: Path) -> Path:
    """Return the others of some choices: loans stand at the end."""
    return chosen[: len(chosen) - len(loans_of(chosen))]


def close_of(chosen: Path) -> Close:
    """Return the end of the turn that choices stand for."""
    loans = loans_of(chosen)
    return Close(len(loans) * (-1 if ONE_REPAYMENT in loans else 1))


def closing_choices(here: MutablePosition, chosen: Path) -> Path:
    """Return what may be chosen at the end of a turn, where only loans were chosen before."""
    borrowing = ONE_REPAYMENT not in chosen and len(chosen) < most_borrowed(here)
    repaying = ONE_LOAN not in chosen and len(chosen) < most_repaid(here)
    return (ONE_LOAN,) * borrowing + (ONE_REPAYMENT,) * repaying
