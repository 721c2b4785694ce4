"""The moves of The Foreign King as they are built at a table: keys, labels and questions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.contract import GameError
from games.foreign_king.constants import (
    ACTIVE,
    FACTORY_TYPES,
    SPACES,
    SPACES_OF,
    Space,
)
from games.foreign_king.moves import Close, Move, MoveKing
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.building.consequences import tell_consequences
from siam_tui.games.foreign_king.building.move_builder import Builder
from siam_tui.games.foreign_king.building.prompts import (
    province_label,
    question,
    tell_answer,
)
from siam_tui.games.foreign_king.choice_kinds import (
    FROM_SUPPLY,
    NO_FACTORY,
    Kind,
    province_choice,
    space_choice,
    without_loans,
)
from siam_tui.games.foreign_king.move_text import name_move
from siam_tui.games.foreign_king.names import YOU, name_place, name_space
from siam_tui.games.game_texts import Length
from siam_tui.games.move_builder import Choice, Draft, MoveOption, MovePrompt
from siam_tui.ui.text import reason, told
from texts import Message, Noun, say, tell

KEY_OF_SPACE: Final = MappingProxyType(
    dict(zip(SPACES, ("B", "P", "V", "G", "K", "I", "R", "X"), strict=True))
)
"""The key of each space; M, C, O, Q and N mean other things at the table."""
_SPACE_OF_KEY: Final = {key: space for space, key in KEY_OF_SPACE.items()}
_QUEEN: Final = space_choice("queen")
_FACTORY_KEYS: Final = ("M", "T", "N")
"""The keys of the types of factory, and of none."""


class ForeignKingMoveBuilder(Builder):
    """The choices of the seat that decides, with keys, names and questions.

    >>> from games.foreign_king import ForeignKing
    >>> game = ForeignKing()
    >>> builder = ForeignKingMoveBuilder(game, game.new(players=2, seed=1))
    >>> draft = builder.choose(builder.empty, space_choice("coins"))
    >>> game.format_move(builder.move(draft))
    'coins'
    """

    def options(self, draft: Draft) -> tuple[MoveOption, ...]:
        """Return the choices a draft may be continued with, and other spaces to begin anew with."""
        return tuple(
            self._option(draft, choice) for choice in (*self.choices(draft), *self._others(draft))
        )

    def _others(self, draft: Draft) -> tuple[Choice, ...]:
        """Return the spaces that may be chosen in the place of the one whose action is begun."""
        if not draft.choices or self.position.asks != "act":
            return ()
        chosen, *more = draft.choices
        if chosen == _QUEEN and not more:  # a space is the action that she opens
            return ()
        return tuple(choice for choice in self.choices(self.empty) if choice != chosen)

    def choose(self, draft: Draft, choice: Choice) -> Draft:
        """Return the draft with one more choice; another space begins a new move."""
        is_other = choice in self._others(draft)
        return super().choose(self.empty if is_other else draft, choice)

    def prompt(self, draft: Draft, filled: tuple[Choice, ...] = ()) -> MovePrompt:
        """Return the move so far, and what is asked next."""
        keys = tuple(self._option(draft, each).key for each in filled)
        move, asked, change = self.move(draft), question(self, draft), self._change(draft)
        if move is None or not draft.choices:
            told = self._begun(draft)
            return MovePrompt(told, "", told, asked, change, filled_keys=keys)
        told, shorter = (self._tell_moves(draft, move, length) for length in ("short", "shortest"))
        longer = f"{told}  {self.game.format_move(move)}"
        return MovePrompt(told, longer, shorter, asked, change, filled_keys=keys)

    def _tell_moves(self, draft: Draft, move: Move, length: Length) -> str:
        """Return the move, and what is sent after it: further steps, or loans."""
        told = name_move(self.game, move, length)
        more = [each for each in self.following(draft) if each != Close(0)]
        if more and self.position.asks == "virtual":
            told = say("foreign_king/draft/more-steps", move=told, n=len(more))
        elif more:
            loans = name_move(self.game, more[0], "short")
            told = say("foreign_king/draft/then", move=told, more=loans)
        return tell(told)

    def _change(self, draft: Draft) -> tuple[str, ...]:
        """Return what the choices so far cost and change; of virtual steps, the whole ones."""
        if self.position.asks == "virtual":
            draft = Draft(draft.choices[: len(draft.choices) // 2 * 2])
        elif self.position.asks == "act":  # the question tells what loans change
            draft = Draft(without_loans(draft.choices))
        move = self.move(draft)
        if move is None or not draft.choices:
            return ()
        return tell_consequences(self.position, self.preview(draft), move, self.names)

    def explain_key(self, draft: Draft, key: str) -> str:
        """Return why a key makes no choice now: a digit is a province, as if it were clicked."""
        if key in _SPACE_OF_KEY:
            return self.explain_choice(draft, space_choice(_SPACE_OF_KEY[key]))
        if key.isascii() and key.isdigit():
            choice = province_choice(int(key) - 1) if key != "0" else FROM_SUPPLY
            return self.explain_choice(draft, choice)
        if key in FACTORY_TYPES and self.position.asks == "act" and draft.choices:
            return self._explain_factory(draft, FACTORY_TYPES.index(key))
        return self._what_instead(draft)

    def _explain_factory(self, draft: Draft, number: int) -> str:
        """Return why a type of factory cannot be built."""
        factory = FACTORY_TYPES[number]
        if self.begun(draft.choices).space == "build" and not self.here.stock(ACTIVE[factory]):
            kind = Noun("foreign_king/factory", factory)
            return tell("foreign_king/refused/no-stock", factory=kind)
        return self._what_instead(draft)

    def explain_choice(self, draft: Draft, choice: Choice) -> str:
        """Return why a space or a province cannot be chosen now."""
        if choice.kind is Kind.SPACE:
            return self._explain_space(draft, SPACES[choice.value])
        is_begun = self.position.asks == "act" and draft.choices
        begun = self.begun(draft.choices) if is_begun else None
        if choice.kind not in (Kind.PROVINCE, Kind.SUPPLY) or begun is None or begun.space is None:
            return self._what_instead(draft)
        if begun.space == "place" and begun.rest:
            return tell("foreign_king/too-many")
        if begun.space == "king" and begun.rest:
            return tell("foreign_king/longer-way")
        if begun.space == "king" and self.here.king is not None:
            return self._refuse(MoveKing(choice.value, self._shortest_way(choice.value)))
        return self._refusal(Draft((*draft.choices, choice))) or self._what_instead(draft)

    def _shortest_way(self, goal: int) -> int:
        """Return in how many steps the King can come to a province; 1 to his own."""
        assert self.here.king is not None
        routes = self.here.map.routes[self.here.king]
        return next((steps for steps, goals in enumerate(routes) if steps and goal in goals), 1)

    def _refusal(self, draft: Draft) -> str:
        """Return why the rules refuse the move that a draft would stand for; empty if it is none.

        The draft may hold choices that are not offered.
        """
        move = self.move(draft)
        return "" if move is None else self._refuse(move)

    def _refuse(self, move: Move) -> str:
        """Return why the rules refuse a move; empty if they do not."""
        try:
            self.game.check(self.position, move)
        except GameError as error:
            return told(reason(error))
        return ""

    def _explain_space(self, draft: Draft, space: Space) -> str:
        here = self.here
        is_chosen = space_choice(space) in draft.choices[:1]
        if here.asks != "act" or is_chosen or _QUEEN in draft.choices:
            return self._what_instead(draft)
        if space not in SPACES_OF[here.seats]:
            name = name_space(space)
            return tell("foreign_king/refused/no-space", space=name, seats=here.seats)
        if space in here.pawns:
            seat = here.pawns.index(space)
            who = YOU if seat == here.turn else self.names[seat]
            return tell("foreign_king/taken", who=who, space=name_space(space))
        return tell(Noun("foreign_king/why-not", space))

    def _what_instead(self, draft: Draft) -> str:
        kinds = {choice.kind for choice in self.choices(draft)}
        if Kind.SPACE in kinds:
            return tell("foreign_king/instead/space")
        if kinds & {Kind.PROVINCE, Kind.SUPPLY}:
            return tell("foreign_king/instead/province")
        if Kind.FACTORY in kinds:
            return tell("foreign_king/instead/factory")
        if Kind.ANSWER in kinds:
            return tell("foreign_king/instead/answer")
        return tell("foreign_king/instead/send")

    # Options

    def _begun(self, draft: Draft) -> str:
        """Return the incomplete move so far: the spaces and provinces chosen."""
        named = [name for each in draft.choices if (name := self._name(each))]
        if not named:
            return ""
        if self.position.asks != "virtual":
            return f"{' '.join(map(tell, named))}..."
        pairs = zip(named[::2], named[1::2], strict=False)
        steps = [say("foreign_king/draft/step", origin=a, goal=b) for a, b in pairs]
        begun = (*steps, *named[2 * len(steps) :])
        return tell("foreign_king/draft/steps", steps=begun)

    def _name(self, choice: Choice) -> Noun | Message | None:
        """Return a space, a type of factory or a place that is chosen; None for other choices."""
        match choice:
            case Choice(Kind.SPACE, value):
                return name_space(SPACES[value])
            case Choice(Kind.FACTORY, value) if value < NO_FACTORY:
                return _factory(value)
            case Choice(Kind.PROVINCE | Kind.SUPPLY as kind, value):
                place = value if kind is Kind.PROVINCE else SUPPLY
                return name_place(self.game.map, place, "short")
        return None

    def _option(  # noqa: PLR0911 - a line for each kind of choice
        self, draft: Draft, choice: Choice
    ) -> MoveOption:
        value = choice.value
        match choice.kind:
            case Kind.SPACE:
                space = SPACES[value]
                return MoveOption(
                    choice,
                    KEY_OF_SPACE[space],
                    tell(name_space(space)),
                    word=space,
                    explanation=tell(Noun("foreign_king/effect", space)),
                    in_bar=choice in self.choices(draft),
                )
            case Kind.FACTORY:
                factory = _factory(value)
                name = tell(factory)
                return MoveOption(choice, _FACTORY_KEYS[value], name, word=factory.id, name=name)
            case Kind.ANSWER:
                return self._answer_option(choice)
            case Kind.LOAN | Kind.REPAY:
                key, word = ("L", "loan") if choice.kind is Kind.LOAN else ("F", "repay")
                label = tell(Noun("foreign_king/option", word))
                brief = tell(Noun("foreign_king/brief-option", word))
                return MoveOption(choice, key, label, word=word, brief=brief)
            case Kind.SEAT_ORDER:
                label = tell("foreign_king/option/order", n=value)
                return MoveOption(choice, str(value), label, word=str(value))
            case Kind.AMOUNT:
                name = tell("foreign_king/option/amount", n=value)
                return MoveOption(choice, str(value % 10), "", word=str(value), name=name)
        return self._place_option(draft, choice)

    def _answer_option(self, choice: Choice) -> MoveOption:
        is_yes = bool(choice.value)
        key, word = ("Y", "yes") if is_yes else ("N", "no")
        label = tell(
            "foreign_king/option/answer-then", yes=is_yes, then=tell_answer(self, yes=is_yes)
        )
        name = tell("foreign_king/option/answer", yes=is_yes)
        return MoveOption(choice, key, label, word=word, name=name, sends=True, brief=name)

    def _place_option(self, draft: Draft, choice: Choice) -> MoveOption:
        value = SUPPLY if choice.kind is Kind.SUPPLY else choice.value
        full, label, brief = (
            province_label(self, draft, value, length) for length in ("full", "short", "shortest")
        )
        if value == SUPPLY:
            name = tell(name_place(self.game.map, SUPPLY, "short"))
            return MoveOption(choice, "0", brief, word="supply", name=name)
        province, key = self.game.map.ids[value], str(value + 1)
        name = tell(name_place(self.game.map, value))
        return MoveOption(choice, key, label, word=province, name=name, brief=brief, full=full)


def _factory(value: int) -> Noun:
    """Return a type of factory, or none, as it is chosen; its id is the word for it."""
    return Noun("foreign_king/option", ("m", "t", "none")[value])
