"""The keys that build a move at the table, worked out with the builder that takes them."""

from __future__ import annotations

from games.siam import FACTION_LETTERS, Position, Siam
from siam_tui.table.builder import EMPTY, Builder, Choice, Draft, Kind, card_choice, paths
from siam_tui.table.telling import short_names, tell


def hint(game: Siam, position: Position, solution: str) -> str:
    """Return a right move in words and the keys that make it."""
    told = tell(game, solution, short_names(game.map))
    keys = " ".join(key.upper() for key in keys_of(game, position, solution))
    return f"One way: {told}. Keys: {keys} Enter."


def keys_of(game: Siam, position: Position, text: str) -> list[str]:
    """Return the keys that build a move at the table; what is left to one choice needs none."""
    builder, move = Builder(game, position), game.parse_move(text)
    if move.card is None:
        return ["p"]
    taken = (
        ()
        if move.follower is None
        else (
            Choice(Kind.PROVINCE, move.follower.province),
            Choice(Kind.FACTION, move.follower.faction),
        )
    )
    draft, keys = builder.choose(EMPTY, card_choice(move.card)), [move.card.lower()]
    ways = list(paths(move.card, move.action))
    while builder.move(draft) != move:
        done = builder.action_done(draft)
        path = taken if done else next(w for w in ways if w[: len(draft.acted)] == draft.acted)
        choice = path[len(draft.taken if done else draft.acted)]
        keys.append(_key(builder, draft, choice))
        draft = builder.choose(draft, choice)
    return keys


def _key(builder: Builder, draft: Draft, choice: Choice) -> str:
    if choice.kind is Kind.PROVINCE:
        return str(builder.preview(draft).queue.index(choice.value) + 1)
    return FACTION_LETTERS[choice.value].lower()
