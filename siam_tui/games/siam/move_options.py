"""The moves of King of Siam as they are built at a table: what may be chosen, and what is asked."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from games.siam import CARDS, FACTION_LETTERS
from games.siam.constants import FACTION_OF_CARD
from siam_tui.games.move_builder import Choice, MoveOption, MovePrompt
from siam_tui.games.siam.consequences import tell_changes, tell_consequences
from siam_tui.games.siam.move_builder import Builder, Draft, Kind
from siam_tui.games.siam.move_text import draft_words, ids, short_names
from siam_tui.games.siam.names import CARD_KEYS, card_key, card_name, side_letters
from siam_tui.games.siam.prompts import (
    card_text,
    explain_province,
    last_winner,
    only_choices,
    question,
)


class SiamMoveBuilder(Builder):
    """The choices of the seat to move, with keys, names and questions.

    >>> from games.siam import Siam
    >>> from siam_tui.games.siam.move_builder import TO_PASS
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
            return MoveOption(choice, key, name, card.lower(), name, colour, text, other_key=digit)
        if choice.kind is Kind.PASS:
            return MoveOption(choice, "P", self._passing(), "pass", "pass")
        if choice.kind is Kind.PROVINCE:
            place = self.preview(draft).queue.index(value) + 1
            province = board.provinces[value]
            name, short = province.name, province.id
            return MoveOption(choice, str(place), name, short, name, brief=short)
        letter, name = side_letters(board)[value], board.faction_names[value]
        return MoveOption(choice, letter, name, FACTION_LETTERS[value], name, colour=value)

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
