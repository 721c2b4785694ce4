"""The sentences of reminders, whole, as templates. Pure.

Mail programs, chat services and phones read markup, mentions and addresses in what they are sent.
So of text that people chose, only letters, digits, spaces, hyphens and apostrophes are left.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from protocol.keys import shortened
from protocol.limits import MAX_NAME
from protocol.text import printable
from server.reminders.due_reminders import WaitingTurn

MAX_TURNS: Final = 12
"""Tables that one message lists; so it fits chat services, which take 2000 characters."""

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_LOBBY_WITHOUT_NAME: Final = "a lobby of siam"
_NO_NAME: Final = "Somebody"

_ONE_TURN: Final = "Your turn at a table in {lobby}"
_TURNS: Final = "Your turn at {count} tables in {lobby}"
_LAST_CALL: Final = "Your clock ends soon in {lobby}"
_CODE_SUBJECT: Final = "Your code for reminders from {lobby}"
_TEST_SUBJECT: Final = "Test of your reminders from {lobby}"

_WAITING: Final = "It is your turn in {lobby}:"
_TABLE: Final = "- {game}, table {table}. {clock}"
_HOSTED: Final = "- {game}, table {table} of {host}. {clock}"
_PRIVATE: Final = "- {game}, a private table. {clock}"
_MORE: Final = "- {count} more tables."
_NO_CLOCK: Final = "There is no clock."
_LEFT: Final = "Your clock ends in {time}."
_PLAY: Final = "To play:  siam join {link}"
_PLAY_BY_SSH: Final = "To play with nothing but ssh:  {command}"

_WHY: Final = (
    "You get this because you asked for reminders in this lobby: at most two a day, and one before "
    "a clock ends."
)
_STOP: Final = (
    "To stop them, open siam, go to the lobby, and choose Reminders. Anybody who got this message "
    "can stop them there, or with `siam --plain` and `reminders stop`, with the stop code {stop}."
)
_STOP_PAGE: Final = "To stop them in a browser: {page}"

_ASKED: Final = (
    "{name} (key {key}) asked {lobby}, where people play board games, to send reminders here."
)
_CODE: Final = "If that was you, type this code in siam within a day:  {code}"
_NOT_YOU: Final = (
    "If it was not you, do nothing. Without the code nothing else is sent here, except for a few "
    "more codes if somebody asks again."
)
_NEVER: Final = (
    "To get no more codes either, use the stop code {stop} in siam: go to the lobby, and choose "
    "Reminders, or type `reminders stop` and the code in `siam --plain`."
)
_NEVER_PAGE: Final = "To get no more codes either, use this page: {page}"
_LOBBY_LINK: Final = "The lobby:  siam join {link}"
_TEST: Final = "Your reminders from {lobby} arrive here. It need not be your turn now."


class MessageFrame(NamedTuple):
    """What the messages of one lobby have in common.

    Attributes:
        lobby: the lobby's name; may be empty.
        link: its invite link.
        stop_page: the page on which a stop code can be used; may be empty.
        ssh_command: the command that leads there by ssh; may be empty.
    """

    lobby: str
    link: str
    stop_page: str
    ssh_command: str = ""

    @property
    def name(self) -> str:
        """The lobby's name, harmless, or what it is called without one."""
        return plain_words(self.lobby) or _LOBBY_WITHOUT_NAME

    def page_of(self, stop_code: str) -> str:
        """Return the address of the page for a stop code; empty if there is no page."""
        return f"{self.stop_page}/stop/{stop_code}" if self.stop_page else ""


class Text(NamedTuple):
    """The subject and the lines of a message."""

    subject: str
    lines: tuple[str, ...]


def plain_words(text: str) -> str:
    """Return a text that people chose without anything that programs could read as markup.

    >>> plain_words("@everyone see <https://evil.example>")
    'everyone see https evil'
    """
    words = "".join(
        letter if letter in " -'" or unicodedata.category(letter)[0] in "LMN" else " "
        for letter in printable(text, 4 * MAX_NAME)
    )
    return " ".join(words.split())[:MAX_NAME].rstrip()


def time_words(seconds: float) -> str:
    """Return a time on a clock.

    >>> time_words(59), time_words(4800), time_words(3 * 86400)
    ('1 min', '1 h 20 min', '3 days')
    """
    minutes = max(1, int(seconds) // _MINUTE)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days > 1:
        return f"{days} days"
    if hours:
        return f"{hours} h {minutes % 60} min" if minutes % 60 else f"{hours} h"
    return f"{minutes} min"


def reminder_text(
    frame: MessageFrame, turns: tuple[WaitingTurn, ...], stop_code: str, *, is_last_call: bool
) -> Text:
    """Return a digest, or the reminder before a clock ends."""
    usual = _ONE_TURN if len(turns) == 1 else _TURNS
    subject = _LAST_CALL if is_last_call else usual
    lines = [_WAITING.format(lobby=frame.name)]
    lines += map(_turn_line, turns[:MAX_TURNS])
    if len(turns) > MAX_TURNS:
        lines += [_MORE.format(count=len(turns) - MAX_TURNS)]
    lines += ["", *_play_lines(frame), "", _WHY, *_stop_lines(frame, stop_code)]
    return Text(subject.format(lobby=frame.name, count=len(turns)), tuple(lines))


def code_text(frame: MessageFrame, name: str, player: str, code: str, stop_code: str) -> Text:
    """Return the message with the code that confirms an address.

    Args:
        frame: what all messages of the lobby have.
        name: the name of the player who asked.
        player: their fingerprint.
        code: the code.
        stop_code: the code that stops all messages.
    """
    page = frame.page_of(stop_code)
    lines = (
        _ASKED.format(name=plain_words(name) or _NO_NAME, key=shortened(player), lobby=frame.name),
        "",
        _CODE.format(code=code),
        "",
        _NOT_YOU,
        _NEVER.format(stop=stop_code),
        *([_NEVER_PAGE.format(page=page)] if page else []),
        "",
        _LOBBY_LINK.format(link=frame.link),
    )
    return Text(_CODE_SUBJECT.format(lobby=frame.name), lines)


def test_text(frame: MessageFrame, stop_code: str) -> Text:
    """Return a test message."""
    lines = (
        _TEST.format(lobby=frame.name),
        "",
        *_play_lines(frame),
        "",
        _WHY,
        *_stop_lines(frame, stop_code),
    )
    return Text(_TEST_SUBJECT.format(lobby=frame.name), lines)


def _turn_line(turn: WaitingTurn) -> str:
    clock = _NO_CLOCK if turn.left is None else _LEFT.format(time=time_words(turn.left))
    form = _PRIVATE if not turn.table else _HOSTED if plain_words(turn.host) else _TABLE
    host = plain_words(turn.host)
    return form.format(game=turn.game, table=turn.table, host=host, clock=clock)


def _play_lines(frame: MessageFrame) -> list[str]:
    by_ssh = [_PLAY_BY_SSH.format(command=frame.ssh_command)] if frame.ssh_command else []
    return [_PLAY.format(link=frame.link), *by_ssh]


def _stop_lines(frame: MessageFrame, stop_code: str) -> list[str]:
    page = frame.page_of(stop_code)
    return [
        _STOP.format(stop=stop_code),
        *([_STOP_PAGE.format(page=page)] if page else []),
    ]
