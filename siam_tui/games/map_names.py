"""What maps are called in the reader's language. Pure."""

from __future__ import annotations

from texts import Noun


def name_of_map(title: str) -> Noun:
    """Return a map's name: for a player's own map, its title as it is.

    >>> from texts import tell
    >>> tell(name_of_map("Siam, 1874")), tell(name_of_map("Home")), tell(name_of_map(""))
    ('Siam, 1874', 'Home', '')
    """
    return Noun("games/map-title", title, title)
