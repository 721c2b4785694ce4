"""King of Siam in the terminal: its part of the contract with the screens."""

from __future__ import annotations

from typing import Final


class SiamUI:
    """King of Siam, as `siam_tui.games.game_ui.GameUI` asks for it; its parts are loaded late."""

    name: Final = "siam"


UI: Final = SiamUI()
