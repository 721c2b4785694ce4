"""Form that opens a session in a lobby, and stays until that is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeVar

from textual import work
from textual.worker import Worker

from client.errors import ConnectionEndedError
from siam_tui.lobby.session import Session
from siam_tui.profile.user_error import UserError
from siam_tui.ui.form import FormScreen

Entered = TypeVar("Entered")


class SessionForm(FormScreen[Entered, Session]):
    """Dismisses with the session, or with nothing.

    Attributes:
        DOING: what the form says while it opens the session.
    """

    DOING: ClassVar[str] = ""

    def __init__(self, open_session: Callable[[Entered], Awaitable[Session]]) -> None:
        """Prepare the form.

        Args:
            open_session: opens the session; raises `UserError` or `ConnectionEndedError`.
        """
        super().__init__()
        self._open_session = open_session
        self._opening: Worker[None] | None = None

    @property
    def is_opening(self) -> bool:
        """Whether the session is being opened."""
        return self._opening is not None

    def take(self, entered: Entered) -> None:
        """Open the session."""
        if not self.is_opening:
            self.say(self.DOING, doing=True)
            self._opening = self._open(entered)

    @work
    async def _open(self, entered: Entered) -> None:
        try:
            session = await self._open_session(entered)
        except (UserError, ConnectionEndedError) as error:
            self.say(str(error))
        else:
            self.dismiss(session)
        finally:
            if self._opening is not None and self._opening.is_cancelled and self.is_attached:
                self.say("")
            self._opening = None

    def action_back(self) -> None:
        """Stop opening the session, else go back."""
        if self._opening is None:
            self.dismiss()
        elif not self._opening.is_cancelled:
            self._opening.cancel()
            self.say("Stopping ...", doing=True)
