"""What the command palette offers on a screen, and how it is found there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias, runtime_checkable

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher
from textual.markup import escape
from textual.screen import Screen

from siam_tui.ui.text import Text, told

PaletteCommand: TypeAlias = tuple[str, str, Callable[[], object]]
"""Title, what it does in a few words, and what is called."""


@runtime_checkable
class Commanded(Protocol):
    """A screen with commands of its own; one of them opens its help."""

    def commands(self) -> Iterable[PaletteCommand]:
        """Yield what can be done now."""


def offered(screen: Screen[Any], *rows: tuple[str, Text, Text]) -> Iterator[PaletteCommand]:
    """Iterate over the actions of a screen that can be done now.

    Args:
        screen: the screen.
        rows: for each action its name, its title, and what it does in a few words.
    """
    for action, title, about in rows:
        if screen.check_action(action, ()):
            yield told(title), told(about), getattr(screen, f"action_{action}")


class PaletteProvider(Provider):
    """Finds the app's and the screen's commands; their titles are text, not markup.

    A title may name people. Textual's own provider reads markup in titles.
    """

    async def discover(self) -> Hits:
        """Offer all commands, in the order of their titles."""
        for title, about, do, discover in sorted(
            self.app.get_system_commands(self.screen), key=lambda command: command.title
        ):
            if discover:
                yield DiscoveryHit(Content(title), do, text=title, help=escape(about))

    async def search(self, query: str) -> Hits:
        """Offer the commands whose titles match what was typed."""
        matcher = self.matcher(query)
        for title, about, do, _ in self.app.get_system_commands(self.screen):
            if (score := matcher.match(title)) > 0:
                yield Hit(score, _highlighted(matcher, title), do, text=title, help=escape(about))


def _highlighted(matcher: Matcher, title: str) -> Content:
    shown = Content(title)
    _, offsets = matcher.fuzzy_search.match(matcher.query, title)
    for at in offsets:
        shown = shown.stylize(matcher.match_style, at, at + 1)
    return shown
