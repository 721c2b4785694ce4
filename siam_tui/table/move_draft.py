"""The move that a person is building at a table, its cursor, and hints that fit it. No widgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final

from games.contract import Game
from siam_tui.games.move_builder import Choice, MoveBuilder, MoveOption, MovePrompt
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import UiAction
from siam_tui.typed.option_words import answer_name, option_name, typed_options
from texts import tell


class MoveDraft:
    """One person's move in the making.

    Attributes:
        builder: the choices of the present position, or None while it is not one's turn.
        draft: the choices made, as the builder has them.
        filled: what the last choice left no other choice for, and was chosen with it.
        cursor: what the keyboard's cursor is on.
    """

    def __init__(
        self,
        builder: MoveBuilder[Any, Any, Any] | None = None,
        game: Game[Any, Any] | None = None,
    ) -> None:
        self.builder, self._game = builder, game
        self.draft: Any = builder.empty if builder else None
        self._options: tuple[Any, tuple[MoveOption, ...]] | None = None
        self.filled: tuple[Choice, ...] = ()
        self.cursor: UiAction | None = None

    def turn_to(self, view: TableView, before: TableView | None) -> None:
        """Start a new draft if the position has changed."""
        if before is not None and view.moment == before.moment and self.builder:
            return
        self.builder, self._game = None, view.game
        if view.my_turn and view.position is not None:
            self.builder = ui_of(view.game.name).move_builder(
                view.game, view.position, view.seat_names
            )
        self.clear()

    def clear(self) -> None:
        """Discard all choices."""
        self.draft, self._options = self.builder.empty if self.builder else None, None
        self.filled, self.cursor = (), None

    def forget_told(self) -> None:
        """Tell the options anew when they are asked for again."""
        self._options = None

    def put_back(self, draft: Any) -> None:  # noqa: ANN401 - the builder's
        """Return to choices that were made earlier in the same position."""
        self.clear()
        self.draft = draft

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices made."""
        return self.draft.choices if self.builder else ()

    @property
    def is_begun(self) -> bool:
        """Whether the person has chosen something; what needs no choice is there before."""
        return self.builder is not None and self.draft != self.builder.empty

    @property
    def options(self) -> tuple[MoveOption, ...]:
        """The choices there are now."""
        if self.builder is None:
            return ()
        if self._options is None or self._options[0] != self.draft:
            self._options = self.draft, self.builder.options(self.draft)
        return self._options[1]

    @property
    def typed_options(self) -> tuple[MoveOption, ...]:
        """The choices there are now, as they can be typed."""
        return () if self.builder is None else typed_options(self.builder, self.draft)

    @property
    def first_options(self) -> tuple[MoveOption, ...]:
        """The choices that can start a new move, as they can be typed."""
        return () if self.builder is None else typed_options(self.builder, self.builder.empty)

    @property
    def prompt(self) -> MovePrompt:
        """The question and the move so far; only while a move can be built."""
        assert self.builder is not None
        return self.builder.prompt(self.draft, self.filled)

    def offers(self, choice: Choice) -> bool:
        """Return whether a choice can be made now."""
        return any(option.choice == choice for option in self.options)

    def can_choose(self, choice: Choice) -> bool:
        """Return whether a choice can be made now, or can start a new move."""
        return self.offers(choice) or self._begins(choice)

    def _begins(self, choice: Choice) -> bool:
        first = () if self.builder is None else self.builder.options(self.builder.empty)
        return any(option.choice == choice for option in first)

    def choose(self, choice: Choice) -> bool:
        """Make a choice if it is legal; a choice that starts a move may replace the draft."""
        if self.builder is None or not self.can_choose(choice):
            return False
        draft = self.draft if self.offers(choice) else self.builder.empty
        before = draft.choices
        self.draft, self.cursor = self.builder.choose(draft, choice), None
        self.filled = self.choices[_place_of(choice, self.choices, before) + 1 :]
        return True

    def fill_in(self, moves: Sequence[str]) -> None:
        """Make the choices of moves in the notation, as if their keys had been pressed.

        Args:
            moves: a legal move, and those that are to be played after it; as many of them are built
                as one draft can stand for.
        """
        if self.builder is None or self._game is None:
            return
        self.clear()
        for choice in self.builder.choices_of([*map(self._game.parse_move, moves)]):
            self.draft = self.builder.choose(self.draft, choice)

    def way_to(self, move: str) -> tuple[MoveOption, ...] | None:
        """Return what is left to choose for a move in the notation; None if it cannot come to it.

        Choices that may be made in any order may have been.
        """
        if self.builder is None or self._game is None:
            return None
        whole = MoveDraft(self.builder, self._game)
        whole.fill_in([move])
        return _way(self.builder, self.draft, whole.draft, Counter(whole.choices))

    def explain(self, choice: Choice) -> str:
        """Return why a choice cannot be made now."""
        told = self.builder.explain_choice(self.draft, choice) if self.builder else ""
        return told or tell("table/not-now")

    def sends(self, choice: Choice) -> bool:
        """Return whether the move that a choice completes is sent at once."""
        return any(option.choice == choice and option.sends for option in self.options)

    def step_back(self) -> None:
        """Undo the last choice, if there is one."""
        if self.builder is not None and self.choices:
            self.draft, self.filled, self.cursor = self.builder.step_back(self.draft), (), None

    @property
    def move(self) -> str | None:
        """The finished move in the notation, or None."""
        return next(iter(self.moves), None)

    @property
    def moves(self) -> tuple[str, ...]:
        """The finished move and those that follow it, in the notation; none if it is unfinished."""
        if self.builder is None or self._game is None:
            return ()
        move = self.builder.move(self.draft)
        if move is None:
            return ()
        return tuple(map(self._game.format_move, (move, *self.builder.following(self.draft))))

    def preview(self, position: Any) -> Any:  # noqa: ANN401 - any game's
        """Return the position to show: with the effect of the choices made, if there are any."""
        return position if self.builder is None else self.builder.preview(self.draft)


