"""The rules of King of Siam: chapters, worked examples, and the keys and signs of a table."""

# ruff: noqa: E501 - a paragraph of Markdown is one line

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

from games.siam import BRITISH, FACTION_LETTERS, FACTIONS, Move, Position, Siam, Trio
from siam_tui.appearance.cells import text_width
from siam_tui.games.examples import GameExamples
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.siam import panels
from siam_tui.games.siam.board import BoardView, changed_provinces, draw
from siam_tui.games.siam.facts import ended_struggles
from siam_tui.games.siam.move_text import describe_move, follower_counts, try_move
from siam_tui.games.siam.names import places, side_letters
from siam_tui.games.siam.queue_panel import queue
from siam_tui.games.siam.results import tell_scoring
from siam_tui.games.worked_example import NAMES, view_of_example
from siam_tui.ui.text import listed
from texts import Message, say, tell


class SiamExamples(GameExamples[Siam, Position, Move]):
    """The worked examples of the game."""

    name = Siam.name
    board_type = BoardView
    draw = staticmethod(draw)
    headline = staticmethod(queue)
    seats = staticmethod(panels.seats)
    changed_provinces = staticmethod(changed_provinces)

    def tell_try(self, game: Siam, move: Move) -> str:
        """Return the card and the action that were tried."""
        return tell(try_move(game.map, move, places(game.map, "full")))

    def tell_step(self, game: Siam, before: Position, after: Position, move: str) -> Iterator[str]:
        """Iterate over the move, the struggle it ended, and the game it ended."""
        board, parsed = game.map, game.parse_move(move)
        did = describe_move(board, parsed, places(board, "full"))
        yield tell("siam/example/step", who=NAMES[before.turn], did=did)
        for facts in ended_struggles(before, after):
            side, place = board.side(facts.taker), board.place(facts.province)
            yield tell("siam/struggle/end", side=side, place=place)
        if after.over:
            yield from tell_scoring(view_of_example(game, after))

    def find_wrong_claim(self, position: Position, claims: Mapping[str, Any]) -> str:
        """Check ``controls``: who controls a province, letters by ids."""
        for province, letter in claims.get("controls", {}).items():
            control = position.control(position.map.index(province))
            if control is None or FACTION_LETTERS[control] != letter:
                return f"{province} is not controlled by {letter}"
        return ""

    def tell_provinces(self, position: Position) -> Iterator[tuple[int, str]]:
        """Iterate over the provinces in the order of the queue."""
        for place, province in enumerate(position.queue, start=1):
            name, there = position.map.place(province), _occupants(position, province)
            yield province, tell("siam/example/province", n=place, place=name, there=there)

    def tell_players(self, position: Position) -> Iterator[str]:
        """Iterate over what each player has, then whose turn it is, and the supply."""
        for name, seat in zip(NAMES, position.seats, strict=False):
            taken = _followers(position, seat.followers)
            yield tell("siam/example/player", who=name, taken=taken, hand=seat.hand or None)
        if not position.over:
            turn = NAMES[Siam(position.map).turn(position) or 0]
            supply = _followers(position, position.supply)
            yield tell("siam/example/turn", who=turn, supply=supply)


EXAMPLES: Final = SiamExamples()


def _occupants(position: Position, province: int) -> Message:
    control = position.control(province)
    if control is not None:
        return say("siam/example/controlled", side=position.map.side(control))
    return _followers(position, position.followers(province))


def _followers(position: Position, trio: Trio) -> Message:
    return say("siam/example/followers", each=follower_counts(position.map, trio))


KEYS: Final = """\
- **K T I Z** and the letters of the factions, **{letters}**, play that card: **I** or **1** is 1 vs 1, **Z** or **2** is 2 vs 1. **P** passes
- **1** to **8** choose the province with that number on the map. It is the place of the province in the queue
- The letter of a faction chooses a follower when you are asked for one. In typed moves and records, 1 vs 1 is **1** and 2 vs 1 is **2**{typed}
"""

