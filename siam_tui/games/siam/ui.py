"""King of Siam in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from siam_tui.games.table_fields import TableFields


class SiamUI:
    """King of Siam, as `siam_tui.games.game_ui.GameUI` asks for it; its parts are loaded late."""

    name: Final = "siam"

    @property
    def table_fields(self) -> TableFields:
        """How a form for a new table asks for the game's options and checks an own map."""
        from siam_tui.games.siam import table_fields  # noqa: PLC0415

        return table_fields


UI: Final = SiamUI()