def _way(
    builder: MoveBuilder[Any, Any, Any],
    draft: Any,  # noqa: ANN401 - the builder's
    whole: Any,  # noqa: ANN401
    wanted: Counter[Choice],
) -> tuple[MoveOption, ...] | None:
    """Return what leads to the move of a whole draft by its choices, in any order; else None."""
    move = builder.move(draft)
    if draft == whole or (move is not None and move == builder.move(whole)):
        return ()
    for option in builder.options(draft):
        if option.choice not in wanted:
            continue
        after = builder.choose(draft, option.choice)
        if len(after.choices) > len(draft.choices) and Counter(after.choices) <= wanted:
            way = _way(builder, after, whole, wanted)
            if way is not None:
                return (option, *way)
    return None


def _place_of(choice: Choice, choices: Sequence[Choice], before: Sequence[Choice]) -> int:
    """Return where in the choices the one stands that was just made.

    It may have taken the place of an earlier one. All behind it were made by themselves.
    """
    pairs = zip(choices, before, strict=False)
    common = next((n for n, (now, then) in enumerate(pairs) if now != then), len(before))
    places = (n for n in range(min(common, len(choices) - 1), -1, -1) if choices[n] == choice)
    return next(places, len(choices) - 1)


class HintForms(Enum):
    """How somebody chooses, and so what a hint names."""

    BY_KEYS = "keys"
    TYPED = "words"


BY_KEYS: Final = HintForms.BY_KEYS
TYPED: Final = HintForms.TYPED


def hint_from_draft(
    draft: MoveDraft, solution: str, hint: str, forms: HintForms, *, again: bool = False
) -> str:
    """Return a hint at a move that fits the choices made.

    Args:
        draft: the choices made.
        solution: the move, in the notation.
        hint: the hint for somebody who has chosen nothing.
        forms: how they choose.
        again: whether the same was asked before.
    """
    if not draft.is_begun:
        return hint
    way = draft.way_to(solution)
    how = forms.value
    if way is None:
        return tell("table/hint/elsewhere", how=how, hint=hint)
    if not way:
        return tell("table/hint/done", how=how)
    first = way[0]
    if forms is TYPED:
        return tell("table/hint/next-word", answer=answer_name(first))
    if again:
        return tell("table/hint/rest", keys=" ".join(each.key for each in way))
    return tell("table/hint/next-key", name=option_name(first), key=first.key)
