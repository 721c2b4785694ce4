"""Players of Nim: the search's view of the rules, and one that looks a turn ahead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from games.search import Choice, Choices, Values
from tests.second_game.games.nim.position import CARDS, NimMove, NimPosition
from tests.second_game.games.nim.rules import Nim

_FLOOD = 1 / 3
"""How likely the omen is a flood, as long as it lies face down."""


@dataclass(frozen=True)
class NimSearch:
    """Nim as the search asks for it; what the values leave to 1 is the chance that nobody wins."""

    misere: bool

    @property
    def _rules(self) -> Nim:
        return Nim(misere=self.misere)

    def known(self, position: NimPosition) -> bool:
        return self._rules.name_hidden_part(position) is None

    def guess(self, view: NimPosition, random: Random) -> NimPosition:
        spare = [card for card in CARDS if card not in {seat.card for seat in view.seats}]
        random.shuffle(spare)
        seats = tuple(replace(seat, card=seat.card or spare.pop()) for seat in view.seats)
        omen = view.omen or ("flood" if random.random() < _FLOOD else "calm")
        return replace(view, seats=seats, omen=omen)

    def recall(self, view: NimPosition, played: Iterable[tuple[int, NimMove]]) -> NimPosition:
        return view

    def side(self, position: NimPosition) -> int:
        return position.turn

    def certain(self, position: NimPosition) -> Values | None:
        outcome = self._rules.outcome(position)
        if outcome is None:
            return None
        share = 1 / max(1, len(outcome.winners))
        return tuple(share * (seat in outcome.winners) for seat in range(len(position.seats)))

    def judge(self, position: NimPosition) -> Values:
        safe = [seat.shown or position.omen != "flood" for seat in position.seats]
        return tuple(0.9 * each / len(safe) for each in safe)

    def choices(self, position: NimPosition, width: int | None) -> Choices[NimMove]:
        found = [
            Choice((self.certain(after) or self.judge(after))[position.turn], move)
            for move in self._rules.moves(position)
            for after in [self.play(position, move)]
        ]
        found.sort(key=lambda choice: -choice.worth)
        return Choices(tuple(found), complete=True)

    def certain_move(self, position: NimPosition) -> NimMove:
        raise AssertionError("only a position that is over is certain")

    def play(self, position: NimPosition, move: NimMove) -> NimPosition:
        return self._rules.play(position, move)


def choose_greedily(game: Nim, view: NimPosition, random: Random) -> NimMove:
    """Return the move that looks best at once."""
    search = NimSearch(game.misere)
    return search.choices(search.guess(view, random), None).best_first[0].move
