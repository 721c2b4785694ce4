"""Commands about reminders.

They change no table and nothing of the lobby, but the address book of `ReminderDesk`. It is written
to the disk before their answers are sent.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.messages import Done
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    SetReminder,
    StopReminders,
    TryReminder,
)
from server.lobby.effects import Answered, RemindersChanged
from server.lobby.lobby import Lobby, Step
from server.refusals import RefusedError
from server.reminders import subscribing
from server.reminders.reminder_desk import ReminderDesk, known_language
from server.reminders.subscribing import Asker
from server.tables.table import Player
from texts import say


def ask_reminders(lobby: Lobby, player: Player, _: AskReminders) -> Step:
    """Answer with what the lobby offers and what the player has set.

    Raises:
        RefusedError: no_reminders.
    """
    return lobby, (Answered(_desk_of(lobby).describe(player.id)),)


def set_reminder(lobby: Lobby, player: Player, command: SetReminder) -> Step:
    """Choose a player's address, and send a code there.

    Raises:
        RefusedError: no_reminders, bad_address, address_blocked, too_many_codes, book_full.
    """
    desk = _desk_of(lobby)
    address = desk.settings.read_address(command.kind, command.address)
    asker = replace(_asker(lobby, player), language=known_language(command.language))
    book, letter = subscribing.choose_address(desk.book, asker, command.kind, address, desk.frame)
    return lobby, (RemindersChanged(book, (letter,)), Answered(Done()))


def confirm_reminder(lobby: Lobby, player: Player, command: ConfirmReminder) -> Step:
    """Use a player's address from now on, if the code is right; count it if it is wrong.

    Raises:
        RefusedError: no_reminders, nothing_asked, too_many_tries.
    """
    book = subscribing.confirm_address(_desk_of(lobby).book, _asker(lobby, player), command.code)
    if book.subscriptions[player.id].confirmed:
        return lobby, (RemindersChanged(book), Answered(Done()))
    wrong = RefusedError("wrong_code", say("server/wrong-code"))
    return lobby, (RemindersChanged(book), Answered(wrong.answer))


def try_reminder(lobby: Lobby, player: Player, _: TryReminder) -> Step:
    """Send a test message to a player's address.

    Raises:
        RefusedError: no_reminders, nothing_set, not_confirmed, too_many_tests.
    """
    desk = _desk_of(lobby)
    book, letter = subscribing.try_address(desk.book, _asker(lobby, player), desk.frame)
    return lobby, (RemindersChanged(book, (letter,)), Answered(Done()))


def stop_reminders(lobby: Lobby, player: Player, command: StopReminders) -> Step:
    """Forget a player's address, or the one to which a stop code was sent.

    Raises:
        RefusedError: no_reminders, nothing_set, wrong_stop_code.
    """
    asker, book = _asker(lobby, player), _desk_of(lobby).book
    if command.code:
        book = subscribing.stop_by_code(book, command.code, asker.now)
    else:
        book = subscribing.stop_own(book, asker)
    return lobby, (RemindersChanged(book), Answered(Done()))


def _desk_of(lobby: Lobby) -> ReminderDesk:
    if (desk := lobby.context.reminders) is None:
        raise RefusedError("no_reminders", say("server/no-reminders"))
    return desk


def _asker(lobby: Lobby, player: Player) -> Asker:
    context = lobby.context
    players = context.players
    origin, is_regular = players.origin(player.id), players.is_regular(player.id)
    return Asker(player.id, player.name, origin, is_regular, context.rules.date())
