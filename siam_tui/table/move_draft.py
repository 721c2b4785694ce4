"""The move one is building at a table, and where the keyboard's cursor is. No widgets here."""

from __future__ import annotations

from games.siam import CARDS, Card, Map, Position
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.move_builder import EMPTY, Builder, Choice, Draft, Kind
from siam_tui.model.table_view import TableView
from siam_tui.table.bars import Doing


class MoveDraft:
    """One person's move in the making.

    Attributes:
        builder: the choices of the present position, or None while it is not one's turn.
        draft: the choices made.
        filled: what the last choice left no other choice for, and was chosen with it.
        cursor: what the keyboard's cursor is on.
    """

    def __init__(self) -> None:
        self.builder: Builder | None = None
        self.draft: Draft = EMPTY
        self.filled: tuple[Choice, ...] = ()
        self.cursor: Doing | None = None

    def turn_to(self, sight: TableView, before: TableView | None) -> None:
        """Begin anew if the position is another one than before."""
        if before is not None and _moment(sight) == _moment(before) and self.builder:
            return
        self.clear()
        self.builder = None
        if sight.my_turn and sight.position is not None:
            self.builder = Builder(sight.game, sight.position)

    def clear(self) -> None:
        """Take all choices back."""
        self.draft, self.filled, self.cursor = EMPTY, (), None

    @property
    def options(self) -> tuple[Choice, ...]:
        """The choices there are now."""
        return self.builder.options(self.draft) if self.builder else ()

    def choose(self, choice: Choice) -> bool:
        """Make a choice if it is a legal one; a card may always be chosen instead of another."""
        if self.builder is None:
            return False
        if choice.kind is Kind.CARD and choice in self.builder.options(EMPTY):
            self.draft = EMPTY
        if choice not in self.options:
            return False
        before = len(self.draft.choices)
        self.draft, self.cursor = self.builder.choose(self.draft, choice), None
        self.filled = self.draft.choices[before + 1 :]
        return True

    def back(self) -> bool:
        """Take the last choice back; return whether there was one."""
        if self.builder is None or self.draft == EMPTY:
            return False
        self.draft, self.filled, self.cursor = self.builder.back(self.draft), (), None
        return True

    @property
    def move(self) -> str | None:
        """The finished move in the notation, or None."""
        move = self.builder.move(self.draft) if self.builder else None
        return None if move is None or self.builder is None else self.builder.game.format_move(move)

    @property
    def card_under(self) -> Card | None:
        """The card the cursor is on."""
        cursor = self.cursor
        on_card = isinstance(cursor, Choice) and cursor.kind is Kind.CARD
        return CARDS[cursor.value] if on_card and isinstance(cursor, Choice) else None

    @property
    def targets(self) -> frozenset[int]:
        """The provinces that may be chosen now."""
        return frozenset(c.value for c in self.options if c.kind is Kind.PROVINCE)

    def shown(self, position: Position | None) -> Position | None:
        """Return the position to show: with the effect of the card, once that is chosen."""
        return position if self.builder is None else self.builder.preview(self.draft)

    def view(
        self, board: Map, position: Position | None, touched: frozenset[int] = frozenset()
    ) -> BoardView:
        """Return what the board is to show, with the provinces touched since one's last move."""
        cursor = self.cursor
        on_map = isinstance(cursor, Choice) and cursor.kind is Kind.PROVINCE
        return BoardView(
            board,
            self.shown(position),
            targets=self.targets,
            chosen=self.draft.provinces,
            cursor=cursor.value if on_map and isinstance(cursor, Choice) else None,
            touched=touched,
        )


def _moment(sight: TableView) -> tuple[object, ...]:
    state = sight.state
    return state.game_number, state.takes, state.ply, state.status, sight.my_turn
