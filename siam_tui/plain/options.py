"""What a game or a table is opened with, as it is typed."""

from __future__ import annotations

from dataclasses import dataclass

from games.quoting import quote
from games.registry import spec_of
from games.siam import BUILT_IN_MAPS, Siam
from protocol.messages import ClockTerms
from siam_tui.games.map_file import read_map_file
from siam_tui.profile.user_error import UserError

_MAP = "map="
_CLOCK = "clock="
_OTHERS = ("beside", "private")


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What was chosen.

    Attributes:
        map: name of a built-in map, or the text of one's own; empty for the usual one.
        options: the table's options.
        beside: whether one takes no seat.
        private: whether only those may come who have the table's link.
        clock: how much time everybody has, or None.
    """

    map: str = ""
    options: tuple[str, ...] = ()
    beside: bool = False
    private: bool = False
    clock: ClockTerms | None = None

    @property
    def only_game(self) -> bool:
        """Whether nothing is chosen but what a game is played with."""
        return not (self.beside or self.private or self.clock)


def table_options(text: str) -> tuple[list[str], TableOptions]:
    """Return the words that are no options, and the options.

    Raises:
        UserError: the map cannot be played on, or there is no such option.
    """
    words: list[str] = []
    board, options, others, clock = "", [], set(), None
    for word in text.split():
        if word.startswith(_MAP):
            name = word.removeprefix(_MAP)
            board = name if name in BUILT_IN_MAPS else read_map_file(Siam.name, name)
        elif word in spec_of(Siam.name).option_names:
            options.append(word)
        elif word in _OTHERS:
            others.add(word)
        elif word.startswith(_CLOCK):
            clock = _clock(word.removeprefix(_CLOCK))
        elif "=" in word:
            raise UserError(
                f"There is no option {quote(word)}: write map=NAME or map=FILE, or clock=SECONDS."
            )
        else:
            words.append(word)
    beside, private = (other in others for other in _OTHERS)
    return words, TableOptions(board, tuple(options), beside, private, clock)


def _clock(text: str) -> ClockTerms:
    bank, plus, increment = text.partition("+")
    try:
        if plus:
            return ClockTerms(int(bank), int(increment), per_move=False)
        return ClockTerms(int(bank))
    except ValueError as error:
        raise UserError(
            "Write clock=180 for 180 seconds a move, or clock=600+10 for 600 seconds and 10 more "
            "for each move. The least is 5."
        ) from error
