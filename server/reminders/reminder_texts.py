"""The texts of reminders, in the language that is spoken. Pure.

Mail programs, chat services and phones read markup, mentions and addresses in what they are sent.
So of text that people chose, only letters, digits, spaces, hyphens and apostrophes are left.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from protocol.keys import shortened
from protocol.limits import MAX_NAME
from protocol.links import Link
from protocol.text import printable
from server.reminders.due_reminders import WaitingTurn
from server.reminders.reminder_settings import ReminderSettings
from texts import Message, say, tell

MAX_TURNS: Final = 12
"""Tables that one message lists; so it fits chat services, which take 2000 characters."""

_MINUTE: Final = 60


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
        return plain_words(self.lobby) or tell("server/nameless-lobby")

    def page_of(self, stop_code: str) -> str:
        """Return the address of the page for a stop code; empty if there is no page."""
        return f"{self.stop_page}/stop/{stop_code}" if self.stop_page else ""


def message_frame(lobby: str, link: Link, settings: ReminderSettings) -> MessageFrame:
    """Return what the messages of a lobby have in common."""
    return MessageFrame(lobby, str(link), settings.stop_page, settings.ssh_command)


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


def time_words(seconds: float) -> Message:
    """Return a time on a clock.

    >>> [str(time_words(each)) for each in (59, 4800, 3600, 3 * 86400)]
    ['1 min', '1 h 20 min', '1 h', '3 days']
    """
    minutes = max(1, int(seconds) // _MINUTE)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days > 1:
        return say("server/days", n=days)
    if hours:
        return say("server/hours", hours=hours, minutes=minutes % 60)
    return say("server/minutes", n=minutes)


def reminder_text(
    frame: MessageFrame, turns: tuple[WaitingTurn, ...], stop_code: str, *, is_last_call: bool
) -> Text:
    """Return a digest, or the reminder before a clock ends."""
    if is_last_call:
        subject = say("server/last-call", lobby=frame.name)
    else:
        subject = say("server/turns", n=len(turns), lobby=frame.name)
    lines = [say("server/waiting", lobby=frame.name), *map(_turn_line, turns[:MAX_TURNS])]
    if len(turns) > MAX_TURNS:
        lines.append(say("server/more-tables", n=len(turns) - MAX_TURNS))
    return _join_parts(subject, lines, _play_lines(frame), _stop_lines(frame, stop_code))


def code_text(frame: MessageFrame, name: str, player: str, code: str, stop_code: str) -> Text:
    """Return the message with the code that confirms an address.

    Args:
        frame: what all messages of the lobby have.
        name: the name of the player who asked.
        player: their fingerprint.
        code: the code.
        stop_code: the code that stops all messages.
    """
    who = plain_words(name) or say("server/somebody")
    page = frame.page_of(stop_code)
    return _join_parts(
        say("server/code-subject", lobby=frame.name),
        [say("server/asked", name=who, key=shortened(player), lobby=frame.name)],
        [say("server/code", code=code)],
        [
            say("server/not-you"),
            say("server/never", stop=stop_code),
            *([say("server/never-page", page=page)] if page else []),
        ],
        [say("server/lobby-link", link=frame.link)],
    )


def test_text(frame: MessageFrame, stop_code: str) -> Text:
    """Return a test message."""
    return _join_parts(
        say("server/test-subject", lobby=frame.name),
        [say("server/test", lobby=frame.name)],
        _play_lines(frame),
        _stop_lines(frame, stop_code),
    )


def _join_parts(subject: Message, *parts: list[Message]) -> Text:
    """Return a message, its parts with an empty line between them."""
    lines = [line for part in parts for line in ("", *map(tell, part))]
    return Text(tell(subject), tuple(lines[1:]))


def _turn_line(turn: WaitingTurn) -> Message:
    if turn.left is None:
        clock = say("server/no-clock")
    else:
        clock = say("server/clock", time=time_words(turn.left))
    if not turn.table:
        return say("server/private-turn", game=turn.game, clock=clock)
    if host := plain_words(turn.host):
        return say("server/hosted-turn", game=turn.game, table=turn.table, host=host, clock=clock)
    return say("server/turn", game=turn.game, table=turn.table, clock=clock)


def _play_lines(frame: MessageFrame) -> list[Message]:
    by_ssh = [say("server/play-by-ssh", command=frame.ssh_command)] if frame.ssh_command else []
    return [say("server/play", link=frame.link), *by_ssh]


def _stop_lines(frame: MessageFrame, stop_code: str) -> list[Message]:
    page = frame.page_of(stop_code)
    return [
        say("server/why"),
        say("server/stop", stop=stop_code),
        *([say("server/stop-page", page=page)] if page else []),
    ]
