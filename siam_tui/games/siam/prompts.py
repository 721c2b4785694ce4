"""The question for each step of building a move."""

from __future__ import annotations

from collections.abc import Sequence

from games.siam import Card, Exchange, Map, Placement, Position
from games.siam.constants import FACTION_OF_CARD
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.move_builder import Choice
from siam_tui.games.siam.card_text import has_no_effect
from siam_tui.games.siam.move_builder import TO_PASS, Builder, Draft, Kind
from siam_tui.games.siam.names import card_name
from siam_tui.ui.text import listed

_ORDER = ("first", "second")


def question(builder: Builder, draft: Draft) -> str:
    """Return the question for the next choice, or how to send the finished move."""
    if draft.start is None:
        if not builder.position.hand:
            return "You have no card left: you can only pass."
        if not builder.cards:
            return "The last card of the game may not be played: you would not win by it. Pass."
        return f"Which card do you play? Or do you pass?{_idle_cards(builder)}"
    if builder.move(draft) is not None:
        return f"{_consequence(builder, draft)}Enter sends your move. Esc steps back."
    assert draft.card is not None
    if builder.action_done(draft):
        return _take_question(builder, draft)
    return _action_question(builder, draft, draft.card)


def _idle_cards(builder: Builder) -> str:
    """Name the cards that have no effect now (S10)."""
    found = [card for card in builder.cards if has_no_effect(builder.actions(card))]
    names = [card_name(builder.position.map, card) for card in found]
    return f" {listed(names)} can do nothing now." if names else ""


def only_choices(board: Map, filled: Sequence[Choice]) -> str:
    """Name the choices that were made automatically because there was no other."""
    named: dict[object, Sequence[str]] = {
        Kind.PROVINCE: [p.name for p in board.provinces],
        Kind.FACTION: board.faction_names,
    }
    names = list(dict.fromkeys(named[choice.kind][choice.value] for choice in filled))
    if not names:
        return ""
    return f"{listed(names)} {'were the only choices' if names[1:] else 'was the only choice'}. "


def last_winner(position: Position) -> str:
    """Return who won the last struggle, such as "the Lao take Pattani"."""
    province = position.queue[position.resolved - 1]
    control, board = position.control(province), position.map
    assert control is not None
    return f"the {board.control_name(control)} take {drawing_of(board).names[province]}"


def _consequence(builder: Builder, draft: Draft) -> str:
    after = builder.passing_ends() if draft.start == TO_PASS else None
    return "" if after is None else f"Your pass ends the struggle: {last_winner(after)}. "


def _take_question(builder: Builder, draft: Draft) -> str:
    assert draft.card is not None
    name = card_name(builder.position.map, draft.card)
    idle = f"{name} can do nothing now. " if builder.action(draft) is None else ""
    if not draft.taken:
        return f"{idle}From which province do you take a follower?"
    name = _name(builder, draft.taken[0].value)
    return f"Which follower do you take from {name}?"


def _action_question(builder: Builder, draft: Draft, card: Card) -> str:
    match card:
        case "K":
            return _swap_question(builder, draft)
        case "T":
            return _khon_thai_question(builder, draft)
        case "1" | "2":
            return _exchange_question(builder, draft, card)
        case _:
            return _reinforcement_question(builder, draft, card)


def _swap_question(builder: Builder, draft: Draft) -> str:
    match [choice.value for choice in draft.acted]:
        case []:
            return "Which tile changes places?"
        case [first]:
            return f"With which tile does {_name(builder, first)} change places?"
    return "Which of the two gets the King marker?"


def _khon_thai_question(builder: Builder, draft: Draft) -> str:
    action = next(iter(builder.game.actions(builder.position, "T")))
    assert isinstance(action, Placement)
    faction = action.followers[len(draft.acted)].faction
    return f"Where does the {_faction(builder, faction)} follower go?"


def _reinforcement_question(builder: Builder, draft: Draft, card: Card) -> str:
    order = _ORDER[len(draft.acted)]
    name = _faction(builder, FACTION_OF_CARD[card])
    return f"Where does the {order} {name} follower go?"


def _exchange_question(builder: Builder, draft: Draft, card: Card) -> str:
    chosen = draft.acted
    if not chosen:
        return _first_exchange_question(builder, card)
    home = _name(builder, chosen[0].value)
    sides = [index for index, choice in enumerate(chosen) if choice.kind is Kind.PROVINCE]
    if len(sides) == 2:
        return f"Which follower comes from {_name(builder, chosen[sides[1]].value)}?"
    if any(choice.kind is Kind.FACTION for choice in builder.choices(draft)):
        which = "Which follower" if len(chosen) == 1 else "Which other follower"
        return f"{which} leaves {home}?"
    where = "neighbour" if card == "2" else "province"
    return f"From which {where} does one come to {home} in return?"


def _first_exchange_question(builder: Builder, card: Card) -> str:
    if card == "1":
        return "From which province does a follower go?"
    found = builder.game.actions(builder.position, "2")
    if any(isinstance(action, Exchange) and len(action.given) == 2 for action in found):
        return "Which province gives two followers?"
    return "No two for one is possible, so you exchange one for one: which province gives one?"


def _name(builder: Builder, province: int) -> str:
    board: Map = builder.position.map
    return board.provinces[province].name


def _faction(builder: Builder, faction: int) -> str:
    return builder.position.map.faction_names[faction]
