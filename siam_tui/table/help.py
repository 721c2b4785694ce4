"""Help on the table: the keys, and the rules in short."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

HELP = """\
## Keys

- **K T 1 2 R L M** play that card, **P** passes
- **1** to **8** choose the province with that number on the map: its place in the queue
- **R L M** choose a follower, when one is asked for
- **arrows** and **Tab** move over what may be chosen, **Enter** chooses it
- **Enter** sends the finished move; nothing is sent before
- **Esc** or **Backspace** take one step back
- **PgUp** and **PgDn** turn the pages of the log
- **E** offers to end the game early; it ends when all who sit here agree
- **,** opens the settings: colours, bell, notification, animation
- **?** opens this help, **Q** leaves

Everything can be clicked as well: cards, provinces, tiles of the queue, and every answer in the bar.

## Signs

`RR L MMM` are followers of Rama, Lao and Malay. A flag names who controls a province, the little
house is a faction's home, the crown is a King marker: such a tile can never be moved again. The heavy
border is round the province that is contested now. A **dot** behind a province's number says that
something has changed there since your last move; a number that looks like a key can be chosen.

At a seat, `8 cards top T` says that eight cards are left and that the Khon Thai was played last (a dash:
none yet). The letters below count the followers taken. **Supply** counts the followers that are neither on the map nor with a player:
from there new ones come. The log calls provinces by the three letters that the queue shows.

## The game in short

Eight struggles, in the order of the queue. On your turn **play one card or pass**. When everybody
has passed in a row, the struggle ends: the faction with most followers in the contested province
controls it. On a tie, or without any follower, the British take it.

**Each card you play also brings you a follower**: after its action you take one from any province.
You have eight cards for the whole game, and nobody draws new ones.

- **K Maharacha**: two tiles of the queue change places, and one of them gets the King marker.
- **T Khon Thai** (two of them): one follower of each faction goes from the supply to open provinces.
- **1 vs 1**: two followers of any two provinces change places.
- **2 vs 1**: two followers of one province against one of a neighbour.
- **No undoing**: a 1 vs 1 may not take back exactly what a 1 vs 1 just before it did, nor a 2 vs 1 what a 2 vs 1 did.
- **R, L, M**: two followers of the faction go to open provinces next to one that it controls, or next
  to its home as long as nobody else controls that.

**The last card.** When all other cards of all players are played, the last one may only be played if its
player (or team) would then win, with everybody passing to the end.

**The end.** After eight struggles the faction with most provinces reigns; of equals the one that won a province
last. Whoever has **most of its followers wins**.

- Is that a tie, most followers of the faction in second place decide.
- Is that a tie too, whoever played their last card earlier wins.

**A colony.** When the British take their **fourth province**, the game ends at once: **most complete sets** of one
Rama, one Lao and one Malay win. Is that a tie, whoever played their last card later wins.

**Four play** in two teams, A and B, partners facing each other. The best single player decides, and the
partner wins with them. In a colony partners put their followers together to make sets.
"""


class HelpScreen(ModalScreen[None]):
    """The keys and the rules, over the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "Back to the table"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    HelpScreen { align: center middle; }
    HelpScreen > VerticalScroll {
        width: 84; max-width: 100%; height: 90%; border: round $accent; background: $surface;
        border-title-style: bold; border-subtitle-color: $text-muted;
    }
    HelpScreen Markdown { background: $surface; }
    """

    def compose(self) -> ComposeResult:
        """Show the text."""
        with VerticalScroll() as box:
            box.border_title = "King of Siam"
            box.border_subtitle = "arrows scroll, Esc goes back"
            yield Markdown(HELP)
