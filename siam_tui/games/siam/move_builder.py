"""Builds a move choice by choice. Only legal choices are offered, and each can be taken back.

A `Draft` is the choices made so far. `Builder` knows one position: which choices a draft may be
continued with, the question that asks for the next, and the move a finished draft stands for. All
is derived from the rules' own list of legal actions, so every legal move can be built and no
other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import permutations

from games.siam import (
    CARDS,
    PASS,
    Action,
    Card,
    Exchange,
    Follower,
    Move,
    Placement,
    Position,
    Siam,
    Swap,
)
from games.siam.play import play_action, queue_after
from siam_tui.games.move_builder import Choice, MoveBuilder, Path


class Kind(Enum):
    """What is chosen: a card by its place in CARDS, a pass, a province or a faction."""

    CARD = auto()
    PASS = auto()
    PROVINCE = auto()
    FACTION = auto()


TO_PASS = Choice(Kind.PASS, 0)


def card_choice(card: Card) -> Choice:
    """Return the choice of a card."""
    return Choice(Kind.CARD, CARDS.index(card))


def _province(province: int) -> Choice:
    return Choice(Kind.PROVINCE, province)


def _faction(faction: int) -> Choice:
    return Choice(Kind.FACTION, faction)


def follower_path(follower: Follower | None) -> Path:
    """Return the choices of the follower taken."""
    return () if follower is None else (_province(follower.province), _faction(follower.faction))


def paths(card: Card, action: Action) -> Iterator[Path]:
    """Iterate over the orders in which a player can choose the parts of an action."""
    match action:
        case None:
            yield ()
        case Swap(first, second, marked):
            for one, other in ((first, second), (second, first)):
                yield _province(one), _province(other), _province(marked)
        case Placement(followers) if card == "T":
            yield tuple(_province(follower.province) for follower in followers)
        case Placement(followers):
            for order in permutations(followers):
                yield tuple(_province(follower.province) for follower in order)
        case Exchange((given,), source, taken, target):
            sides = ((_province(source), _faction(given)), (_province(target), _faction(taken)))
            yield sides[0] + sides[1]
            yield sides[1] + sides[0]
        case Exchange(given, source, taken, target):
            for one, other in permutations(given):
                leaving = (_province(source), _faction(one), _faction(other))
                yield (*leaving, _province(target), _faction(taken))


def provinces_of(move: Move) -> frozenset[int]:
    """Return all provinces of a move."""
    if move.card is None:
        return frozenset()
    chosen = (*next(paths(move.card, move.action)), *follower_path(move.follower))
    return frozenset(choice.value for choice in chosen if choice.kind is Kind.PROVINCE)


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices made so far.

    Attributes:
        start: the card, or a pass, or None before the first choice.
        acted: the choices about the card's action.
        taken: the choices about the follower to take.
    """

    start: Choice | None = None
    acted: Path = ()
    taken: Path = ()

    @property
    def card(self) -> Card | None:
        """The card chosen."""
        if self.start is None or self.start.kind is not Kind.CARD:
            return None
        return CARDS[self.start.value]

    @property
    def choices(self) -> Path:
        """All choices so far, in their order."""
        return () if self.start is None else (self.start, *self.acted, *self.taken)

    @property
    def provinces(self) -> frozenset[int]:
        """All provinces chosen so far."""
        chosen = (*self.acted, *self.taken)
        return frozenset(choice.value for choice in chosen if choice.kind is Kind.PROVINCE)


EMPTY = Draft()


