"""The screens of a game that is written against `games.author`: they follow from its class."""

from siam_tui.games.authored.ui import AuthoredUI

__all__ = ["AuthoredUI"]
