"""Five in a row: a board with more places than there are keys."""

from games.author import DRAW, Annotated, Game, Grid, Move, Seat, Value, put, won

BOARD = Grid(9, 9)


class Position(Value):
    stones: Annotated[tuple[Seat | None, ...], BOARD]
    turn: Seat


class Place(Move, text="{to}", say="{who: place, places} a stone on {to}"):
    to: Annotated[int, BOARD]


class Five(Game[Position, Place]):
    name, title, players = "five", "Five in a Row", range(2, 3)
    rules = "Place a stone on any free place. Five in a row win. A full board is a draw."

    def start(self, players, chance):
        return Position((None,) * 81, chance.below(2))

    def legal(self, p):
        return map(Place, BOARD.where(p.stones, None))

    def after(self, p, move):
        return Position(put(p.stones, move.to, p.turn), 1 - p.turn)

    def result(self, p):
        return won(*BOARD.in_row(p.stones, 5)) or (None if None in p.stones else DRAW)
