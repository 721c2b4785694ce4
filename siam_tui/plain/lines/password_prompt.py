"""Asks for a broker's password in the middle of a dialogue."""

from __future__ import annotations

import asyncio
import signal
from typing import Final

from protocol.links import BrokerAddress
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.profile.passwords import ask_password
from siam_tui.profile.user_error import UserError

_NOT_GIVEN: Final = "You gave no password, so siam does not connect."


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
        raise UserError(_NOT_GIVEN) from error
    except KeyboardInterrupt:
        pass
    finally:
        signal.signal(signal.SIGINT, handler)
    cancelled: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    return await cancelled  # by the loop's handler of Ctrl-C
