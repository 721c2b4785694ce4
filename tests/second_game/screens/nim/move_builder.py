"""Nim's moves as they are built at a table: a heap, then how many tokens; or a yes or no."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from siam_tui.games.move_builder import Choice, MoveOption, MovePrompt
from tests.second_game.games.nim.position import MOST_TAKEN, NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim
from tests.second_game.screens.nim.texts import TEXTS


class Kind(Enum):
    """What is chosen."""

    HEAP = auto()
    TOKENS = auto()
    SHOW = auto()
    GIFT = auto()


@dataclass(frozen=True, slots=True)
class NimDraft:
    """The choices made so far."""

    choices: tuple[Choice, ...] = ()


class NimMoveBuilder:
    """The choices of the seat that decides, in one position."""

    empty = NimDraft()

    def __init__(self, game: Nim, position: NimPosition) -> None:
        self.game, self.position = game, position

    def options(self, draft: NimDraft) -> tuple[MoveOption, ...]:
        return tuple(self._options(draft.choices))

    def _options(self, choices: tuple[Choice, ...]) -> Iterator[MoveOption]:
        heaps = self.position.heaps
        if self.position.gift is not None:
            if not choices:
                yield MoveOption(Choice(Kind.GIFT, 0), "K", "keep it", word="keep")
                yield MoveOption(Choice(Kind.GIFT, 1), "G", "give it", word="give")
        elif not choices:
            for number, left in enumerate(heaps):
                if left:
                    key = str(number + 1)
                    yield MoveOption(Choice(Kind.HEAP, number), key, f"heap of {left}", word=key)
        elif len(choices) == 1:
            for tokens in range(1, min(MOST_TAKEN, heaps[choices[0].value]) + 1):
                yield MoveOption(Choice(Kind.TOKENS, tokens), str(tokens), "", word=str(tokens))
            if not self.position.mover.shown:
                yield MoveOption(Choice(Kind.SHOW, 0), "S", "show your card", word="show")

    def choose(self, draft: NimDraft, choice: Choice) -> NimDraft:
        if choice not in [option.choice for option in self.options(draft)]:
            raise ValueError(f"{choice} cannot be chosen now")
        return NimDraft((*draft.choices, choice))

    def choices_of(self, moves: Sequence[NimMove]) -> tuple[Choice, ...]:
        move = moves[0]
        match move.kind:
            case "take":
                return Choice(Kind.HEAP, move.heap), Choice(Kind.TOKENS, move.tokens)
            case "show":
                return Choice(Kind.HEAP, move.heap), Choice(Kind.SHOW, 0)
        return (Choice(Kind.GIFT, int(move.kind == "yes")),)

    def step_back(self, draft: NimDraft) -> NimDraft:
        return NimDraft(draft.choices[:-1])

    def move(self, draft: NimDraft) -> NimMove | None:
        match draft.choices:
            case (Choice(Kind.GIFT, given),):
                return NimMove("yes" if given else "no")
            case (Choice(_, heap), Choice(Kind.TOKENS, tokens)):
                return NimMove("take", heap, tokens)
            case (Choice(_, heap), Choice(Kind.SHOW, _)):
                return NimMove("show", heap)
        return None

    def following(self, draft: NimDraft) -> tuple[NimMove, ...]:
        return ()

    def preview(self, draft: NimDraft) -> NimPosition:
        return self.position

    def prompt(self, draft: NimDraft, filled: tuple[Choice, ...] = ()) -> MovePrompt:
        move = self.move(draft)
        if move is not None:
            told = TEXTS.name_move(self.game, move, "full")
            return MovePrompt(told, "", told, "Enter sends your move.")
        if draft.choices:
            told = f"heap {draft.choices[0].value + 1}"
            return MovePrompt(told, "", told, "How many tokens?")
        gift = self.position.gift is not None
        return MovePrompt("", "", "", "A token for that heap?" if gift else "Which heap?")

    def explain_key(self, draft: NimDraft, key: str) -> str:
        return "Choose a marked heap first." if key in "123SGK" else ""

    def explain_choice(self, draft: NimDraft, choice: Choice) -> str:
        return "This heap cannot be chosen now."
