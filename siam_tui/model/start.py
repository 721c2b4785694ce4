"""What the app opens with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # home is drawn before rules and keys are loaded
    from games.record import Record
    from protocol.links import Link
    from siam_tui.model.door_visit import DoorVisit
    from siam_tui.model.game_library import ListHosted


@dataclass(frozen=True, slots=True)
class Start:
    """Where the app begins; without a link, at home.

    Attributes:
        link: the lobby or table to open.
        password: its broker's password, if it asks for one.
        watching: whether to only look on.
        demo: whether to show a game of bots.
        game: the short name of the game to show or play; empty for the one chosen last.
        map_file: path of the map to play against bots on.
        palette: name of the palette to use this time; empty for the one in the settings.
        ascii: whether to show ASCII characters only this time.
        record: the game to watch again, and nothing else.
        learning: whether to show the lessons first.
        practising: whether to go to the puzzles first.
        visit: the lobby that a visitor of this computer is in, instead of `link`.
        told: a sentence to show first; may be empty.
        list_hosted: lists the games of lobbies that are hosted here.
    """

    link: Link | None = None
    password: str | None = field(default=None, repr=False)
    watching: bool = False
    demo: bool = False
    game: str = ""
    map_file: str = ""
    palette: str = ""
    ascii: bool = False
    record: Record | None = None
    learning: bool = False
    practising: bool = False
    visit: DoorVisit | None = None
    told: str = ""
    list_hosted: ListHosted = field(default=tuple, repr=False)
