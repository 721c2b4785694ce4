"""Why a key or a click that is a choice at other times is none now. Pure functions."""

from __future__ import annotations

from games.siam import CARDS
from siam_tui.games.siam.move_builder import Kind
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.table.move_draft import MoveDraft
from siam_tui.table.talk import CLOSED, talk_closed


def why_no_key(desk: MoveDraft, sight: TableView, key: str) -> str:
    """Say why a key is no choice now: a digit is a province, as if it had been clicked."""
    position = desk.shown(sight.position)
    if key.isdigit() and position is not None:
        return why_no_province(desk, sight, position.queue[int(key) - 1])
    kinds = {choice.kind for choice in desk.options}
    if key in CARDS and kinds & {Kind.CARD, Kind.PASS}:
        return f"You have no card {key} that you may play now."
    return _what_instead(kinds)


def why_no_province(desk: MoveDraft, sight: TableView, province: int) -> str:
    """Say why a province is no choice now."""
    kinds = {choice.kind for choice in desk.options}
    if Kind.PROVINCE not in kinds:
        return _what_instead(kinds)
    name = sight.game.map.provinces[province].name
    return f"{name} cannot be chosen here: choose one with a marked number."


def why_nothing(sight: TableView, client: TableSource, key: str) -> str:
    """Say why a key that does something at other times does nothing now; nothing of others."""
    alone = not client.company(sight.state.table)
    told = {
        "D": CLOSED if talk_closed(sight) else "There is nobody to talk to here: bots do not.",
        "H": "There is nobody here but bots, and hints are for your turn." if alone else "",
        "U": "You have no move to take back now.",
        "O": "You have a seat at no other table.",
        "S": "How it ended is told when the game is over.",
        "W": "The game can be watched again when it is over.",
    }
    return told.get(key, "")


def _what_instead(kinds: set[Kind]) -> str:
    if kinds & {Kind.CARD, Kind.PASS}:
        return "Choose a card of your hand first, or P to pass."
    if Kind.PROVINCE in kinds:
        return "Choose a province by its number on the map."
    if Kind.FACTION in kinds:
        return "Choose a follower by its letter."
    return "Your move is complete."
