"""The rules of Reino de Ámbar: chapters, examples, and the keys and signs of a table."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from functools import partial
from importlib.resources import files
from typing import Final

from siam_tui.games.amber.rules.example_text import TELLER
from siam_tui.games.map_board.examples import MapExampleWidget
from siam_tui.games.rules_guide import FileRules

KEYS: Final = """\
- **M S W V Y K** play the ace of Moons, Suns, Waves, Leaves, Wyrms or Knots. **X** plays your pawn
- **1** to **7** choose the area on that place. **E F G** choose the Problem with that letter
- **0** is the other way: at the Chance Meeting 1 marker instead of 2, at the Cave the other player
- **T** takes a Problem for its number. **R** is the crown: then choose an area for the Confidant
- **P** passes. At the Chance Meeting it moves nothing
- **I** looks things up: cards, areas, Problems not seen yet, walls, and the log of this round and the one before
- Another card starts your move again. While only **Enter** is awaited, another digit replaces the last one
"""

SIGNS: Final = """\
The seven boxes are the **areas** on their places. Suits stand below the name, each a sign and a letter. `A2` are two markers of A:
each player has a letter, and the dummy is `D`. A face in a box is the **Confidant**. `A2>3` is what your move would make of it. The
last line of a box says what the area does; while you choose, what it would bring you.

A number in front of a name is a **Problem**: `8 Diplomat`. The letter before it is its key. A crown stands for no number. Behind it are the players who try it, then
everybody's strength.

In the list of players `sup` is the supply of markers, `rsv` the reserve; on a narrow screen a clock takes its place. `last` is the card played last, a pawn by the letters of its suits, `kept` the number of
Problems kept, `wall` the number from which on they would be lost. A shaded number counts what you cannot see.

Your kept Problems are below your hand. An **exclamation mark** means: lost, if the Barbarians came now.
"""

REFERENCE: Final = (
    ("Lunatic", "1 gold and 1 influence."),
    ("Market", "1 gold for each marker you have there."),
    ("Castle", "1 influence for each marker you have there."),
    ("Penitent", "Pay 1 gold and solve a Problem of the row at once."),
    ("Cave", "One marker of another player goes back to the reserve."),
    ("Chance Meeting", "You may move 1 or 2 markers to another area and act there."),
    ("Borderland", "Nothing at once. Each marker makes your wall 1 higher."),
    ("A card", "Put a marker on an area with its suit, and act there."),
    ("An attempt", "1 gold. Most markers on areas that share a suit with the Problem win it."),
    ("A solution", "Keep its number, act in its suit, or move the Confidant."),
    ("Barbarians", "Each unsolved Problem adds 1 to their power each round."),
    ("The end", "Kept numbers below your wall count. Your wall is 6, less the Barbarians' power."),
)
"""What each area does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    ("sup", "Your markers that are ready, in the supply."),
    ("rsv", "Those in the reserve. A clock takes its place on a narrow screen."),
    ("wall 6", "Kept Problems of 6 and more would be lost now."),
    ("{signs.hidden}6", "6 cards or gold that you cannot see. {signs.confidant} is the Confidant."),
)
"""The signs that are hardest to guess."""


RULES: Final = FileRules(
    files(__package__) / "chapters",
    KEYS,
    SIGNS,
    REFERENCE,
    TELLER,
    partial(MapExampleWidget, TELLER),
    reference_signs=REFERENCE_SIGNS,
)