class Builder(MoveBuilder[Position, Move, Draft]):
    """The choices of the seat to move in one position."""

    empty = EMPTY

    def __init__(self, game: Siam, position: Position) -> None:
        """Prepare for a position in which the hand of the seat to move is known."""
        super().__init__(position)
        self.game = game
        self._actions: dict[Card, dict[Path, Action]] = {}
        self._takes: dict[tuple[Card, Action], dict[Path, Follower | None]] = {}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The kinds of card that may be played."""
        return tuple(self.game.cards(self.position))

    def choices(self, draft: Draft) -> Path:
        """Return the legal next choices, in the order of the cards, the map and the factions."""
        if draft.start is None:
            passing = (TO_PASS,) if self.game.can_pass(self.position) else ()
            return (*map(card_choice, self.cards), *passing)
        if draft.card is None:
            return ()
        if not self.action_done(draft):
            return _next(self._paths(draft.card), draft.acted)
        return _next(self._take_paths(draft), draft.taken)

    def actions(self, card: Card) -> Collection[Action]:
        """Return every legal action of a card."""
        return self._paths(card).values()

    def action_done(self, draft: Draft) -> bool:
        """Return whether the card's action is chosen, so that only the follower is left."""
        return draft.card is not None and draft.acted in self._paths(draft.card)

    def action(self, draft: Draft) -> Action:
        """Return the action of a draft whose action is chosen."""
        assert draft.card is not None
        return self._paths(draft.card)[draft.acted]

    def choices_of(self, moves: Sequence[Move]) -> Path:
        """Return what to choose, one after the other, to build a move: a turn is one."""
        move = moves[0]
        if move.card is None:
            return (TO_PASS,)
        ways, taken = tuple(paths(move.card, move.action)), follower_path(move.follower)
        made = [card_choice(move.card)]
        draft = self.choose(EMPTY, made[0])
        while self.move(draft) != move:
            done = self.action_done(draft)
            path = taken if done else next(w for w in ways if w[: len(draft.acted)] == draft.acted)
            made.append(path[len(draft.taken if done else draft.acted)])
            draft = self.choose(draft, made[-1])
        return tuple(made)

    def move(self, draft: Draft) -> Move | None:
        """Return the move of a complete draft, or None if a choice is missing."""
        if draft.start == TO_PASS:
            return PASS
        if draft.card is None or not self.action_done(draft):
            return None
        takes = self._take_paths(draft)
        if draft.taken not in takes:
            return None
        return Move(draft.card, self.action(draft), takes[draft.taken])

    def draw_preview(self, draft: Draft) -> Position:
        """Return the board with the choices made so far; it is still the same seat's turn.

        Tiles change places as soon as both are named, and followers from the supply come one by
        one. All else is shown once the action is chosen, and the follower moves to the own seat
        when the whole move is.
        """
        before, move = self.position, self.move(draft)
        if draft.card is None:
            return before
        if move is not None:
            after = self.game.play(before, move)
            return after._replace(turn=before.turn, passes=before.passes)
        if self.action_done(draft):
            return self._as_played(self.game.preview(before, draft.card, self.action(draft)))
        match draft.card, draft.acted:
            case "K", (one, other):
                swap = Swap(one.value, other.value, marked=one.value)
                return before._replace(queue=queue_after(before.queue, swap))
            case _, (_, *_) if placed := self._placed(draft):
                return self._as_played(play_action(before, Placement(placed)))
        return before

    def _as_played(self, position: Position) -> Position:
        """Return a position with the card played: who played last decides ties (S18)."""
        mine = self.position.turn
        others = [seat for seat in position.recency if seat != mine]
        return position._replace(recency=(mine, *others))

    def _placed(self, draft: Draft) -> tuple[Follower, ...]:
        """Return the followers that come from the supply so far; none for other cards."""
        assert draft.card is not None
        action = next(iter(self.actions(draft.card)))
        if not isinstance(action, Placement):
            return ()
        return tuple(
            Follower(follower.faction, choice.value)
            for follower, choice in zip(action.followers, draft.acted, strict=False)
        )

    def passing_ends(self) -> Position | None:
        """Return the position after a pass if that ends the struggle, else None."""
        if not self.game.can_pass(self.position):
            return None
        after = self.game.play(self.position, PASS)
        return after if after.resolved > self.position.resolved else None

    def with_choice(self, draft: Draft, choice: Choice) -> Draft:
        """Return the draft with one more choice."""
        if draft.start is None:
            return Draft(choice)
        if not self.action_done(draft):
            return Draft(draft.start, (*draft.acted, choice))
        return Draft(draft.start, draft.acted, (*draft.taken, choice))

    def without_last(self, draft: Draft) -> Draft:
        """Return the draft without its last choice."""
        if draft.taken:
            return Draft(draft.start, draft.acted, draft.taken[:-1])
        return Draft(draft.start, draft.acted[:-1]) if draft.acted else EMPTY

    def _paths(self, card: Card) -> dict[Path, Action]:
        if card not in self._actions:
            found = self.game.actions(self.position, card)
            self._actions[card] = {path: action for action in found for path in paths(card, action)}
        return self._actions[card]

    def _take_paths(self, draft: Draft) -> dict[Path, Follower | None]:
        assert draft.card is not None
        key = draft.card, self.action(draft)
        if key not in self._takes:
            found = self.game.takes(self.position, *key)
            self._takes[key] = {follower_path(follower): follower for follower in found}
        return self._takes[key]


def _next(found: Iterable[Path], chosen: Path) -> tuple[Choice, ...]:
    """Return what may come after some choices, in order."""
    length = len(chosen)
    after = {path[length] for path in found if len(path) > length and path[:length] == chosen}
    return tuple(sorted(after, key=lambda choice: (choice.kind.value, choice.value)))
