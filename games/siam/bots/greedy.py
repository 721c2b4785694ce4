"""A bot for King of Siam that looks at who would win if everybody passed from here on.

It never plays a move to see what comes of it: an opening has some 15,000 of them. What would come
of all passing depends only on who wins each struggle, so every action is looked at once, and every
follower taken after it changes at most the province it is taken from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from games.contract import Game
from games.siam.bots.candidates import fewer, trio_at
from games.siam.bots.evaluation import side_of
from games.siam.constants import BRITISH, BRITISH_TO_COLONY, FACTIONS, Control, Faction, Trio
from games.siam.moves import PASS, Move
from games.siam.play import queue_after, stacks_after, taking
from games.siam.position import Position
from games.siam.rules import Siam
from games.siam.scoring import majority, rank, sets, winners_of


class Worth(NamedTuple):
    """How good an end is for the seat to move; compared field by field.

    Attributes:
        wins: whether the seat is among the winners.
        lead: followers of the reigning faction (or sets, in a colony) ahead of the best opponent.
        second: the same of the faction that ranks second.
        hold: provinces the reigning faction is ahead of the next one, if that is good for the seat.
    """

    wins: bool
    lead: int
    second: int
    hold: int


class _End(NamedTuple):
    """What all passing leads to: the factions by rank, or None for a colony; and the margin."""

    ranking: tuple[Faction, ...] | None
    hold: int


def choose(game: Game[Any, Any], view: Position, random: Random) -> Move:
    """Return a legal move for the seat to move, from its view."""
    assert isinstance(game, Siam)
    best = best_moves(game, view)
    return PASS if best == [PASS] else random.choice(best)


def best_moves(game: Siam, view: Position) -> list[Move]:
    """Return the moves that look equally good and best; a pass only alone."""
    judge = _Judge(view)
    cards = view.seats[view.turn].cards
    struggles = view.controls.count(None)
    if not cards or cards <= max(0, struggles - 2):
        return [PASS]  # what is left is for the struggles to come
    stay = judge.passing()
    best: list[Move] = []
    most: Worth | None = None
    for worth, move in _candidates(game, view, judge):
        if most is None or worth > most:
            most, best = worth, [move]
        elif worth == most:
            best.append(move)
    if most is None or not _worth_a_card(stay, most, spare=cards - struggles):
        return [PASS]
    return best


def _worth_a_card(stay: Worth, most: Worth, spare: int) -> bool:
    """Whether to play a card instead of passing, with so many cards more than struggles left."""
    if most.wins and not stay.wins:
        return True
    return most > stay and spare >= (1 if stay.wins else 0)


def _candidates(game: Siam, view: Position, judge: _Judge) -> Iterator[tuple[Worth, Move]]:
    for card in game.cards(view):
        for action in game.actions(view, card):
            stacks = stacks_after(view.stacks, action)
            board = _Board(view, stacks, queue_after(view.queue, action))
            for take in game.takes(view, card, action):
                end = board.end_without(*take) if take else board.end
                faction = take.faction if take else None
                yield judge.playing(end, faction), Move(card, action, take)


class _Board:
    """The board after an action, and who would win each struggle.

    Attributes:
        end: what all passing leads to.
    """

    def __init__(self, view: Position, stacks: Sequence[int], queue: Sequence[int]) -> None:
        self._stacks = stacks
        self._queue = queue
        self._controls = [
            control if control is not None else majority(trio_at(stacks, province))
            for province, control in enumerate(view.controls)
        ]
        self.end = _end_of_controls(tuple(self._controls[province] for province in queue))

    def end_without(self, faction: Faction, province: int) -> _End:
        """Return what all passing leads to once a follower has been taken."""
        control = majority(fewer(trio_at(self._stacks, province), faction))
        if control == self._controls[province]:
            return self.end
        return _end_of_controls(
            tuple(control if each == province else self._controls[each] for each in self._queue)
        )


class _Judge:
    """Weighs ends from the place of the seat to move."""

    def __init__(self, view: Position) -> None:
        self._view = view
        self._me = view.turn
        count = len(view.seats)
        mine = side_of(count, self._me)
        self._mine = [seat for seat in range(count) if side_of(count, seat) == mine]
        self._theirs = [seat for seat in range(count) if seat not in self._mine]
        self._known: dict[tuple[_End, Faction | None], Worth] = {}

    def passing(self) -> Worth:
        """Weigh a pass, with everybody else passing too."""
        view = self._view
        return self._weigh(
            _Board(view, view.stacks, view.queue).end,
            [seat.followers for seat in view.seats],
            view.recency,
        )

    def playing(self, end: _End, faction: Faction | None) -> Worth:
        """Rate an ending after the seat's own card, with a follower of `faction` taken."""
        known = self._known.get((end, faction))
        if known is None:
            taken = [seat.followers for seat in self._view.seats]
            taken[self._me] = taking(taken[self._me], faction)
            others = [seat for seat in self._view.recency if seat != self._me]
            known = self._weigh(end, taken, (self._me, *others))
            self._known[end, faction] = known
        return known

    def _weigh(self, end: _End, taken: list[Trio], recency: Sequence[int]) -> Worth:
        wins = self._me in winners_of(taken, recency, end.ranking)
        hold = end.hold if wins else -end.hold
        if end.ranking is None:
            ours = sets(taken[seat] for seat in self._mine)
            team = len(self._mine) > 1
            rivals = [self._theirs] if team else [[seat] for seat in self._theirs]
            theirs = max(sets(taken[seat] for seat in rival) for rival in rivals)
            return Worth(wins, ours - theirs, 0, hold)
        leads = [self._most_taken(taken, faction) for faction in end.ranking[:2]]
        return Worth(wins, leads[0], leads[1] if len(leads) > 1 else 0, hold)

    def _most_taken(self, taken: list[Trio], faction: Faction) -> int:
        ours = max(taken[seat][faction] for seat in self._mine)
        return ours - max(taken[seat][faction] for seat in self._theirs)


@cache  # at most 4**8 of them
def _end_of_controls(controls: tuple[Control, ...]) -> _End:
    """Return the end to which these controls lead, in the order of the struggles (S17, S18)."""
    if controls.count(BRITISH) >= BRITISH_TO_COLONY:
        return _End(None, controls.count(BRITISH) - BRITISH_TO_COLONY)
    won = sorted((controls.count(faction) for faction in FACTIONS), reverse=True)
    return _End(rank(controls), won[0] - won[1])
