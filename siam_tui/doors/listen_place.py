"""Where a door listens, and why it cannot listen there."""

from __future__ import annotations

import errno
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from siam_tui.profile.user_error import UserError

_IN_USE: Final = "Port {port} is in use already: choose another one with {option} (0 finds one)."
_NOT_ALLOWED: Final = "The system does not let you listen on port {port}: choose one above 1023."
_NO_ADDRESS: Final = "This computer does not have the address {address}: `ip addr` shows them."
_REASONS: Final = {
    errno.EADDRINUSE: _IN_USE,
    errno.EACCES: _NOT_ALLOWED,
    errno.EADDRNOTAVAIL: _NO_ADDRESS,
}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ListenPlace:
    """Where a door listens.

    Attributes:
        address: the address; empty for all.
        port: the port, or 0 for a free one, the same for all addresses.
        option: the option of `siam serve` with the port.
        otherwise: the sentence for an error that is not common, with ``{port}`` and ``{error}``.
    """

    address: str
    port: int
    option: str
    otherwise: str

    def check(self) -> None:
        """Find out early whether a door could listen here.

        Raises:
            UserError: it could not.
        """
        from transport.one_port import bind_for_a_moment  # noqa: PLC0415 - only to serve

        try:
            bind_for_a_moment(self.address, self.port)
        except OSError as error:
            raise self.explain(error) from error

    async def listen(self, listen: Callable[[int], Awaitable[T]]) -> T:
        """Listen here with a function, and return its result.

        Args:
            listen: called with the port.

        Raises:
            UserError: the door cannot listen here.
        """
        from transport.one_port import listen_on_one_port  # noqa: PLC0415 - only for a door

        try:
            return await listen_on_one_port(listen, self.address, self.port)
        except OSError as error:
            raise self.explain(error) from error

    def explain(self, error: OSError) -> UserError:
        """Return why a door cannot listen here, and what to do."""
        form = _REASONS.get(error.errno or 0, self.otherwise)
        return UserError(
            form.format(port=self.port, address=self.address, option=self.option, error=error)
        )
