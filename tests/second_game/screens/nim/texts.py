"""What Nim tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType

from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.game_texts import FactCommand, GameTexts, Length, MoveContext, name_winners
from siam_tui.model.move_log import Chapter
from siam_tui.model.table_view import TableView
from tests.second_game.games.nim.position import NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim
from texts import Person
from texts.sentences import capitalized


def _omen(view: TableView, rest: str) -> Iterator[str]:
    yield f"The omen is {view.position.omen if view.position.omen_up else 'face down'}."


class NimTexts(GameTexts[Nim, NimPosition, NimMove]):
    chapter = "part"
    facts = (FactCommand("omen", "", "Hear the omen.", _omen),)
    move_words = MappingProxyType({"yes": "Give a token.", "no": "Keep the token."})
    move_help = "A move is take:2@1, two tokens from heap 1, or show@1."
    notation = ("take:2@1 takes two tokens from heap 1.", "show@1 shows your card there.")

    def name_move(
        self,
        game: Nim,
        move: NimMove,
        length: Length,
        name_seat: Callable[[int], str] | None = None,
    ) -> str:
        match move.kind:
            case "take":
                return f"take {move.tokens} from heap {move.heap + 1}"
            case "show":
                return f"show your card at heap {move.heap + 1}"
        return "give a token" if move.kind == "yes" else "keep the token"

    def describe_legal_move(
        self, game: Nim, move: NimMove, length: Length, context: MoveContext | None = None
    ) -> str:
        verb, _, rest = self.name_move(game, move, length).partition(" ")
        return f"{verb}s {rest.replace('your', 'a')}"

    def tell_move(
        self, game: Nim, move: NimMove, who: Person, context: MoveContext | None = None
    ) -> str:
        if who.is_you:
            return f"You {self.name_move(game, move, 'full')}."
        return f"{who.name} {self.describe_legal_move(game, move, 'full')}."

    def title_forms(self, view: TableView, look: Look) -> Iterator[Content]:
        for stage in self.stages(view):
            yield Content(f" {view.game.title}: {stage}")
            yield Content(f" {stage}")

    def running_stages(self, view: TableView, position: NimPosition) -> tuple[str, ...]:
        return (self.remaining(position),)

    def remaining(self, position: NimPosition) -> str:
        left = sum(position.heaps)
        return f"{left} token{'s' * (left != 1)} left" if left else ""

    def tell_progress(
        self, view: TableView, before: NimPosition, after: NimPosition
    ) -> Iterator[str]:
        if after.omen_up and not before.omen_up:
            yield f"The omen is {after.omen}."

    def tell_situation(self, view: TableView) -> Iterator[str]:
        if text := self.remaining(view.position):
            yield f"{capitalized(text)}."

    def tell_own_turn(self, view: TableView) -> Iterator[str]:
        gift = view.position.gift is not None
        yield "Your turn. Yes or no?" if gift else "Your turn. Take tokens."

    def tell_seat(self, view: TableView, seat: int) -> str:
        card = view.position.seats[seat].card
        return f"{view.name(seat)} has {f'card {card}' if card else 'a secret card'}."

    def tell_board(self, view: TableView) -> Iterator[str]:
        for number, left in enumerate(view.position.heaps, 1):
            yield f"Heap {number} has {left}."

    def chapter_title(self, view: TableView, chapter: Chapter, length: Length = "short") -> str:
        return f"Part {view.game.chapter(chapter.before) + 1}"

    def chapter_end(self, view: TableView, chapter: Chapter, length: Length = "short") -> str:
        if length == "full" or view.game.chapter(chapter.after) == view.game.chapter(
            chapter.before
        ):
            return ""
        turned = chapter.after.omen_up and not chapter.before.omen_up
        return f" The omen is {chapter.after.omen}." if turned else " A card is shown."

    def tell_outcome(self, view: TableView) -> Iterator[str]:
        winners = [view.name(seat) for seat in view.outcome.winners]
        yield f"The omen is {view.position.omen}." if winners else "The flood takes all."
        yield f"{name_winners(winners)}."

    def tell_scoring(self, view: TableView) -> Iterator[str]:
        yield f"{view.name(view.position.last)} took the last token."
        if view.position.omen == "flood":
            yield "In a flood only a seat that has shown its card can win."

    def name_record_winners(self, result: str, names: Sequence[str]) -> str:
        if result == "nobody":
            return "nobody wins"
        return super().name_record_winners(result, names)


TEXTS = NimTexts()
