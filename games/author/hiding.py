"""What a position hides: views, and positions that a view may be of, by the marks of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias

from games.author.marks import Deck
from games.author.nodes import Maybe, Node, Words

Place: TypeAlias = tuple[str, int | None]
"""A field of the position, and the seat whose part of it is meant."""


def hide(node: Node, value: Any, is_seen: Callable[[str, int | None], bool]) -> Any:  # noqa: ANN401
    """Return a position without the items that are not seen.

    Args:
        node: of positions.
        value: the position.
        is_seen: tells by field and owner.
    """

    def visit(_: Maybe, item: Any, field: str, owner: int | None) -> Any:  # noqa: ANN401
        return item if is_seen(field, owner) else None

    return node.rebuild(value, visit, "", None)


def hidden_places(node: Node, view: Any) -> list[Place]:  # noqa: ANN401
    """Return where a view hides an item, each place once for each hidden item."""
    return [
        (field, owner)
        for leaf, item, field, owner in node.leaves(view, "", None)
        if isinstance(leaf, Maybe) and item is None
    ]


def cards_in_sight(node: Node, value: Any) -> dict[Deck, Counter[int]]:  # noqa: ANN401
    """Return how often each card is in sight, by deck."""
    found: dict[Deck, Counter[int]] = {}
    for leaf, item, _, _ in node.leaves(value, "", None):
        words = leaf.inner if isinstance(leaf, Maybe) else leaf
        if isinstance(words, Words) and words.deck is not None:
            seen = found.setdefault(words.deck, Counter())
            if item is not None:
                seen[item] += 1
    return found


def deal_hidden(node: Node, view: Any, random: Random) -> Any:  # noqa: ANN401
    """Return a position that a view may be of: it deals the cards that are not in sight."""
    packs = {deck: _unseen(deck, seen) for deck, seen in cards_in_sight(node, view).items()}
    for pack in packs.values():
        random.shuffle(pack)

    def visit(maybe: Maybe, item: Any, _: str, owner: int | None) -> Any:  # noqa: ANN401
        del owner
        if item is not None:
            return item
        deck = maybe.inner.deck if isinstance(maybe.inner, Words) else None
        return packs[deck].pop() if deck is not None else random.choice(maybe.domain)

    return node.rebuild(view, visit, "", None)


def missing_cards(node: Node, value: Any) -> Iterator[str]:  # noqa: ANN401
    """Iterate over what is wrong with the cards of a position or view: too many, or too few."""
    places: Counter[Deck] = Counter()
    for leaf, item, _, _ in node.leaves(value, "", None):
        if isinstance(leaf, Maybe) and item is None and isinstance(leaf.inner, Words):
            places.update([leaf.inner.deck] if leaf.inner.deck is not None else [])
    for deck, seen in cards_in_sight(node, value).items():
        for card, count in (seen - Counter(deck.cards)).items():
            yield f"{deck.name} {card} is there {count} times too often"
        left = len(deck.cards) - seen.total()
        if places[deck] > left:
            yield f"{places[deck]} places hide a {deck.name}, but only {left} are not in sight"


def _unseen(deck: Deck, seen: Counter[int]) -> list[int]:
    return sorted((Counter(deck.cards) - seen).elements())
