"""The moves of The Foreign King as they are built at a table: keys, labels and questions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from games.contract import GameError
from games.foreign_king.constants import (
    ACTIVE,
    FACTORY_NAMES,
    FACTORY_TYPES,
    SPACES,
    SPACES_OF,
    Space,
)
from games.foreign_king.moves import Close, Move, MoveKing
from games.foreign_king.ways import SUPPLY
from games.plural import count_of
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
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.map_board.place_names import short_names
from siam_tui.games.move_builder import Choice, Draft, MoveOption, MovePrompt

KEY_OF_SPACE: Final = MappingProxyType(
    dict(zip(SPACES, ("B", "P", "V", "G", "K", "I", "R", "X"), strict=True))
)
"""The key of each space; M, C, O, Q and N mean other things at the table."""
_SPACE_OF_KEY: Final = {key: space for space, key in KEY_OF_SPACE.items()}
_QUEEN: Final = space_choice("queen")
_EFFECTS: Final[dict[Space, str]] = {
    "build": "3 francs: a factory anywhere; the first one of a province brings a medal",
    "place": "citizens of your supply into one province; each further one costs 1 franc",
    "move": "citizens of one province to others; one step is free, each other costs 1",
    "congress": "one citizen to the Congress, free",
    "king": "the King to a province, whose leader scores; each further step costs 1 franc",
    "coins": "3 francs, and 1 for each textile factory where you lead",
    "order": "1 franc, and a place in the turn order of your choice after this round",
    "queen": "2 francs: any other action, its space taken or not",
}
_MORE_STEPS: Final = " and {count} more"
_THEN: Final = ", then {move}"


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
        more = self._tell_more(draft)
        told, shorter = (
            f"{move_words(self.game, move, length)}{more}" for length in ("short", "shortest")
        )
        longer = f"{told}  {self.game.format_move(move)}"
        return MovePrompt(told, longer, shorter, asked, change, filled_keys=keys)

    def _tell_more(self, draft: Draft) -> str:
        """Return what a draft sends after its first move: further steps, or loans."""
        more = [each for each in self.following(draft) if each != Close(0)]
        if self.position.asks == "virtual":
            return _MORE_STEPS.format(count=len(more)) if more else ""
        return "".join(_THEN.format(move=move_words(self.game, each, "short")) for each in more)

    def _change(self, draft: Draft) -> tuple[str, ...]:
        """Return what the choices so far cost and change; of virtual steps, the whole ones."""
        if self.position.asks == "virtual":
            draft = Draft(draft.choices[: len(draft.choices) // 2 * 2])
        elif self.position.asks == "act":  # the question tells what loans change
            draft = Draft(without_loans(draft.choices))
        move = self.move(draft)
        if move is None or not draft.choices:
            return ()
        return tell_consequences(self.game, self.position, self.preview(draft), move, self.names)

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
            return f"No {FACTORY_NAMES[factory]} factory is left in stock."
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
            return "You cannot place so many. Esc steps back."
        if begun.space == "king" and begun.rest:
            return "The same province again is a longer way. Esc goes back to choose another."
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
            return str(error)
        return ""

    def _explain_space(self, draft: Draft, space: Space) -> str:
        here = self.here
        is_chosen = space_choice(space) in draft.choices[:1]
        if here.asks != "act" or is_chosen or _QUEEN in draft.choices:
            return self._what_instead(draft)
        if space not in SPACES_OF[here.seats]:
            return f"The space {space} is not in the game with {here.seats} players."
        if space in here.pawns:
            seat = here.pawns.index(space)
            owner = "Your pawn" if seat == here.turn else f"The pawn of {self.names[seat]}"
            return f"{owner} stands on {space}. Choose a free space."
        return {
            "build": "A factory costs 3 francs, which you do not have.",
            "place": "Your supply is empty.",
            "move": "You have no citizen on the map.",
            "congress": "You have no citizen to send.",
            "queen": "The queen costs 2 francs and another action; you cannot pay that.",
        }.get(space, "That cannot be chosen now.")

    def _what_instead(self, draft: Draft) -> str:
        kinds = {choice.kind for choice in self.choices(draft)}
        if Kind.SPACE in kinds:
            return "Choose a space by its letter."
        if kinds & {Kind.PROVINCE, Kind.SUPPLY}:
            return "Choose a marked province by its number, or 0 for the supply if it is offered."
        if Kind.FACTORY in kinds:
            return "Choose M or T for a factory."
        if Kind.ANSWER in kinds:
            return "Answer Y or N."
        return "Your move is complete: Enter sends it, Esc steps back."

    # Options

    def _begun(self, draft: Draft) -> str:
        """Return the incomplete move so far: the spaces and provinces chosen."""
        names = short_names(self.game.map)
        if self.position.asks == "virtual":
            places = [
                "supply" if each == FROM_SUPPLY else names[each.value] for each in draft.choices
            ]
            pairs = [" to ".join(places[at : at + 2]) for at in range(0, len(places), 2)]
            return f"{', '.join(pairs)} to..." if places else ""
        told: list[str] = []
        for choice in draft.choices:
            match choice:
                case Choice(Kind.SPACE, value):
                    told.append(SPACES[value])
                case Choice(Kind.FACTORY, value) if value < NO_FACTORY:
                    told.append(FACTORY_NAMES[FACTORY_TYPES[value]])
                case Choice(Kind.PROVINCE, value):
                    told.append(names[value])
                case Choice(Kind.SUPPLY, _):
                    told.append("supply")
        return f"{' '.join(told)}..." if told else ""

    def _option(  # noqa: PLR0911 - a line for each kind of choice
        self, draft: Draft, choice: Choice
    ) -> MoveOption:
        value = choice.value
        match choice.kind:
            case Kind.SPACE:
                space = SPACES[value]
                effect = _EFFECTS[space]
                is_listed = choice in self.choices(draft)
                key = KEY_OF_SPACE[space]
                return MoveOption(
                    choice, key, space, word=space, explanation=effect, in_bar=is_listed
                )
            case Kind.FACTORY if value == NO_FACTORY:
                return MoveOption(choice, "N", "none", word="none")
            case Kind.FACTORY:
                factory = FACTORY_TYPES[value]
                name = FACTORY_NAMES[factory]
                return MoveOption(choice, factory, name, word=factory.lower(), name=name)
            case Kind.ANSWER:
                told = tell_answer(self, yes=bool(value))
                key, word = ("Y", "yes") if value else ("N", "no")
                label = f"{word}: {told}"
                return MoveOption(choice, key, label, word=word, name=word, sends=True, brief=word)
            case Kind.LOAN:
                return MoveOption(choice, "L", "take a loan: 3 francs", word="loan", brief="loan")
            case Kind.REPAY:
                return MoveOption(
                    choice, "F", "pay a loan back: 4 francs", word="repay", brief="repay"
                )
            case Kind.SEAT_ORDER:
                return MoveOption(choice, str(value), f"place {value}", word=str(value))
            case Kind.AMOUNT:
                name = count_of(value, "citizen")
                return MoveOption(choice, str(value % 10), "", word=str(value), name=name)
            case Kind.SUPPLY:
                label = province_label(self, draft, SUPPLY, "shortest")
                return MoveOption(choice, "0", label, word="supply", name="supply")
        province, key = self.game.map.provinces[value], str(value + 1)
        full, label, brief = (
            province_label(self, draft, value, length) for length in ("full", "short", "shortest")
        )
        return MoveOption(
            choice, key, label, word=province.id, name=province.name, brief=brief, full=full
        )