SIGNS: Final = """\
`{followers}` are followers of the {factions}. A full flag shows who controls a province. An empty flag shows who would
win it if its struggle ended now. `{nobody}` means a tie: the {occupier}. The little house is the home of a faction. The crown is a King
marker: this tile can never move again. The heavy border marks the contested province. Brackets mark the province under the
cursor. A **dot** after a province's number means that something there has changed since your last move. In a replay, the last
move changed it. You can choose a number that looks like a key.

At a seat, `7 cards last T` means that seven cards are left, and that this player's last card was Khon Thai, by its key. The letters below count the followers that this player has taken.

The tiles above the map are the queue of struggles. `⚐{letter}2` on a tile means that the province would go to the {faction},
who lead there by two followers. A larger screen has words for it.

**Supply** counts the followers that are neither on the map nor with a player. Cards bring new followers from there. `!` means
that fewer than two of this faction are left.

**If everyone passes now** foretells how the game would end if nobody played another card, and how you would stand. While you build a
move, it shows this for after your move. The log uses the three letters that the queue shows for each province.
"""

_TYPED: Final = FACTION_LETTERS[: len(FACTIONS)]
_TYPED_FACTIONS: Final = f", and the factions are **{' '.join(_TYPED)}**"
"""Said on maps whose factions have other letters."""

REFERENCE: Final = (
    (
        "Maharacha",
        "Two tiles of the queue change places. One of them gets the King marker: it stays.",
    ),
    (
        "Khon Thai",
        "One follower of each faction goes from the supply to open provinces. Two cards.",
    ),
    ("1 vs 1", "Two followers of any two provinces change places."),
    ("2 vs 1", "Two followers of a province change places with one of a neighbour."),
    ("A faction", "Two followers of the faction go next to a province that it controls."),
    ("After a card", "Take one follower from any province."),
    ("Pass", "You keep your cards. When all pass, the struggle ends."),
    ("A struggle", "Most followers win the province. On a tie, or without any, none of them does."),
    ("The end", "Most provinces reign. Most followers of who reigns win."),
    ("A colony", "Four provinces that no faction won end the game. Most complete sets win."),
)
"""What each card does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    (
        "{signs.taker}{letter}2 {signs.taker}{nobody}",
        "It would go to the {faction}, by 2. On a tie, to the {occupier}.",
    ),
    (
        "{signs.flag}{letter} {signs.home}{letter}",
        "The {faction} have won this province. It is their home.",
    ),
    ("{signs.king}", "A King marker: this tile never moves again."),
    ("last T", "The last card played, by its key. {taken}: followers taken."),
)
"""The signs that are hardest to guess; `reference_words` has the words of a map in braces."""


def reference_words(game: Siam) -> dict[str, str]:
    """Return what `KEYS`, `SIGNS` and `REFERENCE_SIGNS` name: the sides of the game's map.

    >>> words = reference_words(Siam())
    >>> words["faction"], words["letter"], words["nobody"], words["taken"], words["followers"]
    ('Lao', 'L', 'B', 'R2 L1 M0', 'RR L MMM')
    """
    letters, names = side_letters(game.map), game.map.faction_names
    shortest = min(
        FACTIONS, key=lambda faction: text_width(names[faction])
    )  # each sign has one line
    counts = zip(letters, (2, 1, 0), strict=False)
    return {
        "faction": names[shortest],
        "letter": letters[shortest],
        "nobody": letters[BRITISH],
        "taken": " ".join(f"{letter}{count}" for letter, count in counts),
        "letters": " ".join(letters[: len(FACTIONS)]),
        "followers": " ".join(map(str.__mul__, letters[: len(FACTIONS)], (2, 1, 3))),
        "factions": listed(names),
        "occupier": game.map.control_name(BRITISH),
        "typed": "" if letters.startswith(_TYPED) else _TYPED_FACTIONS,
    }


RULES: Final = FileRules(
    files(__package__) / "chapters",
    "siam/rules",
    EXAMPLES,
    KEYS,
    SIGNS,
    REFERENCE,
    REFERENCE_SIGNS,
    words_of_game=reference_words,
)
