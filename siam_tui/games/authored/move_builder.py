"""Moves of an authored game as they are built at a table: the questions of its steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from games.author.asking import KIND, Question, Script, answers_of, ask_on
from games.author.game import Game
from games.author.values import Move
from siam_tui.games.authored.wording import FIRST_SIGN, Wording
from siam_tui.games.move_builder import Choice, Draft, MoveBuilder, MoveOption, MovePrompt, Path
from texts import tell

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz1234567890"
_MOST_KEYS: Final = 20
_TAKEN: Final = frozenset("q")
"""Letters that mean something else at every table."""


@dataclass(frozen=True, slots=True)
class AuthoredDraft(Draft):
    """The answers so far.

    Attributes:
        script: all of them.
        choices: those among them that had an alternative.
        first_sign: how the word of the next answer begins, where that was asked.
    """

    script: Script = ()
    first_sign: str = ""


class AuthoredMoveBuilder(MoveBuilder[Any, Move, AuthoredDraft]):
    """The choices of the seat that decides, in one position."""

    def __init__(self, game: Game[Any, Any], position: Any, words: Wording) -> None:  # noqa: ANN401
        """Begin with the first question that has an alternative."""
        super().__init__(position)
        self.game = game
        self._words = words
        self.empty = self._settle(AuthoredDraft())

    def _ask(self, draft: AuthoredDraft) -> Question | Move:
        return ask_on(lambda ask: self.game.steps(self.position, ask), draft.script)

    def _settle(self, draft: AuthoredDraft) -> AuthoredDraft:
        """Answer the question which kind of move it is, where there is one kind only."""
        asked = self._ask(draft)
        if isinstance(asked, Question) and asked.name == KIND and len(asked.options) == 1:
            return self._settle(AuthoredDraft(draft.choices, (*draft.script, asked.options[0])))
        return draft

    def options(self, draft: AuthoredDraft) -> tuple[MoveOption, ...]:
        """Return the answers to the next question, each with its key."""
        asked = self._ask(draft)
        if not isinstance(asked, Question):
            return ()
        if _is_crowded(asked) and not draft.first_sign:
            return tuple(self._first_signs(asked))
        return tuple(self._options(asked, draft.first_sign))

    def _first_signs(self, question: Question) -> Iterator[MoveOption]:
        words = (self._words.word(question.name, value) for value in question.options)
        for sign in dict.fromkeys(word[0] for word in words):
            choice = self._words.first_sign(sign)
            yield MoveOption(choice, key=sign.upper(), label="", word=sign.lower())

    def _options(self, question: Question, first_sign: str) -> Iterator[MoveOption]:
        named = [(value, self._words.word(question.name, value)) for value in question.options]
        named = [(value, word) for value, word in named if word.startswith(first_sign)]
        keys = _keys([word.removeprefix(first_sign) or word for _, word in named])
        for (value, word), key in zip(named, keys, strict=True):
            title = self._words.title(question.name, value)
            yield MoveOption(
                self._words.choice(question.name, value),
                key=key.upper(),
                label=title if title.upper() != key.upper() else "",
                word=word,
                name=title if title != word else "",
            )

    def choices(self, draft: AuthoredDraft) -> Path:
        """Return the answers to the next question."""
        found = [option.choice for option in self.options(draft)]
        asked = self._ask(draft)
        if isinstance(asked, Question):  # a place may be clicked before its first sign is chosen
            found += [self._words.choice(asked.name, value) for value in asked.options]
        return tuple(found)

    def with_choice(self, draft: AuthoredDraft, choice: Choice) -> AuthoredDraft:
        """Return the draft with one more answer."""
        choices = (*draft.choices, choice)
        if choice.kind.name == FIRST_SIGN:
            return AuthoredDraft(choices, draft.script, chr(choice.value))
        return self._settle(AuthoredDraft(choices, (*draft.script, self._words.answer(choice))))

    def without_last(self, draft: AuthoredDraft) -> AuthoredDraft:
        """Return the draft without its last choice."""
        return reduce(self.with_choice, draft.choices[:-1], self.empty)

    def only_choice(self, _draft: AuthoredDraft) -> None:
        """Return nothing: also an answer without an alternative is asked for."""

    def choices_of(self, moves: Sequence[Move]) -> Path:
        """Return what to choose to build the first of these moves."""
        answers = answers_of(
            lambda ask: self.game.steps(self.position, ask), moves[0], self.game.refusal
        )
        draft = self.empty
        while isinstance(asked := self._ask(draft), Question):
            answer = answers[len(draft.script)]
            if _is_crowded(asked):
                sign = self._words.word(asked.name, answer)[0]
                draft = self.choose(draft, self._words.first_sign(sign))
            draft = self.choose(draft, self._words.choice(asked.name, answer))
        return draft.choices

    def move(self, draft: AuthoredDraft) -> Move | None:
        """Return the move of a complete draft."""
        asked = self._ask(draft)
        return asked if isinstance(asked, Move) else None

    def prompt(self, draft: AuthoredDraft, filled: Path = ()) -> MovePrompt:
        """Return the next question, after the answers so far."""
        del filled
        asked = self._ask(draft)
        if isinstance(asked, Move):
            told = self._words.advise(asked)
            return MovePrompt(told, "", told, tell("games/authored/enter"))
        made = [each for each in draft.choices if each.kind.name != FIRST_SIGN]
        titles = [self._words.title(each.kind.name, self._words.answer(each)) for each in made]
        each = tuple(filter(None, (*titles, draft.first_sign)))
        so_far = tell("games/authored/facts", each=each)
        return MovePrompt(so_far, "", so_far, self._words.question(asked.name))

    def explain_choice(self, draft: AuthoredDraft, choice: Choice) -> str:
        """Return why a place that was pointed at cannot be chosen."""
        asked = self._ask(draft)
        if isinstance(asked, Move):
            return tell("games/authored/complete")
        if choice.kind.name != asked.name:
            return self._words.question(asked.name)
        wanted = self._words.answer(choice)
        return asked.why or self.game.refusal(asked.name, wanted, asked.options)


def _is_crowded(question: Question) -> bool:
    """Return whether a question has more answers than there are keys."""
    return len(question.options) > _MOST_KEYS


def _keys(words: Sequence[str]) -> list[str]:
    """Return a key for each word: itself if it is one character, else its first free letter."""
    keys = {word.lower() for word in words if not word[1:]}
    found = []
    for word in words:
        if not word[1:]:
            found.append(word.lower())
            continue
        letters = [sign for sign in word.lower() if sign in _LETTERS]
        free = (sign for sign in (*letters, *_LETTERS) if sign not in keys | _TAKEN)
        key = next(free, "")
        keys.add(key)
        found.append(key)
    return found
