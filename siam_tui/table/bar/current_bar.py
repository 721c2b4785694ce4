"""Chooses what the bar of a table shows now: questions come before reports and moves. Pure."""

from __future__ import annotations

from siam_tui.model.table_view import TableView
from siam_tui.table.bar import bars
from siam_tui.table.bar.options import Bar, Menu
from siam_tui.table.controller import TableController
from siam_tui.table.hints import Coach
from siam_tui.table.people import attendance_notes, takeback


def current_bar(
    view: TableView, controller: TableController, coach: Coach, building: Bar | None
) -> Bar:
    """Return what the bar shows.

    Args:
        view: the table.
        controller: its state.
        coach: the hints.
        building: what it shows of the move that is being built or sent; None if there is none.
    """
    levels = controller.bot_levels
    if controller.menu is not None:
        asking = {Menu.END_EARLY: bars.end_bar, Menu.TAKE_BACK: takeback.answer_bar}
        ask = asking.get(controller.menu.menu)
        return ask(view) if ask else bars.host_bar(view, levels, controller.menu)
    match view.state.status:
        case "open":
            here = attendance_notes.spectators(view, controller.company)
            unseated = [each.name for each in here if each.player != view.me]
            absences = attendance_notes.absences(view, controller.company)
            absent = [view.name(seat) for seat in absences if seat != view.seat]
            return bars.open_bar(view, levels, controller.invite, unseated, absent)
        case "running":
            bar = coach.bar(_running_bar(view, controller, building), view)
            report = controller.report if shows_report(view, controller, coach) else None
            return bars.report_bar(report, bar) if report else bar
        case "over":
            return bars.over_bar(view, levels)
        case "closed":
            return bars.closed_bar()


def shows_report(view: TableView | None, controller: TableController, coach: Coach) -> bool:
    """Return whether the bar shows what the last chapter came to."""
    if view is None or view.state.status != "running" or controller.menu is not None:
        return False
    if takeback.asked(view) or coach.thinking or coach.advice is not None:
        return False
    return controller.report is not None


def _running_bar(view: TableView, controller: TableController, building: Bar | None) -> Bar:
    asked = takeback.asked(view)
    if building is not None:
        return takeback.move_bar_with_answer(building, view) if asked else building
    if asked:
        return takeback.answer_bar(view)
    present = controller.company
    charge = attendance_notes.in_charge(view, present)
    overdue = attendance_notes.overdue(view, present) if charge else ()
    return bars.waiting_bar(view, overdue, attendance_notes.absences(view, present))
