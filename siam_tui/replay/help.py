"""Help on watching a game again."""

from __future__ import annotations

HELP = """\
- **←** and **→** go a move back or forward, **Home** and **End** to the start and the end
- **1** to **8** jump to where that struggle began, **↑** and **↓** to the one before or behind
- **Space** plays by itself and stops; **+** and **-** change how fast
- **E** changes through whose eyes you look: with all hands open, as each player, as a spectator.
  Of a game that still runs no more is shown than its log does
- **S** saves a game that is not saved yet, as a file among your records
- **W**, at the end, tells how the game ended
- **C** copies the position in the notation
- **PgUp** and **PgDn** turn the pages of the log, **Q** leaves

The line above the answers is the whole game. Its digits stand where the struggles began; a **dot**
behind a province's number says that the last move changed something there.
"""
