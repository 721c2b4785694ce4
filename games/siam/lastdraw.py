"""Drawing the last card of a random game uniformly among its legal moves (S15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random
from typing import Final, NamedTuple, TypeAlias

from games.siam import exchanges
from games.siam.constants import FACTION_OF_CARD, FACTIONS, PROVINCES, Card, Faction
from games.siam.endings import MASKS, UNITS, majorities, outcomes, winning
from games.siam.running import RunningGame
from games.siam.tables import FIRST_STACKS, MEMBERS, PLACINGS, SINGLE_PLACINGS, STACKS, SWAPS

_DRAWS: Final = (0, 0, 0, 6, 12, 20, 30, 40, 40)
_DRAWS_OF_KHON_THAI: Final = (0, 0, 2, 8, 20, 40, 60, 80, 120)
"""How many moves to draw in the hope of a legal one, by the number of open provinces."""
_TRIES: Final = 40
"""How often to draw an exchange for each of these."""
_ENDINGS: Final = 4**PROVINCES - 1
_UNITS: Final = tuple(unit for _ in range(PROVINCES) for unit in UNITS)
"""One follower of a stack, in the count of its province."""

Did: TypeAlias = tuple[int, ...]
Drawn: TypeAlias = tuple[Did, int | None]


class Kind(NamedTuple):
    """What kind of thing the last card can do, and where.

    Everybody passes after a last card that cannot be played, and that is what S15 supposes; so if
    the same kind of thing can be done in the next struggle, and nowhere else, that cannot win
    either.
    """

    what: int
    where: int

    def within(self, earlier: Kind) -> bool:
        """Return whether everything possible was already possible."""
        return bool(self.where) and self.what == earlier.what and not self.where & ~earlier.where


class LastDraw:
    """The last card of a game about to be played."""

    __slots__ = (
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

    def __init__(self, game: RunningGame, card: Card, random: Random) -> None:
        """Look at a running game whose seat to move holds nothing but this card."""
        self._game = game
        self._card = card
        self._random = random.random

    def kind(self) -> Kind:
        """Return what the card can do, and where."""
        game, card = self._game, self._card
        if card == "K":
            where = game.free & ~game.marked
            return Kind(0, where if len(MEMBERS[where]) > 1 and game.standing else 0)
        if card == "T":
            placed = sum(1 << faction for faction in FACTIONS if game.supply[faction])
            return Kind(placed, game.free if placed else 0)
        if card == "1":
            return Kind(0, int(bool(exchanges.one_for_one(game))))
        if card == "2":
            if exchanges.two_for_one(game):
                return Kind(2, 1)
            return Kind(1, int(bool(exchanges.partial_two_for_one(game))))
        faction = FACTION_OF_CARD[card]
        count = min(2, game.supply[faction])
        return Kind(count, game.targets(faction) if count else 0)

    def draw(self) -> Drawn | None:
        """Draw uniformly among the legal moves; None if there is none.

        A few are drawn at random, in the hope that one is legal. If none is, all are listed.
        """
        self._look()
        random = self._random
        open_stacks = STACKS[self._game.free]
        size = len(self._open)
        for _ in range(_DRAWS_OF_KHON_THAI[size] if self._card == "T" else _DRAWS[size]):
            did = self._draw_action()
            if did is None:
                break
            stack = open_stacks[int(random() * len(open_stacks))]
            if self._allows(did, stack):
                return did, stack
        legal = self._legal()
        return legal[int(random() * len(legal))] if legal else None

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

    # What the card can do

    def _draw_action(self) -> Did | None:
        """Draw one of the card's actions uniformly; None if none comes up in a while."""
        random, game, card = self._random, self._game, self._card
        if card == "T":
            places = FIRST_STACKS[game.free]
            return tuple(
                [places[int(random() * len(places))] + f for f in FACTIONS if game.supply[f]]
            )
        if card == "K":
            swaps = SWAPS[game.free & ~game.marked]
            return swaps[int(random() * len(swaps))] if swaps else ()
        if card == "1":
            return self._draw_one_for_one()
        if card == "2":
            return self._draw_two_for_one()
        return self._draw_reinforcement(FACTION_OF_CARD[card])

    def _draw_reinforcement(self, faction: Faction) -> Did:
        game = self._game
        reached, supply = game.targets(faction), game.supply[faction]
        if not reached or not supply:
            return ()
        ways: Sequence[Did] = PLACINGS[reached] if supply > 1 else SINGLE_PLACINGS[reached]
        return ways[int(self._random() * len(ways))]

    def _draw_two_for_one(self) -> Did | None:
        random, game = self._random, self._game
        stacks, ways = game.stacks, game.tables.two_for_one[game.free]
        ban = game.banned("2")
        for _ in range(_TRIES if ways else 0):
            one, other, taken, _, _, _, alone = ways[int(random() * len(ways))]
            if stacks[one] > alone and stacks[other] and stacks[taken]:
                did = one, other, taken
                if did != ban:
                    return did
        return None

    def _draw_one_for_one(self) -> Did | None:
        random, game = self._random, self._game
        stacks, open_stacks = game.stacks, STACKS[game.free]
        ban = game.banned("1")
        for _ in range(_TRIES):
            one = open_stacks[int(random() * len(open_stacks))]
            other = open_stacks[int(random() * len(open_stacks))]
            if stacks[one] and stacks[other] and one // 3 != other // 3:
                did = (one, other) if one < other else (other, one)
                if did != ban:
                    return did
        return None

    def _actions(self) -> Iterable[Did]:
        """Return every action of the card; () for none."""
        game, card = self._game, self._card
        found: Iterable[Did]
        if card == "K":
            found = SWAPS[game.free & ~game.marked]
        elif card == "T":
            factions = [faction for faction in FACTIONS if game.supply[faction]]
            found = product(*([s + f for s in FIRST_STACKS[game.free]] for f in factions))
        elif card == "1":
            found = exchanges.one_for_one(game)
        elif card == "2":
            found = exchanges.two_for_one(game) or exchanges.partial_two_for_one(game)
        else:
            faction = FACTION_OF_CARD[card]
            reached, supply = game.targets(faction), game.supply[faction]
            ways = PLACINGS if supply > 1 else SINGLE_PLACINGS
            found = ways[reached] if supply else ()
        return found or ((),)

    # Judging

    def _do(self, did: Did, sign: int) -> None:
        """Do an action to the counts and tiles, or with the sign -1 undo it; not to the ending."""
        counts, card = self._counts, self._card
        if card == "K":
            if did:
                one, other = did
                shift = self._shift
                shift[one], shift[other] = shift[other], shift[one]
        elif card in ("1", "2"):
            if did:
                *given, taken = did
                change = sum(_UNITS[stack] for stack in given) - _UNITS[taken]
                counts[given[0] // 3] -= sign * change
                counts[taken // 3] += sign * change
        elif card == "T":
            for stack in did:
                counts[stack // 3] += sign * _UNITS[stack]
        else:
            unit = sign * UNITS[FACTION_OF_CARD[card]]
            for stack in did:
                counts[stack // 3] += unit

    def _ending_after(self, provinces: Iterable[int]) -> int:
        """Return the ending, with these provinces judged anew."""
        ending, shift, counts, majority = self._ending, self._shift, self._counts, self._majority
        for province in provinces:
            slot = shift[province]
            ending = ending & ~(3 << slot) | majority[counts[province]] << slot
        return ending

    def _touched(self, did: Did) -> list[int]:
        return list(did) if self._card == "K" else [stack // 3 for stack in did]

    def _allows(self, did: Did, stack: int) -> bool:
        """Return whether one may take a follower of a stack after an action."""
        self._do(did, 1)
        province, faction = divmod(stack, 3)
        counts = self._counts
        found = False
        if counts[province] & MASKS[faction]:
            counts[province] -= UNITS[faction]
            ending = self._ending_after([*self._touched(did), province])
            counts[province] += UNITS[faction]
            found = bool(self._wins[faction] & self._outcomes[ending])
        self._do(did, -1)
        return found

    def _wins_without(self) -> int:
        """Return the outcomes with which one wins without taking anybody."""
        return winning(self._game.taken, self._game.clocks, self._game.turn, (None,))[0]

    def _legal(self) -> list[Drawn]:
        """Return every legal move.

        Most actions change nothing that matters, so each is first asked by a few numbers whether
        any taking could make it win; that may rarely say yes wrongly, never no.
        """
        counts, shift, outcomes, before = self._counts, self._shift, self._outcomes, self._ending
        fates = _Fates(self._wins)
        idle = 0
        elsewhere: dict[int, int] = {}
        for province in self._open:
            _, wins, changes = fates[counts[province] << 4 | shift[province]]
            idle |= wins
            for change, wins_then in changes:
                elsewhere[change] = elsewhere.get(change, 0) | wins_then
        far = list(elsewhere.items())
        empty = not self._game.standing
        found: list[Drawn] = []
        for did in self._actions():
            self._do(did, 1)
            ending, wins, near = before, idle, far
            for province in self._touched(did):
                slot = shift[province]
                digit, wins_here, changes = fates[counts[province] << 4 | slot]
                ending = ending & ~(3 << slot) | digit
                wins |= wins_here
                near = near + changes
            if empty or wins & outcomes[ending]:
                found += [(did, stack) for stack in self._takes(ending)]
            else:
                for change, wins_then in near:
                    if wins_then & outcomes[ending + change & _ENDINGS]:
                        found += [(did, stack) for stack in self._takes(ending)]
                        break
            self._do(did, -1)
        return found

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


class _Fates(dict[int, tuple[int, int, list[tuple[int, int]]]]):
    """What becomes of a province, by its count << 4 | the place of its digit in an ending.

    That is its part of the ending; the outcomes that win if one takes a follower there and that
    changes nothing; and for the other takings what each adds to the ending, and the outcomes that
    win then.
    """

    def __init__(self, wins: Sequence[int]) -> None:
        super().__init__()
        self._takings = list(zip(UNITS, MASKS, wins, strict=True))
        self._majority = majorities()

    def __missing__(self, key: int) -> tuple[int, int, list[tuple[int, int]]]:
        count, slot = key >> 4, key & 15
        majority = self._majority
        control = majority[count]
        idle = 0
        changes = []
        for unit, mask, wins in self._takings:
            if count & mask:
                change = majority[count - unit] - control
                if change:
                    changes.append((change << slot, wins))
                else:
                    idle |= wins
        found = self[key] = control << slot, idle, changes
        return found
