"""The moves of King of Siam as they are built at a table: keys, questions, and reasons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
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
from siam_tui.games.game_texts import Length
from siam_tui.games.move_builder import Choice, MoveOption, MovePrompt
from siam_tui.games.siam.consequences import tell_changes, tell_consequences
from siam_tui.games.siam.move_builder import TO_PASS, Builder, Draft, Kind
from siam_tui.games.siam.move_text import draft_words
from siam_tui.games.siam.names import (
    CARD_KEYS,
    card_key,
    card_name,
    card_noun,
    places,
    side_letters,
)
from texts import Argument, Message, Noun, say, tell
from texts.sentences import join_sentences

_LENGTHS: Final[tuple[Length, ...]] = ("short", "shortest")


def has_no_effect(actions: Collection[Action]) -> bool:
    """Return whether a card with these legal actions has no effect (S10)."""
    return all(action is None for action in actions)


def card_text(position: Position, card: Card, actions: Collection[Action]) -> str:
    """Return the effect of a card in words; the arguments are those of `card_effect`."""
    return tell(card_effect(position, card, actions))


def card_effect(position: Position, card: Card, actions: Collection[Action]) -> Message:
    """Return what a card does now; if that is less than usual, why (S9, S10).

    Args:
        position: the board.
        card: the card.
        actions: its legal actions.
    """
    side, faction = position.map.side, FACTION_OF_CARD.get(card)
    left = [position.supply_of(each) for each in FACTIONS]
    if faction is not None and not left[faction]:
        return say("siam/effect/none-left", faction=side(faction))
    if has_no_effect(actions):
        return say("siam/effect/idle", card=card)
    if faction is not None and left[faction] == 1:
        return say("siam/effect/one-left", faction=side(faction))
    if card == "T" and not all(left):
        gone = tuple(side(each) for each in FACTIONS if not left[each])
        return say("siam/effect/some-gone", gone=gone)
    if card == "2" and not any(_full(action) for action in actions):
        return say("siam/effect/one-for-one")
    return say("siam/effect/full", card=card)


def _full(action: Action) -> bool:
    return isinstance(action, Exchange) and len(action.given) > 1


def question(builder: Builder, draft: Draft) -> str:
    """Return the question for the next choice, or how to send the finished move."""
    if draft.start is None:
        return _card_question(builder)
    if builder.move(draft) is not None:
        after = builder.passing_ends() if draft.start == TO_PASS else None
        if after is None:
            return tell("siam/ask/complete")
        return tell("siam/ask/complete-pass", result=last_winner(after))
    assert draft.card is not None
    if builder.action_done(draft):
        return _take_question(builder, draft)
    return tell(_action_question(builder, draft, draft.card))


def _card_question(builder: Builder) -> str:
    if not builder.position.hand:
        return tell("siam/ask/no-card")
    if not builder.cards:
        return tell("siam/ask/last-card")
    found = (card for card in builder.cards if has_no_effect(builder.actions(card)))
    idle = tuple(card_noun(builder.position.map, card) for card in found)
    return tell("siam/ask/card", idle=idle)


def only_choices(board: Map, filled: Sequence[Choice]) -> str:
    """Name the choices that were made automatically because there was no other."""
    named: dict[object, Callable[[int], Noun]] = {
        Kind.PROVINCE: board.place,
        Kind.FACTION: board.side,
    }
    names = tuple(dict.fromkeys(named[choice.kind](choice.value) for choice in filled))
    return tell("siam/ask/only-choices", names=names) if names else ""


def last_winner(position: Position) -> Message:
    """Return who won the last struggle, such as "the Lao take Pattani"."""
    province = position.queue[position.resolved - 1]
    control, board = position.control(province), position.map
    assert control is not None
    return say("siam/takes", side=board.side(control), place=places(board, "short")[province])


def _take_question(builder: Builder, draft: Draft) -> str:
    assert draft.card is not None
    if draft.taken:
        return tell("siam/ask/take", place=_place(builder, draft.taken[0].value))
    if builder.action(draft) is None:
        card = card_noun(builder.position.map, draft.card)
        return tell("siam/ask/take-from-idle", card=card)
    return tell("siam/ask/take-from")


def _action_question(builder: Builder, draft: Draft, card: Card) -> Message:
    match card:
        case "K":
            return _swap_question(builder, draft)
        case "T":
            return _khon_thai_question(builder, draft)
        case "1" | "2":
            return _exchange_question(builder, draft, card)
        case _:
            return _reinforcement_question(builder, draft, card)


def _swap_question(builder: Builder, draft: Draft) -> Message:
    match [choice.value for choice in draft.acted]:
        case []:
            return say("siam/ask/tile")
        case [first]:
            return say("siam/ask/other-tile", place=_place(builder, first))
    return say("siam/ask/king")


def _khon_thai_question(builder: Builder, draft: Draft) -> Message:
    action = next(iter(builder.game.actions(builder.position, "T")))
    assert isinstance(action, Placement)
    faction = action.followers[len(draft.acted)].faction
    return say("siam/ask/placed", faction=builder.position.map.side(faction))


def _reinforcement_question(builder: Builder, draft: Draft, card: Card) -> Message:
    side = builder.position.map.side(FACTION_OF_CARD[card])
    return say("siam/ask/second" if draft.acted else "siam/ask/first", faction=side)


def _exchange_question(builder: Builder, draft: Draft, card: Card) -> Message:
    chosen = draft.acted
    if not chosen:
        return _first_exchange_question(builder, card)
    place = _place(builder, chosen[0].value)
    sides = [choice.value for choice in chosen if choice.kind is Kind.PROVINCE]
    if len(sides) == 2:
        return say("siam/ask/comes", place=_place(builder, sides[1]))
    if any(choice.kind is Kind.FACTION for choice in builder.choices(draft)):
        return say("siam/ask/leaves" if len(chosen) == 1 else "siam/ask/leaves-too", place=place)
    return say("siam/ask/other-side", near=card == "2", place=place)


def _first_exchange_question(builder: Builder, card: Card) -> Message:
    if card == "1":
        return say("siam/ask/gives")
    found = builder.game.actions(builder.position, "2")
    return say("siam/ask/gives-two" if any(map(_full, found)) else "siam/ask/gives-one")


def _place(builder: Builder, province: int) -> Noun:
    board: Map = builder.position.map
    return board.place(province)


def explain_province(builder: Builder, draft: Draft, province: int) -> str:
    """Return why a province cannot be chosen next, where provinces can be chosen."""
    position, card = builder.position, draft.card
    assert card is not None
    place, control = position.map.place(province), position.control(province)
    if builder.action_done(draft):
        return tell(_why_empty(builder.preview(draft), province))
    if card == "K":
        return tell(_why_no_tile(position, draft, province))
    if card in ("1", "2"):
        return tell(_why_no_exchange(builder, draft, province))
    if control is not None:
        return tell("siam/why/controlled", side=position.map.side(control), place=place)
    if card in FACTION_OF_CARD:
        return tell(_why_out_of_reach(position, FACTION_OF_CARD[card], place))
    return tell("siam/why/other", place=place)


def _why_empty(position: Position, province: int) -> Message:
    control, place = position.control(province), position.map.place(province)
    if control is not None:
        return say("siam/why/emptied", side=position.map.side(control), place=place)
    is_bare = not any(position.followers(province))
    return say("siam/why/bare" if is_bare else "siam/why/other", place=place)


def _why_no_tile(position: Position, draft: Draft, province: int) -> Message:
    place = position.map.place(province)
    if len(draft.acted) > 1:
        return say("siam/why/king-on-two")
    if position.control(province) is not None:
        return say("siam/why/resolved", place=place)
    if province in position.markers:
        return say("siam/why/crowned", place=place)
    return say("siam/why/chosen" if province in draft.provinces else "siam/why/other", place=place)


def _why_no_exchange(builder: Builder, draft: Draft, province: int) -> Message:
    position, place = builder.position, _place(builder, province)
    if province in draft.provinces:
        return say("siam/why/chosen", place=place)
    if not any(position.followers(province)):
        return _why_empty(position, province)
    if draft.card == "2":
        sides = [each.value for each in draft.acted if each.kind is Kind.PROVINCE]
        if not sides:
            few = sum(position.followers(province)) <= 1
            return say("siam/why/too-few" if few else "siam/why/no-partner", place=place)
        if province not in position.map.borders[sides[0]]:
            return say("siam/why/not-next", place=place, other=_place(builder, sides[0]))
    return say("siam/why/other", place=place)


def _why_out_of_reach(position: Position, faction: Faction, place: Argument) -> Message:
    board = position.map
    control, home = position.control(board.homes[faction]), board.place(board.homes[faction])
    named = board.side(faction)
    if control in (None, faction):
        return say("siam/why/far", place=place, faction=named)
    side = board.side(control)
    return say("siam/why/home-lost", place=place, faction=named, side=side, home=home)


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
        told, shorter = (draft_words(self, draft, places(board, length)) for length in _LENGTHS)
        longer = f"{told}  {self.game.format_move(move)}" if move and move.card else ""
        change = self._change(draft)
        # The options say what a finished move waits for; what it changes has the room of that.
        waits = bool(move and change)
        asks = () if waits else (only_choices(board, filled), question(self, draft))
        board_alone = tell_changes(self.position, self.preview(draft)) if change else ()
        keys = tuple(self._option(draft, each).key for each in filled)
        return MovePrompt(told, longer, shorter, join_sentences(*asks), change, board_alone, keys)

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
            return tell("siam/why/no-card", card=card_noun(self.position.map, CARDS[choice.value]))
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
            name = tell("siam/move/pass")
            return MoveOption(choice, "P", self._passing(), word="pass", name=name)
        if choice.kind is Kind.PROVINCE:
            place = self.preview(draft).queue.index(value) + 1
            name, short = tell(board.place(value)), board.provinces[value].id
            return MoveOption(choice, str(place), name, word=short, name=name, brief=short)
        letter, name = side_letters(board)[value], tell(board.side(value))
        return MoveOption(
            choice, letter, name, word=FACTION_LETTERS[value], name=name, colour=value
        )

    def _passing(self) -> str:
        """Return what a pass is called, and that it ends the struggle if it does."""
        after = self.passing_ends()
        if after is None:
            return tell("siam/move/pass")
        return tell("siam/move/pass-ends", result=last_winner(after))


def _what_instead(kinds: AbstractSet[object]) -> str:
    if kinds & {Kind.CARD, Kind.PASS}:
        return tell("siam/instead/card")
    if Kind.PROVINCE in kinds:
        return tell("siam/instead/province")
    if Kind.FACTION in kinds:
        return tell("siam/instead/faction")
    return tell("siam/instead/send")
