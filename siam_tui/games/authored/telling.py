"""What stands in a position, in sentences and in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.author.boards import Board
from games.author.game import Game
from games.author.nodes import HIDDEN, Maybe, Node, Words
from games.author.records import Fields, Many
from texts import language, tell
from texts.rooms import translations
from texts.sentences import capitalized

_UNTOLD: Final = frozenset(("turn", "past"))


def told_words(game: str, english: str) -> str:
    """Return words of a game's class in the reader's language, as its package translates them."""
    room = game.replace("-", "_")
    return translations(room, language()).get((f"{room}/words", english), english)


def words_of(game: str, field: str) -> str:
    """Return what a field is called: ``last_card`` is *last card*."""
    return told_words(game, field.replace("_", " "))


def seat_facts(game: Game[Any, Any], position: Any, seat: int) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Iterate over what a seat has: what it is called, and its text."""
    for name, node in game.shape().position.nodes.items():
        if isinstance(node, Many) and node.per_seat:
            text = item_text(game.name, node.item, getattr(position, name)[seat])
            if text:
                yield words_of(game.name, name), text
    for name, owner, number in game.facts(position):
        if owner == seat:
            yield words_of(game.name, name), str(number)


def table_facts(game: Game[Any, Any], position: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Iterate over what belongs to no seat and lies on no board."""
    for name, node in game.shape().position.nodes.items():
        is_told = isinstance(node, Many) and (node.per_seat or node.board is not None)
        if name in _UNTOLD or is_told or _is_seat(node):
            continue
        yield (
            words_of(game.name, name),
            item_text(game.name, node, getattr(position, name)) or tell("games/authored/none"),
        )
    for name, owner, number in game.facts(position):
        if owner is None:
            yield words_of(game.name, name), str(number)


def _is_seat(node: Node) -> bool:
    inner = node.inner if isinstance(node, Maybe) else node
    return isinstance(inner, Words) and inner.is_seat


def item_text(game: str, node: Node, item: Any) -> str:  # noqa: ANN401, PLR0911 - a line a node
    """Return an item in short; empty for none. Hidden cards in a row are counted."""
    match node:
        case Words() if node.domain == (False, True):
            return tell("games/authored/yes") if item else ""
        case Maybe() if item is None:
            return HIDDEN if node.mark else ""
        case Maybe():
            return item_text(game, node.inner, item)
        case Many():
            if item and all(each is None for each in item):
                return tell("games/authored/hidden", n=len(item))
            return " ".join(item_text(game, node.item, each) for each in item)
        case Fields():
            parts = (
                (words_of(game, name), item_text(game, inner, getattr(item, name)))
                for name, inner in node.nodes.items()
            )
            each = tuple(tell_fact(name, text) for name, text in parts if text)
            return tell("games/authored/facts", each=each)
    return node.print(item)


def tell_seat(game: Game[Any, Any], position: Any, seat: int, name: str) -> str:  # noqa: ANN401
    """Return a sentence on what a seat has."""
    facts = tuple(tell_fact(what, text) for what, text in seat_facts(game, position, seat))
    return tell("games/authored/seat", who=name, facts=facts)


def tell_fact(what: str, text: str) -> str:
    """Return a fact in short, such as ``hand 3``."""
    return tell("games/authored/fact", what=what, text=text)


def tell_boards(game: Game[Any, Any], position: Any, names: Sequence[str]) -> Iterator[str]:  # noqa: ANN401
    """Iterate over sentences on what stands on the boards, and on what belongs to no seat."""
    told: dict[Board, list[str]] = {}
    for name, node in game.shape().position.nodes.items():
        if isinstance(node, Many) and node.board is not None:
            sentences = _tell_board(game.name, name, node, getattr(position, name), names)
            told.setdefault(node.board, []).extend(sentences)
    for found in told.values():
        yield from found or (tell("games/authored/nothing-there"),)
    for what, text in table_facts(game, position):
        yield tell("games/authored/table", what=what, text=text)


def _tell_board(
    game: str, name: str, node: Many, items: Sequence[Any], names: Sequence[str]
) -> Iterator[str]:
    board = node.board
    assert board is not None
    titles = {place: told_words(game, board.titles[place]) for place in board}
    if isinstance(node.item, Many) and node.item.per_seat:
        for place in board:
            counts = Counter({seat: number for seat, number in enumerate(items[place]) if number})
            there = tuple(tell_fact(names[seat], str(number)) for seat, number in counts.items())
            yield tell("games/authored/place", place=titles[place], there=there)
        return
    where: dict[Any, list[str]] = {}
    for place in board:
        if items[place] is not None:
            where.setdefault(items[place], []).append(titles[place])
    inner = node.item.inner if isinstance(node.item, Maybe) else node.item
    for item, places in sorted(where.items()):
        is_seat = isinstance(inner, Words) and inner.is_seat
        who = (
            names[item]
            if is_seat
            else tell_fact(capitalized(words_of(game, name)), inner.print(item))
        )
        yield tell("games/authored/places", who=who, places=tuple(places))
