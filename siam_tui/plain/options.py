"""What a game or a table is opened with, as it is typed."""

from __future__ import annotations

from dataclasses import dataclass

from games.siam import BUILT_IN_MAPS, Siam
from games.siam.movetext import shown
from siam_tui.table_form import own_map
from siam_tui.trouble import TroubleError

_MAP = "map="
_BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What was chosen.

    Attributes:
        map: name of a built-in map, or the text of one's own; empty for the usual one.
        options: the table's options.
        beside: whether one takes no seat.
    """

    map: str = ""
    options: tuple[str, ...] = ()
    beside: bool = False


def table_options(text: str) -> tuple[list[str], TableOptions]:
    """Return the words that are no options, and the options.

    Raises:
        TroubleError: the map cannot be played on, or there is no such option.
    """
    words: list[str] = []
    chosen = TableOptions()
    board, options, beside = "", [], False
    for word in text.split():
        if word.startswith(_MAP):
            name = word.removeprefix(_MAP)
            board = name if name in BUILT_IN_MAPS else own_map(name)
        elif word in Siam.options:
            options.append(word)
        elif word == _BESIDE:
            beside = True
        elif "=" in word:
            raise TroubleError(f"There is no option {shown(word)}: write map=NAME or map=FILE.")
        else:
            words.append(word)
    chosen = TableOptions(board, tuple(options), beside)
    return words, chosen
