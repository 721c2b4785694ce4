"""The moves of King of Siam as they are built at a table: keys, questions, and reasons."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from games.siam import (
    CARDS,
    FACTION_LETTERS,
    FACTIONS,
    Action,
    Card,
    Exchange,
    Faction,
    Map,
    Placement,
    Position,
)
from games.siam.constants import FACTION_OF_CARD
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.map_board.place_names import ids, short_names
from siam_tui.games.move_builder import Choice, MoveOption, MovePrompt
from siam_tui.games.siam.consequences import tell_changes, tell_consequences
from siam_tui.games.siam.move_builder import TO_PASS, Builder, Draft, Kind
from siam_tui.games.siam.move_text import draft_words
from siam_tui.games.siam.names import CARD_KEYS, card_key, card_name, side_letters
from siam_tui.ui.text import listed

CARD_TEXTS: Final[dict[Card, str]] = {
    "K": "swap two tiles, King marker on one",
    "T": "a follower of each faction from the supply",
    "1": "exchange one follower for one, anywhere",
    "2": "exchange two followers for one of a neighbour",
    **dict.fromkeys(FACTION_OF_CARD, "two followers next to its provinces or home"),
}
_IDLE: Final[dict[Card, str]] = {
    "K": "no two tiles can be swapped",
    "T": "nobody is left in the supply",
    "1": "no two provinces have followers to exchange",
    "2": "no two neighbours have followers to exchange",
    **dict.fromkeys(FACTION_OF_CARD, "no province next to theirs is open"),
}


def has_no_effect(actions: Collection[Action]) -> bool:
    """Return whether a card with these legal actions has no effect (S10)."""
    return all(action is None for action in actions)


def card_text(position: Position, card: Card, actions: Collection[Action]) -> str:
    """Return what a card does now; if that is less than usual, why (S9, S10).

    Args:
        position: the board.
        card: the card.
        actions: its legal actions.
    """
    names, faction = position.map.faction_names, FACTION_OF_CARD.get(card)
    left = [position.supply_of(each) for each in FACTIONS]
    if faction is not None and not left[faction]:
        return f"no effect: no {names[faction]} left in the supply"
    if has_no_effect(actions):
        return f"no effect: {_IDLE[card]}"
    if faction is not None and left[faction] == 1:
        return f"only one: the last {names[faction]} in the supply"
    if card == "T" and not all(left):
        gone = [names[each] for each in FACTIONS if not left[each]]
        return f"one of each, but no {listed(gone)}: none left"
    if card == "2" and not any(_full(action) for action in actions):
        return "one for one of a neighbour: two for one is not possible"
    return CARD_TEXTS[card]


def _full(action: Action) -> bool:
    return isinstance(action, Exchange) and len(action.given) > 1


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
    return f"Which follower do you take from {_name(builder, draft.taken[0].value)}?"


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


_HELD: Final = "The {side} control {name}: nothing can be placed there. Choose a marked province."
_BARE: Final = "Nobody stands in {name}. Choose a marked province."
_EMPTIED: Final = "The {side} control {name}, so nobody stands there. Choose a marked province."
_FAR: Final = "{name} has no {faction} neighbour. Choose a marked province."
_HOME_LOST: Final = (
    "{name} has no {faction} neighbour: the {side} control {home}, their home. "
    "Choose a marked province."
)
_RESOLVED: Final = "The struggle for {name} is over, so its tile stays. Choose a marked tile."
_CROWNED: Final = "{name} has the King marker, so its tile stays. Choose a marked tile."
_CHOSEN: Final = "{name} is chosen already. Choose another marked province."
_NOT_NEXT: Final = "{name} is no neighbour of {other}. Choose a marked province."
_TOO_FEW: Final = "{name} has fewer than two followers to give. Choose a marked province."
_NOT_BOTH: Final = "The King marker goes on one of the two tiles you swap. Choose one of them."
_NO_PARTNER: Final = "{name} has no neighbour to exchange with. Choose a marked province."
_OTHERWISE: Final = "{name} cannot be chosen here. Choose a marked province."


def explain_province(builder: Builder, draft: Draft, province: int) -> str:
    """Return why a province cannot be chosen next, where provinces can be chosen."""
    position, card = builder.position, draft.card
    assert card is not None
    names = {"name": position.map.provinces[province].name}
    if builder.action_done(draft):
        return _why_empty(builder.preview(draft), province, names)
    if card == "K":
        return _why_no_tile(position, draft, province, names)
    if card in ("1", "2"):
        return _why_no_exchange(builder, draft, province, names)
    control = position.control(province)
    if control is not None:
        return _HELD.format(side=position.map.control_name(control), **names)
    if card in FACTION_OF_CARD:
        return _why_out_of_reach(position, FACTION_OF_CARD[card], names)
    return _OTHERWISE.format(**names)


def _why_empty(position: Position, province: int, names: dict[str, str]) -> str:
    control = position.control(province)
    if control is not None:
        return _EMPTIED.format(side=position.map.control_name(control), **names)
    return (_OTHERWISE if any(position.followers(province)) else _BARE).format(**names)


def _why_no_tile(position: Position, draft: Draft, province: int, names: dict[str, str]) -> str:
    if len(draft.acted) > 1:
        template = _NOT_BOTH
    elif position.control(province) is not None:
        template = _RESOLVED
    elif province in position.markers:
        template = _CROWNED
    else:
        template = _CHOSEN if province in draft.provinces else _OTHERWISE
    return template.format(**names)


def _why_no_exchange(builder: Builder, draft: Draft, province: int, names: dict[str, str]) -> str:
    position = builder.position
    if province in draft.provinces:
        return _CHOSEN.format(**names)
    if not any(position.followers(province)):
        return _why_empty(position, province, names)
    if draft.card == "2":
        sides = [each.value for each in draft.acted if each.kind is Kind.PROVINCE]
        if not sides:
            few = sum(position.followers(province)) <= 1
            return (_TOO_FEW if few else _NO_PARTNER).format(**names)
        if province not in position.map.borders[sides[0]]:
            other = position.map.provinces[sides[0]].name
            return _NOT_NEXT.format(other=other, **names)
    return _OTHERWISE.format(**names)


def _why_out_of_reach(position: Position, faction: Faction, names: dict[str, str]) -> str:
    board = position.map
    home = board.homes[faction]
    control = position.control(home)
    told = {"faction": board.faction_names[faction], **names}
    if control not in (None, faction):
        assert control is not None
        side, own = board.control_name(control), board.provinces[home].name
        return _HOME_LOST.format(side=side, home=own, **told)
    return _FAR.format(**told)


class SiamMoveBuilder(Builder):
    """The choices of the seat to move, with keys, names and questions.

    >>> from games.siam import Siam
    >>> siam = Siam()
    >>> builder = SiamMoveBuilder(siam, siam.new(players=2, seed=1))
    >>> draft = builder.choose(builder.empty, TO_PASS)
    >>> siam.format_move(builder.move(draft))
    'pass'
    """

    def options(self, draft: Draft) -> tuple[MoveOption, ...]:
        """Return the choices a draft may be continued with; provinces in the order of the queue."""
        found = [self._option(draft, choice) for choice in self.choices(draft)]
        if draft.start is None:
            return tuple(found)
        return tuple(sorted(found, key=lambda option: option.key if option.key.isdigit() else ""))

    def prompt(self, draft: Draft, filled: tuple[Choice, ...] = ()) -> MovePrompt:
        """Return the move so far, and what is asked next."""
        move, board = self.move(draft), self.position.map
        told, shorter = (
            draft_words(self, draft, names) for names in (short_names(board), ids(board))
        )
        longer = f"{told}  {self.game.format_move(move)}" if move and move.card else ""
        change = self._change(draft)
        # The options say what a finished move waits for; what it changes has the room of that.
        waits = bool(move and change)
        asked = "" if waits else f"{only_choices(board, filled)}{question(self, draft)}"
        board_alone = tell_changes(self.position, self.preview(draft)) if change else ()
        keys = tuple(self._option(draft, each).key for each in filled)
        return MovePrompt(told, longer, shorter, asked, change, board_alone, keys)

    def _change(self, draft: Draft) -> tuple[str, ...]:
        """Return what the choices so far change; a pass says it in the question."""
        if draft.card is None:
            return ()
        after = self.preview(draft)
        return tell_consequences(self.game, self.position, after, self.position.turn)

    def explain_key(self, draft: Draft, key: str) -> str:
        """Return why a key makes no choice now: a digit is a province, as if it were clicked."""
        kinds = {choice.kind for choice in self.choices(draft)}
        if Kind.CARD in kinds and key.isdigit() and key in CARD_KEYS:
            return self.explain_choice(draft, Choice(Kind.CARD, CARDS.index(key)))
        if len(key) == 1 and key in "12345678":  # type: ignore[characters]
            province = self.preview(draft).queue[int(key) - 1]
            return self.explain_choice(draft, Choice(Kind.PROVINCE, province))
        board = self.position.map
        named = [number for number, each in enumerate(CARDS) if card_key(board, each) == key]
        if named:
            return self.explain_choice(draft, Choice(Kind.CARD, named[0]))
        return _what_instead(kinds)

    def explain_choice(self, draft: Draft, choice: Choice) -> str:
        """Return why a province or a card cannot be chosen now."""
        kinds = {each.kind for each in self.choices(draft)}
        if choice.kind is Kind.CARD and kinds & {Kind.CARD, Kind.PASS}:
            name = card_name(self.position.map, CARDS[choice.value])
            return f"You have no card {name} that you may play now."
        if choice.kind is not Kind.PROVINCE or Kind.PROVINCE not in kinds:
            return _what_instead(kinds)
        return explain_province(self, draft, choice.value)

    def _option(self, draft: Draft, choice: Choice) -> MoveOption:
        board, value = self.position.map, choice.value
        if choice.kind is Kind.CARD:
            card = CARDS[value]
            name, text = card_name(board, card), card_text(self.position, card, self.actions(card))
            colour = FACTION_OF_CARD.get(card)
            key = card_key(board, card)
            digit = card if card.isdigit() else ""
            return MoveOption(
                choice,
                key,
                name,
                word=card.lower(),
                name=name,
                colour=colour,
                explanation=text,
                other_key=digit,
            )
        if choice.kind is Kind.PASS:
            return MoveOption(choice, "P", self._passing(), word="pass", name="pass")
        if choice.kind is Kind.PROVINCE:
            place = self.preview(draft).queue.index(value) + 1
            province = board.provinces[value]
            name, short = province.name, province.id
            return MoveOption(choice, str(place), name, word=short, name=name, brief=short)
        letter, name = side_letters(board)[value], board.faction_names[value]
        return MoveOption(
            choice, letter, name, word=FACTION_LETTERS[value], name=name, colour=value
        )

    def _passing(self) -> str:
        """Return what a pass is called, and that it ends the struggle if it does."""
        after = self.passing_ends()
        return "pass" if after is None else f"pass: ends the struggle, {last_winner(after)}"


def _what_instead(kinds: AbstractSet[object]) -> str:
    if kinds & {Kind.CARD, Kind.PASS}:
        return "Choose a card of your hand first, or P to pass."
    if Kind.PROVINCE in kinds:
        return "Choose a province by its number on the map."
    if Kind.FACTION in kinds:
        return "Choose a follower by its letter."
    return "Your move is complete: Enter sends it, Esc steps back."
