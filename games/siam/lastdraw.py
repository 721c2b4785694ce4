"""Drawing the last card of a random game uniformly among its legal moves (S15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, TypeAlias

from games.siam.constants import FACTION_OF_CARD, FACTIONS, PROVINCES, Card
from games.siam.endings import MASKS, UNITS, majorities, outcomes, winning
from games.siam.lastactions import CardActions, Did
from games.siam.running import RunningGame
from games.siam.tables import MEMBERS, STACKS

_ENDINGS: Final = 4**PROVINCES - 1
_PLACED: Final = tuple((province, unit) for province in range(PROVINCES) for unit in UNITS)
"""For each stack its province, and one follower of it in the province's count."""

Drawn: TypeAlias = tuple[Did, int | None]
"""What the last card did, and the stack a follower is taken from, if any."""
Changes: TypeAlias = Sequence[tuple[int, int]]
"""The provinces an action touches, each with what it adds to their counts."""
Takings: TypeAlias = Iterable[tuple[int, int]]
"""Takings by what they add to an ending, each with the set of outcomes that then win."""


class LastDraw:
    """The last card of a game about to be played."""

    __slots__ = (
        "_actions",
        "_card",
        "_counts",
        "_ending",
        "_game",
        "_majority",
        "_open",
        "_outcomes",
        "_random",
        "_shift",
        "_wins",
    )

    def __init__(self, game: RunningGame, card: Card, actions: CardActions, random: Random) -> None:
        """Look at a running game whose seat to move holds nothing but this card."""
        self._game = game
        self._card = card
        self._actions = actions
        self._random = random.random
        self._look()

    def draw(self) -> Drawn | None:
        """Draw uniformly among the legal moves; None if there is none.

        A few are drawn at random, in the hope that one is legal. If none is, all are listed.
        """
        drawn = self._try()
        if drawn is not None:
            return drawn
        legal = self.listed()
        return legal[int(self._random() * len(legal))] if legal else None

    def _try(self) -> Drawn | None:
        """Draw a few moves, in the hope that one is legal."""
        open_stacks = STACKS[self._game.free]
        for _ in range(self._actions.draws()):
            did = self._actions.draw()
            if did is None:
                break
            stack = open_stacks[int(self._random() * len(open_stacks))]
            if self._allows(did, stack):
                return did, stack
        return None

    def _look(self) -> None:
        """Work out who would win as things stand, and what decides it."""
        game = self._game
        stacks, queue, controls = game.stacks, game.queue, game.controls
        self._outcomes = outcomes()
        self._majority = majority = majorities()
        self._wins = winning(game.taken, game.clocks, game.turn)
        self._open = MEMBERS[game.free]
        self._counts = counts = [0] * PROVINCES
        self._shift = shift = [0] * PROVINCES
        ending = 0
        for slot, province in enumerate(queue):
            shift[province] = 2 * slot
            control = controls[province]
            if control is None:
                rama, lao, malay = stacks[3 * province : 3 * province + 3]
                counts[province] = rama << 10 | lao << 5 | malay
                control = majority[counts[province]]
            ending |= control << 2 * slot
        self._ending = ending

    def _changes(self, did: Did) -> Changes:
        """Return the provinces an action touches, each with what it adds to their counts."""
        card = self._card
        if card == "T":
            return [_PLACED[stack] for stack in did]
        if not did:
            return ()
        if card == "K":
            return (did[0], 0), (did[1], 0)
        if card in ("1", "2"):
            *given, taken = did
            change = sum([_PLACED[stack][1] for stack in given]) - _PLACED[taken][1]
            return (given[0] // 3, -change), (taken // 3, change)
        faction = FACTION_OF_CARD[card]
        return [_PLACED[stack + faction] for stack in did]

    def _swap(self, did: Did) -> None:
        """Swap two tiles, or swap them back; the ending stays as it was."""
        if did:
            one, other = did
            shift = self._shift
            shift[one], shift[other] = shift[other], shift[one]

    def _allows(self, did: Did, stack: int) -> bool:
        """Return whether one may take a follower of a stack after an action."""
        counts, shift, majority = self._counts, self._shift, self._majority
        province, unit = _PLACED[stack]
        found = 0
        changes = self._changes(did)
        for touched, change in changes:
            counts[touched] += change
        if counts[province] & 31 * unit:
            if self._card == "K":
                self._swap(did)
            counts[province] -= unit
            ending = self._ending
            for touched, _ in changes:
                slot = shift[touched]
                ending = ending & ~(3 << slot) | majority[counts[touched]] << slot
            slot = shift[province]
            ending = ending & ~(3 << slot) | majority[counts[province]] << slot
            found = self._wins[stack % 3] & self._outcomes[ending]
            counts[province] += unit
            if self._card == "K":
                self._swap(did)
        for touched, change in changes:
            counts[touched] -= change
        return found != 0

    def _wins_without(self) -> int:
        """Return the outcomes with which one wins without taking anybody."""
        return winning(self._game.taken, self._game.clocks, self._game.turn, (None,))[0]

    def listed(self) -> list[Drawn]:
        """Return every legal move.

        Most actions change nothing that matters, so each is first asked by a few numbers whether
        any taking could make it win; that may rarely say yes wrongly, never no.
        """
        counts, shift, outcomes, before = self._counts, self._shift, self._outcomes, self._ending
        fates = _Fates(self._wins)
        # What takings elsewhere than where the action happens add to the ending, and win with then
        far: dict[int, int] = {}
        for province in self._open:
            for change, wins in fates[counts[province] << 4 | shift[province]][1]:
                far[change] = far.get(change, 0) | wins
        empty = not self._game.standing
        hopes: dict[int, bool] = {}
        found: list[Drawn] = []
        for did in self._actions.listed():
            changes = self._changes(did)
            self._do(did, changes)
            ending, near = before, []
            for province, _ in changes:
                slot = shift[province]
                digit, takings = fates[counts[province] << 4 | slot]
                ending = ending & ~(3 << slot) | digit
                near += takings
            hope = hopes.get(ending)
            if hope is None:
                hope = hopes[ending] = empty or _wins(far.items(), outcomes, ending)
            if hope or _wins(near, outcomes, ending):
                found += [(did, stack) for stack in self._takes(ending)]
            self._undo(did, changes)
        return found

    def _do(self, did: Did, changes: Changes) -> None:
        """Do an action to the counts and the tiles; the ending stays as it was."""
        for province, change in changes:
            self._counts[province] += change
        if self._card == "K":
            self._swap(did)

    def _undo(self, did: Did, changes: Changes) -> None:
        for province, change in changes:
            self._counts[province] -= change
        if self._card == "K":
            self._swap(did)

    def _takes(self, ending: int) -> list[int | None]:
        """Return the stacks from which one may take now, None for an empty board."""
        outcomes, majority, counts = self._outcomes, self._majority, self._counts
        found: list[int | None] = []
        ways = list(zip(FACTIONS, UNITS, MASKS, self._wins, strict=True))
        empty = True
        for province in self._open:
            if not (count := counts[province]):
                continue
            empty = False
            slot = self._shift[province]
            rest = ending & ~(3 << slot)
            for faction, unit, mask, wins in ways:
                if count & mask and wins & outcomes[rest | majority[count - unit] << slot]:
                    found.append(3 * province + faction)
        if empty and self._wins_without() & outcomes[ending]:
            found.append(None)
        return found


def _wins(takings: Takings, outcomes: Sequence[int], ending: int) -> bool:
    """Return whether some taking wins."""
    for change, wins in takings:  # noqa: SIM110 - a generator takes twice as long
        if wins & outcomes[ending + change & _ENDINGS]:
            return True
    return False


class _Fates(dict[int, tuple[int, list[tuple[int, int]]]]):
    """What becomes of a province, by its count << 4 | the place of its digit in an ending.

    That is its part of the ending, and what taking a follower there adds to it, each with the
    outcomes that then win.
    """

    def __init__(self, wins: Sequence[int]) -> None:
        super().__init__()
        self._takings = list(zip(UNITS, MASKS, wins, strict=True))
        self._majority = majorities()

    def __missing__(self, key: int) -> tuple[int, list[tuple[int, int]]]:
        count, slot = key >> 4, key & 15
        majority = self._majority
        control = majority[count]
        changes = [
            (majority[count - unit] - control << slot, wins)
            for unit, mask, wins in self._takings
            if count & mask
        ]
        found = self[key] = control << slot, changes
        return found
