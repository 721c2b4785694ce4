"""Keys that are typed while a screen is being opened: they are for that screen."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import App

_MOST = 50
"""Keys kept; nobody types more ahead."""


class TypedAhead:
    """Keeps keys between the choice of a screen and the moment when it can take them."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._kept: list[events.Key] | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether a screen is being opened."""
        return self._kept is not None

    def begin(self) -> None:
        """Keep what is typed from now on."""
        if self._kept is None:
            self._kept = []

    def keep(self, key: events.Key) -> bool:
        """Keep a key, if keys are kept; those with Ctrl never wait. Return whether it was kept."""
        if self._kept is None or key.key.startswith("ctrl+"):
            return False
        if len(self._kept) < _MOST:
            self._kept.append(key)
        return True

    def takes(self, event: events.Event, opens_screen: Callable[[str], bool]) -> bool:
        """Return whether an event of the app is a key that is kept.

        Keys that come together with one of home that opens a screen are for that screen, and would
        else be given to home first. So they are kept from that key on.
        """
        if not isinstance(event, events.Key) or event.is_forwarded:
            return False
        if self.keep(event):
            return True
        if opens_screen(event.key):
            self.begin()
        return False

    def drop(self) -> None:
        """Keep no more keys, and forget those that were kept."""
        self._kept = None

    def hand_over(self) -> None:
        """Type the keys once the screen that is shown now is drawn, before those that follow."""
        if self._kept is not None:
            self._app.screen.call_after_refresh(self._type)

    def _type(self) -> None:
        kept, self._kept = self._kept or [], None
        for key in kept:
            self._app.post_message(events.Key(key.key, key.character))
