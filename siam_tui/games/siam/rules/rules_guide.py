"""The rules of King of Siam: chapters, worked examples, and the keys and signs of a table."""

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
from texts import Message, Noun, say, tell


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


KEYS: Final = say("siam/guide/keys", letters="{letters}", typed="{typed}")
SIGNS: Final = say(
    "siam/guide/signs",
    followers="{followers}",
    rama="{rama}",
    lao="{lao}",
    malay="{malay}",
    nobody="{nobody}",
    occupier="{occupier}",
    letter="{letter}",
    faction="{faction}",
)
"""What stands in braces are words of a map: see `reference_words`."""

REFERENCE: Final = (
    (say("siam/reference/card", card=Noun("siam/card", "K")), say("siam/reference/swap")),
    (say("siam/reference/card", card=Noun("siam/card", "T")), say("siam/reference/khon-thai")),
    (say("siam/reference/card", card=Noun("siam/card", "1")), say("siam/reference/1-vs-1")),
    (say("siam/reference/card", card=Noun("siam/card", "2")), say("siam/reference/2-vs-1")),
    (say("siam/reference/faction-name"), say("siam/reference/faction")),
    (say("siam/reference/after-name"), say("siam/reference/after")),
    (say("siam/reference/pass-name"), say("siam/reference/pass")),
    (say("siam/reference/struggle-name"), say("siam/reference/struggle")),
    (say("siam/reference/end-name"), say("siam/reference/end")),
    (say("siam/reference/colony-name"), say("siam/reference/colony")),
)
"""What each card does, and what decides, for one screen."""

REFERENCE_SIGNS: Final = (
    (
        "{signs.taker}{letter}2 {signs.taker}{nobody}",
        say("siam/reference-sign/taker", faction="{faction}", occupier="{occupier}"),
    ),
    (
        "{signs.flag}{letter} {signs.home}{letter}",
        say("siam/reference-sign/won", faction="{faction}"),
    ),
    ("{signs.king}", say("siam/reference-sign/king")),
    (say("siam/reference-sign/last-sign"), say("siam/reference-sign/last", taken="{taken}")),
)
"""The signs that are hardest to guess."""

_TYPED: Final = FACTION_LETTERS[: len(FACTIONS)]


def reference_words(game: Siam) -> dict[str, str]:
    """Return what `KEYS`, `SIGNS` and `REFERENCE_SIGNS` name: the sides of the game's map.

    >>> words = reference_words(Siam())
    >>> words["faction"], words["letter"], words["nobody"], words["taken"], words["followers"]
    ('Lao', 'L', 'B', 'R2 L1 M0', 'RR L MMM')
    """
    letters, names = side_letters(game.map), [tell(game.map.side(each)) for each in FACTIONS]
    shortest = min(FACTIONS, key=lambda each: text_width(names[each]))  # each sign has one line
    counts = zip(letters, (2, 1, 0), strict=False)
    typed = tell("siam/guide/typed", letters=" ".join(_TYPED))
    return {
        "faction": names[shortest],
        "letter": letters[shortest],
        "nobody": letters[BRITISH],
        "taken": " ".join(f"{letter}{count}" for letter, count in counts),
        "letters": " ".join(letters[: len(FACTIONS)]),
        "followers": " ".join(map(str.__mul__, letters[: len(FACTIONS)], (2, 1, 3))),
        **dict(zip(("rama", "lao", "malay"), names, strict=True)),
        "occupier": tell(game.map.side(BRITISH)),
        "typed": "" if letters.startswith(_TYPED) else typed,
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
