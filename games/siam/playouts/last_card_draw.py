"""Drawing the last card of a random game uniformly among its legal moves (S15)."""

from __future__ import annotations

from random import Random
from typing import Final, TypeAlias

from games.siam.constants import FACTION_OF_CARD, FACTIONS, PROVINCES, Card
from games.siam.playouts.endings import MASKS, UNITS, majorities, outcomes, winning
from games.siam.playouts.last_card_actions import CardActions, Did
from games.siam.playouts.mutable_position import RunningGame
from games.siam.playouts.tables import MEMBERS, STACKS

_ENDINGS: Final = 4**PROVINCES - 1
_PLACED: Final[tuple[tuple[int, int], ...]] = tuple(
    (province, unit) for province in range(PROVINCES) for unit in UNITS
)
"""For each stack its province, and one follower of it in the province's count."""

Drawn: TypeAlias = tuple[Did, int | None]
"""What the last card did, and the stack a follower is taken from, if any."""
Changes: TypeAlias = list[tuple[int, int]]
"""The provinces an action touches, each with what it adds to their counts."""
Takings: TypeAlias = list[tuple[int, int]]
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
                first = 3 * province
                count = stacks[first] << 10 | stacks[first + 1] << 5 | stacks[first + 2]
                counts[province] = count
                control = majority[count]
            ending |= control << 2 * slot
        self._ending = ending

    def _changes(self, did: Did) -> Changes:
        """Return the provinces an action touches, each with what it adds to their counts."""
        card = self._card
        if card == "T":
            return [_PLACED[stack] for stack in did]
        if not did:
            return []
        if card == "K":
            return [(did[0], 0), (did[1], 0)]
        if card in ("1", "2"):
            taken = did[-1]
            change = -_PLACED[taken][1]
            for stack in did[:-1]:
                change += _PLACED[stack][1]
            return [(did[0] // 3, -change), (taken // 3, change)]
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
        counts, shift, before = self._counts, self._shift, self._ending
        outcomes, majority = self._outcomes, self._majority
        fates = _Fates(self._wins)
        # What takings elsewhere than where the action happens add to the ending, and win with then
        far: dict[int, int] = {}
        for province in self._open:
            for change, wins in fates.of(counts[province] << 4 | shift[province]):
                far[change] = far.get(change, 0) | wins
        elsewhere = list(far.items())
        empty = not self._game.standing
        hopes: dict[int, bool] = {}
        found: list[Drawn] = []
        for did in self._actions.listed():
            changes = self._changes(did)
            self._do(did, changes)
            ending = before
            for province, _ in changes:
                slot = shift[province]
                ending = ending & ~(3 << slot) | majority[counts[province]] << slot
            hope = hopes.get(ending)
            if hope is None:
                hope = hopes[ending] = empty or _wins(elsewhere, outcomes, ending)
            if hope or self._near(changes, fates, ending):
                for stack in self._takes(ending):
                    found.append((did, stack))  # noqa: PERF401 - twice as fast when compiled
            self._undo(did, changes)
        return found

    def _near(self, changes: Changes, fates: _Fates, ending: int) -> bool:
        """Return whether some taking wins from where an action happened."""
        for province, _ in changes:
            takings = fates.of(self._counts[province] << 4 | self._shift[province])
            if _wins(takings, self._outcomes, ending):
                return True
        return False

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
        empty = True
        for province in self._open:
            if not (count := counts[province]):
                continue
            empty = False
            slot = self._shift[province]
            rest = ending & ~(3 << slot)
            for faction in FACTIONS:
                if count & MASKS[faction]:
                    end = rest | majority[count - UNITS[faction]] << slot
                    if self._wins[faction] & outcomes[end]:
                        found.append(3 * province + faction)
        if empty and self._wins_without() & outcomes[ending]:
            found.append(None)
        return found


def _wins(takings: Takings, outcomes: tuple[int, ...], ending: int) -> bool:
    """Return whether some taking wins."""
    for change, wins in takings:  # noqa: SIM110 - a generator takes twice as long
        if wins & outcomes[ending + change & _ENDINGS]:
            return True
    return False


class _Fates:
    """What taking a follower from a province adds to an ending, with the outcomes that then win."""

    __slots__ = ("_known", "_majority", "_wins")

    def __init__(self, wins: list[int]) -> None:
        self._wins = wins
        self._majority = majorities()
        self._known: dict[int, Takings] = {}

    def of(self, key: int) -> Takings:
        """Return it for a province's count << 4 | the place of its digit in an ending."""
        found = self._known.get(key)
        if found is None:
            count, slot = key >> 4, key & 15
            majority = self._majority
            control = majority[count]
            found = self._known[key] = []
            for faction in FACTIONS:
                if count & MASKS[faction]:
                    change = majority[count - UNITS[faction]] - control << slot
                    found.append((change, self._wins[faction]))
        return found
