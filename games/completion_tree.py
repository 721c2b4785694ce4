"""Completions of moves that are texts of pieces, for games with too many moves to list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile

from games.text_reader import capitals


def _nothing() -> Iterator[tuple[str, Branch]]:
    return iter(())


class Branch:
    """The legal moves that begin with the same text.

    Attributes:
        grow: iterates over the pieces that may follow, each with what follows it in turn.
        is_move: whether the text is a move by itself.
    """

    __slots__ = ("_count", "grow", "is_move")

    def __init__(
        self,
        grow: Callable[[], Iterator[tuple[str, Branch]]] = _nothing,
        *,
        is_move: bool = False,
        count: Callable[[], int] | None = None,
    ) -> None:
        """Define a branch.

        Args:
            grow: iterates over the pieces that may follow, each with what follows it in turn.
            is_move: whether the text is a move by itself.
            count: returns the number of moves, where adding up the branches would take long.
        """
        self.grow = grow
        self.is_move = is_move
        self._count = count

    def count(self) -> int:
        """Return the number of moves."""
        if self._count is not None:
            return self._count()
        return self.is_move + sum(branch.count() for _, branch in self.grow())

    def texts(self, beginning: str = "") -> Iterator[str]:
        """Iterate over the moves, each with the text that they begin with before it."""
        if self.is_move:
            yield beginning
        for piece, branch in self.grow():
            yield from branch.texts(beginning + piece)


MOVE = Branch(is_move=True)
"""A move to which nothing can be added."""


def words(*texts: str) -> Branch:
    """Return a branch that some words follow, each a move."""
    return Branch(lambda: ((text, MOVE) for text in texts), count=lambda: len(texts))


def tree_of(moves: Iterable[tuple[str, ...]]) -> Branch:
    """Return the tree of moves that are listed, each as its pieces."""
    return join_branches(dict.fromkeys(moves, MOVE))


def join_branches(branches: Mapping[tuple[str, ...], Branch]) -> Branch:
    """Return the tree of some branches, each behind the pieces that lead to it."""
    following: dict[str, dict[tuple[str, ...], Branch]] = {}
    for pieces, branch in branches.items():
        if pieces:
            following.setdefault(pieces[0], {})[pieces[1:]] = branch
    here = branches.get((), Branch())
    if not following:
        return here

    @cache
    def grown() -> tuple[tuple[str, Branch], ...]:
        return tuple((piece, join_branches(rest)) for piece, rest in following.items())

    return Branch(
        lambda: iter(grown()),
        is_move=here.is_move,
        count=lambda: sum(branch.count() for branch in branches.values()),
    )


class TreeCompletions:
    """How a move may be typed, by the tree of its pieces.

    >>> tree = Branch(lambda: iter([("go:", words("N", "E")), ("stay", MOVE)]))
    >>> ahead = TreeCompletions(tree, tree)
    >>> ahead.after(""), ahead.after("GO"), ahead.count("go:"), ahead.reach("go:s")
    (('go:', 'stay'), (':',), 2, 3)
    """

    def __init__(self, canonical: Branch, every: Branch) -> None:
        """Complete by two trees.

        Args:
            canonical: each move once, in its canonical form.
            every: the moves with their parts in every order in which they may be typed.
        """
        self._canonical = canonical
        self._every = every

    def after(self, text: str) -> tuple[str, ...]:
        """Return the pieces that a text may be continued with.

        They follow the canonical order of the parts, and another only where the text has left it.
        """
        upper = capitals(text)
        for tree in (self._canonical, self._every):
            if found := list(_find(tree, upper)):
                pieces = (
                    piece
                    for branch, _, rest in found
                    for piece in ([rest] if rest else (piece for piece, _ in branch.grow()))
                )
                return tuple(dict.fromkeys(pieces))
        return ()

    def moves(self, text: str) -> Iterator[str]:
        """Iterate over the legal moves that begin with a text, in canonical form."""
        for branch, beginning, _ in _find(self._canonical, capitals(text)):
            yield from branch.texts(beginning)

    def count(self, text: str) -> int:
        """Return the number of legal moves that begin with a text, without listing them."""
        return sum(branch.count() for branch, _, _ in _find(self._canonical, capitals(text)))

    def reach(self, text: str) -> int:
        """Return how many characters of a text begin a legal move, in whichever order of parts."""
        return _reach(self._every, capitals(text))


def _find(branch: Branch, upper: str, before: str = "") -> Iterator[tuple[Branch, str, str]]:
    """Iterate over the branches where a text ends.

    Each comes with its own text, and with what is left to type of its last piece.
    """
    if not upper:
        yield branch, before, ""
        return
    for piece, following in branch.grow():
        capital = capitals(piece)
        if upper.startswith(capital):
            yield from _find(following, upper[len(capital) :], before + piece)
        elif capital.startswith(upper):
            yield following, before + piece, piece[len(upper) :]


def _reach(branch: Branch, upper: str) -> int:
    most = 0
    for piece, following in branch.grow() if upper else ():
        capital = capitals(piece)
        if upper.startswith(capital):
            most = max(most, len(capital) + _reach(following, upper[len(capital) :]))
        else:
            pairs = zip(capital, upper, strict=False)
            most = max(most, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return most
