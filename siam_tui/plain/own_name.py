"""What a dialogue asks for when it is needed: the person's name, and a broker's password."""

from __future__ import annotations

import asyncio
import signal

from protocol.links import BrokerAddress
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.profile.given_secrets import ask_password
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import CommandSet, Place
from siam_tui.typed.words import means
from texts import tell

_BEFORE_NAME = "name"
"""The command before a name that is itself a command."""
_PLACES = (Place.HOME, Place.LOBBY, Place.TABLE)


class OwnName:
    """The name of the person.

    Attributes:
        name: what others call the player; empty if the lobby decides.
    """

    def __init__(self, profile: Profile, io: LineIO, name: str) -> None:
        self.name = name
        self._profile, self._io = profile, io

    @property
    def shown(self) -> str:
        """The name, or a word for a player without one."""
        return self.name or tell("plain/nameless")

    @property
    def is_open(self) -> bool:
        """Whether it is only a proposal: a person at a terminal is still asked for it."""
        return self._io.interactive and not self._profile.player_name()

    async def ask_once(self) -> None:
        """Ask a person at a terminal who never gave a name, and remember the answer.

        Raises:
            UserError: the settings cannot be read or written.
        """
        if not self.is_open:
            return
        self._io.write_lines(tell("plain/name/question", name=self.shown))
        while (line := await self._io.read_line()) is not None:
            if (answer := self._read_answer(line)) is None:
                continue
            if name := clean_name(answer):
                self._remember(name)
                self._io.write_lines(tell("plain/name", name=name))
                return
            self._io.write_lines(tell("plain/name/no-letter"))

    def _read_answer(self, line: str) -> str | None:
        """Return the name that a line gives; None, once the reason is told, if it is a command."""
        typed = line.strip()
        word, _, rest = typed.partition(" ")
        if means(word, _BEFORE_NAME) and rest.strip():
            return rest
        if not any(CommandSet(place).word(word) for place in _PLACES):
            return typed or self.shown
        is_command = tell("plain/name/command", word=word, name=self.shown, typed=typed)
        self._io.write_lines(is_command)
        return None

    def change(self, text: str) -> None:
        """Take and remember a new name, and tell the present one.

        Raises:
            UserError: the settings cannot be read or written.
        """
        if name := clean_name(text):
            self._remember(name)
        elif text:
            self._io.write_lines(tell("plain/name/no-letter"))
        self._io.write_lines(tell("plain/name", name=self.shown))

    def _remember(self, name: str) -> None:
        self._profile.remember_name(name)
        self.name = name


async def ask_again(io: LineIO, broker: BrokerAddress, user: str) -> str:
    """Ask for another password, because the broker refused the last one.

    Raises:
        UserError: the person typed the end of input.
    """
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # it ends the prompt
    try:
        with io.lent():
            return ask_password(broker, user)
    except EOFError as error:
        raise UserError(tell("plain/no-password")) from error
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, handler)
    cancelled: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    return await cancelled  # by the loop's handler of Ctrl-C
